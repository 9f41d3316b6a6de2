#include "model/table_check.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/unicode.h"
#include "model/text_paths.h"
#include "model/type_names.h"

namespace dotwire::model {
namespace {

using Ordinals = std::vector<std::uint32_t>;

Error error_at(ErrorCode code, const Table& table, std::string_view place, std::string message) {
  Error error(code, std::move(message));
  error.set_path("tables/" + table.name + std::string(place));
  return error;
}

bool lie_within(const Ordinals& columns, const Table& table) {
  return std::ranges::all_of(columns, [&](std::uint32_t column) { return column < table.columns.size(); });
}

bool has_twice(Ordinals columns) {
  std::ranges::sort(columns);
  return std::ranges::adjacent_find(columns) != columns.end();
}

// What .NET does not let a constraint be; null: fine.
const char* odd_constraint(const std::string& name, const Ordinals& columns) {
  if (columns.empty()) return "a constraint over no column";
  if (has_twice(columns)) return "a constraint has a column twice";
  return name.empty() ? "a constraint without a name" : nullptr;
}

class References {
 public:
  explicit References(std::span<const Table* const> tables) : tables_(tables) {}

  Status check_table(const Table& table) const {
    for (const UniqueConstraint& key : table.unique_constraints) {
      if (!lie_within(key.columns, table)) return lost(table, key.name, "a key leads to a column that is not there");
      if (const char* why = odd_constraint(key.name, key.columns); why != nullptr) return lost(table, key.name, why);
    }
    for (const ForeignKeyConstraint& key : table.foreign_keys) {
      if (const char* why = problem(key); why != nullptr) return lost(table, key.name, why);
      if (const char* why = odd_constraint(key.name, key.child_columns); why != nullptr) {
        return lost(table, key.name, why);
      }
    }
    for (const ConstraintRef& ref : table.constraint_order) {
      if (ref.index < (ref.foreign ? table.foreign_keys.size() : table.unique_constraints.size())) continue;
      return error_at(ErrorCode::Malformed, table, "/constraints", "the order names a constraint that is not there");
    }
    return {};
  }

  Status check_relation(const Relation& relation) const {
    const char* const why = problem(relation);
    if (why == nullptr) return {};
    Error error(ErrorCode::Malformed, why);
    error.set_path("relations/" + relation.name);
    return error;
  }

 private:
  static Error lost(const Table& table, const std::string& name, const char* why) {
    return error_at(ErrorCode::Malformed, table, "/constraints/" + name, why);
  }

  // A foreign key or a relation; null: fine.
  template <class Link>
  const char* problem(const Link& link) const {
    if (link.parent_table >= tables_.size() || link.child_table >= tables_.size()) {
      return "leads to a table that is not there";
    }
    if (!lie_within(link.parent_columns, *tables_[link.parent_table]) ||
        !lie_within(link.child_columns, *tables_[link.child_table])) {
      return "leads to a column that is not there";
    }
    return link.parent_columns.size() == link.child_columns.size() ? nullptr : "has other columns on its two sides";
  }

  std::span<const Table* const> tables_;
};

struct IsNoText {
  bool operator()(std::string_view text) const { return find_invalid_wtf8(text) != kValid; }
  bool operator()(const Node* node) const {
    const StringNode* text = as_string(node);
    return text != nullptr && (*this)(text->view());
  }
};
constexpr IsNoText kIsNoText;

bool holds_text(const Column& column) {
  return column.storage() == Storage::Varying && column.kind() != ValueKind::Bytes &&
         column.kind() != ValueKind::SqlBinary && column.kind() != ValueKind::SqlBytes;
}

// The first such record. Cells lie back to back, so that one look at all of them is enough where they are ASCII.
std::optional<std::size_t> find_no_text(const Column& column) {
  const bool objects = column.storage() == Storage::Object;
  if (!objects && !holds_text(column)) return std::nullopt;
  for (std::size_t i = 0; i < column.chunk_count(); ++i) {
    const Chunk& chunk = column.chunk(i);
    if (!objects && is_ascii(chunk.bytes.text())) continue;
    for (std::size_t cell = 0; cell < chunk.size; ++cell) {
      if (chunk.is_null(cell)) continue;
      const std::size_t record = i * kChunkRows + cell;
      if (objects ? kIsNoText(column.object(record)) : kIsNoText(chunk.text(cell))) return record;
    }
  }
  return std::nullopt;
}

constexpr const char* kNoText = "a text that is not UTF-8";

Status check_column(const Table& table, const Column& column) {
  const std::string place = "/columns/" + column.name;
  if (!is_type_name(column.type_name)) {
    return error_at(ErrorCode::InvalidArgument, table, place, "its type_name is no name of a type");
  }
  if (const std::optional<std::size_t> record = find_no_text(column); record.has_value()) {
    return error_at(ErrorCode::InvalidArgument, table, place + "/records/" + std::to_string(*record), kNoText);
  }
  return {};
}

}  // namespace

Status check_references(std::span<const Table* const> tables, std::span<const Relation> relations) {
  const References references(tables);
  for (const Table* table : tables) {
    if (Status status = references.check_table(*table); !status.ok()) return status;
  }
  for (const Relation& relation : relations) {
    if (Status status = references.check_relation(relation); !status.ok()) return status;
  }
  return {};
}

Status check_texts(std::span<const Table* const> tables, const TableSet* set) {
  for (const Table* table : tables) {
    TextPaths paths(kIsNoText);
    paths.add_names(*table);
    paths.add_table(*table);
    if (const auto found = paths.take(); !found.empty()) {
      return error_at(ErrorCode::InvalidArgument, *table, "/" + found.front(), kNoText);
    }
    for (const auto& column : table->columns) {
      if (Status status = check_column(*table, *column); !status.ok()) return status;
    }
  }
  if (set == nullptr) return {};
  TextPaths paths(kIsNoText);
  paths.add_set(*set);
  const auto found = paths.take();
  if (found.empty()) return {};
  Error error(ErrorCode::InvalidArgument, kNoText);
  error.set_path(found.front());
  return error;
}

}  // namespace dotwire::model

#include "api/table_tree.h"

#include <array>
#include <cstring>

#include "api/names_for_people.h"
#include "api/tree_value.h"
#include "wire/nrbf/event_text.h"

namespace dotwire {
namespace {

using model::Column;
using model::Row;
using model::Table;

constexpr std::size_t kLongestName = 300;

std::string safe(std::string_view name) { return nrbf::quoted_part(name, kLongestName); }

std::string node_text(const model::Node* node, std::size_t max_text) {
  if (node == nullptr) return "null";
  if (const model::StringNode* text = model::as_string(node)) return quoted(text->view(), max_text);
  model::Scalar scalar;
  return model::scalar_of(*node, scalar) ? scalar_text(scalar, max_text) : "(object)";
}

std::string facets(const Column& column, std::size_t max_text) {
  std::string text;
  const auto add = [&text](const std::string& facet) {
    if (!text.empty()) text += ", ";
    text += facet;
  };
  if (!column.allow_db_null) add("not null");
  if (column.unique) add("unique");
  if (column.read_only) add("read only");
  if (column.auto_increment) {
    add("auto-increment from " + std::to_string(column.auto_increment_seed) + " by " +
        std::to_string(column.auto_increment_step));
  }
  if (column.kind() == model::ValueKind::DateTime && column.date_time_mode != model::DateTimeMode::UnspecifiedLocal) {
    constexpr std::array<std::string_view, 5> kModes = {"", "local", "unspecified", "", "UTC"};
    add("mode " + std::string(kModes[static_cast<std::size_t>(column.date_time_mode)]));
  }
  if (column.max_length >= 0) add("at most " + std::to_string(column.max_length) + " characters");
  if (!column.expression.empty()) add("= " + nrbf::quoted_part(column.expression, max_text));
  if (column.default_value != nullptr) add("default " + node_text(column.default_value, max_text));
  if (column.caption_set && column.caption != column.name) add("caption " + quoted(column.caption, max_text));
  if (column.mapping != model::MappingType::Element) {
    constexpr std::array<std::string_view, 5> kMappings = {"", "", "attribute", "text", "hidden"};
    add(std::string(kMappings[static_cast<std::size_t>(column.mapping)]));
  }
  return text;
}

std::string names_of(const Table& table, std::span<const std::uint32_t> columns) {
  std::string text;
  for (const std::uint32_t i : columns) {
    if (!text.empty()) text += ", ";
    text += safe(table.columns[i]->name);
  }
  return text;
}

}  // namespace

bool TableTree::line(std::string_view name, std::string_view type, std::string_view value, std::uint32_t depth) {
  const std::size_t size = path_.size();
  path_.add(name);
  TreeLine shown;
  shown.depth = depth;
  shown.path = path_.view();
  shown.name = name;
  shown.type = type;
  shown.value = value;
  const bool more = visitor_.line(shown);
  path_.cut(size);
  return more;
}

// Leaves the path at the group: the caller cuts it.
bool TableTree::group(std::string_view name, std::string_view type, std::uint64_t children, std::uint32_t depth) {
  path_.add(name);
  TreeLine shown;
  shown.depth = depth;
  shown.path = path_.view();
  shown.name = name;
  shown.type = type;
  shown.has_children = true;
  shown.children = children;
  return visitor_.line(shown);
}

bool TableTree::left_out(std::uint64_t count, std::uint32_t depth) {
  TreeLine shown;
  shown.depth = depth;
  shown.path = path_.view();
  shown.left_out = count;
  return visitor_.line(shown);
}

bool TableTree::show(const Table& table, std::string_view name, std::uint32_t depth) {
  const std::size_t size = path_.size();
  const std::string type = "DataTable " + quoted(table.name, options_.max_text);
  if (!group(name, type, table.row_count(), depth)) return false;
  const bool more = columns(table, depth + 1) && keys(table, depth + 1) &&
                    properties(table.extended_properties, depth + 1) && rows(table, depth + 1);
  path_.cut(size);
  return more;
}

bool TableTree::columns(const Table& table, std::uint32_t depth) {
  const std::size_t size = path_.size();
  if (!group("columns", {}, table.columns.size(), depth)) return false;
  std::uint64_t shown = 0;
  for (const auto& column : table.columns) {
    if (shown == options_.max_items) {
      if (!left_out(table.columns.size() - shown, depth + 1)) return false;
      break;
    }
    const std::string type = type_for_people(safe(column->type_name));
    if (!line(safe(column->name), type, facets(*column, options_.max_text), depth + 1)) return false;
    ++shown;
  }
  path_.cut(size);
  return true;
}

bool TableTree::keys(const Table& table, std::uint32_t depth) {
  const std::uint64_t count = table.unique_constraints.size() + table.foreign_keys.size();
  if (count == 0) return true;
  const std::size_t size = path_.size();
  if (!group("constraints", {}, count, depth)) return false;
  for (const model::UniqueConstraint& key : table.unique_constraints) {
    if (!line(safe(key.name), key.primary_key ? "primary key" : "unique", names_of(table, key.columns), depth + 1)) {
      return false;
    }
  }
  for (const model::ForeignKeyConstraint& key : table.foreign_keys) {
    if (!line(safe(key.name), "foreign key", names_of(table, key.child_columns), depth + 1)) return false;
  }
  path_.cut(size);
  return true;
}

bool TableTree::properties(const model::PropertyCollection& properties, std::uint32_t depth) {
  if (properties.empty()) return true;
  const std::size_t size = path_.size();
  if (!group("extended properties", {}, properties.entries.size(), depth)) return false;
  for (const model::Property& property : properties.entries) {
    const model::StringNode* key = model::as_string(property.key);
    if (!graph_.show(property.value, key != nullptr ? safe(key->view()) : "?", path_, depth + 1)) return false;
  }
  path_.cut(size);
  return true;
}

std::string TableTree::cell_text(const Column& column, std::uint64_t record) const {
  const auto at = static_cast<std::size_t>(record);
  if (column.is_null(at)) return "null";
  if (column.storage() == model::Storage::Object) {
    return node_text(column.object(at), options_.max_text);
  }
  model::Scalar scalar;
  scalar.kind = column.kind();
  if (column.storage() == model::Storage::Varying) {
    scalar.text = column.text(at);
  } else {
    const model::Chunk& chunk = column.chunk(at / model::kChunkRows);
    std::memcpy(scalar.bytes, chunk.bytes.data() + at % model::kChunkRows * column.width(), column.width());
  }
  return scalar_text(scalar, options_.max_text);
}

std::string TableTree::row_text(const Table& table, std::uint64_t record) const {
  std::string text;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (i == options_.max_items) return text + ", ...";
    if (i != 0) text += ", ";
    text += safe(table.columns[i]->name);
    text += '=';
    text += cell_text(*table.columns[i], record);
  }
  return text;
}

bool TableTree::row_errors(const Table& table, const model::RowErrors& errors, std::uint32_t depth) {
  if (!errors.text.empty() && !line("error", {}, quoted(errors.text, options_.max_text), depth)) return false;
  for (const model::ColumnError& error : errors.columns) {
    const std::string name = "error of " + safe(table.columns[error.column]->name);
    if (!line(name, {}, quoted(error.text, options_.max_text), depth)) return false;
  }
  return true;
}

bool TableTree::rows(const Table& table, std::uint32_t depth) {
  constexpr std::array<std::string_view, 4> kStates = {"", "added", "modified", "deleted"};
  const std::size_t size = path_.size();
  if (!group("rows", {}, table.row_count(), depth)) return false;
  auto errors = table.row_errors.begin();
  for (std::size_t i = 0; i < table.row_count(); ++i) {
    if (i >= options_.max_items || depth >= options_.depth) {
      if (!left_out(table.row_count() - i, depth + 1)) return false;
      break;
    }
    const Row row = table.row(i);
    const std::uint64_t record = row.state == model::RowState::Deleted ? row.original : row.current;
    const std::string name = "[" + std::to_string(i) + "]";
    if (!line(name, kStates[static_cast<std::size_t>(row.state)], row_text(table, record), depth + 1)) return false;
    if (row.state == model::RowState::Modified && !line("original", {}, row_text(table, row.original), depth + 2))
      return false;
    if (row.proposed != model::kNoRecord && !line("proposed", {}, row_text(table, row.proposed), depth + 2))
      return false;
    while (errors != table.row_errors.end() && errors->row < i) ++errors;
    if (errors != table.row_errors.end() && errors->row == i && !row_errors(table, *errors, depth + 2)) return false;
  }
  path_.cut(size);
  return true;
}

bool TableTree::relations(const model::TableSet& set, std::uint32_t depth) {
  if (set.relations.empty()) return true;
  const std::size_t size = path_.size();
  if (!group("relations", {}, set.relations.size(), depth)) return false;
  for (const model::Relation& relation : set.relations) {
    const Table& parent = *set.tables[relation.parent_table];
    const Table& child = *set.tables[relation.child_table];
    const std::string text = safe(parent.name) + " (" + names_of(parent, relation.parent_columns) + ") -> " +
                             safe(child.name) + " (" + names_of(child, relation.child_columns) + ")";
    if (!line(safe(relation.name), relation.nested ? "nested" : "", text, depth + 1)) return false;
  }
  path_.cut(size);
  return true;
}

bool TableTree::show(const model::TableSet& set) {
  const std::string type = "DataSet " + quoted(set.name, options_.max_text);
  if (!group({}, type, set.tables.size(), 0)) return false;
  if (!properties(set.extended_properties, 1)) return false;
  for (const auto& table : set.tables) {
    if (!show(*table, safe(table->name), 1)) return false;
  }
  return relations(set, 1);
}

}  // namespace dotwire

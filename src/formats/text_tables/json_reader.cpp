// Tables and sets from our JSON: docs/json.md
#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/arena.h"
#include "base/byte_reader.h"
#include "base/try.h"
#include "codecs/json_values/dialect_name.h"
#include "formats/text_tables/json_cells.h"
#include "formats/text_tables/json_schema.h"
#include "formats/text_tables/text_tables.h"

namespace dotwire::text_tables {
namespace {

using json::Token;
using json::TokenKind;
using model::Row;
using model::RowState;
using model::Table;

constexpr std::size_t kFew = 8;

// Finds columns by the names that cells have.
class ColumnNames {
 public:
  explicit ColumnNames(const Table& table) : table_(table) {
    for (std::size_t i = 0; i < table.columns.size() && table.columns.size() > kFew; ++i) {
      by_name_.emplace(table.columns[i]->name, i);
    }
  }

  // Past the end if there is none.
  std::size_t find(std::string_view key, std::size_t guess) const {
    const std::string_view name = key.substr(key.starts_with("$$") ? 1 : 0);
    if (key.starts_with('$') && name == key) return table_.columns.size();
    if (guess < table_.columns.size() && table_.columns[guess]->name == name) return guess;
    if (table_.columns.size() > kFew) {
      const auto found = by_name_.find(name);
      return found == by_name_.end() ? table_.columns.size() : found->second;
    }
    const auto found = std::ranges::find_if(table_.columns, [&](const auto& one) { return one->name == name; });
    return static_cast<std::size_t>(found - table_.columns.begin());
  }

 private:
  const Table& table_;
  std::unordered_map<std::string_view, std::size_t> by_name_;
};

class TableJsonReader {
 public:
  TableJsonReader(Bytes input, const Options& options, Document& document)
      : document_(document),
        in_(input, arena_, options.limits),
        budget_(options.limits, input.size()),
        schema_(in_, budget_),
        objects_left_(options.limits.objects) {}

  Status run() {
    DOTWIRE_TRY(in_.expect(TokenKind::BeginObject, "an object"));
    DOTWIRE_TRY(const Token* name, in_.peek());
    if (name->kind == TokenKind::Name && name->text == "$dataSet") {
      DOTWIRE_TRY(read_set());
    } else {
      model::Table& table = document_.make_table();
      DOTWIRE_TRY(read_table(table, 0));
      if (table.recorded_case_sensitive) {
        return Error(ErrorCode::Malformed, in_.offset(), "a table alone has no \"recordedCaseSensitive\"");
      }
      DOTWIRE_TRY(schema_.join({&table}));
    }
    DOTWIRE_TRY(in_.expect(TokenKind::End, "the end"));
    return {};
  }

  std::string path() const { return path_; }

 private:
  static Error unexpected(const Token& name) {
    return {ErrorCode::Malformed, name.offset, "unexpected " + json::shown(name.text)};
  }

  static Error misplaced(const Token& name, const char* where) {
    return {ErrorCode::Malformed, name.offset, json::shown(name.text) + " must " + where};
  }

  Status read_set() {
    model::TableSet& set = document_.make_table_set();
    json::Names names;
    bool has_tables = false;
    for (;;) {
      DOTWIRE_TRY(const Token name, in_.next());
      if (name.kind == TokenKind::EndObject) break;
      DOTWIRE_TRY(names.add(name));
      if (name.text == "dialect") {
        DOTWIRE_TRY(document_.dialect, json_values::read_dialect(in_));
      } else if (name.text == "tables") {
        has_tables = true;
        DOTWIRE_TRY(read_tables(set));
      } else if (name.text == "relations") {
        if (!has_tables) return misplaced(name, "stand behind \"tables\"");
        DOTWIRE_TRY(schema_.read_relations(set));
      } else {
        DOTWIRE_TRY(const bool known, schema_.read_set_member(name.text, set));
        if (!known) return unexpected(name);
      }
    }
    std::vector<Table*> tables;
    for (const auto& table : set.tables) tables.push_back(table.get());
    return schema_.join(tables);
  }

  Status read_tables(model::TableSet& set) {
    DOTWIRE_TRY(in_.expect(TokenKind::BeginArray, "an array of tables"));
    for (;;) {
      DOTWIRE_TRY(const bool done, in_.take(TokenKind::EndArray));
      if (done) return {};
      DOTWIRE_TRY(in_.expect(TokenKind::BeginObject, "a table"));
      if (!budget_.take_table()) return Error(ErrorCode::LimitExceeded, in_.offset(), model::kTooManyColumns);
      set.tables.push_back(std::make_unique<Table>());
      DOTWIRE_TRY(read_table(*set.tables.back(), set.tables.size() - 1));
    }
  }

  Status read_table(Table& table, std::size_t index) {
    json::Names names;
    bool has_rows = false;
    for (;;) {
      path_ = "tables/" + table.name;
      DOTWIRE_TRY(const Token name, in_.next());
      if (name.kind == TokenKind::EndObject) break;
      DOTWIRE_TRY(names.add(name));
      if (name.text == "rows") {
        has_rows = true;
        DOTWIRE_TRY(read_rows(table));
      } else if (name.text == "errors" && has_rows) {
        DOTWIRE_TRY(read_errors(table));
      } else if (has_rows) {
        return misplaced(name, "stand before \"rows\", as all but \"errors\" do");
      } else if (name.text == "dialect" && document_.kind() == DocumentKind::Table) {
        DOTWIRE_TRY(document_.dialect, json_values::read_dialect(in_));
      } else {
        DOTWIRE_TRY(const bool known, schema_.read_table_member(name.text, table, index));
        if (!known) return unexpected(name);
      }
    }
    path_ = {};
    if (!table.row_ids.empty() && table.row_ids.size() != table.row_count()) {
      return Error(ErrorCode::Malformed, in_.offset(), "\"rowIds\" are not as many as rows");
    }
    return {};
  }

  // --- rows

  Status read_rows(Table& table) {
    const ColumnNames names(table);
    DOTWIRE_TRY(in_.expect(TokenKind::BeginArray, "an array of rows"));
    for (std::size_t row = 0;; ++row) {
      DOTWIRE_TRY(const bool done, in_.take(TokenKind::EndArray));
      if (done) return {};
      path_ = "tables/" + table.name + "/rows/[" + std::to_string(row) + "]";
      if (objects_left_ == 0) {
        return Error(ErrorCode::LimitExceeded, in_.offset(), "more rows than Limits::objects allows");
      }
      --objects_left_;
      DOTWIRE_TRY(in_.expect(TokenKind::BeginObject, "a row"));
      DOTWIRE_TRY(read_row(table, names));
    }
  }

  // Adds the record of a version whose first tokens may have been taken.
  Status read_row(Table& table, const ColumnNames& names) {
    Row row;
    DOTWIRE_TRY(const Token* first, in_.peek());
    if (first->kind == TokenKind::Name && first->text == "$state") {
      DOTWIRE_TRY(in_.next());
      DOTWIRE_TRY(row.state, read_state());
    }
    std::uint64_t record = table.record_count();
    // Of a table without columns records are what its rows say.
    if (table.columns.empty()) record = records_without_columns_;
    Version version(table.columns.size());
    std::uint64_t original = model::kNoRecord;
    std::uint64_t proposed = model::kNoRecord;
    std::uint64_t next = record + 1;
    for (;;) {
      DOTWIRE_TRY(const Token name, in_.next());
      if (name.kind == TokenKind::EndObject) break;
      const bool is_original = name.text == "$original";
      if (!is_original && name.text != "$proposed") {
        DOTWIRE_TRY(read_named_cell(table, names, name, version));
        continue;
      }
      DOTWIRE_TRY(check_complete(table, version, name.offset));
      std::uint64_t& other = is_original ? original : proposed;
      if (other != model::kNoRecord) return unexpected(name);
      other = next++;
      DOTWIRE_TRY(read_version(table, names));
    }
    DOTWIRE_TRY(check_complete(table, version, in_.offset()));
    if ((row.state == RowState::Modified) != (original != model::kNoRecord)) {
      return Error(ErrorCode::Malformed, in_.offset(), "a modified row, and no other, has an $original");
    }
    records_without_columns_ = next;
    if (row.state == RowState::Unchanged && proposed == model::kNoRecord && table.plain_rows()) {
      table.added_plain_rows(1);
      return {};
    }
    row.current = row.state == RowState::Deleted ? model::kNoRecord : record;
    row.original = row.state == RowState::Added      ? model::kNoRecord
                   : row.state == RowState::Modified ? original
                                                     : record;
    row.proposed = proposed;
    table.add_row(row);
    return {};
  }

  struct Version {
    explicit Version(std::size_t columns) : seen(columns) {}
    std::vector<bool> seen;
    std::size_t filled = 0;
  };

  Status read_version(Table& table, const ColumnNames& names) {
    DOTWIRE_TRY(in_.expect(TokenKind::BeginObject, "the cells of a row"));
    Version version(table.columns.size());
    for (;;) {
      DOTWIRE_TRY(const Token name, in_.next());
      if (name.kind == TokenKind::EndObject) break;
      DOTWIRE_TRY(read_named_cell(table, names, name, version));
    }
    return check_complete(table, version, in_.offset());
  }

  Status read_named_cell(Table& table, const ColumnNames& names, const Token& name, Version& version) {
    const std::size_t column = names.find(name.text, version.filled);
    if (column == table.columns.size()) {
      return Error(ErrorCode::Malformed, name.offset, "the table has no column " + json::shown(name.text));
    }
    if (version.seen[column]) {
      return Error(ErrorCode::Malformed, name.offset, "the column " + json::shown(name.text) + " comes twice");
    }
    version.seen[column] = true;
    ++version.filled;
    Status cell = read_cell(in_, table.graph(), *table.columns[column]);
    if (!cell.ok()) path_ += '/' + table.columns[column]->name;
    return cell;
  }

  static Status check_complete(const Table& table, const Version& version, std::uint64_t offset) {
    if (version.filled == table.columns.size()) return {};
    const auto missing = static_cast<std::size_t>(std::ranges::find(version.seen, false) - version.seen.begin());
    return Error(ErrorCode::Malformed, offset,
                 "the column " + json::shown(table.columns[missing]->name) + " is missing");
  }

  Result<RowState> read_state() {
    DOTWIRE_TRY(const std::string_view state, in_.read_text());
    constexpr std::array<std::string_view, 4> kStates = {"unchanged", "added", "modified", "deleted"};
    const auto found = std::ranges::find(kStates, state);
    if (found != kStates.end()) return static_cast<RowState>(found - kStates.begin());
    return Error(ErrorCode::Malformed, in_.offset(), "no row is " + json::shown(state));
  }

  Status read_errors(Table& table) {
    const ColumnNames names(table);
    DOTWIRE_TRY(in_.expect(TokenKind::BeginArray, "an array of errors"));
    for (;;) {
      DOTWIRE_TRY(const bool done, in_.take(TokenKind::EndArray));
      if (done) return {};
      DOTWIRE_TRY(in_.expect(TokenKind::BeginObject, "the errors of a row"));
      DOTWIRE_TRY(read_row_errors(table, names));
    }
  }

  // "$row" and "$text" are ours; the rest are columns.
  Status read_row_errors(Table& table, const ColumnNames& names) {
    model::RowErrors errors{};
    DOTWIRE_TRY(const Token row_name, in_.expect(TokenKind::Name, "\"$row\""));
    if (row_name.text != "$row") return unexpected(row_name);
    DOTWIRE_TRY(const std::int64_t row, in_.read_integer(0, INT64_MAX));
    errors.row = static_cast<std::uint64_t>(row);
    const bool in_order = table.row_errors.empty() || table.row_errors.back().row < errors.row;
    if (errors.row >= table.row_count() || !in_order) {
      return Error(ErrorCode::OutOfRange, in_.offset(), "no such row, or one that is named before");
    }
    json::Names seen;
    for (;;) {
      DOTWIRE_TRY(const Token name, in_.next());
      if (name.kind == TokenKind::EndObject) break;
      DOTWIRE_TRY(seen.add(name));
      DOTWIRE_TRY(const std::string_view text, in_.read_text());
      if (name.text == "$text") {
        errors.text = text;
        continue;
      }
      const std::size_t column = names.find(name.text, table.columns.size());
      if (column == table.columns.size()) return unexpected(name);
      errors.columns.push_back({static_cast<std::uint32_t>(column), std::string(text)});
    }
    table.row_errors.push_back(std::move(errors));
    return {};
  }

  Document& document_;
  Arena arena_;
  json::Pull in_;
  model::SchemaBudget budget_;
  SchemaReader schema_;
  std::uint64_t objects_left_;
  std::uint64_t records_without_columns_ = 0;
  std::string path_;
};

}  // namespace

Confidence recognise_json(std::span<const std::uint8_t> input) {
  const std::string_view name = json::first_name(input);
  return name == "$table" || name == "$dataSet" ? Confidence::Certain : Confidence::No;
}

Status read_json(std::span<const std::uint8_t> input, const Options& options, Document& document) {
  TableJsonReader reader(input, options, document);
  Status status = reader.run();
  if (!status.ok()) {
    json::set_place(status.error(), input);
    if (status.error().path().empty()) status.error().set_path(reader.path());
    return status;
  }
  document.size = input.size();
  return {};
}

}  // namespace dotwire::text_tables

#include "codecs/dump/load_table.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "codecs/dump/load_node.h"
#include "codecs/dump/load_scalar.h"
#include "model/well_known.h"

namespace dotwire::dump {
namespace {

using json::Value;
using model::Column;
using model::Storage;
using model::Table;
using model::TableSet;

template <class E, std::size_t N>
Result<E> named(const std::array<std::pair<std::string_view, E>, N>& names, const Value& value) {
  for (const auto& [name, result] : names) {
    if (value.is_string() && value.text == name) return result;
  }
  return Error(ErrorCode::Malformed, value.offset, "unknown name");
}

constexpr auto kMappings = std::to_array<std::pair<std::string_view, model::MappingType>>({
    {"Element", model::MappingType::Element},
    {"Attribute", model::MappingType::Attribute},
    {"SimpleContent", model::MappingType::SimpleContent},
    {"Hidden", model::MappingType::Hidden},
});
constexpr auto kModes = std::to_array<std::pair<std::string_view, model::DateTimeMode>>({
    {"Local", model::DateTimeMode::Local},
    {"Unspecified", model::DateTimeMode::Unspecified},
    {"UnspecifiedLocal", model::DateTimeMode::UnspecifiedLocal},
    {"Utc", model::DateTimeMode::Utc},
});
constexpr auto kRules = std::to_array<std::pair<std::string_view, model::Rule>>({
    {"None", model::Rule::None},
    {"Cascade", model::Rule::Cascade},
    {"SetNull", model::Rule::SetNull},
    {"SetDefault", model::Rule::SetDefault},
});
constexpr auto kStates = std::to_array<std::pair<std::string_view, model::RowState>>({
    {"Unchanged", model::RowState::Unchanged},
    {"Added", model::RowState::Added},
    {"Modified", model::RowState::Modified},
    {"Deleted", model::RowState::Deleted},
});

// Members by name, all of them needed.
class Reader {
 public:
  explicit Reader(const Value& object) : object_(object) {}

  Result<const Value*> member(std::string_view name) const {
    const Value* value = object_.find(name);
    if (value == nullptr) return Error(ErrorCode::Malformed, object_.offset, "no member \"" + std::string(name) + "\"");
    return value;
  }
  Status text(std::string_view name, std::string& to) const {
    DOTWIRE_TRY(const Value* const value, member(name));
    if (!value->is_string()) return Error(ErrorCode::Malformed, value->offset, "not a string");
    to = value->text;
    return {};
  }
  Status flag(std::string_view name, bool& to) const {
    DOTWIRE_TRY(const Value* const value, member(name));
    if (value->kind != json::Kind::Boolean) return Error(ErrorCode::Malformed, value->offset, "neither true nor false");
    to = value->boolean;
    return {};
  }
  // Missing or null: `otherwise`.
  bool optional_flag(std::string_view name, bool otherwise) const {
    const Value* value = object_.find(name);
    return value != nullptr && value->kind == json::Kind::Boolean ? value->boolean : otherwise;
  }
  template <class T>
  Status number(std::string_view name, T& to) const {
    DOTWIRE_TRY(const Value* const value, member(name));
    const char* end = value->text.data() + value->text.size();
    const auto result = std::from_chars(value->text.data(), end, to);
    if (value->kind != json::Kind::Number || result.ec != std::errc() || result.ptr != end) {
      return Error(ErrorCode::Malformed, value->offset, "not a number that fits");
    }
    return {};
  }
  template <class E, std::size_t N>
  Status name(std::string_view name, const std::array<std::pair<std::string_view, E>, N>& names, E& to) const {
    DOTWIRE_TRY(const Value* const value, member(name));
    DOTWIRE_TRY(to, named(names, *value));
    return {};
  }

 private:
  const Value& object_;
};

Status load_properties(const Value& owner, model::Graph& graph, model::PropertyCollection& to) {
  DOTWIRE_TRY(const Value* const entries, Reader(owner).member("extendedProperties"));
  for (const Value& entry : *entries) {
    if (entry.count != 2) return Error(ErrorCode::Malformed, entry.offset, "not a key and a value");
    model::Property property;
    DOTWIRE_TRY(property.key, load_node(*entry.first, graph));
    DOTWIRE_TRY(property.value, load_node(*entry.first->next, graph));
    to.entries.push_back(property);
  }
  return {};
}

// Ordinals of columns by name.
Status load_columns(const Value& owner, std::string_view name, const Table& table, std::vector<std::uint32_t>& to) {
  DOTWIRE_TRY(const Value* const names, Reader(owner).member(name));
  for (const Value& column : *names) {
    const auto found = std::ranges::find_if(table.columns, [&](const auto& c) { return c->name == column.text; });
    if (found == table.columns.end()) return Error(ErrorCode::Malformed, column.offset, "no such column");
    to.push_back(static_cast<std::uint32_t>(found - table.columns.begin()));
  }
  return {};
}

// A column that holds Type cells is of type System.Type; Version is an object to a table.
Status load_default(const Value& value, Table& table, Column& column) {
  if (is_dbnull(value) || is_sql_null(value)) return {};
  DOTWIRE_TRY(column.default_value, load_node(value, table.graph()));
  return {};
}

Status load_column(const Value& json, Table& table) {
  const Reader in(json);
  std::string name;
  std::string type;
  DOTWIRE_TRY(in.text("name", name));
  DOTWIRE_TRY(in.text("type", type));
  if (!model::is_type_name(type)) return Error(ErrorCode::Malformed, json.offset, "no name of a type");
  Column& column = table.add_column(name, model::value_kind_of(type));
  column.type_name = type;
  DOTWIRE_TRY(in.text("assembly", column.assembly));
  DOTWIRE_TRY(in.flag("allowDBNull", column.allow_db_null));
  DOTWIRE_TRY(in.flag("autoIncrement", column.auto_increment));
  DOTWIRE_TRY(in.number("autoIncrementSeed", column.auto_increment_seed));
  DOTWIRE_TRY(in.number("autoIncrementStep", column.auto_increment_step));
  if (const Value* current = json.find("autoIncrementCurrent");
      current != nullptr && current->is_object() && current->first != nullptr) {
    column.auto_increment_current = std::string(current->first->text);
  }
  std::string caption;
  DOTWIRE_TRY(in.text("caption", caption));
  column.caption_set = in.optional_flag("captionSet", caption != name);
  if (column.caption_set) column.caption = caption;
  DOTWIRE_TRY(in.name("columnMapping", kMappings, column.mapping));
  DOTWIRE_TRY(in.name("dateTimeMode", kModes, column.date_time_mode));
  DOTWIRE_TRY(const Value* const default_value, in.member("defaultValue"));
  DOTWIRE_TRY(load_default(*default_value, table, column));
  DOTWIRE_TRY(in.text("expression", column.expression));
  model::PropertyCollection properties;
  DOTWIRE_TRY(load_properties(json, table.graph(), properties));
  if (!properties.empty()) column.extended_properties = std::move(properties);
  DOTWIRE_TRY(in.number("maxLength", column.max_length));
  std::string uri;
  DOTWIRE_TRY(in.text("namespace", uri));
  const bool inherits = column.mapping != model::MappingType::Attribute;
  column.namespace_set = in.optional_flag("namespaceSet", uri != (inherits ? table.namespace_uri : std::string()));
  if (column.namespace_set) column.namespace_uri = uri;
  DOTWIRE_TRY(in.text("prefix", column.prefix));
  DOTWIRE_TRY(in.flag("readOnly", column.read_only));
  return in.flag("unique", column.unique);
}

Status load_cell(const Value& value, Table& table, Column& column) {
  if (is_dbnull(value) || is_sql_null(value)) {
    column.append_null();
    return {};
  }
  switch (column.storage()) {
    case Storage::Fixed: {
      std::uint64_t bytes[3] = {};
      DOTWIRE_TRY(load_fixed(value, column.kind(), bytes));
      model::Chunk& chunk = column.tail();
      chunk.bytes.append(bytes, column.width());
      ++chunk.size;
      column.added(1);
      return {};
    }
    case Storage::Varying: {
      DOTWIRE_TRY(const std::string text, load_text(value, column.kind()));
      column.append_text(text);
      return {};
    }
    case Storage::Object: {
      DOTWIRE_TRY(const model::Node* const node, load_node(value, table.graph()));
      column.append_object(node);
      return {};
    }
  }
  return {};
}

// The number of the new record, or kNoRecord where the row has no such version.
Result<std::uint64_t> load_version(const Value& row, std::string_view name, Table& table, std::uint64_t& records) {
  const Value* cells = row.find(name);
  if (cells == nullptr) return model::kNoRecord;
  if (cells->count != table.columns.size())
    return Error(ErrorCode::Malformed, cells->offset, "not a value for each column");
  const Value* cell = cells->first;
  for (const auto& column : table.columns) {
    Status loaded = load_cell(*cell, table, *column);
    if (!loaded.ok()) return std::move(loaded.error().prepend_path(column->name));
    cell = cell->next;
  }
  return records++;
}

Status load_errors(const Value& json, std::uint64_t row, Table& table) {
  const Value* text = json.find("rowError");
  const Value* columns = json.find("columnErrors");
  if (text == nullptr && columns == nullptr) return {};
  model::RowErrors errors;
  errors.row = row;
  if (text != nullptr) errors.text = text->text;
  if (columns != nullptr) {
    for (const Value& entry : *columns) {
      if (entry.count != 2) return Error(ErrorCode::Malformed, entry.offset, "not a column and a text");
      const auto found =
          std::ranges::find_if(table.columns, [&](const auto& c) { return c->name == entry.first->text; });
      if (found == table.columns.end()) return Error(ErrorCode::Malformed, entry.offset, "no such column");
      errors.columns.push_back(
          {static_cast<std::uint32_t>(found - table.columns.begin()), std::string(entry.first->next->text)});
    }
  }
  table.row_errors.push_back(std::move(errors));
  return {};
}

Status load_rows(const Value& json, Table& table) {
  std::uint64_t records = 0;
  std::uint64_t index = 0;
  for (const Value& row_json : json) {
    const Reader in(row_json);
    model::Row row;
    DOTWIRE_TRY(in.name("state", kStates, row.state));
    DOTWIRE_TRY(row.original, load_version(row_json, "original", table, records));
    DOTWIRE_TRY(row.current, load_version(row_json, "current", table, records));
    DOTWIRE_TRY(row.proposed, load_version(row_json, "proposed", table, records));
    if (row.state == model::RowState::Unchanged) row.original = row.current;
    const bool has_records = (row.state == model::RowState::Deleted ? row.original : row.current) != model::kNoRecord;
    if (!has_records) return Error(ErrorCode::Malformed, row_json.offset, "a row without its values");
    const bool plain =
        table.plain_rows() && row.state == model::RowState::Unchanged && row.proposed == model::kNoRecord;
    if (plain) {
      table.added_plain_rows(1);
    } else {
      table.add_row(row);
    }
    DOTWIRE_TRY(load_errors(row_json, index++, table));
  }
  return {};
}

Status load_unique(const Value& json, Table& table) {
  const Reader in(json);
  model::UniqueConstraint unique;
  DOTWIRE_TRY(in.text("name", unique.name));
  DOTWIRE_TRY(load_columns(json, "columns", table, unique.columns));
  DOTWIRE_TRY(in.flag("isPrimaryKey", unique.primary_key));
  DOTWIRE_TRY(load_properties(json, table.graph(), unique.extended_properties));
  table.constraint_order.push_back({false, static_cast<std::uint32_t>(table.unique_constraints.size())});
  table.unique_constraints.push_back(std::move(unique));
  return {};
}

// Tables of one name are told apart by who has the columns.
Result<std::uint32_t> find_parent(const Value& json, std::span<Table* const> tables, std::string_view name,
                                  std::string_view columns, std::vector<std::uint32_t>& ordinals) {
  DOTWIRE_TRY(const Value* const table_name, Reader(json).member(name));
  for (std::uint32_t i = 0; i < tables.size(); ++i) {
    if (tables[i]->name != table_name->text) continue;
    ordinals.clear();
    if (load_columns(json, columns, *tables[i], ordinals).ok()) return i;
  }
  return Error(ErrorCode::Malformed, table_name->offset, "no such table with such columns");
}

Status load_foreign_key(const Value& json, std::span<Table* const> tables, std::uint32_t child) {
  const Reader in(json);
  Table& table = *tables[child];
  model::ForeignKeyConstraint key;
  key.child_table = child;
  DOTWIRE_TRY(in.text("name", key.name));
  DOTWIRE_TRY(load_columns(json, "columns", table, key.child_columns));
  DOTWIRE_TRY(key.parent_table, find_parent(json, tables, "relatedTable", "relatedColumns", key.parent_columns));
  DOTWIRE_TRY(in.name("acceptRejectRule", kRules, key.accept_reject_rule));
  DOTWIRE_TRY(in.name("deleteRule", kRules, key.delete_rule));
  DOTWIRE_TRY(in.name("updateRule", kRules, key.update_rule));
  DOTWIRE_TRY(load_properties(json, table.graph(), key.extended_properties));
  table.constraint_order.push_back({true, static_cast<std::uint32_t>(table.foreign_keys.size())});
  table.foreign_keys.push_back(std::move(key));
  return {};
}

// After the columns of all tables, for foreign keys name them.
Status load_constraints(const Value& json, std::span<Table* const> tables, std::uint32_t index) {
  DOTWIRE_TRY(const Value* const constraints, Reader(json).member("constraints"));
  for (const Value& constraint : *constraints) {
    const Value* kind = constraint.find("constraint");
    if (kind != nullptr && kind->text == "unique") {
      DOTWIRE_TRY(load_unique(constraint, *tables[index]));
    } else {
      DOTWIRE_TRY(load_foreign_key(constraint, tables, index));
    }
  }
  return {};
}

// All but constraints.
Status load_one_table(const Value& json, const TableSet* set, Table& table) {
  const Reader in(json);
  DOTWIRE_TRY(in.text("name", table.name));
  DOTWIRE_TRY(in.text("namespace", table.namespace_uri));
  table.namespace_set =
      in.optional_flag("namespaceSet", table.namespace_uri != (set == nullptr ? "" : set->namespace_uri));
  DOTWIRE_TRY(in.text("prefix", table.prefix));
  DOTWIRE_TRY(in.flag("caseSensitive", table.case_sensitive));
  table.case_sensitive_set =
      in.optional_flag("caseSensitiveSet", table.case_sensitive != (set != nullptr && set->case_sensitive));
  DOTWIRE_TRY(in.text("locale", table.locale));
  table.locale_set = in.optional_flag("localeSet", set == nullptr || table.locale != set->locale);
  DOTWIRE_TRY(in.number("minimumCapacity", table.minimum_capacity));
  DOTWIRE_TRY(in.text("displayExpression", table.display_expression));
  DOTWIRE_TRY(load_properties(json, table.graph(), table.extended_properties));
  DOTWIRE_TRY(const Value* const columns, in.member("columns"));
  for (const Value& column : *columns) {
    Status loaded = load_column(column, table);
    if (!loaded.ok()) return std::move(loaded.error().prepend_path("columns"));
  }
  DOTWIRE_TRY(const Value* const rows, in.member("rows"));
  return load_rows(*rows, table);
}

Status load_relation(const Value& json, std::span<Table* const> tables, TableSet& set) {
  const Reader in(json);
  model::Relation relation;
  DOTWIRE_TRY(in.text("name", relation.name));
  DOTWIRE_TRY(relation.parent_table,
              find_parent(json, tables, "parentTable", "parentColumns", relation.parent_columns));
  DOTWIRE_TRY(relation.child_table, find_parent(json, tables, "childTable", "childColumns", relation.child_columns));
  DOTWIRE_TRY(in.flag("nested", relation.nested));
  model::PropertyCollection properties;
  DOTWIRE_TRY(load_properties(json, *set.graph, properties));
  if (!properties.empty()) relation.extended_properties = std::move(properties);
  set.relations.push_back(std::move(relation));
  return {};
}

Status load_set(const Value& json, TableSet& set) {
  const Reader in(json);
  if (set.graph == nullptr) set.graph = std::make_unique<model::Graph>();
  DOTWIRE_TRY(in.text("name", set.name));
  DOTWIRE_TRY(in.text("namespace", set.namespace_uri));
  DOTWIRE_TRY(in.text("prefix", set.prefix));
  DOTWIRE_TRY(in.flag("caseSensitive", set.case_sensitive));
  DOTWIRE_TRY(in.text("locale", set.locale));
  set.locale_set = in.optional_flag("localeSet", true);
  DOTWIRE_TRY(in.flag("enforceConstraints", set.enforce_constraints));
  DOTWIRE_TRY(load_properties(json, *set.graph, set.extended_properties));
  DOTWIRE_TRY(const Value* const tables, in.member("tables"));
  std::vector<Table*> loaded;
  for (const Value& table : *tables) {
    set.tables.push_back(std::make_unique<Table>());
    loaded.push_back(set.tables.back().get());
    DOTWIRE_TRY(load_one_table(table, &set, *loaded.back()));
  }
  std::uint32_t index = 0;
  for (const Value& table : *tables) {
    DOTWIRE_TRY(load_constraints(table, loaded, index++));
  }
  DOTWIRE_TRY(const Value* const relations, in.member("relations"));
  for (const Value& relation : *relations) {
    DOTWIRE_TRY(load_relation(relation, loaded, set));
  }
  return {};
}

}  // namespace

Result<LoadedTables> load_tables(Bytes text, const Limits& limits) {
  Arena arena;
  DOTWIRE_TRY(const Value* const root, json::parse(text, arena, limits));
  LoadedTables loaded;
  if (const Value* table = root->find("table")) {
    loaded.table.emplace();
    DOTWIRE_TRY(load_one_table(*table, nullptr, *loaded.table));
    Table* const tables[] = {&*loaded.table};
    DOTWIRE_TRY(load_constraints(*table, tables, 0));
    return loaded;
  }
  if (const Value* set = root->find("dataset")) {
    loaded.set.emplace();
    DOTWIRE_TRY(load_set(*set, *loaded.set));
    return loaded;
  }
  return Error(ErrorCode::Unsupported, root->offset, "neither \"table\" nor \"dataset\"");
}

}  // namespace dotwire::dump

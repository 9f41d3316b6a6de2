#include "formats/text_tables/json_schema.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>

#include "base/try.h"
#include "clr/culture.h"
#include "formats/text_tables/json_cells.h"
#include "model/type_names.h"

namespace dotwire::text_tables {
namespace {

using json::Token;
using json::TokenKind;
using model::Column;
using model::Table;

template <class E, std::size_t N>
Result<E> read_named(json::Pull& in, const std::array<std::string_view, N>& names, std::size_t first) {
  DOTWIRE_TRY(const std::string_view text, in.read_text());
  for (std::size_t i = first; i < N; ++i) {
    if (names[i] == text) return static_cast<E>(i);
  }
  return Error(ErrorCode::Malformed, in.offset(), "unexpected " + json::shown(text));
}

constexpr std::array<std::string_view, 5> kMappings = {"", "element", "attribute", "simpleContent", "hidden"};
constexpr std::array<std::string_view, 5> kDateTimeModes = {"", "local", "unspecified", "unspecifiedLocal", "utc"};
constexpr std::array<std::string_view, 4> kRules = {"none", "cascade", "setNull", "setDefault"};

// Members of an object, each to `member(name)`, which says whether it knows it.
template <class Member>
Status read_members(json::Pull& in, Member&& member) {
  DOTWIRE_TRY(in.expect(TokenKind::BeginObject, "an object"));
  json::Names names;
  for (;;) {
    DOTWIRE_TRY(const Token name, in.next());
    if (name.kind == TokenKind::EndObject) return {};
    DOTWIRE_TRY(names.add(name));
    Result<bool> known = member(name.text);
    if (!known.ok()) return std::move(known).error();
    if (!*known) return Error(ErrorCode::Malformed, name.offset, "unexpected " + json::shown(name.text));
  }
}

template <class Item>
Status read_items(json::Pull& in, Item&& item) {
  DOTWIRE_TRY(in.expect(TokenKind::BeginArray, "an array"));
  for (;;) {
    DOTWIRE_TRY(const bool done, in.take(TokenKind::EndArray));
    if (done) return {};
    DOTWIRE_TRY(item());
  }
}

// Of a member that is there: reading it makes it known.
template <class T>
Result<bool> set(T& to, Result<T> value) {
  if (!value.ok()) return std::move(value).error();
  to = std::move(value).value();
  return true;
}

Result<bool> known(Status status) {
  if (!status.ok()) return std::move(status).error();
  return true;
}

Result<std::uint32_t> find_table(const TableName& name, const std::vector<Table*>& tables) {
  if (name.index >= 0 && static_cast<std::uint64_t>(name.index) < tables.size()) {
    return static_cast<std::uint32_t>(name.index);
  }
  for (std::size_t i = 0; i < tables.size() && name.index < 0; ++i) {
    if (tables[i]->name == name.name) return static_cast<std::uint32_t>(i);
  }
  return Error(ErrorCode::Malformed, name.offset, "there is no such table");
}

}  // namespace

Result<std::vector<std::uint32_t>> ordinals(const Table& table, const std::vector<std::string_view>& names,
                                            std::uint64_t offset) {
  std::vector<std::uint32_t> found;
  const std::size_t count = table.columns.size();
  std::unordered_map<std::string_view, std::uint32_t> by_name;
  constexpr std::size_t kFew = 8;
  for (std::uint32_t i = 0; i < count && names.size() > kFew; ++i) by_name.emplace(table.columns[i]->name, i);
  for (const std::string_view name : names) {
    std::size_t at = 0;
    if (names.size() > kFew) {
      const auto known = by_name.find(name);
      at = known == by_name.end() ? count : known->second;
    } else {
      while (at < count && table.columns[at]->name != name) ++at;
    }
    if (at == count) {
      return Error(ErrorCode::Malformed, offset,
                   "the table " + json::shown(table.name) + " has no column " + json::shown(name));
    }
    found.push_back(static_cast<std::uint32_t>(at));
  }
  return found;
}

Result<std::string> SchemaReader::read_string() {
  DOTWIRE_TRY(const std::string_view text, in_.read_text());
  return std::string(text);
}

Result<std::int32_t> SchemaReader::read_i32() {
  DOTWIRE_TRY(const std::int64_t value, in_.read_integer(INT32_MIN, INT32_MAX));
  return static_cast<std::int32_t>(value);
}

Result<std::uint64_t> SchemaReader::read_u64() {
  DOTWIRE_TRY(const Token token, in_.next());
  std::uint64_t value = 0;
  const char* end = token.text.data() + token.text.size();
  const std::from_chars_result result = std::from_chars(token.text.data(), end, value);
  const bool is_number = token.kind == TokenKind::Number || token.kind == TokenKind::String;
  if (is_number && result.ec == std::errc() && result.ptr == end) return value;
  return Error(ErrorCode::Malformed, token.offset, "expected a whole number of 64 bits");
}

Result<std::vector<std::string_view>> SchemaReader::read_names() {
  std::vector<std::string_view> names;
  DOTWIRE_TRY(read_items(in_, [&]() -> Status {
    DOTWIRE_TRY(names.emplace_back(), in_.read_text());
    return {};
  }));
  return names;
}

Result<TableName> SchemaReader::read_table_name() {
  TableName name;
  DOTWIRE_TRY(const bool is_text, in_.next_is(TokenKind::String));
  if (is_text) {
    DOTWIRE_TRY(name.name, in_.read_text());
  } else {
    DOTWIRE_TRY(name.index, in_.read_integer(0, INT32_MAX));
  }
  name.offset = in_.offset();
  return name;
}

Status SchemaReader::read_properties(model::PropertyCollection& properties, model::Graph& graph) {
  return read_members(in_, [&](std::string_view key) -> Result<bool> {
    DOTWIRE_TRY(const model::Node* value, read_node_value(in_, graph));
    properties.entries.push_back({graph.make_string(key), value});
    return true;
  });
}

// --- columns

Status SchemaReader::read_auto_increment(Column& column) {
  column.auto_increment = true;
  return read_members(in_, [&](std::string_view name) -> Result<bool> {
    if (name == "on") return set(column.auto_increment, in_.read_boolean());
    if (name == "seed") return set(column.auto_increment_seed, in_.read_integer(INT64_MIN, INT64_MAX));
    if (name == "step") return set(column.auto_increment_step, in_.read_integer(INT64_MIN, INT64_MAX));
    if (name != "next") return false;
    DOTWIRE_TRY(column.auto_increment_current, read_string());
    return true;
  });
}

Status SchemaReader::read_simple_types(Column& column) {
  return read_items(in_, [&]() -> Status {
    model::SimpleType& type = column.simple_types.emplace_back();
    return read_members(in_, [&](std::string_view name) -> Result<bool> {
      if (name == "name") return set(type.name, read_string());
      if (name == "namespace") return set(type.namespace_uri, read_string());
      if (name == "base") return set(type.base, read_string());
      if (name == "length") return set(type.length, read_i32());
      if (name == "maxLength") return set(type.max_length, read_i32());
      return false;
    });
  });
}

Result<bool> SchemaReader::read_column_member(std::string_view name, Column& column, model::Graph& graph) {
  if (name == "assembly") return set(column.assembly, read_string());
  if (name == "caption") {
    column.caption_set = true;
    return set(column.caption, read_string());
  }
  if (name == "namespace") {
    column.namespace_set = true;
    return set(column.namespace_uri, read_string());
  }
  if (name == "prefix") return set(column.prefix, read_string());
  if (name == "mapping") return set(column.mapping, read_named<model::MappingType>(in_, kMappings, 1));
  if (name == "dateTimeMode")
    return set(column.date_time_mode, read_named<model::DateTimeMode>(in_, kDateTimeModes, 1));
  if (name == "allowDBNull") {
    said_.back().allow_db_null = true;
    return set(column.allow_db_null, in_.read_boolean());
  }
  if (name == "readOnly") return set(column.read_only, in_.read_boolean());
  if (name == "unique") {
    said_.back().unique = true;
    return set(column.unique, in_.read_boolean());
  }
  if (name == "autoIncrement") return known(read_auto_increment(column));
  if (name == "maxLength") return set(column.max_length, read_i32());
  if (name == "expression") return set(column.expression, read_string());
  if (name == "xmlDataType") return set(column.xml_data_type, read_string());
  if (name == "simpleTypeName") return set(column.simple_type_name, read_string());
  if (name == "simpleTypes") return known(read_simple_types(column));
  if (name == "default") return set(column.default_value, read_default(in_, graph, column.kind()));
  if (name != "extendedProperties") return false;
  return known(read_properties(column.extended_properties.emplace(), graph));
}

// Name and type come first: they make the column.
Status SchemaReader::read_column(Table& table, std::unordered_set<std::string_view>& names) {
  std::string_view column_name;
  bool has_name = false;
  Column* column = nullptr;
  const std::uint64_t before = in_.offset();
  DOTWIRE_TRY(read_members(in_, [&](std::string_view name) -> Result<bool> {
    if (name == "name") {
      has_name = true;
      return set(column_name, in_.read_text());
    }
    if (name == "type" && has_name) {
      const std::uint64_t at = in_.offset();
      DOTWIRE_TRY(const std::string_view type, in_.read_text());
      if (!model::is_type_name(type)) {
        return Error(ErrorCode::Malformed, at, "no name of a type: " + json::shown(type));
      }
      if (!budget_.take_column()) return Error(ErrorCode::LimitExceeded, before, model::kTooManyColumns);
      column = &table.add_column(std::string(column_name), model::value_kind_of(type));
      said_.emplace_back();
      column->type_name = type;
      // As in .NET two names may differ in case alone.
      if (names.insert(column->name).second) return true;
      return Error(ErrorCode::Malformed, before, "two columns are named " + json::shown(column->name));
    }
    if (column == nullptr) return false;
    return read_column_member(name, *column, table.graph());
  }));
  if (column != nullptr) return {};
  return Error(ErrorCode::Malformed, before, "a column needs \"name\", then \"type\"");
}

Status SchemaReader::read_columns(Table& table) {
  std::unordered_set<std::string_view> names;
  said_.clear();
  return read_items(in_, [&] { return read_column(table, names); });
}

// --- constraints

Status SchemaReader::read_keys(Table& table) {
  return read_items(in_, [&]() -> Status {
    model::UniqueConstraint key;
    DOTWIRE_TRY(read_members(in_, [&](std::string_view name) -> Result<bool> {
      if (name == "name") return set(key.name, read_string());
      if (name == "primary") return set(key.primary_key, in_.read_boolean());
      if (name == "extendedProperties") return known(read_properties(key.extended_properties, table.graph()));
      if (name != "columns") return false;
      DOTWIRE_TRY(const std::vector<std::string_view> names, read_names());
      return set(key.columns, ordinals(table, names, in_.offset()));
    }));
    // As DataTable sets them with the key.
    for (const std::uint32_t column : key.columns) {
      if (key.primary_key && !said_[column].allow_db_null) table.columns[column]->allow_db_null = false;
      if (key.columns.size() == 1 && !said_[column].unique) table.columns[column]->unique = true;
    }
    table.constraint_order.push_back({false, static_cast<std::uint32_t>(table.unique_constraints.size())});
    table.unique_constraints.push_back(std::move(key));
    return {};
  });
}

Status SchemaReader::read_foreign_keys(Table& table, std::size_t index) {
  return read_items(in_, [&]() -> Status {
    model::ForeignKeyConstraint key;
    ForeignKeyNames names;
    names.table = index;
    names.key = table.foreign_keys.size();
    names.parent.index = static_cast<std::int64_t>(index);
    DOTWIRE_TRY(read_members(in_, [&](std::string_view name) -> Result<bool> {
      if (name == "name") return set(key.name, read_string());
      if (name == "parent") return set(names.parent, read_table_name());
      if (name == "parentColumns") return set(names.parent_columns, read_names());
      if (name == "acceptReject") return set(key.accept_reject_rule, read_named<model::Rule>(in_, kRules, 0));
      if (name == "update") return set(key.update_rule, read_named<model::Rule>(in_, kRules, 0));
      if (name == "delete") return set(key.delete_rule, read_named<model::Rule>(in_, kRules, 0));
      if (name == "extendedProperties") return known(read_properties(key.extended_properties, table.graph()));
      if (name != "columns") return false;
      DOTWIRE_TRY(const std::vector<std::string_view> columns, read_names());
      return set(key.child_columns, ordinals(table, columns, in_.offset()));
    }));
    table.constraint_order.push_back({true, static_cast<std::uint32_t>(table.foreign_keys.size())});
    table.foreign_keys.push_back(std::move(key));
    foreign_keys_.push_back(std::move(names));
    return {};
  });
}

Status SchemaReader::read_constraint_order(Table& table) {
  DOTWIRE_TRY(const std::vector<std::string_view> kinds, read_names());
  table.constraint_order.clear();
  std::uint32_t keys = 0;
  std::uint32_t foreign_keys = 0;
  for (const std::string_view kind : kinds) {
    if (kind != "key" && kind != "foreignKey") {
      return Error(ErrorCode::Malformed, in_.offset(), "a constraint is a key or a foreignKey");
    }
    const bool foreign = kind == "foreignKey";
    table.constraint_order.push_back({foreign, foreign ? foreign_keys++ : keys++});
  }
  if (keys == table.unique_constraints.size() && foreign_keys == table.foreign_keys.size()) return {};
  return Error(ErrorCode::Malformed, in_.offset(), "the order does not name each constraint once");
}

Status SchemaReader::read_row_ids(Table& table) {
  return read_items(in_, [&]() -> Status {
    DOTWIRE_TRY(table.row_ids.emplace_back(), read_u64());
    return {};
  });
}

// --- tables and sets

// The name of a culture, where it is said, comes before the number.
template <class Named>
Status SchemaReader::read_locale_id(Named& named) {
  DOTWIRE_TRY(named.locale_id, read_i32());
  if (named.locale_set) return {};
  named.locale_set = true;
  named.locale = culture_of_lcid(static_cast<std::uint32_t>(*named.locale_id)).value_or("");
  return {};
}

Result<bool> SchemaReader::read_table_member(std::string_view name, Table& table, std::size_t index) {
  if (name == "$table") return set(table.name, read_string());
  if (name == "namespace") {
    table.namespace_set = true;
    return set(table.namespace_uri, read_string());
  }
  if (name == "prefix") return set(table.prefix, read_string());
  if (name == "caseSensitive") {
    table.case_sensitive_set = true;
    return set(table.case_sensitive, in_.read_boolean());
  }
  if (name == "caseSensitiveInherited") return set(table.case_sensitive, in_.read_boolean());
  if (name == "locale") {
    table.locale_set = true;
    return set(table.locale, read_string());
  }
  if (name == "localeInherited") return set(table.locale, read_string());
  if (name == "minimumCapacity") return set(table.minimum_capacity, read_i32());
  if (name == "displayExpression") return set(table.display_expression, read_string());
  if (name == "recordedCaseSensitive") {
    DOTWIRE_TRY(table.recorded_case_sensitive, in_.read_boolean());
    return true;
  }
  if (name == "localeId") {
    return known(read_locale_id(table));
  }
  if (name == "type") return set(table.type_name, read_string());
  if (name == "class") return set(table.class_name, read_string());
  if (name == "assembly") return set(table.class_assembly, read_string());
  if (name == "nested") return set(table.nested_in_data_set, in_.read_boolean());
  if (name == "repeatable") return set(table.repeatable_element, in_.read_boolean());
  if (name == "minOccurs") return set(table.min_occurs, read_u64());
  if (name == "maxOccurs") return set(table.max_occurs, read_u64());
  if (name == "rowIds") return known(read_row_ids(table));
  if (name == "extendedProperties") return known(read_properties(table.extended_properties, table.graph()));
  if (name == "columns") return known(read_columns(table));
  if (name == "keys") return known(read_keys(table));
  if (name == "foreignKeys") return known(read_foreign_keys(table, index));
  if (name == "constraintOrder") return known(read_constraint_order(table));
  return false;
}

Result<bool> SchemaReader::read_set_member(std::string_view name, model::TableSet& data_set) {
  if (name == "$dataSet") return set(data_set.name, read_string());
  if (name == "namespace") return set(data_set.namespace_uri, read_string());
  if (name == "prefix") return set(data_set.prefix, read_string());
  if (name == "caseSensitive") return set(data_set.case_sensitive, in_.read_boolean());
  if (name == "locale") {
    data_set.locale_set = true;
    return set(data_set.locale, read_string());
  }
  if (name == "localeId") {
    return known(read_locale_id(data_set));
  }
  if (name == "enforceConstraints") return set(data_set.enforce_constraints, in_.read_boolean());
  if (name == "excludeSchema") return set(data_set.exclude_schema, in_.read_boolean());
  if (name == "type") return set(data_set.type_name, read_string());
  if (name == "assembly") return set(data_set.assembly, read_string());
  if (name == "extendedProperties") return known(read_properties(data_set.extended_properties, *data_set.graph));
  return false;
}

Status SchemaReader::read_relations(model::TableSet& data_set) {
  std::vector<Table*> tables;
  for (const auto& table : data_set.tables) tables.push_back(table.get());
  return read_items(in_, [&]() -> Status {
    model::Relation& relation = data_set.relations.emplace_back();
    TableName parent;
    TableName child;
    std::vector<std::string_view> parent_columns;
    std::vector<std::string_view> child_columns;
    DOTWIRE_TRY(read_members(in_, [&](std::string_view name) -> Result<bool> {
      if (name == "name") return set(relation.name, read_string());
      if (name == "parent") return set(parent, read_table_name());
      if (name == "parentColumns") return set(parent_columns, read_names());
      if (name == "child") return set(child, read_table_name());
      if (name == "childColumns") return set(child_columns, read_names());
      if (name == "nested") return set(relation.nested, in_.read_boolean());
      if (name != "extendedProperties") return false;
      return known(read_properties(relation.extended_properties.emplace(), *data_set.graph));
    }));
    parent.offset = child.offset = in_.offset();
    DOTWIRE_TRY(relation.parent_table, find_table(parent, tables));
    DOTWIRE_TRY(relation.child_table, find_table(child, tables));
    DOTWIRE_TRY(relation.parent_columns, ordinals(*tables[relation.parent_table], parent_columns, in_.offset()));
    DOTWIRE_TRY(relation.child_columns, ordinals(*tables[relation.child_table], child_columns, in_.offset()));
    return {};
  });
}

Status SchemaReader::join(const std::vector<Table*>& tables) {
  for (const ForeignKeyNames& names : foreign_keys_) {
    model::ForeignKeyConstraint& key = tables[names.table]->foreign_keys[names.key];
    key.child_table = static_cast<std::uint32_t>(names.table);
    DOTWIRE_TRY(key.parent_table, find_table(names.parent, tables));
    DOTWIRE_TRY(key.parent_columns, ordinals(*tables[key.parent_table], names.parent_columns, names.parent.offset));
    if (key.parent_columns.size() != key.child_columns.size()) {
      return Error(ErrorCode::Malformed, names.parent.offset, "a foreign key joins different numbers of columns");
    }
  }
  return {};
}

}  // namespace dotwire::text_tables

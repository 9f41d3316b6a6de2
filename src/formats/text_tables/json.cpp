// NDJSON and JSON of tables: docs/formats/text-tables.md
#include <algorithm>
#include <array>
#include <functional>
#include <string>

#include "base/try.h"
#include "formats/text_tables/cells.h"
#include "formats/text_tables/text_tables.h"

namespace dotwire::text_tables {
namespace {

using model::Column;
using model::Row;
using model::RowState;
using model::Table;

// Names of columns and our own start with "$" never both: a column's gets one more.
void write_cell_name(json::Writer& writer, const std::string& name) {
  if (name.starts_with('$')) return writer.name("$" + name);
  writer.name(name);
}

void write_cells(json::Writer& writer, const Table& table, std::uint64_t record, JsonNumbers numbers) {
  for (const auto& column : table.columns) {
    write_cell_name(writer, column->name);
    write_cell(writer, *column, static_cast<std::size_t>(record), numbers);
  }
}

void write_version(json::Writer& writer, std::string_view name, const Table& table, std::uint64_t record,
                   JsonNumbers numbers) {
  writer.name(name);
  writer.begin_object();
  write_cells(writer, table, record, numbers);
  writer.end_object();
}

void text_member(json::Writer& writer, std::string_view name, std::string_view text) {
  writer.name(name);
  writer.string(text);
}

void text_unless_empty(json::Writer& writer, std::string_view name, std::string_view text) {
  if (!text.empty()) text_member(writer, name, text);
}

void number_member(json::Writer& writer, std::string_view name, std::int64_t value) {
  writer.name(name);
  writer.number(value);
}

void true_member(json::Writer& writer, std::string_view name, bool value) {
  if (!value) return;
  writer.name(name);
  writer.boolean(true);
}

void false_member(json::Writer& writer, std::string_view name, bool value) {
  if (value) return;
  writer.name(name);
  writer.boolean(false);
}

void write_properties(json::Writer& writer, const model::PropertyCollection& properties) {
  if (properties.empty()) return;
  writer.name("extendedProperties");
  writer.begin_object();
  for (const model::Property& property : properties.entries) {
    const model::StringNode* key = model::as_string(property.key);
    if (key == nullptr || !has_text(property.value)) continue;
    writer.name(key->view());
    write_node_value(writer, property.value, JsonNumbers::Text);
  }
  writer.end_object();
}

constexpr std::array<std::string_view, 5> kMappings = {"", "element", "attribute", "simpleContent", "hidden"};
constexpr std::array<std::string_view, 5> kDateTimeModes = {"", "local", "unspecified", "unspecifiedLocal", "utc"};
constexpr std::array<std::string_view, 4> kRules = {"none", "cascade", "setNull", "setDefault"};

void write_auto_increment(json::Writer& writer, const Column& column) {
  const bool is_usual = column.auto_increment_seed == 0 && column.auto_increment_step == 1;
  if (!column.auto_increment && is_usual && !column.auto_increment_current) return;
  writer.name("autoIncrement");
  writer.begin_object();
  false_member(writer, "on", column.auto_increment);
  text_member(writer, "seed", std::to_string(column.auto_increment_seed));
  text_member(writer, "step", std::to_string(column.auto_increment_step));
  if (column.auto_increment_current) text_member(writer, "next", *column.auto_increment_current);
  writer.end_object();
}

void write_simple_types(json::Writer& writer, const Column& column) {
  text_unless_empty(writer, "xmlDataType", column.xml_data_type);
  text_unless_empty(writer, "simpleTypeName", column.simple_type_name);
  if (column.simple_types.empty()) return;
  writer.name("simpleTypes");
  writer.begin_array();
  for (const model::SimpleType& type : column.simple_types) {
    writer.begin_object();
    text_unless_empty(writer, "name", type.name);
    text_unless_empty(writer, "namespace", type.namespace_uri);
    text_member(writer, "base", type.base);
    if (type.length >= 0) number_member(writer, "length", type.length);
    if (type.max_length >= 0) number_member(writer, "maxLength", type.max_length);
    writer.end_object();
  }
  writer.end_array();
}

// What keys say of a column: a primary one that it is never null, one of it alone that it is unique.
struct ImpliedByKeys {
  bool not_null = false;
  bool unique = false;
};

std::vector<ImpliedByKeys> implied_by_keys(const Table& table) {
  std::vector<ImpliedByKeys> implied(table.columns.size());
  for (const model::UniqueConstraint& key : table.unique_constraints) {
    for (const std::uint32_t column : key.columns) {
      implied[column].not_null |= key.primary_key;
      implied[column].unique |= key.columns.size() == 1;
    }
  }
  return implied;
}

// Facets that have their usual value are left out, unless keys say another.
void write_column(json::Writer& writer, const Column& column, const ImpliedByKeys& implied) {
  writer.begin_object();
  text_member(writer, "name", column.name);
  text_member(writer, "type", column.type_name);
  text_unless_empty(writer, "assembly", column.assembly);
  if (column.caption_set && column.caption != column.name) text_member(writer, "caption", column.caption);
  if (column.namespace_set) text_member(writer, "namespace", column.namespace_uri);
  text_unless_empty(writer, "prefix", column.prefix);
  if (column.mapping != model::MappingType::Element) {
    text_member(writer, "mapping", kMappings[static_cast<std::size_t>(column.mapping)]);
  }
  if (column.date_time_mode != model::DateTimeMode::UnspecifiedLocal) {
    text_member(writer, "dateTimeMode", kDateTimeModes[static_cast<std::size_t>(column.date_time_mode)]);
  }
  false_member(writer, "allowDBNull", column.allow_db_null);
  if (implied.not_null) true_member(writer, "allowDBNull", column.allow_db_null);
  true_member(writer, "readOnly", column.read_only);
  true_member(writer, "unique", column.unique);
  if (implied.unique) false_member(writer, "unique", column.unique);
  write_auto_increment(writer, column);
  if (column.max_length >= 0) number_member(writer, "maxLength", column.max_length);
  text_unless_empty(writer, "expression", column.expression);
  write_simple_types(writer, column);
  if (column.default_value != nullptr && has_text(column.default_value)) {
    writer.name("default");
    write_node_value(writer, column.default_value, JsonNumbers::Text);
  }
  if (column.extended_properties) write_properties(writer, *column.extended_properties);
  writer.end_object();
}

void write_column_names(json::Writer& writer, std::string_view name, const Table& table,
                        std::span<const std::uint32_t> columns) {
  writer.name(name);
  writer.begin_array();
  for (const std::uint32_t i : columns) writer.string(table.columns[i]->name);
  writer.end_array();
}

// By name, or by its place in the set where others have that name.
void write_table_name(json::Writer& writer, std::string_view name, std::uint32_t index,
                      const std::vector<const Table*>& tables) {
  writer.name(name);
  const std::string& text = tables[index]->name;
  const auto same =
      std::ranges::count(tables, text, [](const Table* table) -> const std::string& { return table->name; });
  if (same == 1) return writer.string(text);
  writer.number(index);
}

// Whose names stand in the document: the tables of a set, or one alone.
struct Around {
  const std::vector<const Table*>& tables;
  bool alone = false;
  Dialect dialect = Dialect::Recorded;  // of the document, where the table is all of it

  bool holds(const model::ForeignKeyConstraint& key, const Table& of) const {
    return !alone || tables[key.parent_table] == &of;
  }
};

// Unless all keys stand before all foreign keys.
void write_constraint_order(json::Writer& writer, const Table& table, const Around& around) {
  std::vector<model::ConstraintRef> order = table.constraint_order;
  std::erase_if(order,
                [&](const auto& ref) { return ref.foreign && !around.holds(table.foreign_keys[ref.index], table); });
  const auto is_foreign = [](const model::ConstraintRef& ref) { return ref.foreign; };
  if (std::ranges::is_partitioned(order, std::not_fn(is_foreign))) return;
  writer.name("constraintOrder");
  writer.begin_array();
  for (const model::ConstraintRef& ref : order) writer.string(ref.foreign ? "foreignKey" : "key");
  writer.end_array();
}

void write_keys(json::Writer& writer, const Table& table) {
  if (table.unique_constraints.empty()) return;
  writer.name("keys");
  writer.begin_array();
  for (const model::UniqueConstraint& constraint : table.unique_constraints) {
    writer.begin_object();
    text_member(writer, "name", constraint.name);
    true_member(writer, "primary", constraint.primary_key);
    write_column_names(writer, "columns", table, constraint.columns);
    write_properties(writer, constraint.extended_properties);
    writer.end_object();
  }
  writer.end_array();
}

void write_foreign_keys(json::Writer& writer, const Table& table, const Around& around) {
  if (std::ranges::none_of(table.foreign_keys, [&](const auto& key) { return around.holds(key, table); })) return;
  writer.name("foreignKeys");
  writer.begin_array();
  for (const model::ForeignKeyConstraint& key : table.foreign_keys) {
    if (!around.holds(key, table)) continue;
    const Table& parent = *around.tables[key.parent_table];
    writer.begin_object();
    text_member(writer, "name", key.name);
    if (!around.alone) write_table_name(writer, "parent", key.parent_table, around.tables);
    write_column_names(writer, "parentColumns", parent, key.parent_columns);
    write_column_names(writer, "columns", table, key.child_columns);
    text_member(writer, "acceptReject", kRules[static_cast<std::size_t>(key.accept_reject_rule)]);
    text_member(writer, "update", kRules[static_cast<std::size_t>(key.update_rule)]);
    text_member(writer, "delete", kRules[static_cast<std::size_t>(key.delete_rule)]);
    write_properties(writer, key.extended_properties);
    writer.end_object();
  }
  writer.end_array();
}

void write_row(json::Writer& writer, const Table& table, const Row& row, JsonNumbers numbers) {
  writer.begin_object();
  const bool deleted = row.state == RowState::Deleted;
  if (row.state != RowState::Unchanged) {
    constexpr std::array<std::string_view, 4> kStates = {"unchanged", "added", "modified", "deleted"};
    text_member(writer, "$state", kStates[static_cast<std::size_t>(row.state)]);
  }
  write_cells(writer, table, deleted ? row.original : row.current, numbers);
  if (row.state == RowState::Modified) write_version(writer, "$original", table, row.original, numbers);
  if (row.proposed != model::kNoRecord) write_version(writer, "$proposed", table, row.proposed, numbers);
  writer.end_object();
}

void write_errors(json::Writer& writer, const Table& table) {
  if (table.row_errors.empty()) return;
  writer.name("errors");
  writer.begin_array();
  for (const model::RowErrors& errors : table.row_errors) {
    writer.begin_object();
    number_member(writer, "$row", static_cast<std::int64_t>(errors.row));
    text_unless_empty(writer, "$text", errors.text);
    for (const model::ColumnError& error : errors.columns) {
      write_cell_name(writer, table.columns[error.column]->name);
      writer.string(error.text);
    }
    writer.end_object();
  }
  writer.end_array();
}

Error at_row(Error error, const Table& table, std::size_t row) {
  error.set_path("tables/" + table.name + "/rows/[" + std::to_string(row) + "]");
  return error;
}

Status write_rows(json::Writer& writer, Drain& drain, const Table& table, JsonNumbers numbers) {
  writer.name("rows");
  writer.begin_array();
  for (std::size_t i = 0; i < table.row_count(); ++i) {
    write_row(writer, table, table.row(i), numbers);
    Status step = drain.step();
    if (!step.ok()) return at_row(std::move(step).error(), table, i);
  }
  writer.end_array();
  return {};
}

// What only schemas and payloads say.
void write_table_facets(json::Writer& writer, const Table& table, bool alone) {
  true_member(writer, "caseSensitiveInherited", table.case_sensitive && !table.case_sensitive_set);
  if (!table.locale_set) text_unless_empty(writer, "localeInherited", table.locale);
  if (table.recorded_case_sensitive && !alone) {
    writer.name("recordedCaseSensitive");
    writer.boolean(*table.recorded_case_sensitive);
  }
  if (table.locale_id) number_member(writer, "localeId", *table.locale_id);
  text_unless_empty(writer, "type", table.type_name);
  text_unless_empty(writer, "class", table.class_name);
  text_unless_empty(writer, "assembly", table.class_assembly);
  false_member(writer, "nested", table.nested_in_data_set);
  true_member(writer, "repeatable", table.repeatable_element);
  if (table.min_occurs != 1) text_member(writer, "minOccurs", std::to_string(table.min_occurs));
  if (table.max_occurs != 1) text_member(writer, "maxOccurs", std::to_string(table.max_occurs));
  if (table.row_ids.empty()) return;
  writer.name("rowIds");
  writer.begin_array();
  for (const std::uint64_t id : table.row_ids) writer.unsigned_number(id);
  writer.end_array();
}

Status write_table(json::Writer& writer, Drain& drain, const Table& table, const Around& around, JsonNumbers numbers) {
  writer.begin_object();
  text_member(writer, "$table", table.name);
  text_unless_empty(writer, "dialect", to_string(around.dialect));
  if (table.namespace_set || !table.namespace_uri.empty()) text_member(writer, "namespace", table.namespace_uri);
  text_unless_empty(writer, "prefix", table.prefix);
  if (table.case_sensitive_set) {
    writer.name("caseSensitive");
    writer.boolean(table.case_sensitive);
  }
  if (table.locale_set) text_member(writer, "locale", table.locale);
  if (table.minimum_capacity != 50) number_member(writer, "minimumCapacity", table.minimum_capacity);
  text_unless_empty(writer, "displayExpression", table.display_expression);
  write_table_facets(writer, table, around.alone);
  write_properties(writer, table.extended_properties);
  writer.name("columns");
  writer.begin_array();
  const std::vector<ImpliedByKeys> implied = implied_by_keys(table);
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    write_column(writer, *table.columns[i], implied[i]);
    DOTWIRE_TRY(drain.step());
  }
  writer.end_array();
  write_keys(writer, table);
  write_foreign_keys(writer, table, around);
  write_constraint_order(writer, table, around);
  DOTWIRE_TRY(write_rows(writer, drain, table, numbers));
  write_errors(writer, table);
  writer.end_object();
  return {};
}

void write_relations(json::Writer& writer, const model::TableSet& set, const std::vector<const Table*>& tables) {
  if (set.relations.empty()) return;
  writer.name("relations");
  writer.begin_array();
  for (const model::Relation& relation : set.relations) {
    const Table& parent = *tables[relation.parent_table];
    const Table& child = *tables[relation.child_table];
    writer.begin_object();
    text_member(writer, "name", relation.name);
    write_table_name(writer, "parent", relation.parent_table, tables);
    write_column_names(writer, "parentColumns", parent, relation.parent_columns);
    write_table_name(writer, "child", relation.child_table, tables);
    write_column_names(writer, "childColumns", child, relation.child_columns);
    true_member(writer, "nested", relation.nested);
    if (relation.extended_properties) write_properties(writer, *relation.extended_properties);
    writer.end_object();
  }
  writer.end_array();
}

Status write_set(json::Writer& writer, Drain& drain, const Document& document, const std::vector<const Table*>& tables,
                 JsonNumbers numbers) {
  const model::TableSet& set = document.table_set();
  writer.begin_object();
  text_member(writer, "$dataSet", set.name);
  text_unless_empty(writer, "dialect", to_string(document.dialect));
  text_unless_empty(writer, "namespace", set.namespace_uri);
  text_unless_empty(writer, "prefix", set.prefix);
  true_member(writer, "caseSensitive", set.case_sensitive);
  if (set.locale_set) text_member(writer, "locale", set.locale);
  if (set.locale_id) number_member(writer, "localeId", *set.locale_id);
  false_member(writer, "enforceConstraints", set.enforce_constraints);
  true_member(writer, "excludeSchema", set.exclude_schema);
  text_unless_empty(writer, "type", set.type_name);
  text_unless_empty(writer, "assembly", set.assembly);
  write_properties(writer, set.extended_properties);
  writer.name("tables");
  writer.begin_array();
  for (const Table* table : tables) {
    DOTWIRE_TRY(write_table(writer, drain, *table, {tables}, numbers));
  }
  writer.end_array();
  write_relations(writer, set, tables);
  writer.end_object();
  return {};
}

}  // namespace

Status put_ndjson(const Document& document, const Options& options, Drain& drain) {
  DOTWIRE_TRY(const Table* table, pick_table(document, options));
  DOTWIRE_TRY(check_row_state(*table, options));
  Buffer& out = drain.buffer();
  for (std::size_t i = 0; i < table->row_count(); ++i) {
    const Row row = table->row(i);
    const std::uint64_t record = record_to_write(row, options);
    if (record == model::kNoRecord) continue;
    json::Writer writer(out);
    writer.begin_object();
    for (const auto& column : table->columns) {
      writer.name(column->name);
      write_cell(writer, *column, static_cast<std::size_t>(record), options.numbers);
    }
    if (options.row_state) text_member(writer, kRowStateColumn, row_state_name(row.state));
    writer.end_object();
    out.append(options.newline == Newline::CrLf ? "\r\n" : "\n");
    Status step = drain.step();
    if (!step.ok()) return at_row(std::move(step).error(), *table, i);
  }
  return drain.finish();
}

Status put_json(const Document& document, const Options& options, Drain& drain) {
  // A column, key or row on one line.
  json::WriterOptions layout;
  layout.indent = 2;
  const bool whole_set = document.kind() == DocumentKind::TableSet && options.table.empty();
  layout.break_depth = whole_set ? 4 : 2;
  json::Writer writer(drain.buffer(), layout);
  const std::vector<const Table*> tables = document.tables();
  if (whole_set) {
    DOTWIRE_TRY(write_set(writer, drain, document, tables, options.numbers));
  } else {
    DOTWIRE_TRY(const Table* table, pick_table(document, options));
    const Around around{tables, document.kind() == DocumentKind::TableSet, document.dialect};
    DOTWIRE_TRY(write_table(writer, drain, *table, around, options.numbers));
  }
  drain.buffer().push_back('\n');
  return drain.finish();
}

}  // namespace dotwire::text_tables

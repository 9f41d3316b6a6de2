#include "formats/fast_serializer/document_writer.h"

#include <algorithm>

#include "base/try.h"
#include "formats/dataset_binary/table_entries.h"
#include "formats/fast_serializer/flags.h"
#include "formats/fast_serializer/increment.h"

namespace dotwire::fast_serializer {

using model::Column;
using model::Table;
using model::TableSet;

namespace {

// A table that comes of an XML schema has a name of its XSD type, though nearly always an empty one.
bool has_type_name(const Table& table) {
  return !table.type_name.empty() ||
         std::ranges::any_of(table.columns, [](const auto& column) { return !column->xml_data_type.empty(); });
}

}  // namespace

Status DocumentWriter::write_table(const Table& table, const TableSet* set, std::size_t index) {
  const TableNote* note =
      recorded_ != nullptr && index < recorded_->tables.size() ? &recorded_->tables[index] : nullptr;
  const std::uint32_t flags = flags_of(table, set, note);
  put_count(flags);
  const auto has = [flags](std::uint32_t flag) { return (flags & flag) != 0; };
  if (has(table_flag::kName)) {
    DOTWIRE_TRY(objects_.write_string(table.name));
  }
  if (has(table_flag::kNamespace)) {
    DOTWIRE_TRY(objects_.write_string(table.namespace_uri));
  }
  if (has(table_flag::kPrefix)) {
    DOTWIRE_TRY(objects_.write_string(table.prefix));
  }
  if (has(table_flag::kCulture)) {
    DOTWIRE_TRY(write_culture(table.locale, true, table.locale_id));
  }
  if (has(table_flag::kTypeName)) {
    const std::size_t colon = table.type_name.rfind(':');
    const std::string_view name = table.type_name;
    DOTWIRE_TRY(objects_.write_string(colon == std::string::npos ? name : name.substr(colon + 1)));
    DOTWIRE_TRY(objects_.write_string(colon == std::string::npos ? std::string_view() : name.substr(0, colon)));
  }
  if (has(table_flag::kMinimumCapacity)) put_count(static_cast<std::uint32_t>(table.minimum_capacity));
  if (has(table_flag::kColumns)) {
    put_count(table.columns.size());
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
      const ColumnNote* column_note = note != nullptr && i < note->columns.size() ? &note->columns[i] : nullptr;
      Status status = write_column(table, i, column_note);
      if (!status.ok()) {
        status.error().prepend_path("columns/" + table.columns[i]->name);
        return status;
      }
    }
    if (has(table_flag::kDisplayExpression)) {
      DOTWIRE_TRY(objects_.write_string(table.display_expression));
    }
  }
  if (has(table_flag::kExtendedProperties)) {
    DOTWIRE_TRY(write_properties(table.extended_properties, table.graph()));
  }
  if (has(table_flag::kRows)) {
    DOTWIRE_TRY(rows_.write(table, false, false));
  }
  return has(table_flag::kNoUnique) ? Status() : write_unique_constraints(table, note);
}

Status DocumentWriter::write_set(const TableSet& set) {
  std::size_t foreign_keys = 0;
  for (const auto& table : set.tables) foreign_keys += table->foreign_keys.size();
  std::uint32_t flags = 0;
  const auto add = [&flags](bool is_set, std::uint32_t flag) { flags |= is_set ? flag : 0; };
  add(set.name != "NewDataSet", set_flag::kName);
  add(set.case_sensitive, set_flag::kCaseSensitive);
  add(!set.tables.empty(), set_flag::kTables);
  add(!set.relations.empty(), set_flag::kRelations);
  add(foreign_keys != 0, set_flag::kForeignKeys);
  add(!set.extended_properties.empty(), set_flag::kExtendedProperties);
  add(set.enforce_constraints, set_flag::kEnforceConstraints);
  add(!set.namespace_uri.empty(), set_flag::kNamespace);
  add(!set.prefix.empty(), set_flag::kPrefix);
  put_count(flags);
  if ((flags & set_flag::kName) != 0) {
    DOTWIRE_TRY(objects_.write_string(set.name));
  }
  DOTWIRE_TRY(write_culture(set.locale, set.locale_set, set.locale_id));
  if ((flags & set_flag::kNamespace) != 0) {
    DOTWIRE_TRY(objects_.write_string(set.namespace_uri));
  }
  if ((flags & set_flag::kPrefix) != 0) {
    DOTWIRE_TRY(objects_.write_string(set.prefix));
  }
  if (!set.tables.empty()) {
    put_count(set.tables.size());
    for (std::size_t i = 0; i < set.tables.size(); ++i) {
      Status status = write_table(*set.tables[i], &set, i);
      if (!status.ok()) {
        status.error().prepend_path("tables/" + set.tables[i]->name);
        return status;
      }
    }
  }
  if (foreign_keys != 0) {
    put_count(foreign_keys);
    DOTWIRE_TRY(write_foreign_keys(set));
  }
  if (!set.relations.empty()) {
    put_count(set.relations.size());
    for (std::size_t i = 0; i < set.relations.size(); ++i) {
      DOTWIRE_TRY(write_relation(set, i));
    }
  }
  return set.extended_properties.empty() ? Status() : write_properties(set.extended_properties, *set.graph);
}

Status DocumentWriter::write_rows_of(const TableSet& set) {
  put_count(set.tables.size());
  for (const auto& table : set.tables) {
    Status status = rows_.write(*table, false, false);
    if (!status.ok()) {
      status.error().prepend_path("tables/" + table->name);
      return status;
    }
  }
  return {};
}

void DocumentWriter::put_count(std::uint64_t count) {
  std::uint8_t* const at = encoder_.out().reserve_more(10);
  encoder_.out().commit(put_7bit_long(at, count));
}

std::uint32_t DocumentWriter::flags_of(const Table& table, const TableSet* set, const TableNote* note) const {
  // What it has not set itself it has from its set.
  const bool inherits = set != nullptr && !table.case_sensitive_set;
  const bool case_sensitive = inherits ? set->case_sensitive : table.case_sensitive;
  std::uint32_t flags = 0;
  const auto add = [&flags](bool is_set, std::uint32_t flag) { flags |= is_set ? flag : 0; };
  add(!table.name.empty(), table_flag::kName);
  // Of a table that is taken out of its set what was recorded of it there says nothing.
  const bool taken_out = set != nullptr && set == options_.around;
  add(taken_out ? case_sensitive : table.recorded_case_sensitive.value_or(case_sensitive), table_flag::kCaseSensitive);
  add(!table.case_sensitive_set, table_flag::kAmbientCase);
  add(table.locale_set, table_flag::kCulture);
  add(!table.columns.empty(), table_flag::kColumns);
  add(table.row_count() != 0, table_flag::kRows);
  add(table.minimum_capacity != 50, table_flag::kMinimumCapacity);
  add(!table.display_expression.empty() && !table.columns.empty(), table_flag::kDisplayExpression);
  add(table.unique_constraints.empty(), table_flag::kNoUnique);
  add(!table.extended_properties.empty(), table_flag::kExtendedProperties);
  add(!table.namespace_uri.empty(), table_flag::kNamespace);
  add(!table.prefix.empty(), table_flag::kPrefix);
  add(table.repeatable_element, table_flag::kRepeatableElement);
  add(note != nullptr ? note->has_type_name : has_type_name(table), table_flag::kTypeName);
  return flags;
}

Status DocumentWriter::write_culture(const std::string& name, bool is_set,
                                     const std::optional<std::int32_t>& recorded) {
  dataset_binary::WriteOptions how;
  how.unset_locale_id = options_.unset_locale_id;
  Result<std::int32_t> number = dataset_binary::locale_id_of(name, is_set, recorded, how);
  if (!number.ok()) {
    number.error().set_path("Locale");
    return std::move(number).error();
  }
  put_count(static_cast<std::uint32_t>(*number));
  return {};
}

Status DocumentWriter::write_column(const Table& table, std::size_t index, const ColumnNote* note) {
  const Column& column = *table.columns[index];
  const bool defaults = note != nullptr ? note->increment_defaults : has_increment_defaults(column);
  // DataColumn.DefaultValue is never DBNull there.
  const bool null_default =
      column.default_value == nullptr && model::is_sql(column.kind()) && (note == nullptr || note->null_default);
  const bool is_string = column.type_name == "System.String" && (note == nullptr || note->type.empty());
  std::uint32_t flags = 0;
  const auto add = [&flags](bool is_set, std::uint32_t flag) { flags |= is_set ? flag : 0; };
  add(column.allow_db_null, column_flag::kNullable);
  add(!is_string, column_flag::kNotString);
  add(column.caption_set && column.caption != column.name, column_flag::kCaption);
  add(column.max_length != -1, column_flag::kMaxLength);
  add(column.max_length == INT32_MAX, column_flag::kLargestMaxLength);
  add(column.auto_increment, column_flag::kAutoIncrement);
  add(defaults, column_flag::kIncrementDefaults);
  add(column.auto_increment_step < 0, column_flag::kNegativeStep);
  add(column.default_value != nullptr || null_default, column_flag::kDefaultValue);
  add(!column.expression.empty(), column_flag::kExpression);
  add(column.read_only, column_flag::kReadOnly);
  add(has_properties(column.extended_properties), column_flag::kExtendedProperties);
  add(!column.prefix.empty(), column_flag::kPrefix);
  add(column.mapping != model::MappingType::Element, column_flag::kMapping);
  add(column.namespace_set, column_flag::kNamespace);
  put_count(flags);
  DOTWIRE_TRY(objects_.write_string(column.name));
  if (!is_string) {
    const std::string type =
        note != nullptr && !note->type.empty() ? note->type : objects_.type_string(column.type_name, column.assembly);
    DOTWIRE_TRY(objects_.write_string(type, false));
  }
  if (!column.expression.empty()) {
    DOTWIRE_TRY(objects_.write_string(column.expression));
  }
  if (column.mapping != model::MappingType::Element) put_count(static_cast<std::uint32_t>(column.mapping));
  if (!defaults) {
    for (const std::int64_t part : {column.auto_increment_seed, column.auto_increment_step}) {
      if (part == INT64_MIN) return Error(ErrorCode::NotRepresentable, "seed or step has no absolute value");
      put_count(static_cast<std::uint64_t>(part < 0 ? -part : part));
    }
  }
  if ((flags & column_flag::kCaption) != 0) {
    DOTWIRE_TRY(objects_.write_string(column.caption));
  }
  if (column.namespace_set) {
    DOTWIRE_TRY(objects_.write_string(column.namespace_uri));
  }
  if (!column.prefix.empty()) {
    DOTWIRE_TRY(objects_.write_string(column.prefix));
  }
  if (column.default_value != nullptr || null_default) {
    model::ScalarNode sql_null{};
    sql_null.kind = model::NodeKind::Scalar;
    sql_null.value_kind = column.kind();
    sql_null.sql_null = true;
    Status status = objects_.write(null_default ? &sql_null : column.default_value, table.graph());
    if (!status.ok()) {
      status.error().prepend_path("DefaultValue");
      return status;
    }
  }
  if (column.max_length != -1 && column.max_length != INT32_MAX) {
    put_count(static_cast<std::uint32_t>(column.max_length));
  }
  if (has_properties(column.extended_properties)) {
    DOTWIRE_TRY(write_properties(*column.extended_properties, table.graph()));
  }
  return {};
}

Status DocumentWriter::write_properties(const model::PropertyCollection& properties, const model::Graph& graph) {
  std::vector<const model::Node*> keys;
  std::vector<const model::Node*> values;
  for (const model::Property& property : properties.entries) {
    keys.push_back(property.key);
    values.push_back(property.value);
  }
  Status status = objects_.write_body(keys, graph);
  if (status.ok()) status = objects_.write_body(values, graph);
  if (!status.ok()) status.error().prepend_path("ExtendedProperties");
  return status;
}

}  // namespace dotwire::fast_serializer

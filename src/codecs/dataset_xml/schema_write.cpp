#include "codecs/dataset_xml/schema_write.h"

#include <algorithm>

#include "base/try.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/cell_text.h"
#include "codecs/dataset_xml/object_cell.h"
#include "codecs/dataset_xml/type_map.h"
#include "codecs/dataset_xml/vocabulary.h"

namespace dotwire::dataset_xml {
namespace {

using model::Column;
using model::DateTimeMode;
using model::MappingType;
using model::PropertyCollection;
using model::Table;
using model::TableSet;
using model::ValueKind;

struct Context {
  xml::Writer& writer;
  const WriteOptions& options;
  CellContext cells;
  bool ordinals;  // element columns say their place, since others are mixed in
};

void start(xml::Writer& writer, std::string_view local) { writer.start_element("xs", local, kXsd); }
void msdata(xml::Writer& writer, std::string_view local, std::string_view value) {
  writer.attribute("msdata", local, kMsdata, value);
}

bool has_properties(const Table& table, const TableSet* set) {
  const auto any = [](const PropertyCollection& properties) { return !properties.empty(); };
  if (any(table.extended_properties) || (set != nullptr && any(set->extended_properties))) return true;
  for (const auto& column : table.columns) {
    if (column->extended_properties.has_value() && any(*column->extended_properties)) return true;
  }
  return std::any_of(table.unique_constraints.begin(), table.unique_constraints.end(),
                     [&](const model::UniqueConstraint& unique) { return any(unique.extended_properties); });
}

// The value as a DataSet converts it to text; keys and values are strings nearly always.
Result<std::string> property_text(const model::Node* node, const CellContext& cells) {
  if (node == nullptr) return std::string();
  return plain_text(node, cells);
}

Status write_properties(const Context& context, const PropertyCollection& properties) {
  for (const model::Property& property : properties.entries) {
    DOTWIRE_TRY(const std::string key, property_text(property.key, context.cells));
    DOTWIRE_TRY(const std::string value, property_text(property.value, context.cells));
    context.writer.attribute("msprop", encode_local_name(key), kMsprop, value);
  }
  return {};
}

std::string_view mode_name(DateTimeMode mode) {
  switch (mode) {
    case DateTimeMode::Local: return "Local";
    case DateTimeMode::Unspecified: return "Unspecified";
    case DateTimeMode::UnspecifiedLocal: return "UnspecifiedLocal";
    case DateTimeMode::Utc: return "Utc";
  }
  return {};
}

bool has_simple_type(const Column& column) {
  return column.kind() == ValueKind::Char || (column.kind() == ValueKind::String && column.max_length >= 0);
}

// msdata:DataType to msprop: what element and attribute columns have alike.
Status write_column_facts(const Context& context, const Column& column) {
  xml::Writer& writer = context.writer;
  const std::string data_type = data_type_text(column, context.options.dialect);
  if (!data_type.empty()) msdata(writer, "DataType", data_type);
  if (column.read_only) msdata(writer, "ReadOnly", "true");
  if (!column.expression.empty()) msdata(writer, "Expression", column.expression);
  if (column.auto_increment) {
    msdata(writer, "AutoIncrement", "true");
    if (column.auto_increment_seed != 0) {
      msdata(writer, "AutoIncrementSeed", std::to_string(column.auto_increment_seed));
    }
    if (column.auto_increment_step != 1) {
      msdata(writer, "AutoIncrementStep", std::to_string(column.auto_increment_step));
    }
  }
  if (column.caption_set && column.caption != column.name) msdata(writer, "Caption", column.caption);
  if (column.date_time_mode != DateTimeMode::UnspecifiedLocal) {
    msdata(writer, "DateTimeMode", mode_name(column.date_time_mode));
  }
  if (column.extended_properties.has_value()) return write_properties(context, *column.extended_properties);
  return {};
}

std::string xsd_type(const Column& column) { return "xs:" + std::string(xsd_type_of(column.kind())); }

void write_restriction(const Context& context, const Column& column) {
  xml::Writer& writer = context.writer;
  start(writer, "simpleType");
  start(writer, "restriction");
  writer.attribute("base", "xs:string");
  start(writer, column.kind() == ValueKind::Char ? "length" : "maxLength");
  writer.attribute("value", column.kind() == ValueKind::Char ? "1" : std::to_string(column.max_length));
  writer.end_element();
  writer.end_element();
  writer.end_element();
}

Result<std::string> default_text(const Context& context, const Column& column) {
  Result<std::string> text = cell_text_of_node(column.default_value, column, context.cells);
  if (!text.ok()) text.error().prepend_path("columns/" + column.name + "/defaultValue");
  return text;
}

Status write_element_column(const Context& context, const Column& column, std::size_t ordinal) {
  xml::Writer& writer = context.writer;
  start(writer, "element");
  writer.attribute("name", encode_local_name(column.name));
  DOTWIRE_TRY(write_column_facts(context, column));
  if (!has_simple_type(column)) writer.attribute("type", xsd_type(column));
  if (column.default_value != nullptr) {
    DOTWIRE_TRY(const std::string text, default_text(context, column));
    writer.attribute("default", text);
  }
  if (column.allow_db_null) writer.attribute("minOccurs", "0");
  if (context.ordinals) msdata(writer, "Ordinal", std::to_string(ordinal));
  if (has_simple_type(column)) write_restriction(context, column);
  writer.end_element();
  return {};
}

Status write_attribute_column(const Context& context, const Column& column) {
  xml::Writer& writer = context.writer;
  const bool hidden = column.mapping == MappingType::Hidden;
  start(writer, "attribute");
  writer.attribute("name", encode_local_name(column.name));
  DOTWIRE_TRY(write_column_facts(context, column));
  if (!has_simple_type(column)) writer.attribute("type", xsd_type(column));
  if (hidden && !column.allow_db_null) msdata(writer, "AllowDBNull", "false");
  if (column.default_value != nullptr) {
    DOTWIRE_TRY(const std::string text, default_text(context, column));
    if (hidden || !column.allow_db_null) {
      msdata(writer, "DefaultValue", text);
    } else {
      writer.attribute("default", text);
    }
  }
  if (hidden || !column.allow_db_null) writer.attribute("use", hidden ? "prohibited" : "required");
  if (has_simple_type(column)) write_restriction(context, column);
  writer.end_element();
  return {};
}

bool is_attribute(const Column& column) {
  return column.mapping == MappingType::Attribute || column.mapping == MappingType::Hidden;
}

Status write_attribute_columns(const Context& context, const Table& table) {
  for (const auto& column : table.columns) {
    if (!is_attribute(*column)) continue;
    DOTWIRE_TRY(write_attribute_column(context, *column));
  }
  return {};
}

const Column* simple_content_of(const Table& table) {
  for (const auto& column : table.columns) {
    if (column->mapping == MappingType::SimpleContent) return column.get();
  }
  return nullptr;
}

Status write_simple_content(const Context& context, const Table& table, const Column& content) {
  xml::Writer& writer = context.writer;
  std::size_t ordinal = 0;
  while (table.columns[ordinal].get() != &content) ++ordinal;
  start(writer, "simpleContent");
  msdata(writer, "ColumnName", encode_local_name(content.name));
  msdata(writer, "Ordinal", std::to_string(ordinal));
  DOTWIRE_TRY(write_column_facts(context, content));
  start(writer, "extension");
  writer.attribute("base", xsd_type(content));
  DOTWIRE_TRY(write_attribute_columns(context, table));
  writer.end_element();
  writer.end_element();
  return {};
}

Status write_columns(const Context& context, const Table& table) {
  xml::Writer& writer = context.writer;
  if (const Column* content = simple_content_of(table)) return write_simple_content(context, table, *content);
  bool sequence = false;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i]->mapping != MappingType::Element) continue;
    if (!sequence) start(writer, "sequence");
    sequence = true;
    DOTWIRE_TRY(write_element_column(context, *table.columns[i], i));
  }
  if (sequence) writer.end_element();
  return write_attribute_columns(context, table);
}

Status write_table(const Context& context, const Table& table) {
  xml::Writer& writer = context.writer;
  start(writer, "element");
  writer.attribute("name", encode_local_name(table.name));
  if (table.case_sensitive_set) msdata(writer, "CaseSensitive", table.case_sensitive ? "True" : "False");
  if (table.locale_set) msdata(writer, "Locale", table.locale);
  if (!table.display_expression.empty()) msdata(writer, "DisplayExpression", table.display_expression);
  if (table.minimum_capacity != 50) msdata(writer, "MinimumCapacity", std::to_string(table.minimum_capacity));
  DOTWIRE_TRY(write_properties(context, table.extended_properties));
  const Column* content = simple_content_of(table);
  if (content != nullptr && content->allow_db_null) writer.attribute("nillable", "true");
  start(writer, "complexType");
  if (table.columns.empty()) {
    writer.begin_content();
  } else {
    DOTWIRE_TRY(write_columns(context, table));
  }
  writer.end_element();
  writer.end_element();
  return {};
}

Status write_unique(const Context& context, const Table& table, const model::UniqueConstraint& unique) {
  xml::Writer& writer = context.writer;
  start(writer, "unique");
  writer.attribute("name", encode_local_name(unique.name));
  DOTWIRE_TRY(write_properties(context, unique.extended_properties));
  if (unique.primary_key) msdata(writer, "PrimaryKey", "true");
  start(writer, "selector");
  writer.attribute("xpath", ".//" + encode_local_name(table.name));
  writer.end_element();
  for (const std::uint32_t index : unique.columns) {
    if (index >= table.columns.size()) return Error(ErrorCode::InvalidArgument, "a constraint over no column");
    const Column& column = *table.columns[index];
    start(writer, "field");
    writer.attribute("xpath", (is_attribute(column) ? "@" : "") + encode_local_name(column.name));
    writer.end_element();
  }
  writer.end_element();
  return {};
}

// A table alone is written as the only one of a DataSet that takes its settings.
void write_set_facts(const Context& context, const Table& table, const TableSet* set, bool main_table) {
  xml::Writer& writer = context.writer;
  msdata(writer, "IsDataSet", "true");
  if (main_table) msdata(writer, "MainDataTable", encode_local_name(table.name));
  if (set != nullptr ? set->case_sensitive : table.case_sensitive) msdata(writer, "CaseSensitive", "true");
  if (set != nullptr ? set->locale_set : table.locale_set) {
    msdata(writer, "Locale", set != nullptr ? set->locale : table.locale);
  } else {
    msdata(writer, "UseCurrentLocale", "true");
  }
  if (set != nullptr && !set->enforce_constraints) msdata(writer, "EnforceConstraints", "False");
}

bool mixes_mappings(const Table& table) {
  return std::any_of(table.columns.begin(), table.columns.end(),
                     [](const auto& column) { return column->mapping != MappingType::Element; });
}

}  // namespace

std::string schema_name(const TableSet* set) {
  return set == nullptr ? std::string("NewDataSet") : encode_local_name(set->name);
}

Status check_supported(const Table& table, const TableSet* set) {
  const auto refuse = [](const std::string& what) { return Error(ErrorCode::Unsupported, what); };
  if (table.name.empty()) return refuse("a table without a name");
  if (!table.namespace_uri.empty() || !table.prefix.empty()) return refuse("a table in a namespace");
  if (set != nullptr && (!set->namespace_uri.empty() || !set->prefix.empty())) {
    return refuse("a DataSet in a namespace");
  }
  for (const auto& column : table.columns) {
    if (!column->namespace_uri.empty() || !column->prefix.empty()) {
      return refuse("column " + column->name + " in a namespace of its own");
    }
  }
  // Relations to other tables are not written with one table; those to itself would be.
  for (const model::ForeignKeyConstraint& key : table.foreign_keys) {
    if (key.parent_table == key.child_table) return refuse("a table with a foreign key to itself");
  }
  if (set == nullptr) return {};
  for (const model::Relation& relation : set->relations) {
    const bool of_this = relation.child_table < set->tables.size() && set->tables[relation.child_table].get() == &table;
    if (of_this && relation.parent_table == relation.child_table) return refuse("a table with a relation to itself");
  }
  return {};
}

namespace {

Status write_element(xml::Writer& writer, const Table& table, const TableSet* set, const WriteOptions& options,
                     bool main_table) {
  const Context context{writer, options, {options.dialect, options.zone}, mixes_mappings(table)};
  const std::string name = schema_name(set);
  start(writer, "schema");
  writer.attribute("id", name);
  writer.declare("", "");
  writer.declare("xs", kXsd);
  writer.declare("msdata", kMsdata);
  if (has_properties(table, set)) writer.declare("msprop", kMsprop);
  start(writer, "element");
  writer.attribute("name", name);
  write_set_facts(context, table, set, main_table);
  if (set != nullptr) {
    DOTWIRE_TRY(write_properties(context, set->extended_properties));
  }
  start(writer, "complexType");
  start(writer, "choice");
  writer.attribute("minOccurs", "0");
  writer.attribute("maxOccurs", "unbounded");
  DOTWIRE_TRY(write_table(context, table));
  writer.end_element();
  writer.end_element();
  for (const model::UniqueConstraint& unique : table.unique_constraints) {
    DOTWIRE_TRY(write_unique(context, table, unique));
  }
  writer.end_element();
  writer.end_element();
  return {};
}

}  // namespace

Status write_schema_element(xml::Writer& writer, const Table& table, const TableSet* set, const WriteOptions& options) {
  return write_element(writer, table, set, options, true);
}

Status write_schema_element(xml::Writer& writer, const TableSet& set, const WriteOptions& options) {
  if (set.tables.size() != 1) return Error(ErrorCode::Unsupported, "the schema of a DataSet of several tables");
  DOTWIRE_TRY(check_supported(*set.tables[0], &set));
  return write_element(writer, *set.tables[0], &set, options, false);
}

}  // namespace dotwire::dataset_xml

#include "codecs/plain_tables/losses.h"

namespace dotwire::plain_tables {

using model::Column;
using model::kNoRecord;
using model::Row;
using model::RowState;
using model::Table;

std::uint64_t written_record(const Row& row) {
  if (row.proposed != kNoRecord) return row.proposed;
  return row.state == RowState::Deleted ? kNoRecord : row.current;
}

void add_table_losses(const Table& table, const std::string& prefix, Losses& losses) {
  losses.add_if(table.namespace_set || !table.namespace_uri.empty(), prefix + "Namespace", "namespace of the table");
  losses.add_if(!table.prefix.empty(), prefix + "Prefix", "prefix of the table");
  losses.add_if(table.case_sensitive || table.case_sensitive_set, prefix + "CaseSensitive", "CaseSensitive");
  losses.add_if(table.locale_set || table.locale_id.has_value() || !table.locale.empty(), prefix + "Locale", "Locale");
  losses.add_if(table.minimum_capacity != 50, prefix + "MinimumCapacity", "MinimumCapacity");
  losses.add_if(!table.display_expression.empty(), prefix + "DisplayExpression", "display expression");
  losses.add_if(!table.type_name.empty(), prefix + "TypeName", "name of the XSD type");
  losses.add_if(!table.class_name.empty(), prefix + "Class", "class of a typed DataTable");
  losses.add_if(!table.extended_properties.empty(), prefix + "ExtendedProperties", "extended properties of the table");
  for (const model::UniqueConstraint& constraint : table.unique_constraints) {
    losses.add(prefix + "constraints/" + constraint.name, constraint.primary_key ? "primary key" : "unique constraint");
  }
  for (const model::ForeignKeyConstraint& constraint : table.foreign_keys) {
    losses.add(prefix + "constraints/" + constraint.name, "foreign key constraint");
  }
  for (const model::RowErrors& errors : table.row_errors) {
    losses.add(prefix + "rows/[" + std::to_string(errors.row) + "]/RowError", "errors of a row");
  }
}

void add_column_losses(const Column& column, const std::string& prefix, Losses& losses) {
  const std::string path = prefix + "columns/" + column.name + "/";
  losses.add_if(column.caption_set, path + "Caption", "Caption");
  losses.add_if(column.namespace_set || !column.namespace_uri.empty(), path + "Namespace", "namespace of the column");
  losses.add_if(!column.prefix.empty(), path + "Prefix", "prefix of the column");
  losses.add_if(column.mapping != model::MappingType::Element, path + "ColumnMapping", "ColumnMapping");
  losses.add_if(column.date_time_mode != model::DateTimeMode::UnspecifiedLocal, path + "DateTimeMode", "DateTimeMode");
  losses.add_if(!column.allow_db_null, path + "AllowDBNull", "AllowDBNull = false");
  losses.add_if(column.read_only, path + "ReadOnly", "ReadOnly");
  losses.add_if(column.unique, path + "Unique", "Unique");
  losses.add_if(column.auto_increment, path + "AutoIncrement", "AutoIncrement");
  losses.add_if(!column.auto_increment && (column.auto_increment_seed != 0 || column.auto_increment_step != 1),
                path + "AutoIncrementSeed", "seed and step of numbers");
  losses.add_if(column.max_length != -1, path + "MaxLength", "MaxLength");
  losses.add_if(!column.expression.empty(), path + "Expression", "Expression");
  losses.add_if(column.default_value != nullptr, path + "DefaultValue", "default value");
  losses.add_if(column.has_styles(), path + "Cells", "LCID and compare options of SqlString");
  losses.add_if(!column.xml_data_type.empty() || !column.simple_type_name.empty(), path + "DataType", "XSD type");
  losses.add_if(column.extended_properties && !column.extended_properties->empty(), path + "ExtendedProperties",
                "extended properties of the column");
}

void add_row_losses(const Table& table, const std::string& prefix, bool deleted_refused, Losses& losses) {
  if (table.plain_rows()) return;
  RowCount deleted;
  RowCount states;
  RowCount originals;
  RowCount edits;
  for (std::size_t i = 0; i < table.row_count(); ++i) {
    const Row row = table.row(i);
    if (written_record(row) == kNoRecord) {
      deleted.add(i);
      continue;
    }
    if (row.state != RowState::Unchanged) states.add(i);
    if (row.state == RowState::Modified) originals.add(i);
    if (row.proposed != kNoRecord) edits.add(i);
  }
  losses.add_counted(deleted.count, prefix + deleted.path(""), "deleted rows", deleted_refused);
  losses.add_counted(states.count, prefix + states.path("/RowState"), "states of rows");
  losses.add_counted(originals.count, prefix + originals.path("/Original"), "original values");
  losses.add_counted(edits.count, prefix + edits.path("/Current"), "values behind those of an edit");
}

void add_set_losses(const model::TableSet& set, Losses& losses) {
  // NewDataSet is what nobody named.
  losses.add_if(set.name != "NewDataSet", "DataSetName", "the name of a DataSet");
  losses.add_if(!set.namespace_uri.empty(), "Namespace", "namespace of the DataSet");
  losses.add_if(!set.prefix.empty(), "Prefix", "prefix of the DataSet");
  losses.add_if(set.case_sensitive, "CaseSensitive", "CaseSensitive");
  losses.add_if(set.locale_set || set.locale_id.has_value(), "Locale", "Locale");
  losses.add_if(!set.enforce_constraints, "EnforceConstraints", "EnforceConstraints = false");
  losses.add_if(!set.type_name.empty(), "TypeName", "class of a typed DataSet");
  losses.add_if(!set.extended_properties.empty(), "ExtendedProperties", "extended properties of the DataSet");
  for (const model::Relation& relation : set.relations) losses.add("relations/" + relation.name, "relation");
}

}  // namespace dotwire::plain_tables

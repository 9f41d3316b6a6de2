#include "base/unicode.h"
#include "formats/custom_formatter/cell_kind.h"
#include "formats/custom_formatter/custom_formatter.h"

namespace dotwire::custom_formatter {
namespace {

using model::Column;
using model::kNoRecord;
using model::Row;
using model::RowState;
using model::Table;
using model::ValueKind;

class Losses {
 public:
  void add(std::string path, std::string_view what, bool refused = false) {
    found_.push_back({std::move(path), std::string(what), 1, refused});
  }
  void add_if(bool lost, const std::string& path, std::string_view what) {
    if (lost) add(path, what);
  }
  // One entry for many: the first path, and a count.
  void add_counted(std::uint64_t count, std::string path, std::string_view what, bool refused = false) {
    if (count != 0) found_.push_back({std::move(path), std::string(what), count, refused});
  }
  std::vector<Loss> take() { return std::move(found_); }

 private:
  std::vector<Loss> found_;
};

void add_table_losses(const Table& table, Losses& losses) {
  losses.add_if(table.namespace_set || !table.namespace_uri.empty(), "Namespace", "namespace of the table");
  losses.add_if(!table.prefix.empty(), "Prefix", "prefix of the table");
  losses.add_if(table.case_sensitive || table.case_sensitive_set, "CaseSensitive", "CaseSensitive");
  losses.add_if(table.locale_set || table.locale_id.has_value(), "Locale", "Locale");
  losses.add_if(table.minimum_capacity != 50, "MinimumCapacity", "MinimumCapacity");
  losses.add_if(!table.display_expression.empty(), "DisplayExpression", "display expression");
  losses.add_if(!table.type_name.empty(), "TypeName", "name of the XSD type");
  losses.add_if(!table.extended_properties.empty(), "ExtendedProperties", "extended properties of the table");
  for (const model::UniqueConstraint& constraint : table.unique_constraints) {
    losses.add("constraints/" + constraint.name, constraint.primary_key ? "primary key" : "unique constraint");
  }
  for (const model::ForeignKeyConstraint& constraint : table.foreign_keys) {
    losses.add("constraints/" + constraint.name, "foreign key constraint");
  }
  for (const model::RowErrors& errors : table.row_errors) {
    losses.add("rows/[" + std::to_string(errors.row) + "]/RowError", "errors of a row");
  }
}

void add_column_losses(const Column& column, Losses& losses) {
  const std::string path = "columns/" + column.name + "/";
  losses.add_if(column.caption_set, path + "Caption", "Caption");
  losses.add_if(column.namespace_set || !column.namespace_uri.empty(), path + "Namespace", "namespace of the column");
  losses.add_if(!column.prefix.empty(), path + "Prefix", "prefix of the column");
  losses.add_if(column.mapping != model::MappingType::Element, path + "ColumnMapping", "ColumnMapping");
  losses.add_if(column.date_time_mode != model::DateTimeMode::UnspecifiedLocal, path + "DateTimeMode", "DateTimeMode");
  losses.add_if(!column.allow_db_null, path + "AllowDBNull", "AllowDBNull = false");
  losses.add_if(column.read_only, path + "ReadOnly", "ReadOnly");
  losses.add_if(column.unique, path + "Unique", "Unique");
  losses.add_if(column.auto_increment, path + "AutoIncrement", "AutoIncrement");
  losses.add_if(column.max_length != -1, path + "MaxLength", "MaxLength");
  losses.add_if(!column.expression.empty(), path + "Expression", "Expression");
  losses.add_if(column.default_value != nullptr, path + "DefaultValue", "default value");
  losses.add_if(!column.xml_data_type.empty() || !column.simple_type_name.empty(), path + "DataType", "XSD type");
  losses.add_if(column.extended_properties && !column.extended_properties->empty(), path + "ExtendedProperties",
                "extended properties of the column");
}

// The record that write() takes, or kNoRecord.
std::uint64_t written_record(const Row& row) {
  if (row.proposed != kNoRecord) return row.proposed;
  return row.state == RowState::Deleted ? kNoRecord : row.current;
}

struct RowCount {
  std::uint64_t count = 0;
  std::size_t first = 0;
  void add(std::size_t row) {
    if (count++ == 0) first = row;
  }
  std::string path(std::string_view rest) const { return "rows/[" + std::to_string(first) + "]" + std::string(rest); }
};

void add_row_losses(const Table& table, const WriteOptions& options, Losses& losses) {
  if (table.plain_rows()) return;
  RowCount deleted;
  RowCount states;
  RowCount originals;
  RowCount edits;
  for (std::size_t i = 0; i < table.row_count(); ++i) {
    const Row row = table.row(i);
    if (row.state == RowState::Deleted && row.proposed == kNoRecord) {
      deleted.add(i);
      continue;
    }
    if (row.state != RowState::Unchanged) states.add(i);
    if (row.state == RowState::Modified) originals.add(i);
    if (row.proposed != kNoRecord) edits.add(i);
  }
  losses.add_counted(deleted.count, deleted.path(""), "deleted rows", !options.omit_deleted_rows);
  losses.add_counted(states.count, states.path("/RowState"), "states of rows");
  losses.add_counted(originals.count, originals.path("/Original"), "original values");
  losses.add_counted(edits.count, edits.path("/Current"), "values behind those of an edit");
}

// Whether the cell of that record loses something.
bool loses_value(const Column& column, CellKind kind, std::uint64_t record) {
  const auto at = static_cast<std::size_t>(record);
  if (column.is_null(at)) return false;
  switch (kind) {
    case CellKind::DateTime: return column.get<DateTime>(at).kind() != DateTimeKind::Unspecified;
    case CellKind::Char: return column.get<char16_t>(at) >= 0xD800 && column.get<char16_t>(at) < 0xE000;
    case CellKind::Text: return find_lone_surrogate(column.text(at)) != kValid;
    case CellKind::NoValue: return true;
    default: return false;
  }
}

std::string_view name_of_loss(CellKind kind) {
  switch (kind) {
    case CellKind::DateTime: return "kind of DateTime";
    case CellKind::Char: return "half of a surrogate pair as a Char";
    case CellKind::Text: return "lone surrogates of text, which become U+FFFD";
    default: return "values of a type that the format does not have";
  }
}

void add_cell_losses(const Table& table, const Column& column, const WriteOptions& options, Losses& losses) {
  CellKind kind = cell_kind_of(column.kind()).value_or(CellKind::NoValue);
  if (!is_supported(column) && !(options.unknown_types == UnknownTypes::OneByte && kind == CellKind::Plain1)) {
    if (options.unknown_types != UnknownTypes::NoValue) {
      return losses.add("columns/" + column.name, "cells of type " + column.type_name, true);
    }
    kind = CellKind::NoValue;
  }
  RowCount lost;
  for (std::size_t i = 0; i < table.row_count(); ++i) {
    const std::uint64_t record = table.plain_rows() ? i : written_record(table.row(i));
    if (record < column.record_count() && loses_value(column, kind, record)) lost.add(i);
  }
  losses.add_counted(lost.count, lost.path("/Current/" + column.name), name_of_loss(kind), kind == CellKind::Char);
}

}  // namespace

std::vector<Loss> losses(const Table& table, const WriteOptions& options) {
  Losses found;
  add_table_losses(table, found);
  for (const auto& column : table.columns) add_column_losses(*column, found);
  add_row_losses(table, options, found);
  for (const auto& column : table.columns) add_cell_losses(table, *column, options, found);
  return found.take();
}

}  // namespace dotwire::custom_formatter

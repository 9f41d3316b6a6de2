#include "codecs/plain_tables/losses.h"

#include "base/unicode.h"
#include "formats/custom_formatter/cell_kind.h"
#include "formats/custom_formatter/custom_formatter.h"
#include "model/lone_surrogates.h"

namespace dotwire::custom_formatter {
namespace {

using model::Column;
using model::Table;
using plain_tables::Losses;
using plain_tables::RowCount;

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
    case CellKind::Char: return "halves of surrogate pairs as Char, which become U+FFFD";
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
    const std::uint64_t record = table.plain_rows() ? i : plain_tables::written_record(table.row(i));
    if (record < column.record_count() && loses_value(column, kind, record)) lost.add(i);
  }
  losses.add_counted(lost.count, lost.path("/Current/" + column.name), name_of_loss(kind));
}

}  // namespace

std::vector<Loss> losses(const Table& table, const WriteOptions& options) {
  Losses found;
  plain_tables::add_table_losses(table, {}, found);
  for (const auto& column : table.columns) plain_tables::add_column_losses(*column, {}, found);
  for (const std::string& path : model::lone_surrogates_of_names(table)) {
    found.add(path, "lone surrogates of text, which become U+FFFD");
  }
  plain_tables::add_row_losses(table, {}, !options.omit_deleted_rows, found);
  for (const auto& column : table.columns) add_cell_losses(table, *column, options, found);
  return found.take();
}

}  // namespace dotwire::custom_formatter

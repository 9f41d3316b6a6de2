#include "base/unicode.h"
#include "formats/protobuf_data/versions.h"

namespace dotwire::protobuf_data {
namespace {

using model::Column;
using model::Table;
using plain_tables::Losses;
using plain_tables::RowCount;

// What values of that kind may lose; empty: nothing.
std::string_view name_of_loss(const Column& column, const WriteOptions& options) {
  switch (column.kind()) {
    case model::ValueKind::DateTime: return "kind of DateTime";
    case model::ValueKind::String: return "lone surrogates of text, which become U+FFFD";
    case model::ValueKind::Chars:
      return omits_empty_arrays(options) ? "arrays of no elements, which become null, and lone surrogates of text"
                                         : "lone surrogates of text, which become U+FFFD";
    case model::ValueKind::Bytes:
      return omits_empty_arrays(options) ? "arrays of no elements, which become null" : std::string_view();
    default: return {};
  }
}

bool loses_value(const Column& column, std::size_t record, const WriteOptions& options) {
  if (column.is_null(record)) return false;
  if (column.kind() == model::ValueKind::DateTime) {
    return column.get<DateTime>(record).kind() != DateTimeKind::Unspecified;
  }
  const std::string_view text = column.text(record);
  if (text.empty()) return column.kind() != model::ValueKind::String && omits_empty_arrays(options);
  return column.kind() != model::ValueKind::Bytes && find_lone_surrogate(text) != kValid;
}

void add_cell_losses(const Table& table, const Column& column, const std::string& prefix, const WriteOptions& options,
                     Losses& losses) {
  const std::string_view what = name_of_loss(column, options);
  if (what.empty()) return;
  RowCount lost;
  for (std::size_t i = 0; i < table.row_count(); ++i) {
    const std::uint64_t record = table.plain_rows() ? i : plain_tables::written_record(table.row(i));
    if (record < column.record_count() && loses_value(column, static_cast<std::size_t>(record), options)) lost.add(i);
  }
  losses.add_counted(lost.count, prefix + lost.path("/Current/" + column.name), what);
}

}  // namespace

std::vector<Loss> losses(const Table& table, const std::string& prefix, const WriteOptions& options) {
  Losses found;
  plain_tables::add_table_losses(table, prefix, found);
  bool left_out = false;
  for (const auto& column : table.columns) {
    if (is_left_out(*column, options)) {
      found.add(prefix + "columns/" + column->name, "computed columns, which are left out with their values");
      left_out = true;
      continue;
    }
    if (left_out && options.shifted_values) {
      found.add(prefix + "columns/" + column->name, "the column's own values, in place of which others are written");
    }
    plain_tables::add_column_losses(*column, prefix, found);
    found.add_if(find_lone_surrogate(column->name) != kValid, prefix + "columns/" + column->name + "/ColumnName",
                 "lone surrogates of text, which become U+FFFD");
    if (!has_type(*column, options)) {
      found.add(prefix + "columns/" + column->name, "cells of type " + column->type_name, true);
    } else {
      add_cell_losses(table, *column, prefix, options, found);
    }
  }
  plain_tables::add_row_losses(table, prefix, false, found);
  return found.take();
}

}  // namespace dotwire::protobuf_data

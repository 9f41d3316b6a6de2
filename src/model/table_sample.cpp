#include "model/table_sample.h"

#include <algorithm>
#include <array>

#include "model/table_settings.h"

namespace dotwire::model {
namespace {

constexpr std::size_t kFirstRows = 8;

constexpr std::array kVersions = {&Row::original, &Row::current, &Row::proposed};

bool has_value(const Column& column, const Row& row) {
  return std::ranges::any_of(kVersions, [&](std::uint64_t Row::*version) {
    const std::uint64_t record = row.*version;
    return record != kNoRecord && !column.is_null(static_cast<std::size_t>(record));
  });
}

// The first row with a value, or past the end.
std::size_t find_value(const Table& table, const Column& column) {
  std::size_t row = 0;
  while (row < table.row_count() && !has_value(column, table.row(row))) {
    const Chunk& chunk = column.chunk(row / kChunkRows);
    const bool skips = table.plain_rows() && row % kChunkRows == 0 && chunk.null_count == chunk.size;
    row += skips ? chunk.size : 1;
  }
  return row;
}

// What a row is beside its values.
std::size_t form_of(const Row& row) { return static_cast<std::size_t>(row.state) * 2 + (row.proposed != kNoRecord); }

// In their order.
std::vector<std::size_t> rows_of_sample(const Table& table) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < std::min(table.row_count(), kFirstRows); ++row) rows.push_back(row);
  if (table.row_count() <= kFirstRows) return rows;
  std::array<bool, 8> met{};
  for (std::size_t row = 0; !table.plain_rows() && row < table.row_count(); ++row) {
    bool& known = met[form_of(table.row(row))];
    if (!known) rows.push_back(row);
    known = true;
  }
  const std::size_t first = rows.size();
  for (const auto& column : table.columns) {
    const auto holds = [&](std::size_t row) { return has_value(*column, table.row(row)); };
    if (std::any_of(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(first), holds)) continue;
    if (const std::size_t row = find_value(table, *column); row < table.row_count()) rows.push_back(row);
  }
  std::ranges::sort(rows);
  rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
  return rows;
}

void append_cell(const Column& from, std::size_t record, Column& to) {
  if (from.is_null(record)) return to.append_null();
  const Chunk& cells = from.chunk(record / kChunkRows);
  const std::size_t at = record % kChunkRows;
  Chunk& chunk = to.tail(kFirstRows);
  switch (from.storage()) {
    case Storage::Fixed: chunk.bytes.append(cells.bytes.data() + at * from.width(), from.width()); break;
    case Storage::Object: chunk.objects.push_back(cells.objects[at]); break;
    case Storage::Varying:
      chunk.bytes.append(cells.text(at));
      chunk.ends.push_back(chunk.bytes.size());
      if (cells.style(at) != SqlStringStyle()) {
        chunk.styles.resize(chunk.size + 1);
        chunk.styles.back() = cells.style(at);
      }
      break;
  }
  ++chunk.size;
  to.added(1);
}

// Versions that are one record stay one.
Row copy_records(const Table& from, const Row& row, Table& to, std::uint64_t& next) {
  Row copy{.state = row.state};
  for (std::size_t i = 0; i < kVersions.size(); ++i) {
    const std::uint64_t record = row.*kVersions[i];
    if (record == kNoRecord) continue;
    const auto same = std::find_if(kVersions.begin(), kVersions.begin() + static_cast<std::ptrdiff_t>(i),
                                   [&](std::uint64_t Row::*version) { return row.*version == record; });
    if (same != kVersions.begin() + static_cast<std::ptrdiff_t>(i)) {
      copy.*kVersions[i] = copy.**same;
      continue;
    }
    copy.*kVersions[i] = next++;
    for (std::size_t c = 0; c < from.columns.size(); ++c) {
      append_cell(*from.columns[c], static_cast<std::size_t>(record), *to.columns[c]);
    }
  }
  return copy;
}

void copy_rows(const Table& from, Table& to) {
  const std::vector<std::size_t> rows = rows_of_sample(from);
  std::uint64_t records = 0;
  for (const std::size_t row : rows) {
    const Row copy = copy_records(from, from.row(row), to, records);
    if (from.plain_rows()) {
      to.added_plain_rows(1);
    } else {
      to.add_row(copy);
    }
    if (!from.row_ids.empty()) to.row_ids.push_back(from.row_ids[row]);
  }
  for (const RowErrors& errors : from.row_errors) {
    const auto row = std::ranges::lower_bound(rows, errors.row);
    if (row == rows.end() || *row != errors.row) continue;
    to.row_errors.push_back(errors);
    to.row_errors.back().row = static_cast<std::uint64_t>(row - rows.begin());
  }
}

}  // namespace

void take_sample(const Table& from, Table& to) {
  copy_settings(from, to);
  for (const auto& column : from.columns) copy_settings(*column, to.add_column(column->name, column->kind()));
  copy_rows(from, to);
}

void take_sample(const TableSet& from, TableSet& to) {
  copy_settings(from, to);
  for (const auto& table : from.tables) {
    take_sample(*table, *to.tables.emplace_back(std::make_unique<Table>()));
  }
}

}  // namespace dotwire::model

// Equal values that a row's writer did not take together, which tells what it keeps of them.
#include "formats/fast_serializer/row_reader.h"

namespace dotwire::fast_serializer {

using model::kChunkRows;
using model::Storage;
using model::ValueKind;

void RowReader::plan_neighbours() {
  neighbours_.clear();
  originals_.clear();
  for (std::uint32_t i = 0; i < columns_.size(); ++i) {
    if (!may_differ(columns_[i].kind) || columns_[i].computed) continue;
    originals_.push_back(i);
    if (i == 0 || !may_differ(columns_[i - 1].kind) || columns_[i - 1].computed) continue;
    const bool any = columns_[i - 1].kind == ValueKind::Object || columns_[i].kind == ValueKind::Object;
    if (any || columns_[i - 1].kind == columns_[i].kind) neighbours_.push_back(i);
  }
}

// A cell of the chunk that has been read.
Comparable RowReader::cell_of(const ReadColumn& column, std::size_t record) const {
  Comparable cell;
  if (!column.live || column.chunk->is_null(record)) return cell;
  if (column.objects != nullptr) return comparable_of(column.objects[record]);
  cell.kind = Comparable::Kind::Value;
  cell.value = column.kind;
  cell.bytes = column.bytes + record * column.width;
  return cell;
}

// Of the record before, which may be the last of a chunk.
Comparable RowReader::cell_before(const ReadColumn& column) const {
  if (record_ != 0) return cell_of(column, record_ - 1);
  Comparable cell;
  const auto last = static_cast<std::size_t>(base_ - 1);
  if (column.column->is_null(last)) return cell;
  if (column.column->storage() == Storage::Object) return comparable_of(column.column->object(last));
  cell.kind = Comparable::Kind::Value;
  cell.value = column.kind;
  cell.bytes = column.column->chunk(last / kChunkRows).bytes.data() + last % kChunkRows * column.width;
  return cell;
}

void RowReader::note_neighbours() {
  if (objects_.recorded().decimals == DecimalScale::Exact) return;
  for (const std::uint32_t i : neighbours_) {
    const ReadColumn& before = columns_[i - 1];
    const ReadColumn& column = columns_[i];
    if (!before.live || !column.live) continue;
    // Most rows end here: the values differ.
    const bool fixed = before.objects == nullptr && column.objects == nullptr;
    if (fixed && !is_equal(column.kind, before.at - before.width, column.at - column.width)) continue;
    objects_.note_neighbours(cell_of(before, record_), cell_of(column, record_));
  }
}

void RowReader::note_originals() {
  for (const std::uint32_t i : originals_) {
    objects_.note_neighbours(cell_before(columns_[i]), cell_of(columns_[i], record_));
  }
}

}  // namespace dotwire::fast_serializer

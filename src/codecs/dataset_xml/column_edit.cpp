#include "codecs/dataset_xml/column_edit.h"

#include <algorithm>
#include <cstring>

namespace dotwire::dataset_xml {

using model::Chunk;
using model::Column;

namespace {

Chunk& chunk_of(Column& column, std::uint64_t record) { return column.chunk(record / model::kChunkRows); }

void clear_null_bit(Chunk& chunk, std::size_t i) {
  if (!chunk.is_null(i)) return;
  if (chunk.nulls.empty()) {
    // The first null_count are the nulls.
    for (std::uint32_t n = 0; n < chunk.null_count; ++n) {
      if (n % 64 == 0) chunk.nulls.push_back(0);
      chunk.nulls[n / 64] |= std::uint64_t{1} << (n % 64);
    }
  }
  chunk.nulls[i / 64] &= ~(std::uint64_t{1} << (i % 64));
  --chunk.null_count;
}

}  // namespace

void remove_last(Column& column) {
  const std::uint64_t record = column.record_count() - 1;
  Chunk& chunk = chunk_of(column, record);
  const std::size_t i = record % model::kChunkRows;
  if (chunk.is_null(i) && chunk.nulls.empty()) {
    --chunk.null_count;  // all are null
  } else {
    clear_null_bit(chunk, i);
  }
  if (!chunk.is_bare()) {
    switch (column.storage()) {
      case model::Storage::Fixed: chunk.bytes.resize(i * column.width()); break;
      case model::Storage::Varying:
        chunk.bytes.resize(i == 0 ? 0 : chunk.ends[i - 1]);
        chunk.ends.resize(i);
        break;
      case model::Storage::Object: chunk.objects.resize(i); break;
    }
  }
  --chunk.size;
  column.added(~std::size_t{0});
}

void CellEdits::set(std::uint32_t index, std::uint64_t record, const Column& from, std::uint64_t from_record) {
  Column& column = *table_.columns[index];
  if (column.kind() != from.kind() || column.storage() == model::Storage::Object) return;
  Chunk& chunk = chunk_of(column, record);
  const std::size_t i = record % model::kChunkRows;
  const bool null = from.is_null(from_record);
  if (column.storage() == model::Storage::Varying) {
    const bool same = null ? chunk.is_null(i) : !chunk.is_null(i) && chunk.text(i) == from.text(from_record);
    if (!same) late_cells_.push_back({index, record, null, null ? std::string() : std::string(from.text(from_record))});
    return;
  }
  if (chunk.is_bare()) {
    if (null) return;
    chunk.bytes.resize(std::size_t{chunk.size} * column.width());
    std::memset(chunk.bytes.data(), 0, chunk.bytes.size());
  }
  std::uint8_t* const cell = chunk.bytes.data() + i * column.width();
  if (null) {
    if (!chunk.is_null(i)) chunk.set_null_bit(i);
    std::memset(cell, 0, column.width());
    return;
  }
  clear_null_bit(chunk, i);
  const Chunk& source = from.chunk(from_record / model::kChunkRows);
  std::memcpy(cell, source.bytes.data() + from_record % model::kChunkRows * from.width(), column.width());
}

// Text has no room to change in place: a column with such cells is made anew, once.
void CellEdits::apply() {
  std::stable_sort(late_cells_.begin(), late_cells_.end(), [](const LateCell& a, const LateCell& b) {
    return a.column != b.column ? a.column < b.column : a.record < b.record;
  });
  for (std::size_t at = 0; at < late_cells_.size();) {
    Column& column = *table_.columns[late_cells_[at].column];
    const std::uint32_t index = late_cells_[at].column;
    Column copy(column.name, column.kind());
    for (std::uint64_t record = 0; record < column.record_count(); ++record) {
      const LateCell* late = nullptr;
      while (at < late_cells_.size() && late_cells_[at].column == index && late_cells_[at].record == record) {
        late = &late_cells_[at++];
      }
      if (late != nullptr ? late->null : column.is_null(record)) {
        copy.append_null();
      } else {
        copy.append_text(late != nullptr ? std::string_view(late->text) : column.text(record));
      }
    }
    const std::uint64_t count = column.record_count();
    column.clear_records();
    for (std::uint64_t record = 0; record < count; ++record) {
      if (copy.is_null(record)) {
        column.append_null();
      } else {
        column.append_text(copy.text(record));
      }
    }
  }
  late_cells_.clear();
}

}  // namespace dotwire::dataset_xml

// The memory of the columns that rows are read into.
#include <algorithm>

#include "formats/fast_serializer/row_reader.h"

namespace dotwire::fast_serializer {

using model::Chunk;
using model::kChunkRows;
using model::Storage;

void RowReader::begin_chunk(std::uint64_t rows_left) {
  record_ = 0;
  // A modified row has two records.
  capacity_ = static_cast<std::size_t>(std::min<std::uint64_t>(kChunkRows, rows_left * 2));
  for (ReadColumn& column : columns_) column.live = false;
}

void RowReader::end_chunk() {
  for (ReadColumn& column : columns_) {
    if (!column.live) {
      column.column->append_nulls(record_);
      continue;
    }
    Chunk& chunk = *column.chunk;
    if (column.objects != nullptr) {
      chunk.objects.resize(record_);
    } else if (column.at != nullptr) {
      chunk.bytes.commit(column.at);
    }
    if (column.ends != nullptr) chunk.ends.resize(record_);
    if (const std::size_t numbered = chunk.identity.size(); numbered != 0) {
      chunk.identity.resize(record_);
      std::fill(chunk.identity.data() + std::min(numbered, record_), chunk.identity.data() + record_, 0U);
    }
    chunk.size = static_cast<std::uint32_t>(record_);
    column.column->added(record_ - column.first);
  }
  base_ += record_;
}

void RowReader::next_record(std::uint64_t rows_left) {
  end_chunk();
  begin_chunk(rows_left);
}

// From here on the column has memory in the chunk.
DOTWIRE_NOINLINE bool RowReader::make_live(ReadColumn& column) {
  const bool fixed = column.column->storage() == Storage::Fixed;
  const std::uint64_t cells = std::uint64_t{capacity_} * (fixed ? column.width : 8);
  if (!Budget::take(objects_.budget().memory, cells)) {
    failed_ = &column;
    fail(ErrorCode::LimitExceeded, body_, "table is larger than the limits allow");
    return false;
  }
  // Pages that one cell touches, and nulls that took no memory until now.
  constexpr std::uint64_t kPages = 8192;
  const std::uint64_t null_bytes =
      std::min(cells, kPages) + record_ * std::max<std::uint64_t>(column.width, sizeof(std::uint64_t));
  if (!Budget::take(objects_.budget().expansion, null_bytes)) {
    failed_ = &column;
    fail(ErrorCode::LimitExceeded, body_, "nulls grow beyond Limits::expansion");
    return false;
  }
  column.column->append_nulls(record_);
  Chunk& chunk = column.column->tail(capacity_ - record_);
  column.chunk = &chunk;
  column.first = static_cast<std::uint32_t>(record_);
  column.bytes = chunk.bytes.data();
  column.at = column.bytes + chunk.bytes.size();
  column.bytes_end = column.bytes + chunk.bytes.capacity();
  column.ends = column.column->storage() == Storage::Varying ? chunk.ends.data() : nullptr;
  column.objects = column.column->storage() == Storage::Object ? chunk.objects.data() : nullptr;
  column.live = true;
  return true;
}

DOTWIRE_NOINLINE void RowReader::make_room(ReadColumn& column, std::size_t size) {
  Buffer& bytes = column.chunk->bytes;
  if (column.at != nullptr) bytes.commit(column.at);
  column.at = bytes.reserve_more(size);
  column.bytes = bytes.data();
  column.bytes_end = column.bytes + bytes.capacity();
}

}  // namespace dotwire::fast_serializer

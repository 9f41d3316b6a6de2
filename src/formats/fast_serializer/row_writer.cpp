#include "formats/fast_serializer/row_writer.h"

#include <algorithm>
#include <cstring>

#include "base/byte_writer.h"
#include "base/check.h"
#include "base/try.h"
#include "formats/fast_serializer/flags.h"

namespace dotwire::fast_serializer {

using model::Chunk;
using model::kChunkRows;
using model::RowState;
using model::Storage;
using model::Table;
using model::ValueKind;

namespace {

constexpr std::uint64_t kNoChunk = ~std::uint64_t{0};
// Rows whose texts are looked up together.
constexpr std::size_t kBlockRows = 16;
// A value with the code and the length of a run.
constexpr std::size_t kCellRoom = kValueRoom + 6;

bool is_plain_kind(ValueKind kind) { return kind >= ValueKind::Boolean && kind <= ValueKind::Guid; }

}  // namespace

std::uint64_t written_record(const model::Row& row) {
  return row.state == RowState::Deleted ? row.original : row.current;
}

void RowWriter::plan(const Table& table) {
  table_ = &table;
  columns_.clear();
  failed_ = nullptr;
  error_ = {};
  chunk_ = kNoChunk;
  any_text_inline_ = false;
  block_size_ = 0;
  for (const auto& column : table.columns) {
    WriteColumn& made = columns_.emplace_back();
    made.kind = column->kind();
    made.computed = !column->expression.empty();
    made.plain = is_plain_kind(column->kind());
    made.width = static_cast<std::uint8_t>(column->width());
    made.column = column.get();
    if (encoder_.dialect() == Dialect::C && made.kind == ValueKind::String) any_text_inline_ = true;
  }
  for (std::size_t i = 0; i + 1 < columns_.size(); ++i) {
    const ValueKind kind = columns_[i].kind;
    const ValueKind next = columns_[i + 1].kind;
    columns_[i].may_be_equal = kind == next || kind == ValueKind::Object || next == ValueKind::Object;
  }
  fixed_room_ = 10 + columns_.size() * kCellRoom;
}

void RowWriter::enter(std::uint64_t index) {
  if (index == chunk_) return;
  chunk_ = index;
  block_size_ = 0;
  for (WriteColumn& column : columns_) {
    const Chunk& chunk = column.column->chunk(static_cast<std::size_t>(index));
    column.chunk = &chunk;
    column.bytes = chunk.bytes.data();
    column.ends = chunk.ends.empty() ? nullptr : chunk.ends.data();
    column.may_be_null = chunk.null_count != 0 || column.kind == ValueKind::Object;
  }
}

RowWriter::State RowWriter::state_of(const WriteColumn& column, std::size_t i) {
  if (column.computed) return State::Null;
  if (!column.may_be_null) [[likely]]
    return State::Value;
  if (column.kind == ValueKind::Object) return column.column->object(i) == nullptr ? State::DBNull : State::Value;
  // A null SqlType is a value like others.
  return column.chunk->is_null(i) && !model::is_sql(column.kind) ? State::DBNull : State::Value;
}

Status RowWriter::write(const Table& table, bool simple, bool omit_deleted_rows) {
  plan(table);
  const std::size_t rows = table.row_count();
  std::size_t written = rows;
  for (std::size_t i = 0; simple && !table.plain_rows() && i < rows; ++i) {
    if (table.row(i).state != RowState::Deleted) continue;
    if (!omit_deleted_rows) {
      Error error(ErrorCode::NotRepresentable, "the simple form holds no deleted rows");
      error.set_path("rows/[" + std::to_string(i) + "]");
      return error;
    }
    --written;
  }
  if (written > INT32_MAX) return Error(ErrorCode::NotRepresentable, "the Fast Serializer counts rows in an Int32");
  for (const auto& column : table.columns) {
    if (column->record_count() != table.record_count() || (table.plain_rows() && rows > column->record_count())) {
      return Error(ErrorCode::InvalidArgument, "column \"" + column->name + "\" has not a cell for every row");
    }
  }
  std::uint8_t* const at = encoder_.out().reserve_more(5);
  encoder_.out().commit(put_7bit(at, static_cast<std::uint32_t>(written)));
  if (table.plain_rows() && (table.row_errors.empty() || simple)) return write_plain_rows(rows, !simple);
  auto errors = table.row_errors.begin();
  for (std::size_t i = 0; i < rows; ++i) {
    while (errors != table.row_errors.end() && errors->row < i) ++errors;
    const bool has_errors = errors != table.row_errors.end() && errors->row == i;
    if (simple && row_of(i).state == RowState::Deleted) continue;
    Status status = write_listed_row(row_of(i), has_errors ? &*errors : nullptr, simple);
    if (!status.ok()) {
      status.error().prepend_path("rows/[" + std::to_string(i) + "]");
      return status;
    }
  }
  return {};
}

// The texts of the record and of those behind it, unless they are prepared.
void RowWriter::prepare_strings(std::size_t i) {
  if (i - block_ < block_size_ || columns_.empty()) return;
  block_ = i;
  block_size_ = std::min<std::size_t>(kBlockRows, columns_[0].chunk->size - i);
  for (WriteColumn& column : columns_) {
    if (column.kind != ValueKind::String || column.ends == nullptr || column.computed) continue;
    column.hashes.resize(block_size_);
    for (std::size_t k = 0; k < block_size_; ++k) column.hashes[k] = encoder_.prepare_string(column.text(i + k));
  }
}

Status RowWriter::write_plain_rows(std::size_t count, bool flags) {
  Buffer& out = encoder_.out();
  for (std::size_t first = 0; first < count; first += kChunkRows) {
    if (!columns_.empty()) enter(first / kChunkRows);
    const std::size_t rows = std::min(kChunkRows, count - first);
    for (std::size_t i = 0; i < rows; ++i) {
      prepare_strings(i);
      std::uint8_t* at = out.reserve_more(room_of(i) + 5);
      if (flags) *at++ = 0;
      at = put_body(at, i);
      if (at == nullptr) [[unlikely]]
        return cell_error(first + i);
      out.commit(at);
    }
  }
  return {};
}

Status RowWriter::cell_error(std::uint64_t row) {
  Error error = std::move(error_).error();
  error.prepend_path("rows/[" + std::to_string(row) + "]/current/" + failed_->column->name);
  return error;
}

Status RowWriter::write_record(std::uint64_t record) {
  if (!columns_.empty()) {
    DOTWIRE_CHECK(record < table_->record_count());
    enter(record / kChunkRows);
  }
  const auto i = static_cast<std::size_t>(record % kChunkRows);
  prepare_strings(i);
  std::uint8_t* at = encoder_.out().reserve_more(columns_.empty() ? 5 : room_of(i));
  at = put_body(at, i);
  if (at == nullptr) {
    Error error = std::move(error_).error();
    error.prepend_path("current/" + failed_->column->name);
    return error;
  }
  encoder_.out().commit(at);
  return {};
}

Status RowWriter::write_listed_row(const model::Row& row, const model::RowErrors* errors, bool simple) {
  std::uint8_t flags = 0;
  const bool modified = row.state == RowState::Modified;
  if (row.state == RowState::Deleted || modified) flags |= row_flag::kOld;
  if (row.state == RowState::Added || modified) flags |= row_flag::kNew;
  if (errors != nullptr && !errors->text.empty()) flags |= row_flag::kRowError;
  const auto has_text = [](const model::ColumnError& error) { return !error.text.empty(); };
  if (errors != nullptr && std::any_of(errors->columns.begin(), errors->columns.end(), has_text)) {
    flags |= row_flag::kColumnErrors;
  }
  if (!simple) encoder_.out().push_back(flags);
  DOTWIRE_TRY(write_record(written_record(row)));
  if (simple) return {};
  if (modified) {
    DOTWIRE_TRY(write_originals(row.current, row.original));
  }
  if ((flags & row_flag::kRowError) != 0) {
    DOTWIRE_TRY(objects_.write_string(errors->text));
  }
  return (flags & row_flag::kColumnErrors) != 0 ? write_errors(*errors) : Status();
}

Status RowWriter::write_errors(const model::RowErrors& errors) {
  std::vector<const model::ColumnError*> columns;
  for (const model::ColumnError& error : errors.columns) {
    if (!error.text.empty()) columns.push_back(&error);
  }
  std::ranges::stable_sort(columns, {}, [](const model::ColumnError* error) { return error->column; });
  ByteWriter(encoder_.out()).write_7bit(static_cast<std::uint32_t>(columns.size()));
  for (const model::ColumnError* error : columns) {
    ByteWriter(encoder_.out()).write_7bit(error->column);
    DOTWIRE_TRY(objects_.write_string(error->text));
  }
  return {};
}

std::size_t RowWriter::room_of(std::size_t i) const {
  std::size_t room = fixed_room_;
  if (!any_text_inline_) return room;
  for (const WriteColumn& column : columns_) {
    if (column.kind == ValueKind::String && column.ends != nullptr) room += column.text(i).size();
  }
  return room;
}

// Of a value that is equal to itself only: one for each object, as far as a payload said which are the same.
const void* RowWriter::identity_of(const WriteColumn& column, std::size_t i) {
  const model::Chunk& chunk = *column.chunk;
  const std::uint32_t number = i < chunk.identity.size() ? chunk.identity[i] : 0;
  if (number != 0) return reinterpret_cast<const void*>(std::uintptr_t{number});
  return chunk.ends.data() + i;
}

Comparable RowWriter::comparable(const WriteColumn& column, std::size_t i) const {
  Comparable made;
  if (column.kind == ValueKind::Object) {
    made = comparable_of(column.chunk->objects.empty() ? nullptr : column.chunk->objects[i]);
    if (made.kind == Comparable::Kind::Null) made.kind = Comparable::Kind::DBNull;
    return made;
  }
  made.kind = Comparable::Kind::Value;
  made.value = column.kind;
  if (!has_equality(column.kind)) {
    made.kind = Comparable::Kind::Identity;
    made.identity = identity_of(column, i);
  } else if (column.column->storage() == Storage::Varying) {
    made.text = column.chunk->text(i);
  } else if (!column.chunk->is_null(i)) {
    made.bytes = column.bytes + i * column.width;
  }
  return made;
}

bool RowWriter::equals_next(std::size_t j, std::size_t i) const {
  const WriteColumn& column = columns_[j];
  const WriteColumn& next = columns_[j + 1];
  if (state_of(next, i) != State::Value) return false;
  if (column.kind == ValueKind::String && next.kind == ValueKind::String) return column.text(i) == next.text(i);
  if (column.plain && next.plain && column.kind == next.kind) {
    const std::uint8_t* const a = column.bytes + i * column.width;
    const std::uint8_t* const b = next.bytes + i * next.width;
    const bool exact = encoder_.options().decimals == DecimalScale::Exact;
    return is_equal(column.kind, a, b) && (!exact || is_identical(column.kind, a, b));
  }
  return objects_.is_run(comparable(column, i), comparable(next, i));
}

std::uint8_t* RowWriter::put_run(std::uint8_t* at, Code code, Code sequence, std::size_t count) const {
  if (count == 1) return encoder_.put_code(at, code);
  return put_7bit(encoder_.put_code(at, sequence), static_cast<std::uint32_t>(count - 1));
}

std::uint8_t* RowWriter::put_body(std::uint8_t* at, std::size_t i) {
  const std::size_t count = columns_.size();
  at = put_7bit(at, static_cast<std::uint32_t>(count));
  for (std::size_t j = 0; j < count;) {
    const WriteColumn& column = columns_[j];
    const State state = state_of(column, i);
    std::size_t end = j + 1;
    if (state != State::Value) [[unlikely]] {
      while (end < count && state_of(columns_[end], i) == state) ++end;
      at = state == State::Null ? put_run(at, Code::Null, Code::NullSequence, end - j)
                                : put_run(at, Code::DBNull, Code::DBNullSequence, end - j);
      j = end;
      continue;
    }
    while (columns_[end - 1].may_be_equal && end < count && equals_next(end - 1, i)) ++end;
    if (end - j > 1) at = encoder_.put_code(at, Code::DuplicateValueSequence);
    at = put_cell(at, column, i);
    if (at == nullptr) [[unlikely]] {
      failed_ = &column;
      return nullptr;
    }
    if (end - j > 1) at = put_7bit(at, static_cast<std::uint32_t>(end - j - 1));
    j = end;
  }
  return at;
}

DOTWIRE_ALWAYS_INLINE std::uint8_t* RowWriter::put_cell(std::uint8_t* at, const WriteColumn& column, std::size_t i) {
  const std::uint8_t* const bytes = column.bytes + i * column.width;
  switch (column.kind) {
    case ValueKind::String:
      at = i - block_ < block_size_ ? encoder_.put_string(at, column.text(i), column.hashes[i - block_])
                                    : encoder_.put_string(at, column.text(i));
      break;
    case ValueKind::Int32: return encoder_.put_value(at, load<std::int32_t>(bytes));
    case ValueKind::Boolean: return encoder_.put_value(at, *bytes != 0);
    case ValueKind::Byte: return encoder_.put_value(at, *bytes);
    case ValueKind::SByte: return encoder_.put_value(at, load<std::int8_t>(bytes));
    case ValueKind::Char: at = encoder_.put_value(at, load<char16_t>(bytes)); break;
    case ValueKind::Decimal: return encoder_.put_value(at, load<Decimal>(bytes));
    case ValueKind::Double: return encoder_.put_value(at, load<double>(bytes));
    case ValueKind::Single: return encoder_.put_value(at, load<float>(bytes));
    case ValueKind::Int16: return encoder_.put_value(at, load<std::int16_t>(bytes));
    case ValueKind::Int64: return encoder_.put_value(at, load<std::int64_t>(bytes));
    case ValueKind::UInt16: return encoder_.put_value(at, load<std::uint16_t>(bytes));
    case ValueKind::UInt32: return encoder_.put_value(at, load<std::uint32_t>(bytes));
    case ValueKind::UInt64: return encoder_.put_value(at, load<std::uint64_t>(bytes));
    case ValueKind::TimeSpan: return encoder_.put_value(at, load<TimeSpan>(bytes));
    case ValueKind::DateTime: return objects_.put_date(at, load<DateTime>(bytes));
    case ValueKind::Guid: return encoder_.put_value(at, load<Guid>(bytes));
    default: return put_complex(at, column, i);
  }
  return at;
}

std::uint8_t* RowWriter::put_complex(std::uint8_t* at, const WriteColumn& column, std::size_t i) {
  Buffer& out = encoder_.out();
  out.commit(at);
  switch (column.kind) {
    case ValueKind::Bytes: error_ = objects_.write_bytes(column.chunk->text(i)); break;
    case ValueKind::Chars: error_ = objects_.write_chars(column.chunk->text(i)); break;
    case ValueKind::Type: error_ = objects_.write_type(column.chunk->text(i)); break;
    case ValueKind::Object: error_ = objects_.write(column.chunk->objects[i], table_->graph()); break;
    default: {
      dataset_binary::CellView cell;
      cell.kind = column.kind;
      cell.null = column.chunk->is_null(i);
      if (column.column->storage() == Storage::Varying) {
        cell.text = column.chunk->text(i);
      } else {
        static constexpr std::uint8_t kZero[32]{};
        cell.fixed = column.bytes == nullptr ? kZero : column.bytes + i * column.width;
      }
      error_ = objects_.write_payload(cell);
    }
  }
  return error_.ok() ? out.reserve_more(room_of(i)) : nullptr;
}

// table-formats.md 4.8, second array of a pair. An array that is the same byte by byte counts as the same object.
Status RowWriter::write_originals(std::uint64_t current, std::uint64_t original) {
  const std::size_t count = columns_.size();
  if (count == 0) return {};
  DOTWIRE_CHECK(current < table_->record_count() && original < table_->record_count());
  // Which columns are as in the current version.
  std::vector<bool> same(count);
  enter(current / kChunkRows);
  const std::vector<WriteColumn> now = columns_;
  const auto here = static_cast<std::size_t>(current % kChunkRows);
  enter(original / kChunkRows);
  const auto i = static_cast<std::size_t>(original % kChunkRows);
  for (std::size_t j = 0; j < count; ++j) {
    const State state = state_of(columns_[j], i);
    if (state != state_of(now[j], here)) continue;
    const bool as_text = !has_equality(columns_[j].kind) && columns_[j].kind != ValueKind::Object;
    same[j] =
        state != State::Value || (as_text ? columns_[j].chunk->text(i) == now[j].chunk->text(here)
                                          : objects_.is_run(comparable(columns_[j], i), comparable(now[j], here)));
  }
  std::uint8_t* at = encoder_.out().reserve_more(room_of(i));
  for (std::size_t j = 0; j < count;) {
    std::size_t end = j + 1;
    if (same[j]) {
      while (end < count && same[end]) ++end;
      at = put_run(at, Code::DuplicateValue, Code::DuplicateValueSequence, end - j);
      j = end;
      continue;
    }
    const State state = state_of(columns_[j], i);
    if (state != State::Value) {
      while (end < count && state_of(columns_[end], i) == state) ++end;
      at = state == State::Null ? put_run(at, Code::Null, Code::NullSequence, end - j)
                                : put_run(at, Code::DBNull, Code::DBNullSequence, end - j);
      j = end;
      continue;
    }
    at = put_cell(at, columns_[j], i);
    if (at == nullptr) {
      Error error = std::move(error_).error();
      error.prepend_path("original/" + columns_[j].column->name);
      return error;
    }
    j = end;
  }
  encoder_.out().commit(at);
  return {};
}

}  // namespace dotwire::fast_serializer

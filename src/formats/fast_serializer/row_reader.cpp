#include "formats/fast_serializer/row_reader.h"

#include <algorithm>
#include <cstring>

#include "base/copy_text.h"
#include "base/try.h"
#include "base/unicode.h"
#include "formats/fast_serializer/flags.h"
#include "formats/fast_serializer/value_kinds.h"

namespace dotwire::fast_serializer {

using model::Chunk;
using model::Column;
using model::kChunkRows;
using model::kNoRecord;
using model::RowState;
using model::Storage;
using model::ValueKind;

std::nullptr_t RowReader::fail(ErrorCode code, const std::uint8_t* at, std::string message) {
  return fail(Error(code, decoder_.offset_of(at), std::move(message)));
}

std::nullptr_t RowReader::fail(Error error) {
  error_ = std::move(error);
  return nullptr;
}

Status RowReader::read(const std::uint8_t*& at, model::Table& table, bool simple) {
  const std::uint8_t* const start = at;
  std::uint32_t rows = 0;
  at = decoder_.decode_count(at, rows);
  if (at == nullptr) return decoder_.error();
  const std::size_t least = simple ? 1 : 2;
  if (rows > INT32_MAX) return Error(ErrorCode::Malformed, decoder_.offset_of(start), "count of rows is negative");
  if (rows > static_cast<std::size_t>(decoder_.end() - at) / least) {
    return Error(ErrorCode::Truncated, decoder_.offset_of(start), "the input cannot hold so many rows");
  }
  if (!Budget::take(objects_.budget().objects, rows)) {
    return Error(ErrorCode::LimitExceeded, decoder_.offset_of(start), "more rows than the limits allow");
  }
  table_ = &table;
  columns_.clear();
  for (const auto& column : table.columns) {
    ReadColumn& made = columns_.emplace_back();
    made.kind = column->kind();
    made.code = code_of(column->kind());
    made.width = static_cast<std::uint8_t>(column->width());
    made.computed = !column->expression.empty();
    made.column = column.get();
  }
  plan_neighbours();
  base_ = plain_rows_ = 0;
  explicit_ = false;
  failed_ = nullptr;
  error_.reset();
  begin_chunk(rows);
  for (std::uint32_t row = 0; row < rows; ++row) {
    if (record_ == kChunkRows) next_record(rows - row);
    if (simple) {
      at = read_body(at);
      if (at != nullptr) add_row(RowState::Unchanged, record_, record_);
    } else if (at != decoder_.end() && *at == 0) [[likely]] {
      at = read_body(at + 1);
      if (at != nullptr) add_row(RowState::Unchanged, record_, record_);
    } else {
      at = read_flagged_row(at, row, rows - row);
    }
    if (at == nullptr) [[unlikely]] {
      set_path(row);
      return std::move(*error_);
    }
    ++record_;
  }
  end_chunk();
  if (!explicit_) table.added_plain_rows(plain_rows_);
  return {};
}

void RowReader::set_path(std::uint64_t row) {
  std::string path = "rows/[" + std::to_string(row) + "]";
  if (failed_ != nullptr) path += "/" + failed_->column->name;
  if (error_->path().empty()) error_->set_path(std::move(path));
}

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

void RowReader::add_row(RowState state, std::uint64_t original, std::uint64_t current) {
  if (!explicit_) {
    if (state == RowState::Unchanged) {
      ++plain_rows_;
      return;
    }
    explicit_ = true;
    // Each of the rows so far is its record.
    for (std::uint64_t i = 0; i < plain_rows_; ++i) table_->add_row({RowState::Unchanged, i, i, kNoRecord});
  }
  const auto of = [this](std::uint64_t record) { return record == kNoRecord ? kNoRecord : base_ + record; };
  table_->add_row({state, of(original), of(current), kNoRecord});
}

const std::uint8_t* RowReader::read_flagged_row(const std::uint8_t* at, std::uint64_t row, std::uint64_t rows_left) {
  const std::uint8_t* const start = at;
  std::uint32_t flags = 0;
  at = decoder_.decode_count(at, flags);
  if (at == nullptr) return fail_decoder();
  if ((flags & ~row_flag::kAll) != 0) return fail(ErrorCode::Malformed, start, "flags of a row are none of its bits");
  at = read_body(at);
  if (at == nullptr) return nullptr;
  switch (flags & (row_flag::kOld | row_flag::kNew)) {
    case 0: add_row(RowState::Unchanged, record_, record_); break;
    case row_flag::kNew: add_row(RowState::Added, kNoRecord, record_); break;
    case row_flag::kOld: add_row(RowState::Deleted, record_, kNoRecord); break;
    default: {
      const std::uint64_t current = base_ + record_;
      ++record_;
      if (record_ == kChunkRows) next_record(rows_left);
      at = read_originals(at);
      if (at == nullptr) return nullptr;
      add_row(RowState::Modified, record_, record_);
      model::Row both = table_->row(table_->row_count() - 1);
      both.current = current;
      table_->set_row(table_->row_count() - 1, both);
    }
  }
  return (flags & (row_flag::kRowError | row_flag::kColumnErrors)) != 0 ? read_errors(at, flags, row) : at;
}

const std::uint8_t* RowReader::read_errors(const std::uint8_t* at, std::uint32_t flags, std::uint64_t row) {
  model::RowErrors errors{row, {}, {}};
  if ((flags & row_flag::kRowError) != 0) {
    Result<std::string_view> text = objects_.read_string(at);
    if (!text.ok()) return fail(std::move(text).error());
    errors.text = *text;
  }
  if ((flags & row_flag::kColumnErrors) != 0) {
    const std::uint8_t* const start = at;
    std::uint32_t count = 0;
    at = decoder_.decode_count(at, count);
    if (at == nullptr) return fail_decoder();
    if (count > columns_.size()) return fail(ErrorCode::Malformed, start, "more columns in error than there are");
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint8_t* const ordinal_at = at;
      std::uint32_t column = 0;
      at = decoder_.decode_count(at, column);
      if (at == nullptr) return fail_decoder();
      if (column >= columns_.size()) return fail(ErrorCode::Malformed, ordinal_at, "ordinal of a column is too large");
      Result<std::string_view> text = objects_.read_string(at);
      if (!text.ok()) return fail(std::move(text).error());
      errors.columns.push_back({column, std::string(*text)});
    }
  }
  table_->row_errors.push_back(std::move(errors));
  return at;
}

const std::uint8_t* RowReader::read_body(const std::uint8_t* at) {
  const std::uint8_t* const start = body_ = at;
  std::uint32_t length = 0;
  at = decoder_.decode_count(at, length);
  if (at == nullptr) return fail_decoder();
  if (length > columns_.size()) [[unlikely]]
    return fail(ErrorCode::Malformed, start, "row has more values than the table has columns");
  if (length != columns_.size() && objects_.is_guessing()) [[unlikely]]
    return fail(ErrorCode::Malformed, start, "row has not a value for each column");
  for (std::size_t i = 0; i < length;) {
    if (at == decoder_.end()) [[unlikely]]
      return fail(ErrorCode::Truncated, at, "the input ends inside a row");
    ReadColumn& column = columns_[i];
    if (column.kind == ValueKind::String && *at < 0x80) {
      at = put_token(at, column);
      ++i;
    } else {
      at = read_element(at, i, length);
    }
    if (at == nullptr) [[unlikely]] {
      if (failed_ == nullptr) failed_ = &column;
      return nullptr;
    }
  }
  body_length_ = length;
  if (!put_missing(length, start)) return nullptr;
  if (!neighbours_.empty()) note_neighbours();
  return at;
}

DOTWIRE_ALWAYS_INLINE const std::uint8_t* RowReader::put_token(const std::uint8_t* at, ReadColumn& column) {
  std::string_view text;
  const std::uint8_t* const end = decoder_.decode_token(at + 1, *at, text);
  if (end == nullptr) [[unlikely]]
    return fail_decoder();
  return put_text(column, text, at, true) ? end : nullptr;
}

DOTWIRE_ALWAYS_INLINE bool RowReader::put_text(ReadColumn& column, std::string_view text, const std::uint8_t* at,
                                               bool check) {
  if (!column.live && !make_live(column)) [[unlikely]]
    return false;
  if (!Budget::take(objects_.budget().expansion, text.size())) [[unlikely]] {
    fail(ErrorCode::LimitExceeded, at, "texts grow beyond Limits::expansion");
    return false;
  }
  if (static_cast<std::size_t>(column.bytes_end - column.at) < text.size()) [[unlikely]]
    make_room(column, text.size());
  if (!copy_text(column.at, reinterpret_cast<const std::uint8_t*>(text.data()), text.size()) && check &&
      !is_valid_utf8(text)) [[unlikely]] {
    fail(ErrorCode::Malformed, at, "string is not UTF-8");
    return false;
  }
  column.at += text.size();
  column.ends[record_] = column.size();
  return true;
}

DOTWIRE_NOINLINE void RowReader::make_room(ReadColumn& column, std::size_t size) {
  Buffer& bytes = column.chunk->bytes;
  if (column.at != nullptr) bytes.commit(column.at);
  column.at = bytes.reserve_more(size);
  column.bytes = bytes.data();
  column.bytes_end = column.bytes + bytes.capacity();
}

bool RowReader::put_fixed(ReadColumn& column, const void* bytes) {
  if (!column.live && !make_live(column)) return false;
  std::memcpy(column.at, bytes, column.width);
  column.at += column.width;
  return true;
}

void RowReader::put_null(ReadColumn& column) {
  if (!column.live) return;
  column.chunk->set_null_bit(record_);
  if (column.objects != nullptr) {
    column.objects[record_] = nullptr;
  } else if (column.ends != nullptr) {
    column.ends[record_] = column.size();
  } else {
    std::memset(column.at, 0, column.width);
    column.at += column.width;
  }
}

// A value of several that one code stands for. Texts are counted where they are put.
bool RowReader::take_repeat(const ReadColumn& column, const std::uint8_t* at) {
  if (Budget::take(objects_.budget().expansion, std::max<std::uint64_t>(column.width, sizeof(std::uint64_t)))) {
    return true;
  }
  fail(ErrorCode::LimitExceeded, at, "runs grow beyond Limits::expansion");
  return false;
}

// A null of several that one code stands for, or of a row that ends early.
bool RowReader::put_run_null(ReadColumn& column, const std::uint8_t* at) {
  const std::uint64_t bytes = column.live ? std::max<std::uint64_t>(column.width, sizeof(std::uint64_t)) : 1;
  if (!Budget::take(objects_.budget().expansion, bytes)) {
    fail(ErrorCode::LimitExceeded, at, "nulls grow beyond Limits::expansion");
    return false;
  }
  put_null(column);
  return true;
}

bool RowReader::put_missing(std::size_t first, const std::uint8_t* at) {
  for (std::size_t i = first; i < columns_.size(); ++i) {
    if (!put_run_null(columns_[i], at)) return false;
  }
  return true;
}

// The cell of the record before.
bool RowReader::put_copy(ReadColumn& column, const std::uint8_t* at) {
  if (record_ == 0) {
    const Column& from = *column.column;
    const auto last = static_cast<std::size_t>(base_ - 1);
    if (from.is_null(last)) return put_null(column), true;
    if (from.storage() == Storage::Varying) return put_text(column, from.text(last), at, false);
    if (from.storage() == Storage::Object) {
      if (!column.live && !make_live(column)) return false;
      column.objects[0] = from.object(last);
      return true;
    }
    return put_fixed(column, from.chunk(last / kChunkRows).bytes.data() + (last % kChunkRows) * column.width);
  }
  if (!column.live || column.chunk->is_null(record_ - 1)) return put_null(column), true;
  if (column.objects != nullptr) {
    column.objects[record_] = column.objects[record_ - 1];
    return true;
  }
  if (column.ends == nullptr) return put_fixed(column, column.at - column.width);
  const std::uint64_t start = record_ == 1 ? 0 : column.ends[record_ - 2];
  const auto size = static_cast<std::size_t>(column.ends[record_ - 1] - start);
  if (static_cast<std::size_t>(column.bytes_end - column.at) < size) make_room(column, size);
  return put_text(column, {reinterpret_cast<const char*>(column.bytes + start), size}, at, false);
}

// A run's code and length: elements from `column` on.
const std::uint8_t* RowReader::read_run(const std::uint8_t* at, std::size_t column, std::size_t length,
                                        std::size_t& count) {
  const std::uint8_t* const start = at;
  std::uint32_t more = 0;
  at = decoder_.decode_count(at, more);
  if (at == nullptr) return fail_decoder();
  if (more >= length - column) return fail(ErrorCode::Malformed, start, "a run is longer than what is left of its row");
  count = std::size_t{more} + 1;
  return at;
}

const std::uint8_t* RowReader::read_element(const std::uint8_t* at, std::size_t& i, std::size_t length) {
  ReadColumn& column = columns_[i];
  const Code code = decoder_.code_at(at);
  std::size_t count = 1;
  switch (code) {
    case Code::Null:
    case Code::DBNull:
    case Code::NullSequence:
    case Code::DBNullSequence: {
      ++at;
      if (code == Code::NullSequence || code == Code::DBNullSequence) {
        at = read_run(at, i, length, count);
        if (at == nullptr) return nullptr;
      }
      for (const std::size_t end = i + count; i < end; ++i) {
        const bool is_null = code == Code::Null || code == Code::NullSequence;
        if (is_null && !columns_[i].computed) {
          if (objects_.is_guessing()) return fail(ErrorCode::Malformed, at, "a null reference in a cell");
          ++objects_.recorded().null_references;
        }
        if (count == 1) {
          put_null(columns_[i]);
        } else if (!put_run_null(columns_[i], at)) {
          return nullptr;
        }
      }
      return at;
    }
    case Code::DuplicateValueSequence: {
      const std::uint8_t* const value_at = at + 1;
      at = put_value(value_at, column);
      if (at == nullptr) return nullptr;
      at = read_run(at, i, length, count);
      if (at == nullptr) return nullptr;
      // Where it is written again the first of its kind is a token as any.
      for (std::size_t k = 1; k < count; ++k) {
        failed_ = &columns_[i + k];
        if (!take_repeat(columns_[i + k], value_at)) return nullptr;
        if (put_value(value_at, columns_[i + k]) == nullptr) return nullptr;
      }
      failed_ = nullptr;
      i += count;
      return at;
    }
    default: ++i; return put_value(at, column);
  }
}

const std::uint8_t* RowReader::read_originals(const std::uint8_t* at) {
  const std::size_t length = body_length_;
  for (std::size_t i = 0; i < length;) {
    if (at == decoder_.end()) return fail(ErrorCode::Truncated, at, "the input ends inside a row");
    const std::uint8_t* const start = at;
    const Code code = decoder_.code_at(at);
    failed_ = &columns_[i];
    if (code != Code::DuplicateValue && code != Code::DuplicateValueSequence) {
      at = read_element(at, i, length);
      if (at == nullptr) return nullptr;
      continue;
    }
    std::size_t count = 1;
    ++at;
    if (code == Code::DuplicateValueSequence) {
      at = read_run(at, i, length, count);
      if (at == nullptr) return nullptr;
    }
    for (const std::size_t end = i + count; i < end; ++i) {
      if (count != 1 && !take_repeat(columns_[i], start)) return nullptr;
      if (!put_copy(columns_[i], start)) return nullptr;
    }
  }
  failed_ = nullptr;
  if (!put_missing(length, at)) return nullptr;
  note_originals();
  return at;
}

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

const std::uint8_t* RowReader::put_value(const std::uint8_t* at, ReadColumn& column) {
  if (column.code == Code::Null) {
    Result<Element> element = objects_.read(at, table_->graph());
    if (!element.ok()) return fail(std::move(element).error());
    if (element->kind != ElementKind::Node) return put_null(column), at;
    if (!column.live && !make_live(column)) return nullptr;
    column.objects[record_] = element->node;
    return at;
  }
  Value value;
  const std::uint8_t* const end = decoder_.decode(at, value);
  if (end == nullptr) return fail_decoder();
  objects_.note(value);
  if (value.code == Code::DateTime && column.code == Code::OptimizedDateTime) {
    Result<DateTime> date = objects_.date_of(value, at);
    if (!date.ok()) return fail(std::move(date).error());
    value.set(Code::OptimizedDateTime, *date);
  }
  if (value.code != column.code) {
    return fail(ErrorCode::TypeMismatch, at,
                "a value of the form " + std::string(name_of(decoder_.code_at(at))) + " in a column of type " +
                    column.column->type_name);
  }
  if (column.code == Code::String) return put_text(column, value.text, at, true) ? end : nullptr;
  if (column.width != 0 && column.code != Code::Other) return put_fixed(column, value.bytes) ? end : nullptr;
  return put_complex(end, column, value);
}

const std::uint8_t* RowReader::put_complex(const std::uint8_t* at, ReadColumn& column, const Value& value) {
  const std::uint8_t* const start = at - 1;
  if (value.code == Code::Other) return put_payload(at, column);
  if (value.code == Code::Type) {
    Result<std::string_view> type = objects_.read_string(at);
    if (!type.ok()) return fail(std::move(type).error());
    return put_text(column, *type, start, false) ? at : nullptr;
  }
  std::uint32_t count = 0;
  at = decoder_.decode_count(at, count);
  if (at == nullptr) return fail_decoder();
  if (count > INT32_MAX) return fail(ErrorCode::Malformed, start, "length of an array is negative");
  std::string_view text;
  if (value.code == Code::ByteArray) {
    Bytes bytes;
    at = decoder_.decode_raw(at, count, bytes);
    text = as_text(bytes);
  } else {
    at = decoder_.decode_units(at, count, text);
  }
  if (at == nullptr) return fail_decoder();
  return put_text(column, text, start, false) ? at : nullptr;
}

const std::uint8_t* RowReader::put_payload(const std::uint8_t* at, ReadColumn& column) {
  const std::uint8_t* const start = at - 1;
  dataset_binary::Value value;
  const Status status = objects_.read_payload_value(at, value);
  if (!status.ok()) return fail(Error(status.error().code(), status.error().offset(), status.error().message()));
  if (value.kind != column.kind) {
    return fail(ErrorCode::TypeMismatch, start,
                "an object of another type in a column of type " + column.column->type_name);
  }
  if (value.null) return put_null(column), at;
  if (column.column->storage() == Storage::Varying) return put_text(column, value.text, start, true) ? at : nullptr;
  return put_fixed(column, value.fixed) ? at : nullptr;
}

}  // namespace dotwire::fast_serializer

#include "formats/fast_serializer/row_reader.h"

#include <algorithm>
#include <cstring>

#include "base/copy_text.h"
#include "base/try.h"
#include "base/unicode.h"
#include "formats/fast_serializer/flags.h"
#include "formats/fast_serializer/value_kinds.h"

namespace dotwire::fast_serializer {

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

// What is equal to itself only is one object in all of these.
void RowReader::note_one_object(std::size_t first, std::size_t count) {
  ++last_object_;
  for (std::size_t i = first; i < first + count; ++i) {
    if (columns_[i].chunk == nullptr || columns_[i].column->storage() != Storage::Varying) continue;
    model::PodArray<std::uint32_t>& identity = columns_[i].chunk->identity;
    const std::size_t before = identity.size();
    identity.resize(record_ + 1);
    std::fill(identity.data() + std::min<std::size_t>(before, record_), identity.data() + record_, 0U);
    identity[record_] = last_object_;
  }
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
      if (!has_equality(column.kind) && column.column->storage() == Storage::Varying) note_one_object(i, count);
      failed_ = nullptr;
      i += count;
      return at;
    }
    default: ++i; return put_value(at, column);
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

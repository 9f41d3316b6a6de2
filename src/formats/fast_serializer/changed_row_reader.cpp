// Rows that are not as they were accepted: their flags, original values and errors (table-formats.md 4.9, rows block).
#include "formats/fast_serializer/flags.h"
#include "formats/fast_serializer/row_reader.h"

namespace dotwire::fast_serializer {

using model::kChunkRows;
using model::kNoRecord;
using model::RowState;

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

}  // namespace dotwire::fast_serializer

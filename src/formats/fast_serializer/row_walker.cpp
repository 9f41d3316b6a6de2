#include "formats/fast_serializer/row_walker.h"

#include "base/try.h"
#include "formats/fast_serializer/flags.h"
#include "formats/fast_serializer/value_kinds.h"

namespace dotwire::fast_serializer {

Result<bool> RowWalker::walk(const std::uint8_t*& at, const model::Table* table, bool simple, RowVisitor& visitor) {
  table_ = table;
  const std::uint8_t* const start = at;
  std::uint32_t flags = 0;
  if (!simple) {
    DOTWIRE_TRY(flags, read_count(at));
    if ((flags & ~row_flag::kAll) != 0) {
      return error_at(start, ErrorCode::Malformed, "flags of a row are none of its bits");
    }
  }
  const std::uint8_t* const length_at = at;
  DOTWIRE_TRY(const std::uint32_t length, read_count(at));
  if (table != nullptr && length > table->columns.size()) {
    return error_at(length_at, ErrorCode::Malformed, "row has more values than the table has columns");
  }
  if (table != nullptr && length != table->columns.size() && objects_.is_guessing()) {
    return error_at(length_at, ErrorCode::Malformed, "row has not a value for each column");
  }
  if (!visitor.visit_row(start, at, flags, length)) return false;
  DOTWIRE_TRY(bool more, walk_values(at, length, false, visitor));
  constexpr std::uint32_t kModified = row_flag::kOld | row_flag::kNew;
  if (more && (flags & kModified) == kModified) {
    DOTWIRE_TRY(more, walk_values(at, length, true, visitor));
  }
  return more ? walk_errors(at, flags, visitor) : more;
}

Result<bool> RowWalker::walk_values(const std::uint8_t*& at, std::uint32_t length, bool originals,
                                    RowVisitor& visitor) {
  RowValue element;
  element.original = originals;
  for (element.column = 0; element.column < length; element.column += element.count) {
    in_value_ = true;
    column_ = element.column;
    if (at == decoder_.end()) return error_at(at, ErrorCode::Truncated, "the input ends inside a row");
    element.start = at;
    element.byte = *at;
    element.code = decoder_.code_at(at);
    element.count = 1;
    DOTWIRE_TRY(read_element(at, length, element));
    element.end = at;
    in_value_ = false;
    if (!visitor.visit_value(element)) return false;
  }
  return true;
}

Status RowWalker::read_element(const std::uint8_t*& at, std::uint32_t length, RowValue& element) {
  switch (element.code) {
    case Code::Null:
    case Code::DBNull: ++at; return {};
    case Code::DuplicateValue:
      if (!element.original) break;
      ++at;
      return {};
    case Code::NullSequence:
    case Code::DBNullSequence:
    case Code::DuplicateValueSequence: {
      ++at;
      const bool has_value = element.code == Code::DuplicateValueSequence && !element.original;
      const std::uint8_t* const value_at = at;
      if (has_value) {
        DOTWIRE_TRY(read_value(at, element));
      }
      const std::uint8_t* const run_at = at;
      DOTWIRE_TRY(const std::uint32_t more, read_count(at));
      if (more >= length - element.column) {
        return error_at(run_at, ErrorCode::Malformed, "a run is longer than what is left of its row");
      }
      element.count = std::uint64_t{more} + 1;
      if (!has_value || table_ == nullptr) return {};
      if (!Budget::take(budget_.expansion, more)) {
        return error_at(run_at, ErrorCode::LimitExceeded, "runs grow beyond Limits::expansion");
      }
      for (std::uint64_t i = 1; i < element.count; ++i) {
        DOTWIRE_TRY(check_type(value_at, element.value.code, element.column + i));
      }
      return {};
    }
    default: break;
  }
  return read_value(at, element);
}

Status RowWalker::read_value(const std::uint8_t*& at, RowValue& element) {
  const std::uint8_t* const start = at;
  const std::uint8_t* const end = decoder_.decode(at, element.value);
  if (end == nullptr) return decoder_.error();
  const Code code = element.value.code;
  DOTWIRE_TRY(check_type(start, code, element.column));
  const bool is_simple = code == Code::String || code == Code::DateTime || code == Code::OptimizedDateTime ||
                         kind_of(code) != model::ValueKind::None;
  if (!is_simple) return skip_object(at);
  at = end;
  return {};
}

// As the reader, which gives each column values of its own type.
Status RowWalker::check_type(const std::uint8_t* at, Code code, std::uint64_t column) const {
  // Names of types may be missing.
  if (table_ == nullptr || decoder_.is_damaged()) return {};
  const Code wanted = code_of(table_->columns[column]->kind());
  if (wanted == Code::Null || code == wanted || (code == Code::DateTime && wanted == Code::OptimizedDateTime)) {
    return {};
  }
  return error_at(at, ErrorCode::TypeMismatch,
                  "a value of the form " + std::string(name_of(decoder_.code_at(at))) + " in a column of type " +
                      table_->columns[column]->type_name);
}

// Memory is free again after each value; what runs cost in time is not.
void RowWalker::renew_budget() {
  const std::uint64_t expansion = budget_.expansion;
  budget_ = Budget(limits_);
  budget_.expansion = expansion;
}

Status RowWalker::skip_object(const std::uint8_t*& at) {
  renew_budget();
  recorded_.forms.clear();
  model::Graph graph;
  DOTWIRE_TRY(objects_.read(at, graph));
  return {};
}

Result<bool> RowWalker::walk_errors(const std::uint8_t*& at, std::uint32_t flags, RowVisitor& visitor) {
  if ((flags & row_flag::kRowError) != 0) {
    const std::uint8_t* const start = at;
    DOTWIRE_TRY(const std::string_view text, read_text(at));
    if (!visitor.visit_row_error(start, at, text)) return false;
  }
  if ((flags & row_flag::kColumnErrors) == 0) return true;
  const std::uint8_t* const start = at;
  DOTWIRE_TRY(const std::uint32_t count, read_count(at));
  if (table_ != nullptr && count > table_->columns.size()) {
    return error_at(start, ErrorCode::Malformed, "more columns in error than there are");
  }
  if (!visitor.visit_column_error_count(start, at, count)) return false;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint8_t* const error_start = at;
    DOTWIRE_TRY(const std::uint32_t column, read_count(at));
    if (table_ != nullptr && column >= table_->columns.size()) {
      return error_at(error_start, ErrorCode::Malformed, "ordinal of a column is too large");
    }
    DOTWIRE_TRY(const std::string_view text, read_text(at));
    if (!visitor.visit_column_error(error_start, at, column, text)) return false;
  }
  return true;
}

Result<std::uint32_t> RowWalker::read_count(const std::uint8_t*& at) {
  std::uint32_t value = 0;
  const std::uint8_t* const end = decoder_.decode_count(at, value);
  if (end == nullptr) return decoder_.error();
  at = end;
  return value;
}

Result<std::string_view> RowWalker::read_text(const std::uint8_t*& at) {
  renew_budget();
  return objects_.read_string(at);
}

}  // namespace dotwire::fast_serializer

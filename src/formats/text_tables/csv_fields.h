// CSV (RFC 4180) field by field, in one pass over memory.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "dotwire/format.h"
#include "dotwire/result.h"

namespace dotwire::text_tables {

struct CsvField {
  std::string_view text;  // until the next call
  bool quoted = false;
  bool ends_row = false;
};

// What the setting "separator" stands for.
char csv_separator(const Options& options);

// Rows end with LF or CR LF, or with the input. Errors are Malformed, with byte, line and column: a quote inside a
// field without quotes, something behind a closing quote, a field that is not closed, a CR alone.
class CsvFields {
 public:
  explicit CsvFields(std::span<const std::uint8_t> input, char separator = ',')
      : input_(input), separator_(separator) {}

  bool at_end() const { return at_ == input_.size(); }
  // There is one: not at_end(), or a separator came last.
  Status next(CsvField& field);
  // At the start of the field that next() gave last.
  Error field_error(std::string message, ErrorCode code = ErrorCode::Malformed) const {
    return error_at(start_, start_line_, start_line_start_, std::move(message), code);
  }

 private:
  static Error error_at(std::size_t offset, std::uint32_t line, std::size_t line_start, std::string message,
                        ErrorCode code = ErrorCode::Malformed);
  Error error_here(std::string message) const { return error_at(at_, line_, line_start_, std::move(message)); }
  Status next_quoted(CsvField& field);
  Status end_field(CsvField& field);

  std::span<const std::uint8_t> input_;
  char separator_;
  std::size_t at_ = 0;
  std::size_t start_ = 0;
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
  std::size_t start_line_start_ = 0;
  std::uint32_t start_line_ = 1;
  std::string unquoted_;
};

}  // namespace dotwire::text_tables

// What went wrong, where, and why. One pointer wide, so that a Result costs no more than its value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace dotwire {

enum class ErrorCode : std::uint8_t {
  Truncated,         // the input ends inside a value
  Malformed,         // the input breaks a rule of its format
  LimitExceeded,     // the input is larger or deeper than Limits allow
  Unsupported,       // well formed, but of a kind this call does not handle
  UnknownFormat,     // none of the known formats
  TypeMismatch,      // the content does not fit the type asked for
  OutOfRange,        // a value lies outside what its type holds
  NotRepresentable,  // the target format cannot hold this value
  InvalidArgument,   // the caller's mistake
  Io,                // reading or writing a file failed
};

std::string_view to_string(ErrorCode code);

class Error {
 public:
  static constexpr std::uint64_t kNoOffset = ~std::uint64_t{0};

  Error(ErrorCode code, std::uint64_t offset, std::string message);
  Error(ErrorCode code, std::string message) : Error(code, kNoOffset, std::move(message)) {}

  ErrorCode code() const { return detail_->code; }

  // Byte where the bad value starts, counted from the start of the document; kNoOffset where there is no input.
  std::uint64_t offset() const { return detail_->offset; }
  bool has_offset() const { return detail_->offset != kNoOffset; }

  // Line and column from 1 in text formats, otherwise 0. Columns count bytes.
  std::uint32_t line() const { return detail_->line; }
  std::uint32_t column() const { return detail_->column; }

  // Where in the document, outermost first: "Order/Lines/[3]/Price". Empty where unknown.
  const std::string& path() const { return detail_->path; }

  // A few words on the cause: "count is negative".
  const std::string& message() const { return detail_->message; }

  // What probably happened to the input, for people: "the text was cut at 4,000 characters". Often empty.
  const std::string& hint() const { return detail_->hint; }

  Error& set_offset(std::uint64_t offset) & { return detail_->offset = offset, *this; }
  Error& set_position(std::uint32_t line, std::uint32_t column) & {
    detail_->line = line;
    detail_->column = column;
    return *this;
  }
  Error& set_path(std::string path) & { return detail_->path = std::move(path), *this; }
  Error& set_hint(std::string hint) & { return detail_->hint = std::move(hint), *this; }

  // Puts a step in front of the path. For walks that unwind through functions.
  Error& prepend_path(std::string_view step) &;

  // "malformed at byte 12 (Order/Lines/[3]): count is negative"
  std::string to_string() const;

 private:
  struct Detail {
    std::uint64_t offset;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    ErrorCode code;
    std::string message;
    std::string path;
    std::string hint;
  };
  std::unique_ptr<Detail> detail_;
};

}  // namespace dotwire

#include "cli/report.h"

#include "cli/exit_code.h"
#include "cli/output.h"

namespace dotwire::cli {

ExitCode exit_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::Truncated:
    case ErrorCode::Malformed:
    case ErrorCode::LimitExceeded:
    case ErrorCode::TypeMismatch:
    case ErrorCode::OutOfRange: return kDamaged;
    case ErrorCode::Unsupported:
    case ErrorCode::UnknownFormat: return kUnknownFormat;
    case ErrorCode::NotRepresentable: return kCannotHold;
    case ErrorCode::InvalidArgument: return kUsage;
    case ErrorCode::Io: return kInputOutput;
  }
  return kDamaged;
}

std::string where(const Error& error, std::span<const std::uint8_t> input, const Format* format, const Options& options,
                  const Start& start) {
  std::string text(to_string(error.code()));
  Location location;
  if (const LineAndColumn at = position_in_file(error, start); at.line != 0) {
    text += " at line " + std::to_string(at.line) + ", column " + std::to_string(at.column);
  } else if (error.has_offset()) {
    text += " at byte " + std::to_string(error.offset() + start.offset);
    if (format != nullptr && !input.empty()) location = locate(input, *format, error.offset(), options);
  }
  if (location.found) {
    text += ", record " + std::to_string(location.record);
    if (!location.kind.empty()) text += " (" + location.kind + ")";
  }
  const std::string& path = error.path().empty() ? location.path : error.path();
  if (!path.empty()) text += ", in " + printable(path);
  return text + ": " + printable(error.message());
}

std::string report_text(const std::string& file, const Error& error, std::span<const std::uint8_t> input,
                        const Format* format, const Options& options, const Start& start) {
  std::string text = file.empty() ? std::string() : printable(file) + ": ";
  text += error.code() == ErrorCode::Io ? error.message() : where(error, input, format, options, start);
  if (!error.hint().empty()) text += "; " + printable(error.hint());
  return text;
}

void report(const std::string& file, const Error& error, std::span<const std::uint8_t> input, const Format* format,
            const Options& options, const Start& start) {
  note(report_text(file, error, input, format, options, start));
}

void add_error(JsonLine& line, const Error& error, const Start& start) {
  line.text("error", to_string(error.code()));
  add_offset(line, error.offset(), start);
  std::string message = error.message();
  if (!error.hint().empty()) message += "; " + error.hint();
  line.text_or_null("path", error.path()).text("message", message);
}

JsonLine error_json(const Error& error, const Start& start) {
  JsonLine line;
  add_error(line, error, start);
  return line;
}

std::string unknown_text(const std::string& file, std::string_view hint) {
  std::string text = printable(file) + ": unknown format";
  if (!hint.empty()) text += "; " + std::string(hint);
  return text;
}

void report_unknown(const std::string& file, std::string_view hint) { note(unknown_text(file, hint)); }

std::string loss_text(const std::string& file, const Loss& loss) {
  return printable(file) + ": " + (loss.path.empty() ? "" : printable(loss.path) + ": ") + printable(loss.what);
}

}  // namespace dotwire::cli

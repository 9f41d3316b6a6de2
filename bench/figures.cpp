#include "figures.h"

#include <cstdarg>
#include <cstdio>

namespace dotwire::bench {

std::string format_text(const char* format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return text;
}

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string milliseconds(double nanoseconds) {
  const double value = nanoseconds / 1e6;
  return format_text(value < 0.01 ? "%.5f" : value < 0.1 ? "%.4f" : value < 10 ? "%.3f" : "%.2f", value);
}

std::string wrapped(std::string_view text) {
  constexpr std::size_t kColumns = 120;
  constexpr std::string_view kIndent = "    ";
  std::string lines;
  for (std::size_t room = kColumns; text.size() > room; room = kColumns - kIndent.size()) {
    std::size_t space = text.rfind(' ', room);
    // A word that is longer than a line stays whole.
    if (space == std::string_view::npos || space == 0) space = text.find(' ', room);
    if (space == std::string_view::npos) break;
    lines.append(text.substr(0, space)).append("\n").append(kIndent);
    text.remove_prefix(space + 1);
  }
  return lines.append(text);
}

std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) {
      out += c;
    } else {
      out += format_text("\\u%04x", static_cast<unsigned>(c));
    }
  }
  return out + '"';
}

std::string json_interval(const Interval& interval) {
  return format_text("{\"median\":%.1f,\"low\":%.1f,\"high\":%.1f,\"samples\":%zu}", interval.median, interval.low,
                     interval.high, interval.samples);
}

std::string csv_text(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

std::string csv_interval(const Interval& interval) {
  return format_text("%.1f,%.1f,%.1f", interval.median, interval.low, interval.high);
}

}  // namespace dotwire::bench

#include "cli/json_line.h"

#include "cli/utf8.h"
#include "dotwire/event.h"

namespace dotwire::cli {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

void append_unit(std::string& out, std::uint32_t unit) {
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += kDigits[unit >> shift & 15];
}

void append_escape(std::string& out, char32_t code_point) {
  if (code_point < 0x10000) return append_unit(out, code_point);
  append_unit(out, 0xD800 + ((code_point - 0x10000) >> 10));
  append_unit(out, 0xDC00 + ((code_point - 0x10000) & 0x3FF));
}

}  // namespace

// People look at JSON too.
void append_json_text(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t size = utf8_sequence_size(text.substr(i));
    if (size == 0) {
      append_escape(out, 0xFFFD);
      ++i;
      continue;
    }
    const char32_t code_point = utf8_code_point(text.substr(i, size));
    if (is_unprintable(code_point)) {
      append_escape(out, code_point);
    } else {
      if (code_point == '"' || code_point == '\\') out += '\\';
      out += text.substr(i, size);
    }
    i += size;
  }
  out += '"';
}

void JsonLine::name(std::string_view key) {
  if (line_.size() > 1) line_ += ',';
  append_json_text(line_, key);
  line_ += ':';
}

JsonLine& JsonLine::text(std::string_view key, std::string_view value) {
  name(key);
  append_json_text(line_, value);
  return *this;
}

JsonLine& JsonLine::text_or_null(std::string_view key, std::string_view value) {
  return value.empty() ? null(key) : text(key, value);
}

JsonLine& JsonLine::number(std::string_view key, std::int64_t value) {
  name(key);
  line_ += std::to_string(value);
  return *this;
}

JsonLine& JsonLine::unsigned_number(std::string_view key, std::uint64_t value) {
  name(key);
  line_ += std::to_string(value);
  return *this;
}

JsonLine& JsonLine::boolean(std::string_view key, bool value) {
  name(key);
  line_ += value ? "true" : "false";
  return *this;
}

JsonLine& JsonLine::null(std::string_view key) {
  name(key);
  line_ += "null";
  return *this;
}

JsonLine& JsonLine::object(std::string_view key, const JsonLine& value) {
  name(key);
  line_ += value.line_ + '}';
  return *this;
}

JsonLine& JsonLine::objects(std::string_view key, std::span<const JsonLine> values) {
  name(key);
  line_ += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i != 0) line_ += ',';
    line_ += values[i].line_ + '}';
  }
  line_ += ']';
  return *this;
}

JsonLine& JsonLine::texts(std::string_view key, std::span<const std::string_view> values) {
  name(key);
  line_ += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i != 0) line_ += ',';
    append_json_text(line_, values[i]);
  }
  line_ += ']';
  return *this;
}

}  // namespace dotwire::cli

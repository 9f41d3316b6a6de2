#include "cli/json_line.h"

#include "cli/utf8.h"

namespace dotwire::cli {
namespace {

// C1 controls, which terminals may obey, and the separators at which some readers end a line.
std::string_view escape_of(std::string_view sequence) {
  if (sequence == "\xE2\x80\xA8") return "\\u2028";
  if (sequence == "\xE2\x80\xA9") return "\\u2029";
  return {};
}

bool is_c1_control(std::string_view sequence) {
  return sequence.size() == 2 && sequence[0] == '\xC2' && static_cast<unsigned char>(sequence[1]) < 0xA0;
}

void append_string(std::string& out, std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out += '"';
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t size = utf8_sequence_size(text.substr(i));
    // Of a C1 control the second byte is its number.
    const bool c1 = size != 0 && is_c1_control(text.substr(i, size));
    const auto byte = static_cast<unsigned char>(text[c1 ? i + 1 : i]);
    if (size == 0) {
      out += "\\ufffd";
      ++i;
      continue;
    }
    if (byte == '"' || byte == '\\') {
      out += '\\';
      out += text[i];
    } else if (byte < 0x20 || byte == 0x7F || c1) {
      out += "\\u00";
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    } else if (const std::string_view escape = escape_of(text.substr(i, size)); !escape.empty()) {
      out += escape;
    } else {
      out += text.substr(i, size);
    }
    i += size;
  }
  out += '"';
}

}  // namespace

void JsonLine::name(std::string_view key) {
  if (line_.size() > 1) line_ += ',';
  append_string(line_, key);
  line_ += ':';
}

JsonLine& JsonLine::text(std::string_view key, std::string_view value) {
  name(key);
  append_string(line_, value);
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

JsonLine& JsonLine::texts(std::string_view key, std::span<const std::string_view> values) {
  name(key);
  line_ += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i != 0) line_ += ',';
    append_string(line_, values[i]);
  }
  line_ += ']';
  return *this;
}

}  // namespace dotwire::cli

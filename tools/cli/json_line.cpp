#include "cli/json_line.h"

#include "cli/utf8.h"

namespace dotwire::cli {
namespace {

void append_string(std::string& out, std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  out += '"';
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t size = utf8_sequence_size(text.substr(i));
    const auto byte = static_cast<unsigned char>(text[i]);
    if (size == 0) {
      out += "\\ufffd";
      ++i;
      continue;
    }
    if (byte == '"' || byte == '\\') {
      out += '\\';
      out += text[i];
    } else if (byte < 0x20 || byte == 0x7F) {
      out += "\\u00";
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
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

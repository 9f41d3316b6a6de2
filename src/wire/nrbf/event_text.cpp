#include "wire/nrbf/event_text.h"

#include <array>

#include "base/load.h"
#include "base/unicode.h"
#include "clr/date_time.h"
#include "clr/number_text.h"
#include "clr/time_span.h"
#include "dotwire/event.h"

namespace dotwire::nrbf {
namespace {

constexpr std::array<std::string_view, 19> kPrimitiveNames = {
    "",      "Boolean", "Byte",     "Char",     "",       "Decimal", "Double", "Int16", "Int32", "Int64",
    "SByte", "Single",  "TimeSpan", "DateTime", "UInt16", "UInt32",  "UInt64", "Null",  "String"};

constexpr std::array<std::string_view, 8> kBinaryTypeNames = {
    "Primitive", "String", "Object", "SystemClass", "Class", "ObjectArray", "StringArray", "PrimitiveArray"};

void append_hex(std::string& out, std::uint8_t byte) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  out += kDigits[byte >> 4];
  out += kDigits[byte & 15];
}

void append_escaped(std::string& out, std::uint8_t byte) {
  switch (byte) {
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    case '\\': out += "\\\\"; return;
    case '"': out += "\\\""; return;
    default: out += "\\x"; append_hex(out, byte);
  }
}

bool needs_escape(std::uint8_t byte) { return byte < 0x20 || byte == 0x7F || byte == '\\' || byte == '"'; }

void append_code_point_escape(std::string& out, char32_t code_point) {
  out += code_point > 0xFFFF ? "\\U" : "\\u";
  for (int shift = code_point > 0xFFFF ? 24 : 8; shift >= 0; shift -= 8) {
    append_hex(out, static_cast<std::uint8_t>(code_point >> shift));
  }
}

// Other than ASCII, which is escaped byte by byte.
bool is_unprintable_sequence(std::string_view sequence) {
  if (sequence.size() < 2) return false;
  const char* at = sequence.data();
  return is_unprintable(next_code_point(at, at + sequence.size()));
}

// A surrogate as WTF-8 has it; 0 where there is none.
char32_t surrogate_at(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  if (text.size() < 3 || byte(0) != 0xED || byte(1) < 0xA0 || byte(1) > 0xBF || (byte(2) & 0xC0) != 0x80) return 0;
  return 0xD000U | static_cast<char32_t>(byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
}

std::size_t sequence_size(std::uint8_t lead) { return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4; }

std::string date_time_text(DateTime value) {
  constexpr std::array<std::string_view, 4> kKinds = {"", "Z", " local", " local (second pass)"};
  if (!is_valid(value)) return "ticks " + std::to_string(value.ticks());
  char text[kDateTimeRoom];
  return std::string(text, put_clock(text, value.ticks())) + std::string(kKinds[value.data >> 62]);
}

template <class T>
std::string integer_text(Bytes recorded) {
  return std::to_string(load<T>(recorded.data()));
}

std::string double_text(double value) {
  char text[kNumberRoom];
  return {text, put_double(text, value, NumberText::Shortest)};
}

std::string single_text(float value) {
  char text[kNumberRoom];
  return {text, put_single(text, value, NumberText::Shortest)};
}

// A recorded string without its length.
std::string_view prefixed_text(Bytes recorded) {
  ByteReader in(recorded);
  Result<Bytes> text = in.read_prefixed_bytes();
  return text.ok() ? as_text(*text) : std::string_view();
}

}  // namespace

std::string_view primitive_name(std::uint8_t primitive) {
  return primitive < kPrimitiveNames.size() ? kPrimitiveNames[primitive] : std::string_view();
}

std::string_view binary_type_name(std::uint8_t binary_type) {
  return binary_type < kBinaryTypeNames.size() ? kBinaryTypeNames[binary_type] : std::string_view();
}

std::string quoted_part(std::string_view text, std::size_t max_bytes) {
  std::string out;
  const bool cut = text.size() > max_bytes;
  for (std::size_t i = 0; i < text.size() && i < max_bytes;) {
    const auto byte = static_cast<std::uint8_t>(text[i]);
    const std::string_view sequence = text.substr(i, sequence_size(byte));
    if (const char32_t surrogate = surrogate_at(text.substr(i)); surrogate != 0) {
      append_code_point_escape(out, surrogate);
      i += 3;
    } else if (needs_escape(byte) || !is_valid_utf8(sequence)) {
      append_escaped(out, byte);
      ++i;
    } else if (is_unprintable_sequence(sequence)) {
      const char* at = sequence.data();
      append_code_point_escape(out, next_code_point(at, at + sequence.size()));
      i += sequence.size();
    } else {
      out += sequence;
      i += sequence.size();
    }
  }
  if (cut) out += "...";
  return out;
}

std::string primitive_text(std::uint8_t primitive, Bytes recorded, std::size_t max_bytes) {
  switch (primitive) {
    case 1: return recorded[0] != 0 ? "true" : "false";
    case 2: return integer_text<std::uint8_t>(recorded);
    case 3: return "'" + quoted_part(as_text(recorded), max_bytes) + "'";
    case 5: return quoted_part(prefixed_text(recorded), max_bytes);
    case 6: return double_text(load<double>(recorded.data()));
    case 7: return integer_text<std::int16_t>(recorded);
    case 8: return integer_text<std::int32_t>(recorded);
    case 9: return integer_text<std::int64_t>(recorded);
    case 10: return integer_text<std::int8_t>(recorded);
    case 11: return single_text(load<float>(recorded.data()));
    case 12: return to_constant_text(load<TimeSpan>(recorded.data()));
    case 13: return date_time_text(load<DateTime>(recorded.data()));
    case 14: return integer_text<std::uint16_t>(recorded);
    case 15: return integer_text<std::uint32_t>(recorded);
    case 16: return integer_text<std::uint64_t>(recorded);
    default: return {};
  }
}

std::string array_text(std::string element, std::span<const std::uint64_t> lengths) {
  element += '[';
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (i != 0) element += ',';
    element += std::to_string(lengths[i]);
  }
  return element + ']';
}

}  // namespace dotwire::nrbf

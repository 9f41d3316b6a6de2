#include "clr/guid.h"

#include <cstring>

#include "base/load.h"
#include "clr/digits.h"
#include "clr/hex.h"

namespace dotwire {
namespace {

// Byte of ToByteArray that stands at each place of the text.
constexpr std::uint8_t kOrder[16] = {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};
// Place in form D of each byte of the text.
constexpr std::uint8_t kPlaces[16] = {0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34};

Error not_a_guid() { return Error(ErrorCode::Malformed, "not a Guid"); }

bool take_byte(const char* at, std::uint8_t& out) {
  const int high = hex_value(at[0]);
  const int low = hex_value(at[1]);
  out = static_cast<std::uint8_t>(high << 4 | (low & 15));
  return (high | low) >= 0;
}

bool parse_dashed(std::string_view text, Guid& out) {
  if (text.size() != kGuidSize || text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-') return false;
  bool good = true;
  for (int i = 0; i < 16; ++i) good = take_byte(text.data() + kPlaces[i], out.bytes[kOrder[i]]) && good;
  return good;
}

bool parse_plain(std::string_view text, Guid& out) {
  bool good = true;
  for (int i = 0; i < 16; ++i) good = take_byte(text.data() + 2 * i, out.bytes[kOrder[i]]) && good;
  return good;
}

// One "0x..." of at most `max_digits` digits, with what follows it. White space may stand anywhere, as in .NET.
bool take_field(std::string_view& text, std::size_t max_digits, std::string_view follows, std::uint32_t& out) {
  const auto skip = [&] {
    while (!text.empty() && is_number_space(text[0])) text.remove_prefix(1);
  };
  skip();
  if (!text.starts_with("0x") && !text.starts_with("0X")) return false;
  text.remove_prefix(2);
  std::size_t count = 0;
  out = 0;
  while (count < text.size() && hex_value(text[count]) >= 0) {
    if (count == max_digits) return false;
    out = out << 4 | static_cast<std::uint32_t>(hex_value(text[count++]));
  }
  if (count == 0) return false;
  text.remove_prefix(count);
  for (const char c : follows) {
    skip();
    if (!text.starts_with(c)) return false;
    text.remove_prefix(1);
  }
  return true;
}

bool parse_hexadecimal(std::string_view text, Guid& out) {
  if (!text.starts_with('{')) return false;
  text.remove_prefix(1);
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  if (!take_field(text, 8, ",", a) || !take_field(text, 4, ",", b) || !take_field(text, 4, ",{", c)) return false;
  std::uint8_t rest[8];
  for (int i = 0; i < 8; ++i) {
    std::uint32_t byte = 0;
    if (!take_field(text, 2, i < 7 ? "," : "}}", byte)) return false;
    rest[i] = static_cast<std::uint8_t>(byte);
  }
  out = guid_from_fields(a, static_cast<std::uint16_t>(b), static_cast<std::uint16_t>(c), rest);
  return text.empty();
}

char* put_hexadecimal(char* at, const Guid& value) {
  constexpr const char* kBefore[16] = {"{0x",  "",    "",    "",    ",0x", "",    ",0x", "",
                                       ",{0x", ",0x", ",0x", ",0x", ",0x", ",0x", ",0x", ",0x"};
  for (int i = 0; i < 16; ++i) {
    const std::size_t length = std::strlen(kBefore[i]);
    std::memcpy(at, kBefore[i], length);
    at = put_hex_byte(at + length, value.bytes[kOrder[i]]);
  }
  *at++ = '}';
  *at++ = '}';
  return at;
}

}  // namespace

char* put_guid(char* at, const Guid& value) {
  for (int i = 0; i < 16; ++i) put_hex_byte(at + kPlaces[i], value.bytes[kOrder[i]]);
  at[8] = at[13] = at[18] = at[23] = '-';
  return at + kGuidSize;
}

char* put_guid(char* at, const Guid& value, GuidFormat format) {
  switch (format) {
    case GuidFormat::D: return put_guid(at, value);
    case GuidFormat::N:
      for (int i = 0; i < 16; ++i) at = put_hex_byte(at, value.bytes[kOrder[i]]);
      return at;
    case GuidFormat::B:
    case GuidFormat::P:
      *at++ = format == GuidFormat::B ? '{' : '(';
      at = put_guid(at, value);
      *at++ = format == GuidFormat::B ? '}' : ')';
      return at;
    case GuidFormat::X: return put_hexadecimal(at, value);
  }
  return at;
}

std::string to_text(const Guid& value) {
  std::string text(kGuidSize, '\0');
  put_guid(text.data(), value);
  return text;
}

Result<Guid> parse_guid(std::string_view text) {
  Guid value;
  if (parse_dashed(text, value)) return value;
  while (!text.empty() && is_number_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_number_space(text.back())) text.remove_suffix(1);
  if (text.size() == 32 && parse_plain(text, value)) return value;
  if (text.size() == 38 && ((text[0] == '{' && text[37] == '}') || (text[0] == '(' && text[37] == ')'))) {
    text = text.substr(1, 36);
  }
  if (parse_dashed(text, value) || parse_hexadecimal(text, value)) return value;
  return not_a_guid();
}

Guid guid_from_fields(std::uint32_t a, std::uint16_t b, std::uint16_t c, const std::uint8_t (&rest)[8]) {
  Guid value;
  store(value.bytes.data(), a);
  store(value.bytes.data() + 4, b);
  store(value.bytes.data() + 6, c);
  std::memcpy(value.bytes.data() + 8, rest, 8);
  return value;
}

}  // namespace dotwire

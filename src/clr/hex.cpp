#include "clr/hex.h"

namespace dotwire {

char* put_hex(char* at, std::span<const std::uint8_t> bytes, const std::array<char, 512>& pairs) {
  for (const std::uint8_t byte : bytes) at = put_hex_byte(at, byte, pairs);
  return at;
}

std::string to_hex(std::span<const std::uint8_t> bytes) {
  std::string text(bytes.size() * 2, '\0');
  put_hex(text.data(), bytes);
  return text;
}

std::string to_upper_hex(std::span<const std::uint8_t> bytes) {
  std::string text(bytes.size() * 2, '\0');
  put_hex(text.data(), bytes, kUpperHexPairs);
  return text;
}

Status decode_hex(std::string_view text, Buffer& out) {
  std::uint8_t* at = out.reserve_more(text.size() / 2 + 1);
  int high = -1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const int value = hex_value(c);
    if (value < 0) {
      if (c == ' ' || c == '\n' || c == '\r' || c == '\t') continue;
      return Error(ErrorCode::Malformed, i, "not a hexadecimal digit");
    }
    if (high < 0) {
      high = value;
    } else {
      *at++ = static_cast<std::uint8_t>(high << 4 | value);
      high = -1;
    }
  }
  if (high >= 0) return Error(ErrorCode::Malformed, text.size(), "odd number of hexadecimal digits");
  out.commit(at);
  return {};
}

}  // namespace dotwire

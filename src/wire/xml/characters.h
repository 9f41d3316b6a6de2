// Which characters XML 1.0 and Namespaces in XML 1.0 allow where (XML 2.2 and 2.3, fifth edition: a superset of what
// .NET writes).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace dotwire::xml {

// Char [2]: not the control characters, the surrogates, U+FFFE and U+FFFF.
constexpr bool is_char(char32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c < 0xD800 || (c >= 0xE000 && c <= 0xFFFD) || (c >= 0x10000 && c <= 0x10FFFF);
}

constexpr bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

// NameStartChar and NameChar without the colon.
bool is_name_start(char32_t c);
bool is_name_char(char32_t c);

// Bytes that a name may hold as far as one byte can tell: all beyond ASCII are in, check_name() looks closer.
inline constexpr std::array<bool, 256> kNameByte = [] {
  std::array<bool, 256> table{};
  for (int c = 0; c < 256; ++c) {
    table[static_cast<std::size_t>(c)] = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                                         c == '_' || c == '-' || c == '.' || c == ':' || c >= 0x80;
  }
  return table;
}();

inline const char* skip_name(const char* at, const char* end) {
  while (at != end && kNameByte[static_cast<std::uint8_t>(*at)]) ++at;
  return at;
}

inline constexpr std::size_t kGoodName = ~std::size_t{0};

// Index of the first byte at which `text` is no NCName, or kGoodName. The text need not be well-formed UTF-8.
std::size_t check_nc_name(std::string_view text);
// The same for prefix:local or local.
std::size_t check_qualified_name(std::string_view text);

}  // namespace dotwire::xml

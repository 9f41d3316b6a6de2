#include "wire/xml/characters.h"

#include "base/unicode.h"

namespace dotwire::xml {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// [4] NameStartChar without the colon
constexpr Range kNameStart[] = {
    {'A', 'Z'},       {'_', '_'},       {'a', 'z'},       {0xC0, 0xD6},     {0xD8, 0xF6},
    {0xF8, 0x2FF},    {0x370, 0x37D},   {0x37F, 0x1FFF},  {0x200C, 0x200D}, {0x2070, 0x218F},
    {0x2C00, 0x2FEF}, {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
};
// [4a] what NameChar has beside them
constexpr Range kNameMore[] = {{'-', '.'}, {'0', '9'}, {0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}};

template <std::size_t n>
bool is_in(char32_t c, const Range (&ranges)[n]) {
  for (const Range& range : ranges) {
    if (c >= range.first && c <= range.last) return true;
  }
  return false;
}

}  // namespace

bool is_name_start(char32_t c) { return is_in(c, kNameStart); }
bool is_name_char(char32_t c) { return is_in(c, kNameStart) || is_in(c, kNameMore); }

std::size_t check_nc_name(std::string_view text) {
  const std::size_t invalid = find_invalid_utf8(text);
  const std::string_view sound = text.substr(0, invalid);
  const char* at = sound.data();
  const char* const end = at + sound.size();
  while (at != end) {
    const char* const start = at;
    const char32_t c = next_code_point(at, end);
    const bool good = start == sound.data() ? is_name_start(c) : is_name_char(c);
    if (!good) return static_cast<std::size_t>(start - sound.data());
  }
  if (text.empty()) return 0;
  return invalid == kValid ? kGoodName : invalid;
}

std::size_t check_qualified_name(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return check_nc_name(text);
  const std::size_t prefix = check_nc_name(text.substr(0, colon));
  if (prefix != kGoodName) return prefix;
  const std::size_t local = check_nc_name(text.substr(colon + 1));
  return local == kGoodName ? kGoodName : colon + 1 + local;
}

}  // namespace dotwire::xml

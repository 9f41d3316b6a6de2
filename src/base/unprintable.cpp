#include <algorithm>
#include <array>

#include "dotwire/event.h"

namespace dotwire {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Unicode's Cc and Cf without U+00AD, U+200C, U+200D and the number signs of Arabic, Syriac and Kaithi, which show;
// U+2028, U+2029 and the surrogates.
constexpr std::array kRanges = {
    Range{0x0000, 0x001F},   Range{0x007F, 0x009F},   Range{0x061C, 0x061C},   Range{0x180E, 0x180E},
    Range{0x200B, 0x200B},   Range{0x200E, 0x200F},   Range{0x2028, 0x202E},   Range{0x2060, 0x206F},
    Range{0xD800, 0xDFFF},   Range{0xFEFF, 0xFEFF},   Range{0xFFF9, 0xFFFB},   Range{0x13430, 0x1343F},
    Range{0x1BCA0, 0x1BCA3}, Range{0x1D173, 0x1D17A}, Range{0xE0000, 0xE007F},
};

}  // namespace

bool is_unprintable(char32_t code_point) {
  const auto* const range = std::ranges::lower_bound(kRanges, code_point, {}, &Range::last);
  return range != kRanges.end() && code_point >= range->first;
}

}  // namespace dotwire

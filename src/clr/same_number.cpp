#include "clr/same_number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "clr/digits.h"
#include "clr/number_text.h"

namespace dotwire {
namespace {

// No double has more digits than these 767.
constexpr std::size_t kMostDigits = 767;

struct Spelled {
  bool negative = false;
  std::string_view digits;    // from the first that is not zero to the last; a point may lie among them
  std::size_t count = 0;      // of digits; 0 for zero
  std::int64_t exponent = 0;  // of the first of them
};

std::int64_t exponent_of(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::int64_t value = 0;
  for (const char c : text) value = std::min<std::int64_t>(value * 10 + (c - '0'), 1'000'000'000'000);
  return negative ? -value : value;
}

Spelled spell(std::string_view text) {
  Spelled spelled;
  spelled.negative = text.starts_with('-');
  if (spelled.negative || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t e = std::min(text.find_first_of("eE"), text.size());
  const std::string_view mantissa = text.substr(0, e);
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::size_t first = mantissa.find_first_not_of("0.");
  if (first == std::string_view::npos) return spelled;
  const std::size_t last = mantissa.find_last_not_of("0.");
  spelled.digits = mantissa.substr(first, last + 1 - first);
  spelled.count = spelled.digits.size() - (first < point && point < last ? 1 : 0);
  spelled.exponent = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first) - (first < point ? 1 : 0);
  if (e != text.size()) spelled.exponent += exponent_of(text.substr(e + 1));
  return spelled;
}

bool is_same(const Spelled& a, const Spelled& b) {
  if (a.negative != b.negative || a.count != b.count || a.exponent != b.exponent) return false;
  std::size_t at = 0;
  for (const char digit : a.digits) {
    if (digit == '.') continue;
    if (b.digits[at] == '.') ++at;
    if (b.digits[at++] != digit) return false;
  }
  return true;
}

bool is_shortest(const Spelled& spelled, double value) {
  char room[kNumberRoom];
  return is_same(spelled, spell({room, put_double(room, value, NumberText::Shortest)}));
}

bool is_shortest(const Spelled& spelled, float value) {
  char room[kNumberRoom];
  return is_same(spelled, spell({room, put_single(room, value, NumberText::Shortest)}));
}

// So few digits always come back, unless the value is subnormal or none.
bool is_short(const Spelled& spelled, double) {
  return spelled.count <= 15 && spelled.exponent > -300 && spelled.exponent < 300;
}
bool is_short(const Spelled& spelled, float) {
  return spelled.count <= 6 && spelled.exponent > -37 && spelled.exponent < 37;
}

template <class T>
bool says_no_more_than(std::string_view text, T value) {
  const Spelled spelled = spell(text);
  if (spelled.count == 0) return value == 0 && std::signbit(value) == spelled.negative;
  if (is_short(spelled, value)) return true;
  if (spelled.count > kMostDigits) return false;
  char room[kMostDigits + 16];
  const std::to_chars_result rounded =
      std::to_chars(room, room + sizeof room, static_cast<double>(value), std::chars_format::scientific,
                    static_cast<int>(spelled.count) - 1);
  if (is_same(spelled, spell({room, rounded.ptr})) || is_shortest(spelled, value)) return true;
  // Two texts may be equally near: the old runtimes take the one away from zero, to_chars the even one.
  if (spelled.count > 17) return false;
  const char* end = put_general(room, static_cast<double>(value), static_cast<int>(spelled.count), NumberText::Legacy);
  return is_same(spelled, spell({room, end}));
}

}  // namespace

bool is_same_number(std::string_view a, std::string_view b) { return is_same(spell(a), spell(b)); }

bool is_shortest_number(std::string_view text, double value) {
  const Spelled spelled = spell(text);
  return is_short(spelled, value) || is_shortest(spelled, value);
}

bool says_no_more(std::string_view text, double value) { return says_no_more_than(text, value); }
bool says_no_more(std::string_view text, float value) { return says_no_more_than(text, value); }

}  // namespace dotwire

// Text to numbers: the second half of number_text.h.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "clr/digits.h"
#include "clr/exact_power.h"
#include "clr/legacy_double.h"
#include "clr/number_text.h"

namespace dotwire {
namespace {

Error not_a_number() { return Error(ErrorCode::Malformed, "not a number"); }
Error out_of_range() { return Error(ErrorCode::OutOfRange, "number out of range"); }

// Without the blanks in front, and without blanks and then NULs behind, as .NET's parsers see a text.
std::string_view trim_number(std::string_view text) {
  while (!text.empty() && is_number_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && text.back() == '\0') text.remove_suffix(1);
  while (!text.empty() && is_number_space(text.back())) text.remove_suffix(1);
  return text;
}

// One scanned number: 0.digits * 10^scale, of the digits the first 18 from the first that is not zero.
struct Scan {
  static constexpr int kKept = 18;
  static constexpr int kBuffer = 50;  // digits that the legacy runtimes kept at all

  std::uint64_t digits = 0;
  int seen = 0;     // digits from the first that is not zero
  int trimmed = 0;  // the same up to the last that is not zero
  int scale = 0;
  bool point = false;

  void add(char digit) {
    if (digit == '0' && seen == 0) {
      if (point) --scale;
      return;
    }
    if (seen < kKept) digits = digits * 10 + static_cast<std::uint64_t>(digit - '0');
    if (seen < kBuffer && digit != '0') trimmed = seen + 1;
    if (seen < kBuffer) ++seen;
    if (!point) ++scale;
  }
};

bool scan_digits(std::string_view text, Scan& scan) {
  const char* at = text.data();
  const char* end = at + text.size();
  bool any = false;
  for (; at != end; ++at) {
    if (is_digit(*at)) {
      any = true;
      scan.add(*at);
    } else if (*at == '.' && !scan.point) {
      scan.point = true;
    } else {
      break;
    }
  }
  if (!any || at == end) return any;
  if ((*at++ | 0x20) != 'e') return false;
  bool negative = false;
  if (at != end && (*at == '+' || *at == '-')) negative = *at++ == '-';
  if (at == end) return false;
  int exponent = 0;
  for (; at != end; ++at) {
    if (!is_digit(*at)) return false;
    exponent = std::min(exponent * 10 + (*at - '0'), 99'999'999);
  }
  scan.scale += negative ? -exponent : exponent;
  return true;
}

double legacy_value(const Scan& scan) {
  std::uint64_t digits = scan.digits;
  int kept = std::min(scan.seen, Scan::kKept);
  for (; kept > scan.trimmed; --kept) digits /= 10;
  return legacy_to_double(digits, scan.scale - kept);
}

template <class T>
T exact_value(std::string_view text, const Scan& scan) {
  constexpr int kExactDigits = sizeof(T) == 8 ? 15 : 7;
  constexpr int kExactPower = sizeof(T) == 8 ? 22 : 10;
  // Digits and power are exact in T, so one operation rounds correctly.
  if (const int power = scan.scale - scan.seen;
      scan.seen <= kExactDigits && power >= -kExactPower && power <= kExactPower) {
    const auto digits = static_cast<T>(scan.digits);
    return power < 0 ? digits / exact_power<T>(-power) : digits * exact_power<T>(power);
  }
  T value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec == std::errc::result_out_of_range) {
    return scan.seen != 0 && scan.scale > 0 ? std::numeric_limits<T>::infinity() : T{0};
  }
  return value;
}

bool equal_ignoring_case(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a | 0x20 : a) == b; });
}

// The words for no number, or nothing. Legacy knows them only as they are written.
template <class T>
bool parse_word(std::string_view text, NumberText parser, T& out) {
  if (text.size() < 3 || text.size() > 9) return false;
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
  if (parser == NumberText::Legacy) {
    if (text == "NaN") return out = -kNan, true;
    if (text == "Infinity") return out = kInfinity, true;
    if (text == "-Infinity") return out = -kInfinity, true;
    return false;
  }
  const bool negative = text[0] == '-';
  if (negative || text[0] == '+') text.remove_prefix(1);
  if (equal_ignoring_case(text, "nan")) return out = -kNan, true;  // .NET's own NaN has the sign bit
  if (equal_ignoring_case(text, "infinity")) return out = negative ? -kInfinity : kInfinity, true;
  return false;
}

template <class T>
Result<T> parse_real(std::string_view text, NumberText parser) {
  text = trim_number(text);
  const std::string_view whole = text;
  const bool negative = !text.empty() && text[0] == '-';
  if (negative || (!text.empty() && text[0] == '+')) text.remove_prefix(1);
  Scan scan;
  if (!scan_digits(text, scan)) {
    if (T word; parse_word(whole, parser, word)) return word;
    return not_a_number();
  }
  if (parser == NumberText::Shortest) {
    const T value = exact_value<T>(text, scan);
    return negative ? -value : value;
  }
  const auto value = static_cast<T>(legacy_value(scan));
  if (std::isinf(value)) return out_of_range();
  // Those parsers forget the sign of "-0", not that of "-0.0".
  return negative && (scan.seen != 0 || scan.point) ? -value : value;
}

template <class T>
Result<T> parse_xml_real(std::string_view text, NumberText parser) {
  const std::string_view trimmed = trim_xml_space(text);
  if (trimmed == "INF") return std::numeric_limits<T>::infinity();
  if (trimmed == "-INF") return -std::numeric_limits<T>::infinity();
  return parse_real<T>(trimmed, parser);
}

}  // namespace

Result<double> parse_double(std::string_view text, NumberText parser) { return parse_real<double>(text, parser); }
Result<float> parse_single(std::string_view text, NumberText parser) { return parse_real<float>(text, parser); }
Result<double> parse_xml_double(std::string_view text, NumberText parser) {
  return parse_xml_real<double>(text, parser);
}
Result<float> parse_xml_single(std::string_view text, NumberText parser) { return parse_xml_real<float>(text, parser); }

std::string_view trim_xml_space(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

Result<bool> parse_xml_boolean(std::string_view text) {
  text = trim_xml_space(text);
  if (text == "true" || text == "1") return true;
  if (text == "false" || text == "0") return false;
  return Error(ErrorCode::Malformed, "not a boolean");
}

namespace detail {

Result<std::uint64_t> parse_unsigned(std::string_view text, std::uint64_t max) {
  text = trim_number(text);
  if (text.empty()) return not_a_number();
  std::uint64_t value = 0;
  bool overflow = false;
  for (const char c : text) {
    if (!is_digit(c)) return not_a_number();
    overflow = overflow || __builtin_mul_overflow(value, std::uint64_t{10}, &value) ||
               __builtin_add_overflow(value, static_cast<std::uint64_t>(c - '0'), &value);
  }
  if (overflow || value > max) return out_of_range();
  return value;
}

Result<std::int64_t> parse_signed(std::string_view text, std::int64_t min, std::int64_t max) {
  text = trim_number(text);
  const bool negative = !text.empty() && text[0] == '-';
  if (negative || (!text.empty() && text[0] == '+')) text.remove_prefix(1);
  if (text.empty() || !is_digit(text[0])) return not_a_number();
  const std::uint64_t limit = negative ? 0 - static_cast<std::uint64_t>(min) : static_cast<std::uint64_t>(max);
  Result<std::uint64_t> magnitude = parse_unsigned(text, limit);
  if (!magnitude.ok()) return std::move(magnitude).error();
  return static_cast<std::int64_t>(negative ? 0 - *magnitude : *magnitude);
}

}  // namespace detail
}  // namespace dotwire

#include "clr/decimal.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/check.h"
#include "clr/digits.h"

namespace dotwire {
namespace {

constexpr Uint128 kMaxMantissa = (Uint128{1} << 96) - 1;
constexpr int kMaxScale = 28;

constexpr double kDoublePowers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
                                    1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
                                    1e20, 1e21, 1e22, 1e23, 1e24, 1e25, 1e26, 1e27, 1e28};

std::uint64_t low64(const Decimal& value) { return value.lo | std::uint64_t{value.mid} << 32; }
Uint128 mantissa(const Decimal& value) { return low64(value) | Uint128{value.hi} << 64; }

// Never over 28, whatever the bits: tables are indexed with it.
int safe_scale(const Decimal& value) { return std::min(value.scale(), kMaxScale); }

Decimal make(Uint128 magnitude, int scale, bool negative) {
  Decimal value;
  value.lo = static_cast<std::uint32_t>(magnitude);
  value.mid = static_cast<std::uint32_t>(magnitude >> 32);
  value.hi = static_cast<std::uint32_t>(magnitude >> 64);
  value.flags = static_cast<std::uint32_t>(scale) << 16 | (negative ? 0x80000000U : 0U);
  return value;
}

Uint128 power_of_ten(int exponent) {
  if (exponent < 20) return kPowersOfTen[static_cast<std::size_t>(exponent)];
  return Uint128{kPowersOfTen[19]} * kPowersOfTen[static_cast<std::size_t>(exponent - 19)];
}

// Digits of a mantissa without leading zeros; none for zero.
char* put_mantissa(char* at, const Decimal& value) {
  if (value.hi == 0) return low64(value) == 0 ? at : put_unsigned(at, low64(value));
  const Uint128 all = mantissa(value);
  const auto high = static_cast<std::uint64_t>(all / kPowersOfTen[19]);
  const auto low = static_cast<std::uint64_t>(all % kPowersOfTen[19]);
  if (high != 0) return put_fixed_digits(put_unsigned(at, high), low, 19);
  return put_unsigned(at, low);
}

Error not_a_decimal() { return Error(ErrorCode::Malformed, "not a decimal number"); }
Error too_large() { return Error(ErrorCode::OutOfRange, "decimal number out of range"); }

// Digits with a point and a sign in front, short enough for 64 bits. Anything else is left to parse_slow.
bool parse_plain(std::string_view text, Decimal& out) {
  const char* at = text.data();
  const char* end = at + text.size();
  const bool negative = at != end && *at == '-';
  if (negative) ++at;
  if (end - at < 1 || end - at > 20) return false;
  const char* point = nullptr;
  std::uint64_t value = 0;
  for (const char* first = at; at != end; ++at) {
    if (is_digit(*at)) {
      if (at - first >= 19 && point == nullptr) return false;
      value = value * 10 + static_cast<std::uint64_t>(*at - '0');
    } else if (*at == '.' && point == nullptr && at != first) {
      point = at;
    } else {
      return false;
    }
  }
  const auto scale = point == nullptr ? 0 : static_cast<int>(end - point - 1);
  out = decimal_from_u64(value, scale, negative);
  return true;
}

// The significant digits of a text as .NET's number buffer has them: value = 0.digits * 10^scale.
struct NumberBuffer {
  static constexpr int kMaxDigits = 30;
  char digits[kMaxDigits + 1] = {};
  int count = 0;
  int scale = 0;
  bool negative = false;
  bool nonzero_tail = false;
  bool seen_point = false;

  void add(char digit) {
    if (digit == '0' && count == 0) {
      if (seen_point) --scale;
      return;
    }
    if (count < kMaxDigits) {
      digits[count++] = digit;
    } else if (digit != '0') {
      nonzero_tail = true;
    }
    if (!seen_point) ++scale;
  }
};

// Moves `at` past an exponent if there is one, and adds it to the scale.
void scan_exponent(const char*& at, const char* end, int& scale) {
  const char* look = at + 1;
  bool negative = false;
  if (look != end && (*look == '+' || *look == '-')) negative = *look++ == '-';
  if (look == end || !is_digit(*look)) return;
  int exponent = 0;
  for (; look != end && is_digit(*look); ++look) exponent = std::min(exponent * 10 + (*look - '0'), 99'999'999);
  scale += negative ? -exponent : exponent;
  at = look;
}

bool scan_number(std::string_view text, DecimalSyntax syntax, NumberBuffer& number) {
  const char* at = text.data();
  const char* end = at + text.size();
  while (at != end && is_number_space(*at)) ++at;
  bool is_signed = false;
  if (at != end && (*at == '+' || *at == '-')) {
    number.negative = *at++ == '-';
    is_signed = true;
  }
  bool any = false;
  for (; at != end; ++at) {
    if (is_digit(*at)) {
      any = true;
      number.add(*at);
    } else if (*at == '.' && !number.seen_point) {
      number.seen_point = true;
    } else if (!(*at == ',' && syntax == DecimalSyntax::Number && any && !number.seen_point)) {
      break;
    }
  }
  if (!any) return false;
  if (at != end && (*at | 0x20) == 'e' && syntax == DecimalSyntax::Float) scan_exponent(at, end, number.scale);
  while (at != end) {
    if (syntax == DecimalSyntax::Number && !is_signed && (*at == '+' || *at == '-')) {
      number.negative = *at == '-';
      is_signed = true;
    } else if (!is_number_space(*at)) {
      break;
    }
    ++at;
  }
  while (at != end && *at == '\0') ++at;  // .NET ignores them at the end
  return at == end;
}

Result<Decimal> round_to_decimal(const NumberBuffer& number) {
  constexpr Uint128 kTenthOfMax = kMaxMantissa / 10;
  int scale = number.scale;
  const char* at = number.digits;
  if (number.count == 0) return make(0, std::clamp(-scale, 0, kMaxScale), number.negative);
  if (scale > kMaxScale + 1) return too_large();
  Uint128 value = 0;
  while ((scale > 0 || (*at != 0 && scale > -kMaxScale)) &&
         (value < kTenthOfMax || (value == kTenthOfMax && *at <= '5'))) {
    value *= 10;
    if (*at != 0) value += static_cast<std::uint32_t>(*at++ - '0');
    --scale;
  }
  bool up = *at >= '5';
  if (*at == '5' && (value & 1) == 0) {
    up = number.nonzero_tail;
    while (*++at != 0) up = up || *at != '0';
  }
  if (up && ++value > kMaxMantissa) {
    value = kTenthOfMax + 1;
    ++scale;
  }
  if (scale > 0) return too_large();
  if (scale < -kMaxScale) return make(0, kMaxScale, number.negative);
  return make(value, -scale, number.negative);
}

DOTWIRE_NOINLINE Result<Decimal> parse_slow(std::string_view text, DecimalSyntax syntax) {
  NumberBuffer number;
  if (!scan_number(text, syntax, number)) return not_a_decimal();
  return round_to_decimal(number);
}

// a * b in 192 bits; both below 2^96.
struct Wide {
  Uint128 high;
  std::uint64_t low;
};
Wide multiply(Uint128 a, Uint128 b) {
  const auto a_low = static_cast<std::uint64_t>(a);
  const auto a_high = static_cast<std::uint64_t>(a >> 64);
  const auto b_low = static_cast<std::uint64_t>(b);
  const auto b_high = static_cast<std::uint64_t>(b >> 64);
  const Uint128 low = Uint128{a_low} * b_low;
  const Uint128 middle = Uint128{a_low} * b_high + Uint128{a_high} * b_low + static_cast<std::uint64_t>(low >> 64);
  return {(Uint128{a_high} * b_high << 64) + middle, static_cast<std::uint64_t>(low)};
}

int compare_magnitudes(const Decimal& a, const Decimal& b) {
  const int common = std::max(safe_scale(a), safe_scale(b));
  const Wide left = multiply(mantissa(a), power_of_ten(common - safe_scale(a)));
  const Wide right = multiply(mantissa(b), power_of_ten(common - safe_scale(b)));
  if (left.high != right.high) return left.high < right.high ? -1 : 1;
  if (left.low != right.low) return left.low < right.low ? -1 : 1;
  return 0;
}

}  // namespace

char* put_decimal(char* at, const Decimal& value) {
  char digits[kDecimalRoom];
  const auto count = static_cast<int>(put_mantissa(digits, value) - digits);
  const int scale = safe_scale(value);
  if (value.negative() && count != 0) *at++ = '-';
  const int whole = count - scale;
  if (whole > 0) {
    std::memcpy(at, digits, 32);
    at += whole;
  } else {
    *at++ = '0';
  }
  if (scale == 0) return at;
  *at++ = '.';
  for (int zero = whole; zero < 0; ++zero) *at++ = '0';
  const int begin = std::max(whole, 0);
  std::memcpy(at, digits + begin, static_cast<std::size_t>(count - begin));
  return at + (count - begin);
}

std::string to_text(const Decimal& value) {
  char text[kDecimalRoom];
  return std::string(text, put_decimal(text, value));
}

Result<Decimal> parse_decimal(std::string_view text, DecimalSyntax syntax) {
  Decimal value;
  if (parse_plain(text, value)) return value;
  return parse_slow(text, syntax);
}

Decimal decimal_from_u64(std::uint64_t magnitude, int scale, bool negative) { return make(magnitude, scale, negative); }

Decimal decimal_from_i64(std::int64_t value, int scale) {
  const auto bits = static_cast<std::uint64_t>(value);
  return make(value < 0 ? 0 - bits : bits, scale, value < 0);
}

std::optional<Decimal> decimal_from_double(double value) {
  const bool negative = std::signbit(value);
  double rest = std::fabs(value);
  const int exponent = static_cast<int>(std::bit_cast<std::uint64_t>(rest) >> 52) - 1022;
  if (exponent < -94) return Decimal{};
  if (exponent > 96) return std::nullopt;  // also infinities and NaN
  // The power of ten that leaves 15 digits before the point, as near as the binary exponent tells.
  int scale = std::min(14 - (exponent * 19728 >> 16), kMaxScale);
  if (scale >= 0) {
    rest *= kDoublePowers[scale];
  } else if (scale != -1 || rest >= 1e15) {
    rest /= kDoublePowers[-scale];
  } else {
    scale = 0;
  }
  if (rest < 1e14 && scale < kMaxScale) {
    rest *= 10;
    ++scale;
  }
  auto digits = static_cast<std::uint64_t>(rest);
  rest -= static_cast<double>(digits);
  if (rest > 0.5 || (rest == 0.5 && (digits & 1) != 0)) ++digits;
  if (digits == 0) return Decimal{};
  if (scale < 0) {
    const Uint128 power = power_of_ten(-scale);
    if (Uint128{digits} > kMaxMantissa / power) return std::nullopt;
    return make(digits * power, 0, negative);
  }
  for (int cut = std::min(scale, 14); cut > 0 && digits % 10 == 0; --cut, --scale) digits /= 10;
  return make(digits, scale, negative);
}

std::optional<std::uint64_t> to_uint64(const Decimal& value) {
  const Uint128 whole = mantissa(value) / power_of_ten(safe_scale(value));
  if (whole >> 64 != 0 || (value.negative() && whole != 0)) return std::nullopt;
  return static_cast<std::uint64_t>(whole);
}

std::optional<std::int64_t> to_int64(const Decimal& value) {
  const Uint128 whole = mantissa(value) / power_of_ten(safe_scale(value));
  constexpr Uint128 kLimit = Uint128{1} << 63;
  if (whole > (value.negative() ? kLimit : kLimit - 1)) return std::nullopt;
  const auto magnitude = static_cast<std::uint64_t>(whole);
  return static_cast<std::int64_t>(value.negative() ? 0 - magnitude : magnitude);
}

bool is_integral(const Decimal& value) { return mantissa(value) % power_of_ten(safe_scale(value)) == 0; }

double to_double(const Decimal& value) {
  constexpr double kTwoTo64 = 18446744073709551616.0;
  const double magnitude =
      (static_cast<double>(low64(value)) + static_cast<double>(value.hi) * kTwoTo64) / kDoublePowers[safe_scale(value)];
  return value.negative() ? -magnitude : magnitude;
}

int compare(const Decimal& a, const Decimal& b) {
  if (a.is_zero() && b.is_zero()) return 0;
  if (a.is_zero()) return b.negative() ? 1 : -1;
  if (b.is_zero() || a.negative() != b.negative()) return a.negative() ? -1 : 1;
  const int order = compare_magnitudes(a, b);
  return a.negative() ? -order : order;
}

}  // namespace dotwire

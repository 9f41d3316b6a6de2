#include "clr/number_text.h"

#include <charconv>
#include <cmath>
#include <cstring>

#include "base/check.h"
#include "clr/digits.h"
#include "clr/exact_digits.h"
#include "clr/exact_power.h"
#include "clr/legacy_double.h"

namespace dotwire {
namespace {

// digits * 10^(exponent - count + 1): `count` significant digits, the first at 10^exponent.
struct Significant {
  std::uint64_t digits;
  int count;
  int exponent;
};

char* put_word(char* at, std::string_view word) {
  std::memcpy(at, word.data(), word.size());
  return at + word.size();
}

void cut_zeros(Significant& number) {
  const auto cut = [&number](std::uint64_t unit, int zeros) {
    if (number.count <= zeros || number.digits % unit != 0) return;
    number.digits /= unit;
    number.count -= zeros;
  };
  cut(100'000'000, 8);
  cut(10'000, 4);
  cut(100, 2);
  cut(10, 1);
  cut(10, 1);  // 16 zeros are the most
}

char* put_exponent(char* at, int exponent) {
  *at++ = 'E';
  *at++ = exponent < 0 ? '-' : '+';
  const auto magnitude = static_cast<std::uint32_t>(exponent < 0 ? -exponent : exponent);
  return magnitude < 100 ? put_two_digits(at, magnitude) : put_unsigned(at, magnitude);
}

char* put_scientific(char* at, const char* digits, int count, int exponent) {
  *at++ = digits[0];
  if (count > 1) {
    *at++ = '.';
    std::memcpy(at, digits + 1, static_cast<std::size_t>(count - 1));
    at += count - 1;
  }
  return put_exponent(at, exponent);
}

char* put_positional(char* at, const char* digits, int count, int exponent) {
  if (exponent < 0) {
    at = put_word(at, std::string_view("0.0000", static_cast<std::size_t>(1 - exponent)));
    std::memcpy(at, digits, static_cast<std::size_t>(count));
    return at + count;
  }
  const int whole = exponent + 1;
  if (count <= whole) {
    std::memset(at, '0', static_cast<std::size_t>(whole));
    std::memcpy(at, digits, static_cast<std::size_t>(count));
    return at + whole;
  }
  std::memcpy(at, digits, static_cast<std::size_t>(whole));
  at[whole] = '.';
  std::memcpy(at + whole + 1, digits + whole, static_cast<std::size_t>(count - whole));
  return at + count + 1;
}

// .NET's general notation: positional if -5 < exponent < limit.
char* put_general_form(char* at, bool negative, Significant number, int limit) {
  if (negative) *at++ = '-';
  cut_zeros(number);
  char digits[24];
  put_fixed_digits(digits, number.digits, number.count);
  if (number.exponent > -5 && number.exponent < limit) {
    return put_positional(at, digits, number.count, number.exponent);
  }
  return put_scientific(at, digits, number.count, number.exponent);
}

// Cuts 18 exact digits to `count`, ties away from zero or to even.
DOTWIRE_ALWAYS_INLINE Significant round_digits(const ExactDigits& exact, int count, bool ties_to_even) {
  const std::uint64_t unit = kPowersOfTen[static_cast<std::size_t>(18 - count)];
  Significant number{exact.digits / unit, count, exact.exponent};
  const std::uint64_t rest = exact.digits - number.digits * unit;
  const bool tie = rest == unit / 2 && exact.exact;
  if (tie && ties_to_even ? (number.digits & 1) != 0 : rest >= unit / 2) ++number.digits;
  if (number.digits == kPowersOfTen[static_cast<std::size_t>(count)]) {
    number.digits /= 10;
    ++number.exponent;
  }
  return number;
}

bool reads_back(const Significant& number, double value) {
  return legacy_to_double(number.digits, number.exponent - number.count + 1) == value;
}
bool reads_back(const Significant& number, float value) {
  return static_cast<float>(legacy_to_double(number.digits, number.exponent - number.count + 1)) == value;
}

template <class T>
char* put_legacy(char* at, bool negative, T magnitude) {
  constexpr int kFew = sizeof(T) == 8 ? 15 : 7;
  constexpr int kMany = sizeof(T) == 8 ? 17 : 9;
  const ExactDigits exact = exact_digits(magnitude);
  const Significant few = round_digits(exact, kFew, false);
  if (reads_back(few, magnitude)) return put_general_form(at, negative, few, kFew);
  return put_general_form(at, negative, round_digits(exact, kMany, false), kMany);
}

// Two powers of two, of all, where .NET takes 16 digits that are nearer to the neighbour below: it reckons the gap
// below a power of two as wide as the one above (run on .NET 10 over all of them).
bool is_dotnet_exception(double magnitude, Significant& number) {
  if (magnitude == 0x1p-25) return number = {2'980'232'238'769'531, 16, -8}, true;
  if (magnitude == 0x1p-958) return number = {4'104'536'801'298'376, 16, -289}, true;
  return false;
}
bool is_dotnet_exception(float, Significant&) { return false; }

// True if the digits and the power of ten are exact in T and their product or quotient, rounded once, is the value.
template <class T>
bool is_product(const Significant& number, T value) {
  constexpr int kExactPowers = sizeof(T) == 8 ? 22 : 10;
  const int power = number.exponent - number.count + 1;
  const auto digits = static_cast<T>(number.digits);
  if (power < -kExactPowers || power > kExactPowers) return false;
  return (power < 0 ? digits / exact_power<T>(-power) : digits * exact_power<T>(power)) == value;
}

// Most numbers that people write have few digits: if so many digits read back, no other text so short does.
template <class T>
bool is_short(T magnitude, Significant& number) {
  constexpr int kSafeDigits = sizeof(T) == 8 ? 15 : 6;
  number = round_digits(exact_digits(magnitude), kSafeDigits, true);
  return is_product(number, magnitude);
}

template <class T>
Significant shortest_digits(T magnitude) {
  Significant number{};
  if (is_short(magnitude, number)) return number;
  char text[32];
  const char* end = std::to_chars(text, text + sizeof text, magnitude, std::chars_format::scientific).ptr;
  number = {static_cast<std::uint64_t>(text[0] - '0'), 1, 0};
  if (is_dotnet_exception(magnitude, number)) return number;
  const char* look = text + 1;
  if (*look == '.') {
    for (++look; is_digit(*look); ++look, ++number.count) {
      number.digits = number.digits * 10 + static_cast<std::uint64_t>(*look - '0');
    }
  }
  ++look;  // the letter e
  const bool minus = *look++ == '-';
  for (; look != end; ++look) number.exponent = number.exponent * 10 + (*look - '0');
  if (minus) number.exponent = -number.exponent;
  return number;
}

template <class T>
char* put_shortest(char* at, bool negative, T magnitude) {
  return put_general_form(at, negative, shortest_digits(magnitude), sizeof(T) == 8 ? 17 : 9);
}

struct Words {
  std::string_view infinity;
  std::string_view minus_infinity;
};
constexpr Words kXmlWords{"INF", "-INF"};
constexpr Words kInvariantWords{"Infinity", "-Infinity"};

template <class T>
char* put_any(char* at, T value, NumberText text, const Words& words, std::string_view minus_zero) {
  const bool negative = std::signbit(value);
  if (value == 0) return put_word(at, negative ? minus_zero : "0");
  if (!std::isfinite(value)) {
    if (std::isnan(value)) return put_word(at, "NaN");
    return put_word(at, negative ? words.minus_infinity : words.infinity);
  }
  const T magnitude = negative ? -value : value;
  return text == NumberText::Legacy ? put_legacy(at, negative, magnitude) : put_shortest(at, negative, magnitude);
}

std::string_view minus_zero(NumberText text) { return text == NumberText::Legacy ? "0" : "-0"; }

}  // namespace

char* put_xml_double(char* at, double value, NumberText text) { return put_any(at, value, text, kXmlWords, "-0"); }
char* put_xml_single(char* at, float value, NumberText text) { return put_any(at, value, text, kXmlWords, "-0"); }

char* put_double(char* at, double value, NumberText text) {
  return put_any(at, value, text, kInvariantWords, minus_zero(text));
}
char* put_single(char* at, float value, NumberText text) {
  return put_any(at, value, text, kInvariantWords, minus_zero(text));
}

char* put_general(char* at, double value, int digits, NumberText text) {
  if (value == 0 || !std::isfinite(value)) return put_double(at, value, text);
  const bool negative = value < 0;
  const bool ties_to_even = text == NumberText::Shortest;
  const Significant number = round_digits(exact_digits(negative ? -value : value), digits, ties_to_even);
  return put_general_form(at, negative, number, digits);
}

std::string to_xml_text(double value, NumberText text) {
  char buffer[kNumberRoom];
  return std::string(buffer, put_xml_double(buffer, value, text));
}
std::string to_xml_text(float value, NumberText text) {
  char buffer[kNumberRoom];
  return std::string(buffer, put_xml_single(buffer, value, text));
}

}  // namespace dotwire

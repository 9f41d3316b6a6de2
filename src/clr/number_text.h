// Numbers to text and back, in both of .NET's ways (xml-json-formats.md 0.2, 0.3; runtime-differences.md 1).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "dotwire/result.h"

namespace dotwire {

enum class NumberText : std::uint8_t {
  Legacy,    // .NET Framework, .NET Core 1 and 2, Mono: 15 (7) digits if they read back there, else 17 (9)
  Shortest,  // .NET Core 3 and later: the shortest digits that read back
};

// Room that every put function of this header needs.
inline constexpr std::size_t kNumberRoom = 40;

// The "R" text of XmlConvert: INF, -INF, NaN, -0. They write behind `at` and return the end.
char* put_xml_double(char* at, double value, NumberText text);
char* put_xml_single(char* at, float value, NumberText text);

// The invariant "R" text: Infinity, -Infinity, NaN; negative zero is "-0" in Shortest and "0" in Legacy.
char* put_double(char* at, double value, NumberText text);
char* put_single(char* at, float value, NumberText text);

// The invariant "G" text with up to `digits` significant digits (1 to 17), ties away from zero in Legacy, else to even.
char* put_general(char* at, double value, int digits, NumberText text);

std::string to_xml_text(double value, NumberText text);
std::string to_xml_text(float value, NumberText text);

// Sign, digits, point, exponent; blanks around; Infinity and NaN (in any case in Shortest). Legacy reads with the
// inexact parser of those runtimes and fails on overflow, Shortest is exact and gives an infinity.
Result<double> parse_double(std::string_view text, NumberText parser);
Result<float> parse_single(std::string_view text, NumberText parser);
// The same and INF, -INF.
Result<double> parse_xml_double(std::string_view text, NumberText parser);
Result<float> parse_xml_single(std::string_view text, NumberText parser);

// Without blank, tab, CR and LF at both ends.
std::string_view trim_xml_space(std::string_view text);

// true, false, 1, 0.
Result<bool> parse_xml_boolean(std::string_view text);

namespace detail {
Result<std::int64_t> parse_signed(std::string_view text, std::int64_t min, std::int64_t max);
Result<std::uint64_t> parse_unsigned(std::string_view text, std::uint64_t max);
}  // namespace detail

// As XmlConvert: blanks around, digits, for signed types a sign in front.
template <std::integral T>
Result<T> parse_integer(std::string_view text) {
  if constexpr (std::signed_integral<T>) {
    Result<std::int64_t> value =
        detail::parse_signed(text, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
    if (!value.ok()) return std::move(value).error();
    return static_cast<T>(*value);
  } else {
    Result<std::uint64_t> value = detail::parse_unsigned(text, std::numeric_limits<T>::max());
    if (!value.ok()) return std::move(value).error();
    return static_cast<T>(*value);
  }
}

}  // namespace dotwire

// Decimal and its invariant text (xml-json-formats.md 0.2, 0.3; nrbf-soap.md A.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dotwire/result.h"
#include "dotwire/values.h"

namespace dotwire {

// Room that put_decimal needs; the longest text has 31 characters.
inline constexpr std::size_t kDecimalRoom = 40;

// Invariant text with all digits of the scale: "1.50", "0.00". Like .NET's it has no sign for a negative zero.
// Writes behind `at` and returns the end.
char* put_decimal(char* at, const Decimal& value);
std::string to_text(const Decimal& value);

// Which of .NET's number styles a text may use.
enum class DecimalSyntax : std::uint8_t {
  Number,  // blanks, sign before or behind, group commas, point: NRBF, DataTable conversions
  Xml,     // blanks, sign before, point
  Float,   // the same and an exponent: JSON
};

// Keeps trailing zeros as scale. Digits beyond the 96 bits are rounded half to even, as .NET parses.
Result<Decimal> parse_decimal(std::string_view text, DecimalSyntax syntax);

// False if the bits are not a Decimal: scale over 28, or other flags than scale and sign.
constexpr bool is_valid(const Decimal& value) {
  return (value.flags & 0x7F00FFFFU) == 0 && (value.flags >> 16 & 0xFF) <= 28;
}

Decimal decimal_from_u64(std::uint64_t magnitude, int scale = 0, bool negative = false);
Decimal decimal_from_i64(std::int64_t value, int scale = 0);

// At most 15 significant digits, trailing zeros cut, as .NET's conversion. Nothing if it does not fit or is no number.
std::optional<Decimal> decimal_from_double(double value);

// The integral part, nothing if it does not fit.
std::optional<std::int64_t> to_int64(const Decimal& value);
std::optional<std::uint64_t> to_uint64(const Decimal& value);
// True if there is no fraction: 1.00 is integral.
bool is_integral(const Decimal& value);
// As .NET computes it: the 96-bit integer as double, divided by a power of ten.
double to_double(const Decimal& value);

// By value: negative, zero or positive. 1.0 equals 1.00, 0 equals -0.
int compare(const Decimal& a, const Decimal& b);

}  // namespace dotwire

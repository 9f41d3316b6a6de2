// Whether a number's text says more than the floating-point value that was read from it.
#pragma once

#include <string_view>

namespace dotwire {

// The texts are numbers with digits as parse_double() takes them, without blanks.

// Digits, exponents and zeros at both ends aside, both are one number with one sign: "1.50e1" and "15".
bool is_same_number(std::string_view a, std::string_view b);

// `value` was read from `text`, and its shortest text is the same number.
bool is_shortest_number(std::string_view text, double value);

// `value` was read from `text`, and rounded to as many digits it is the same number: nothing that the text says was
// lost. So are the shortest text, one of 15 or 17 digits, and the exact one.
bool says_no_more(std::string_view text, double value);
bool says_no_more(std::string_view text, float value);

}  // namespace dotwire

// The leading decimal digits of a double, exactly.
#pragma once

#include <cstdint>

namespace dotwire {

// value = digits * 10^(exponent - 17) and a rest below one unit; 10^17 <= digits < 10^18.
struct ExactDigits {
  std::uint64_t digits;
  int exponent;  // of the first digit: d.ddd * 10^exponent
  bool exact;    // no rest
};

// For finite values over zero. A product with a 128-bit power of ten; where that cannot tell, big integers.
ExactDigits exact_digits(double value);

}  // namespace dotwire

// The text-to-double conversion of .NET Framework, .NET Core 1 and 2 and Mono: a 64-bit product with tabulated powers
// of ten, some of them off in their last bits. It shows in number text, since "R" asks it whether 15 digits suffice.
#pragma once

#include <cstdint>

namespace dotwire {

// digits * 10^exponent, digits of at most 18 decimal places. Infinity on overflow.
double legacy_to_double(std::uint64_t digits, int exponent);

}  // namespace dotwire

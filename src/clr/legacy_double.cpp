#include "clr/legacy_double.h"

#include <bit>
#include <limits>

namespace dotwire {
namespace {

// 64-bit mantissas and binary exponents of 10^1..10^15 and of 10^16, 10^32..10^336, and mantissas of their inverses.
// The values are the runtime's, with its errors.
constexpr std::uint64_t kSmall[] = {0xA000000000000000, 0xC800000000000000, 0xFA00000000000000, 0x9C40000000000000,
                                    0xC350000000000000, 0xF424000000000000, 0x9896800000000000, 0xBEBC200000000000,
                                    0xEE6B280000000000, 0x9502F90000000000, 0xBA43B74000000000, 0xE8D4A51000000000,
                                    0x9184E72A00000000, 0xB5E620F480000000, 0xE35FA931A0000000};
constexpr std::uint64_t kSmallInverse[] = {
    0xCCCCCCCCCCCCCCCD, 0xA3D70A3D70A3D70B, 0x83126E978D4FDF3C, 0xD1B71758E219652E, 0xA7C5AC471B478425,
    0x8637BD05AF6C69B7, 0xD6BF94D5E57A42BE, 0xABCC77118461CEFF, 0x89705F4136B4A599, 0xDBE6FECEBDEDD5C2,
    0xAFEBFF0BCB24AB02, 0x8CBCCC096F5088CF, 0xE12E13424BB40E18, 0xB424DC35095CD813, 0x901D7CF73AB0ACDC};
constexpr int kSmallExponent[] = {4, 7, 10, 14, 17, 20, 24, 27, 30, 34, 37, 40, 44, 47, 50};
constexpr std::uint64_t kLarge[] = {0x8E1BC9BF04000000, 0x9DC5ADA82B70B59E, 0xAF298D050E4395D6, 0xC2781F49FFCFA6D4,
                                    0xD7E77A8F87DAF7FA, 0xEFB3AB16C59B14A0, 0x850FADC09923329C, 0x93BA47C980E98CDE,
                                    0xA402B9C5A8D3A6E6, 0xB616A12B7FE617A8, 0xCA28A291859BBF90, 0xE070F78D39275566,
                                    0xF92E0C3537826140, 0x8A5296FFE33CC92C, 0x9991A6F3D6BF1762, 0xAA7EEBFB9DF9DE8A,
                                    0xBD49D14AA79DBC7E, 0xD226FC195C6A2F88, 0xE950DF20247C83F8, 0x81842F29F2CCE373,
                                    0x8FCAC257558EE4E2};
constexpr std::uint64_t kLargeInverse[] = {
    0xE69594BEC44DE160, 0xCFB11EAD453994C3, 0xBB127C53B17EC165, 0xA87FEA27A539E9B3, 0x97C560BA6B0919B5,
    0x88B402F7FD7553AB, 0xF64335BCF065D3A0, 0xDDD0467C64BCE4C4, 0xC7CABA6E7C5382ED, 0xB3F4E093DB73A0B7,
    0xA21727DB38CB0053, 0x91FF83775423CC29, 0x8380DEA93DA4BC82, 0xECE53CEC4A314F00, 0xD5605FCDCF32E217,
    0xC0314325637A1978, 0xAD1C8EAB5EE43BA2, 0x9BECCE62836AC5B0, 0x8C71DCD9BA0B495C, 0xFD00B89747823938,
    0xE3E27A444D8D991A};
constexpr int kLargeExponent[] = {54,  107, 160, 213, 266, 319, 373, 426,  479,  532, 585,
                                  638, 691, 745, 798, 851, 904, 957, 1010, 1064, 1117};

struct Scaled {
  std::uint64_t mantissa;
  int exponent;
};

// The upper half of the product, without the carry of its lowest part.
Scaled multiply(Scaled value, std::uint64_t factor) {
  const std::uint64_t a_high = value.mantissa >> 32;
  const std::uint64_t a_low = value.mantissa & 0xFFFF'FFFFU;
  const std::uint64_t b_high = factor >> 32;
  const std::uint64_t b_low = factor & 0xFFFF'FFFFU;
  std::uint64_t product = a_high * b_high + (a_high * b_low >> 32) + (a_low * b_high >> 32);
  if (product >> 63 == 0) return {product << 1, value.exponent - 1};
  return {product, value.exponent};
}

std::uint64_t pack(Scaled value) {
  // Half to even on the bit below the 53 that stay; lower bits count only through the sum.
  if ((value.mantissa & 1 << 10) != 0) {
    const std::uint64_t sum = value.mantissa + ((1 << 10) - 1) + (value.mantissa >> 11 & 1);
    if (sum < value.mantissa) {
      value.mantissa = sum >> 1 | std::uint64_t{1} << 63;
      ++value.exponent;
    } else {
      value.mantissa = sum;
    }
  }
  const int exponent = value.exponent + 0x3FE;
  if (exponent >= 0x7FF) return std::uint64_t{0x7FF} << 52;
  if (exponent > 0) return (static_cast<std::uint64_t>(exponent) << 52) + (value.mantissa >> 11 & 0xF'FFFF'FFFF'FFFFU);
  if (exponent == -52 && value.mantissa >= 0x8000'0000'0000'0058U) return 1;
  if (exponent <= -52) return 0;
  return value.mantissa >> (12 - exponent);
}

}  // namespace

double legacy_to_double(std::uint64_t digits, int exponent) {
  if (digits == 0) return 0;
  const int distance = exponent < 0 ? -exponent : exponent;
  if (distance >= 22 * 16) return exponent > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  const int shift = std::countl_zero(digits);
  Scaled value{digits << shift, 64 - shift};
  if (const int i = distance & 15; i != 0) {
    value.exponent += exponent < 0 ? 1 - kSmallExponent[i - 1] : kSmallExponent[i - 1];
    value = multiply(value, exponent < 0 ? kSmallInverse[i - 1] : kSmall[i - 1]);
  }
  if (const int i = distance >> 4; i != 0) {
    value.exponent += exponent < 0 ? 1 - kLargeExponent[i - 1] : kLargeExponent[i - 1];
    value = multiply(value, exponent < 0 ? kLargeInverse[i - 1] : kLarge[i - 1]);
  }
  return std::bit_cast<double>(pack(value));
}

}  // namespace dotwire

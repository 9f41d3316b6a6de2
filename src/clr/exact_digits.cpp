#include "clr/exact_digits.h"

#include <array>
#include <bit>
#include <cstddef>

#include "clr/digits.h"

namespace dotwire {
namespace {

// 10^power = (high * 2^64 + low + a rest below one) * 2^(power_exponent(power)), the top bit of high set.
struct Power {
  std::uint64_t high;
  std::uint64_t low;
};

constexpr int kMinPower = -293;
constexpr int kMaxPower = 342;
constexpr int kMaxExactPower = 55;  // 5^55 is the last power of five below 2^128

constexpr int power_exponent(int power) { return (power * 217706 >> 16) - 127; }

// A natural number in 32-bit words, least significant first, for the table of powers.
struct TableNumber {
  static constexpr int kWords = 29;
  std::array<std::uint32_t, kWords> words{};
  int size = 1;

  constexpr void multiply_by_five() {
    std::uint64_t carry = 0;
    for (int i = 0; i < size; ++i) {
      carry += std::uint64_t{words[i]} * 5;
      words[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) words[size++] = static_cast<std::uint32_t>(carry);
  }
  constexpr void divide_by_five() {
    std::uint64_t rest = 0;
    for (int i = size - 1; i >= 0; --i) {
      rest = rest << 32 | words[i];
      words[i] = static_cast<std::uint32_t>(rest / 5);
      rest %= 5;
    }
    if (words[size - 1] == 0) --size;
  }
  constexpr Power top() const {
    std::uint32_t parts[5] = {};
    for (int i = 0; i < 5 && i < size; ++i) parts[i] = words[size - 1 - i];
    const int shift = std::countl_zero(parts[0]);
    const std::uint64_t first = std::uint64_t{parts[0]} << 32 | parts[1];
    const std::uint64_t second = std::uint64_t{parts[2]} << 32 | parts[3];
    if (shift == 0) return {first, second};
    const std::uint64_t third = std::uint64_t{parts[4]} << 32;
    return {first << shift | second >> (64 - shift), second << shift | third >> (64 - shift)};
  }
};

constexpr std::array<Power, kMaxPower - kMinPower + 1> make_powers() {
  std::array<Power, kMaxPower - kMinPower + 1> powers{};
  TableNumber number;
  number.words[0] = 1;
  for (int power = 0; power <= kMaxPower; ++power) {
    powers[power - kMinPower] = number.top();
    number.multiply_by_five();
  }
  // 2^896 / 5^n keeps 128 correct bits down to the last power.
  number = TableNumber{};
  number.size = TableNumber::kWords;
  number.words[TableNumber::kWords - 1] = 1;
  for (int power = -1; power >= kMinPower; --power) {
    number.divide_by_five();
    powers[power - kMinPower] = number.top();
  }
  return powers;
}

constexpr auto kPowers = make_powers();

// A natural number of up to 1,280 bits, to compare decimal candidates with a double.
class BigNumber {
 public:
  explicit BigNumber(std::uint64_t value)
      : words_{static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)} {}

  void multiply_by_five(int times) {
    for (; times >= 13; times -= 13) multiply(1'220'703'125);
    for (; times > 0; --times) multiply(5);
  }
  void shift_left(int bits) {
    const int words = bits / 32;
    for (int i = kWords - 1; i >= 0; --i) words_[i] = i >= words ? words_[i - words] : 0;
    multiply_by_two(bits % 32);
  }
  friend int compare(const BigNumber& a, const BigNumber& b) {
    for (int i = kWords - 1; i >= 0; --i) {
      if (a.words_[i] != b.words_[i]) return a.words_[i] < b.words_[i] ? -1 : 1;
    }
    return 0;
  }

 private:
  static constexpr int kWords = 40;

  void multiply(std::uint32_t factor) {
    std::uint64_t carry = 0;
    for (std::uint32_t& word : words_) {
      carry += std::uint64_t{word} * factor;
      word = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
  }
  void multiply_by_two(int times) {
    if (times > 0) multiply(std::uint32_t{1} << times);
  }

  std::uint32_t words_[kWords];
};

// Compares digits with mantissa * 2^exponent * 10^power.
int compare_scaled(std::uint64_t digits, std::uint64_t mantissa, int exponent, int power) {
  BigNumber left(digits);
  BigNumber right(mantissa);
  (power < 0 ? left : right).multiply_by_five(power < 0 ? -power : power);
  const int shift = exponent + power;
  (shift < 0 ? left : right).shift_left(shift < 0 ? -shift : shift);
  return compare(left, right);
}

struct Floor {
  std::uint64_t digits;
  bool exact;
};

// floor(mantissa * 2^exponent * 10^power); the top bit of the mantissa is set and the result fits 64 bits.
Floor scaled_floor(std::uint64_t mantissa, int exponent, int power) {
  const Power& factor = kPowers[static_cast<std::size_t>(power - kMinPower)];
  const Uint128 low = Uint128{mantissa} * factor.low;
  const Uint128 high = Uint128{mantissa} * factor.high + static_cast<std::uint64_t>(low >> 64);
  const auto top = static_cast<std::uint64_t>(high >> 64);
  const auto middle = static_cast<std::uint64_t>(high);
  const int shift = -(exponent + power_exponent(power)) - 128;
  const std::uint64_t mask = (std::uint64_t{1} << shift) - 1;
  const std::uint64_t digits = top >> shift;
  const bool factor_exact = power >= 0 && power <= kMaxExactPower;
  if (factor_exact) return {digits, ((top & mask) | middle | static_cast<std::uint64_t>(low)) == 0};
  if ((top & mask) != mask || middle != ~std::uint64_t{0}) [[likely]]
    return {digits, false};
  // The factor is too small by less than one unit, so the true value may reach the next integer.
  const int order = compare_scaled(digits + 1, mantissa, exponent, power);
  return order > 0 ? Floor{digits, false} : Floor{digits + 1, order == 0};
}

}  // namespace

ExactDigits exact_digits(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto biased = static_cast<int>(bits >> 52);
  std::uint64_t mantissa = bits & 0xF'FFFF'FFFF'FFFFU;
  if (biased != 0) mantissa |= std::uint64_t{1} << 52;
  const int zeros = std::countl_zero(mantissa);
  mantissa <<= zeros;
  const int exponent = (biased != 0 ? biased : 1) - 1075 - zeros;
  // log10 of the top bit, rounded down: right, or one too low.
  int decimal = (exponent + 63) * 315653 >> 20;
  Floor floor = scaled_floor(mantissa, exponent, 17 - decimal);
  if (floor.digits >= kPowersOfTen[18]) {
    floor.exact = floor.exact && floor.digits % 10 == 0;
    floor.digits /= 10;
    ++decimal;
  }
  return {floor.digits, decimal, floor.exact};
}

}  // namespace dotwire

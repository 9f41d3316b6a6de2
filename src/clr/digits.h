// Decimal digits of integers, for every text form in this folder.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace dotwire {

__extension__ using Uint128 = unsigned __int128;

// Powers of ten that 64 bits hold.
inline constexpr std::array<std::uint64_t, 20> kPowersOfTen = [] {
  std::array<std::uint64_t, 20> powers{};
  std::uint64_t power = 1;
  for (std::uint64_t& entry : powers) {
    entry = power;
    power *= 10;
  }
  return powers;
}();

// "00" to "99" in a row.
inline constexpr std::array<char, 200> kDigitPairs = [] {
  std::array<char, 200> pairs{};
  for (std::size_t i = 0; i < 100; ++i) {
    pairs[2 * i] = static_cast<char>('0' + i / 10);
    pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
  }
  return pairs;
}();

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// What .NET's number parsers skip before and behind a number.
constexpr bool is_number_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Number of decimal digits; 1 for zero.
inline int count_digits(std::uint64_t value) {
  // 1233 / 4096 is just above log10(2): the guess is right or one too low.
  const auto guess = static_cast<std::size_t>((64 - std::countl_zero(value | 1)) * 1233 >> 12);
  return static_cast<int>(guess) + (value >= kPowersOfTen[guess] || guess == 0 ? 1 : 0);
}

// Two digits of a value below 100.
inline char* put_two_digits(char* at, std::uint32_t value) {
  std::memcpy(at, &kDigitPairs[2 * value], 2);
  return at + 2;
}

// Eight digits of a value below 100,000,000, leading zeros included.
inline char* put_eight_digits(char* at, std::uint32_t value) {
  // Splits into 4 + 4, then 2 + 2, then 1 + 1 digits, all lanes at once.
  const std::uint64_t fours = value / 10000 | std::uint64_t{value % 10000} << 32;
  const std::uint64_t high_twos = (fours * 10486 >> 20) & 0x0000'007F'0000'007FU;
  const std::uint64_t twos = high_twos | (fours - high_twos * 100) << 16;
  const std::uint64_t high_ones = (twos * 103 >> 10) & 0x000F'000F'000F'000FU;
  const std::uint64_t ones = high_ones | (twos - high_ones * 10) << 8;
  const std::uint64_t text = ones | 0x3030'3030'3030'3030U;
  std::memcpy(at, &text, 8);
  return at + 8;
}

// `count` digits of a value below 10^count, leading zeros included; count up to 20.
inline char* put_fixed_digits(char* at, std::uint64_t value, int count) {
  char* end = at + count;
  char* back = end;
  while (back - at >= 8) {
    back -= 8;
    put_eight_digits(back, static_cast<std::uint32_t>(value % 100'000'000));
    value /= 100'000'000;
  }
  while (back - at >= 2) {
    back -= 2;
    put_two_digits(back, static_cast<std::uint32_t>(value % 100));
    value /= 100;
  }
  if (back != at) *at = static_cast<char>('0' + value % 10);
  return end;
}

// The shortest decimal text. Needs 20 bytes of room.
inline char* put_unsigned(char* at, std::uint64_t value) {
  if (value < 10) return *at = static_cast<char>('0' + value), at + 1;
  if (value < 100) return put_two_digits(at, static_cast<std::uint32_t>(value));
  return put_fixed_digits(at, value, count_digits(value));
}

// Needs 20 bytes of room.
inline char* put_signed(char* at, std::int64_t value) {
  auto magnitude = static_cast<std::uint64_t>(value);
  if (value < 0) {
    *at++ = '-';
    magnitude = 0 - magnitude;
  }
  return put_unsigned(at, magnitude);
}

}  // namespace dotwire

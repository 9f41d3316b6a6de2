// Bytes as hexadecimal digits.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "dotwire/buffer.h"
#include "dotwire/result.h"

namespace dotwire {

namespace detail {
constexpr std::array<char, 512> make_hex_pairs(std::string_view digits) {
  std::array<char, 512> pairs{};
  for (std::size_t i = 0; i < 256; ++i) {
    pairs[2 * i] = digits[i >> 4];
    pairs[2 * i + 1] = digits[i & 15];
  }
  return pairs;
}
}  // namespace detail

// "00" to "ff" in a row.
inline constexpr std::array<char, 512> kLowerHexPairs = detail::make_hex_pairs("0123456789abcdef");
inline constexpr std::array<char, 512> kUpperHexPairs = detail::make_hex_pairs("0123456789ABCDEF");

// The digit's value, or -1.
constexpr int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

inline char* put_hex_byte(char* at, std::uint8_t byte, const std::array<char, 512>& pairs = kLowerHexPairs) {
  std::memcpy(at, &pairs[std::size_t{2} * byte], 2);
  return at + 2;
}

// Needs room for two characters a byte.
char* put_hex(char* at, std::span<const std::uint8_t> bytes, const std::array<char, 512>& pairs = kLowerHexPairs);
std::string to_hex(std::span<const std::uint8_t> bytes);
std::string to_upper_hex(std::span<const std::uint8_t> bytes);

// Appends; digits of either case, XML white space between them is skipped. An odd number of digits is an error.
Status decode_hex(std::string_view text, Buffer& out);

}  // namespace dotwire

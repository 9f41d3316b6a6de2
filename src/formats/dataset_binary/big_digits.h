// System.Numerics.BigInteger as it is recorded, to decimal digits and back.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dotwire::dataset_binary {

// Longer numbers are refused: the time to turn them into digits grows with the square of their length.
inline constexpr std::size_t kMaxBigWords = 1024;

// `sign` is the number itself where `bits` is empty.
std::string digits_of_big_integer(std::int32_t sign, std::span<const std::uint32_t> bits);

struct BigParts {
  std::int32_t sign = 0;
  std::vector<std::uint32_t> bits;
};

// Nothing if the text is no number or too long.
std::optional<BigParts> parse_big_digits(std::string_view digits);

}  // namespace dotwire::dataset_binary

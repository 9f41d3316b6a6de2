#include "formats/dataset_binary/big_digits.h"

#include <algorithm>

namespace dotwire::dataset_binary {
namespace {

constexpr std::uint32_t kBillion = 1'000'000'000;

// Divides in place and gives the rest.
std::uint32_t divide(std::vector<std::uint32_t>& words, std::uint32_t divisor) {
  std::uint64_t rest = 0;
  for (std::size_t i = words.size(); i-- > 0;) {
    const std::uint64_t value = rest << 32 | words[i];
    words[i] = static_cast<std::uint32_t>(value / divisor);
    rest = value % divisor;
  }
  while (!words.empty() && words.back() == 0) words.pop_back();
  return static_cast<std::uint32_t>(rest);
}

void multiply_add(std::vector<std::uint32_t>& words, std::uint32_t factor, std::uint32_t addend) {
  std::uint64_t carry = addend;
  for (std::uint32_t& word : words) {
    carry += std::uint64_t{word} * factor;
    word = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  if (carry != 0) words.push_back(static_cast<std::uint32_t>(carry));
}

}  // namespace

std::string digits_of_big_integer(std::int32_t sign, std::span<const std::uint32_t> bits) {
  if (bits.empty()) return std::to_string(sign);
  std::vector<std::uint32_t> words(bits.begin(), bits.end());
  while (!words.empty() && words.back() == 0) words.pop_back();
  if (words.empty()) return "0";
  std::string reversed;
  while (!words.empty()) {
    std::uint32_t part = divide(words, kBillion);
    for (int i = 0; i < 9 && (part != 0 || !words.empty()); ++i, part /= 10) {
      reversed.push_back(static_cast<char>('0' + part % 10));
    }
  }
  if (sign < 0) reversed.push_back('-');
  std::reverse(reversed.begin(), reversed.end());
  return reversed;
}

std::optional<BigParts> parse_big_digits(std::string_view digits) {
  const bool negative = digits.starts_with('-');
  if (negative) digits.remove_prefix(1);
  if (digits.empty() || digits.size() > kMaxBigWords * 9) return std::nullopt;
  BigParts parts;
  for (const char digit : digits) {
    if (digit < '0' || digit > '9') return std::nullopt;
    const auto value = static_cast<std::uint32_t>(digit - '0');
    if (!parts.bits.empty()) {
      multiply_add(parts.bits, 10, value);
    } else if (value != 0) {
      parts.bits.push_back(value);
    }
  }
  // Numbers that an Int32 holds have no bits, but for the least of them, which .NET keeps as 2^31 with its sign.
  if (parts.bits.empty() || (parts.bits.size() == 1 && parts.bits[0] <= INT32_MAX)) {
    parts.sign = parts.bits.empty() ? 0 : static_cast<std::int32_t>(parts.bits[0]);
    if (negative) parts.sign = -parts.sign;
    parts.bits.clear();
  } else {
    parts.sign = negative ? -1 : 1;
  }
  return parts;
}

}  // namespace dotwire::dataset_binary

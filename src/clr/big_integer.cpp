#include "clr/big_integer.h"

#include <algorithm>

#include "clr/digits.h"

namespace dotwire {
namespace {

constexpr std::uint32_t kBillion = 1'000'000'000;

void normalize(BigInteger& value) {
  while (!value.words.empty() && value.words.back() == 0) value.words.pop_back();
  if (value.words.empty()) value.negative = false;
}

// words = words * factor + add
void multiply_add(std::vector<std::uint32_t>& words, std::uint32_t factor, std::uint32_t add) {
  std::uint64_t carry = add;
  for (std::uint32_t& word : words) {
    carry += std::uint64_t{word} * factor;
    word = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  if (carry != 0) words.push_back(static_cast<std::uint32_t>(carry));
}

// Divides in place and returns the rest.
std::uint32_t divide(std::vector<std::uint32_t>& words, std::uint32_t divisor) {
  std::uint64_t rest = 0;
  for (std::size_t i = words.size(); i-- > 0;) {
    rest = rest << 32 | words[i];
    words[i] = static_cast<std::uint32_t>(rest / divisor);
    rest %= divisor;
  }
  while (!words.empty() && words.back() == 0) words.pop_back();
  return static_cast<std::uint32_t>(rest);
}

}  // namespace

BigInteger big_integer(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  const std::uint64_t magnitude = value < 0 ? 0 - bits : bits;
  BigInteger result{value < 0, {static_cast<std::uint32_t>(magnitude), static_cast<std::uint32_t>(magnitude >> 32)}};
  normalize(result);
  return result;
}

std::string to_text(const BigInteger& value) {
  std::vector<std::uint32_t> words = value.words;
  std::vector<std::uint32_t> groups;
  while (!words.empty()) groups.push_back(divide(words, kBillion));
  if (groups.empty()) return "0";
  std::string text(groups.size() * 9 + 2, '\0');
  char* at = text.data();
  if (value.negative) *at++ = '-';
  at = put_unsigned(at, groups.back());
  for (std::size_t i = groups.size() - 1; i-- > 0;) at = put_fixed_digits(at, groups[i], 9);
  text.resize(static_cast<std::size_t>(at - text.data()));
  return text;
}

Result<BigInteger> parse_big_integer(std::string_view text, std::size_t max_digits) {
  while (!text.empty() && is_number_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_number_space(text.back())) text.remove_suffix(1);
  BigInteger value;
  value.negative = text.starts_with('-');
  if (value.negative || text.starts_with('+')) text.remove_prefix(1);
  if (text.empty() || !std::all_of(text.begin(), text.end(), is_digit)) {
    return Error(ErrorCode::Malformed, "not a whole number");
  }
  if (text.size() > max_digits) return Error(ErrorCode::LimitExceeded, "number has too many digits");
  while (!text.empty()) {
    const std::string_view group = text.substr(0, text.size() % 9 == 0 ? 9 : text.size() % 9);
    std::uint32_t digits = 0;
    for (const char c : group) digits = digits * 10 + static_cast<std::uint32_t>(c - '0');
    multiply_add(value.words, kBillion, digits);
    text.remove_prefix(group.size());
  }
  normalize(value);
  return value;
}

std::vector<std::uint8_t> to_bytes(const BigInteger& value) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(value.words.size() * 4 + 1);
  std::uint32_t carry = value.negative ? 1 : 0;  // of the complement
  for (const std::uint32_t word : value.words) {
    std::uint32_t unit = word;
    if (value.negative) {
      unit = ~word + carry;
      carry = carry != 0 && word == 0 ? 1 : 0;
    }
    for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<std::uint8_t>(unit >> shift));
  }
  const std::uint8_t fill = value.negative ? 0xFF : 0x00;
  bytes.push_back(fill);
  while (bytes.size() > 1 && bytes.back() == fill && (bytes[bytes.size() - 2] & 0x80) == (fill & 0x80))
    bytes.pop_back();
  return bytes;
}

BigInteger big_integer_from_bytes(std::span<const std::uint8_t> bytes) {
  BigInteger value;
  value.negative = !bytes.empty() && (bytes.back() & 0x80) != 0;
  const std::uint8_t flip = value.negative ? 0xFF : 0x00;
  std::uint32_t carry = value.negative ? 1 : 0;
  value.words.assign(bytes.size() / 4 + 1, 0);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::uint32_t sum = static_cast<std::uint8_t>(bytes[i] ^ flip) + carry;
    carry = sum >> 8;
    value.words[i / 4] |= (sum & 0xFF) << 8 * (i % 4);
  }
  value.words[bytes.size() / 4] |= carry << 8 * (bytes.size() % 4);
  normalize(value);
  return value;
}

BigIntegerFields to_fields(const BigInteger& value) {
  if (value.words.empty()) return {};
  if (value.words.size() == 1 && value.words[0] <= 0x7FFFFFFF) {
    const auto magnitude = static_cast<std::int32_t>(value.words[0]);
    return {value.negative ? -magnitude : magnitude, std::nullopt};
  }
  return {value.negative ? -1 : 1, value.words};
}

BigInteger big_integer_from_fields(const BigIntegerFields& fields) {
  if (!fields.bits) return big_integer(fields.sign);
  BigInteger value{fields.sign < 0, *fields.bits};
  normalize(value);
  return value;
}

std::optional<std::int64_t> to_int64(const BigInteger& value) {
  if (value.words.size() > 2) return std::nullopt;
  std::uint64_t magnitude = 0;
  for (std::size_t i = 0; i < value.words.size(); ++i) magnitude |= std::uint64_t{value.words[i]} << 32 * i;
  constexpr std::uint64_t kLimit = std::uint64_t{1} << 63;
  if (magnitude > (value.negative ? kLimit : kLimit - 1)) return std::nullopt;
  return static_cast<std::int64_t>(value.negative ? 0 - magnitude : magnitude);
}

}  // namespace dotwire

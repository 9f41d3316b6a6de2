// BigInteger: text, two's complement bytes and the fields of BinaryFormatter (nrbf-soap.md A.10).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dotwire/result.h"
#include "dotwire/values.h"

namespace dotwire {

BigInteger big_integer(std::int64_t value);

// Decimal text. Time grows with the square of the length, so parsing takes at most `max_digits`.
std::string to_text(const BigInteger& value);
Result<BigInteger> parse_big_integer(std::string_view text, std::size_t max_digits = 100'000);

// BigInteger.ToByteArray: two's complement, least significant first, as short as the sign allows; zero is one byte.
std::vector<std::uint8_t> to_bytes(const BigInteger& value);
BigInteger big_integer_from_bytes(std::span<const std::uint8_t> bytes);

// { _sign Int32, _bits UInt32[] }: a value in Int32 (but not its minimum) is _sign itself and _bits null; otherwise
// _sign is 1 or -1 and _bits the magnitude.
struct BigIntegerFields {
  std::int32_t sign = 0;
  std::optional<std::vector<std::uint32_t>> bits;
};
BigIntegerFields to_fields(const BigInteger& value);
BigInteger big_integer_from_fields(const BigIntegerFields& fields);

std::optional<std::int64_t> to_int64(const BigInteger& value);

}  // namespace dotwire

#include "clr/big_integer.h"

#include <limits>

#include <gtest/gtest.h>

namespace dotwire {
namespace {

using Bytes = std::vector<std::uint8_t>;

TEST(BigInteger, TextAndBack) {
  for (const char* text : {"0", "1", "-1", "999999999", "1000000000", "-4294967296", "18446744073709551616",
                           "-123456789012345678901234567890", "1000000000000000000000000000000000000"}) {
    EXPECT_EQ(to_text(*parse_big_integer(text)), text);
  }
  EXPECT_EQ(to_text(*parse_big_integer(" +0012 ")), "12");
  EXPECT_EQ(*parse_big_integer("-0"), BigInteger());
}

TEST(BigInteger, RefusesOtherText) {
  for (const char* text : {"", "-", "1.0", "1e5", "0x1", "1 2", "--1"}) {
    EXPECT_EQ(parse_big_integer(text).error().code(), ErrorCode::Malformed) << text;
  }
  EXPECT_EQ(parse_big_integer("12345", 4).error().code(), ErrorCode::LimitExceeded);
}

TEST(BigInteger, BytesAreShortTwosComplement) {
  const std::pair<const char*, Bytes> cases[] = {
      {"0", {0}},
      {"1", {1}},
      {"-1", {0xFF}},
      {"127", {0x7F}},
      {"128", {0x80, 0}},
      {"-128", {0x80}},
      {"-129", {0x7F, 0xFF}},
      {"255", {0xFF, 0}},
      {"256", {0, 1}},
      {"-256", {0, 0xFF}},
      {"4294967295", {0xFF, 0xFF, 0xFF, 0xFF, 0}},
      {"-4294967296", {0, 0, 0, 0, 0xFF}},
      {"-2147483648", {0, 0, 0, 0x80}},
  };
  for (const auto& [text, bytes] : cases) {
    EXPECT_EQ(to_bytes(*parse_big_integer(text)), bytes) << text;
    EXPECT_EQ(to_text(big_integer_from_bytes(bytes)), text);
  }
  EXPECT_EQ(to_text(big_integer_from_bytes({})), "0");
  EXPECT_EQ(to_text(big_integer_from_bytes(Bytes{0xFF, 0xFF, 0xFF})), "-1");
  EXPECT_EQ(to_text(big_integer_from_bytes(Bytes{5, 0, 0, 0, 0, 0})), "5");
}

// nrbf-soap.md A.10.
TEST(BigInteger, FieldsHoldSmallValuesInTheSign) {
  EXPECT_EQ(to_fields(big_integer(-5)).sign, -5);
  EXPECT_FALSE(to_fields(big_integer(-5)).bits.has_value());
  EXPECT_FALSE(to_fields(big_integer(2147483647)).bits.has_value());
  const BigIntegerFields minimum = to_fields(big_integer(-2147483648LL));
  EXPECT_EQ(minimum.sign, -1);
  EXPECT_EQ(*minimum.bits, (std::vector<std::uint32_t>{0x80000000U}));
  for (const std::int64_t value :
       {std::int64_t{0}, std::int64_t{-7}, std::int64_t{1} << 40, std::numeric_limits<std::int64_t>::min()}) {
    EXPECT_EQ(to_int64(big_integer_from_fields(to_fields(big_integer(value)))), value);
  }
  EXPECT_EQ(to_int64(*parse_big_integer("9223372036854775808")), std::nullopt);
  EXPECT_EQ(big_integer_from_fields({-1, std::vector<std::uint32_t>{0, 0}}), BigInteger());
}

}  // namespace
}  // namespace dotwire

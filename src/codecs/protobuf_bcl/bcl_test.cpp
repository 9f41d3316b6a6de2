#include "codecs/protobuf_bcl/bcl.h"

#include <gtest/gtest.h>

#include "support/hex.h"

namespace dotwire::protobuf_bcl {
namespace {

using test::hex;
using test::to_hex;

std::string time_span_bytes(std::int64_t ticks) {
  std::uint8_t bytes[kLongestTicks];
  return to_hex({bytes, static_cast<const std::uint8_t*>(put_time_span(bytes, ticks))});
}

TEST(ProtobufBcl, TimesTakeTheLargestUnitThatDividesThem) {
  EXPECT_EQ(time_span_bytes(0), "");
  EXPECT_EQ(time_span_bytes(-864'000'000'000), "08 01");
  EXPECT_EQ(time_span_bytes(36'000'000'000), "08 02 10 01");
  EXPECT_EQ(time_span_bytes(600'000'000), "08 02 10 02");
  EXPECT_EQ(time_span_bytes(10'000'000), "08 02 10 03");
  EXPECT_EQ(time_span_bytes(10'000), "08 02 10 04");
  EXPECT_EQ(time_span_bytes(1), "08 02 10 05");
  EXPECT_EQ(time_span_bytes(INT64_MAX), "08 02 10 0F");
  EXPECT_EQ(time_span_bytes(INT64_MIN), "08 01 10 0F");
  EXPECT_EQ(time_span_bytes(1'223'688'580), "08 88 86 80 8F 09 10 05");
}

TEST(ProtobufBcl, TimesAreReadBack) {
  for (const std::int64_t ticks : {std::int64_t{0}, std::int64_t{1}, std::int64_t{-864'000'000'000},
                                   std::int64_t{90'000'000}, INT64_MAX, INT64_MIN, INT64_MAX - 1, INT64_MIN + 1}) {
    std::uint8_t bytes[kLongestTicks + 1];
    std::uint8_t* end = put_time_span(bytes, ticks);
    ByteReader alone({bytes, end});
    EXPECT_EQ(decode_time_span(alone, {}).value(), ticks);
    *end++ = 0x2C;
    ByteReader group({bytes, end});
    EXPECT_EQ(decode_time_span(group, {5}).value(), ticks);
    EXPECT_TRUE(group.at_end());
  }
}

TEST(ProtobufBcl, DatesCountFrom1970AndKeepAKindThatIsThere) {
  const Buffer input = hex("08 A8 85 BF D9 E4 4B 10 04 18 01");  // 2011-04-05 12:16:41.300
  ByteReader in(input);
  const DateTime value = decode_date_time(in, {}).value();
  EXPECT_EQ(value.ticks(), 634'376'026'013'000'000);
  EXPECT_EQ(value.kind(), DateTimeKind::Utc);
  const Buffer nothing;
  ByteReader empty(nothing);
  EXPECT_EQ(decode_date_time(empty, {}).value().ticks(), kEpochTicks);
}

TEST(ProtobufBcl, DecimalsKeepScaleAndSignOfZero) {
  const Decimal values[] = {{}, {0, 0, 0, 2U << 16}, {0, 0, 0, 1U << 31}, {1, 2, 3, 28U << 16 | 1U << 31}};
  for (const Decimal& value : values) {
    std::uint8_t bytes[kLongestDecimal];
    const std::uint8_t* const end = put_decimal(bytes, value);
    ByteReader in({bytes, end});
    EXPECT_EQ(decode_decimal(in, {}).value(), value);
  }
}

TEST(ProtobufBcl, PartsMayComeInAnyOrderAndUnknownOnesAreSkipped) {
  const Buffer input = hex("10 05  23 24  08 02  22 01 41  0C");
  ByteReader in(input);
  EXPECT_EQ(decode_time_span(in, {1}).value(), 1);
  const Buffer twice = hex("08 02 08 04 10 05");
  ByteReader last(twice);
  EXPECT_EQ(decode_time_span(last, {}).value(), 2);
}

struct Case {
  const char* rule;
  const char* input;
  ErrorCode code;
  std::uint64_t offset;
};

TEST(ProtobufBcl, RefusesTimesThatAreNone) {
  const Case cases[] = {
      {"unit 6", "08 02 10 06", ErrorCode::Malformed, 0},
      {"unit 300", "08 02 10 AC02", ErrorCode::Malformed, 0},
      {"smallest and largest of 2", "08 04 10 0F", ErrorCode::Malformed, 0},
      {"days beyond", "08 FEFFFFFFFFFFFFFFFF01", ErrorCode::OutOfRange, 0},
      {"value is no varint", "0D 00000000", ErrorCode::Malformed, 0},
      {"another group's end", "08 02 14", ErrorCode::Malformed, 2},
      {"cut", "08", ErrorCode::Truncated, 1},
  };
  for (const Case& test : cases) {
    SCOPED_TRACE(test.rule);
    const Buffer input = hex(test.input);
    ByteReader in(input);
    const Result<std::int64_t> value = decode_time_span(in, {});
    ASSERT_FALSE(value.ok());
    EXPECT_EQ(value.error().code(), test.code);
    EXPECT_EQ(value.error().offset(), test.offset);
  }
}

TEST(ProtobufBcl, RefusesDatesDecimalsAndGuidsThatAreNone) {
  const auto code_of = [](const char* text, auto decode) {
    const Buffer input = hex(text);
    ByteReader in(input);
    const auto value = decode(in, BodyEnd{1});
    return value.ok() ? ErrorCode::InvalidArgument : value.error().code();
  };
  EXPECT_EQ(code_of("08 FEFFFFFF7F 0C", decode_date_time), ErrorCode::OutOfRange);  // days
  EXPECT_EQ(code_of("18 03 0C", decode_date_time), ErrorCode::Malformed);           // kind 3
  EXPECT_EQ(code_of("08 02", decode_date_time), ErrorCode::Truncated);
  EXPECT_EQ(code_of("10 8080808010 0C", decode_decimal), ErrorCode::OutOfRange);  // 33 bits
  EXPECT_EQ(code_of("18 3A 0C", decode_decimal), ErrorCode::Malformed);           // scale 29
  EXPECT_EQ(code_of("18 39 0C", decode_decimal), ErrorCode::InvalidArgument);     // 28
  EXPECT_EQ(code_of("08 01 0C", decode_guid), ErrorCode::Malformed);
  EXPECT_EQ(code_of("09 0102030405060708 0C", decode_guid), ErrorCode::InvalidArgument);  // half is enough
}

}  // namespace
}  // namespace dotwire::protobuf_bcl

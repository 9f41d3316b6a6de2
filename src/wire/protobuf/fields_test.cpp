#include "wire/protobuf/fields.h"

#include <gtest/gtest.h>

#include "support/hex.h"
#include "wire/protobuf/varint.h"

namespace dotwire::protobuf {
namespace {

using test::hex;

TEST(ProtobufVarint, TakesEveryLengthAndWritesTheShortest) {
  constexpr std::uint64_t kValues[] = {0,         1,         127,        128,       16'383,    16'384,
                                       2'097'151, 2'097'152, 1ULL << 35, INT64_MAX, UINT64_MAX};
  for (const std::uint64_t value : kValues) {
    std::uint8_t bytes[kLongestVarint];
    std::uint8_t* const end = put_varint(bytes, value);
    std::uint64_t read = 0;
    EXPECT_EQ(take_varint(bytes, end, read), end) << value;
    EXPECT_EQ(read, value);
    for (const std::uint8_t* cut = bytes; cut != end; ++cut) EXPECT_EQ(take_varint(bytes, cut, read), nullptr) << value;
  }
}

TEST(ProtobufVarint, ZigzagGivesTheNumberAgain) {
  for (const std::int64_t value : {std::int64_t{0}, std::int64_t{-1}, std::int64_t{1}, INT64_MAX, INT64_MIN}) {
    EXPECT_EQ(from_zigzag(to_zigzag(value)), value);
  }
  EXPECT_EQ(to_zigzag(-1), 1U);
  EXPECT_EQ(to_zigzag(1), 2U);
}

TEST(ProtobufVarint, TakesLongerFormsButNotMoreThan64Bits) {
  const Buffer long_zero = hex("80 80 00");
  ByteReader in(long_zero);
  EXPECT_EQ(decode_varint(in).value(), 0U);
  const Buffer largest = hex("FF FF FF FF FF FF FF FF FF 01");
  ByteReader full(largest);
  EXPECT_EQ(decode_varint(full).value(), UINT64_MAX);
}

struct Case {
  const char* rule;
  const char* input;
  ErrorCode code;
  std::uint64_t offset;
};

TEST(ProtobufFields, RefusesTagsThatAreNone) {
  const Case cases[] = {
      {"nothing", "", ErrorCode::Truncated, 0},
      {"cut", "80", ErrorCode::Truncated, 0},
      {"number 0", "00", ErrorCode::Malformed, 0},
      {"number 0, a group", "03", ErrorCode::Malformed, 0},
      {"wire type 6", "0E", ErrorCode::Malformed, 0},
      {"wire type 7", "0F", ErrorCode::Malformed, 0},
      {"30 bits", "80 80 80 80 10", ErrorCode::Malformed, 0},
      {"65 bits", "FF FF FF FF FF FF FF FF FF 02", ErrorCode::Malformed, 0},
      {"eleven bytes", "80 80 80 80 80 80 80 80 80 80 00", ErrorCode::Malformed, 0},
  };
  for (const Case& test : cases) {
    SCOPED_TRACE(test.rule);
    const Buffer input = hex(test.input);
    ByteReader in(input);
    const Result<Tag> tag = decode_tag(in);
    ASSERT_FALSE(tag.ok());
    EXPECT_EQ(tag.error().code(), test.code);
    EXPECT_EQ(tag.error().offset(), test.offset);
  }
  const Buffer largest = hex("FD FF FF FF 0F");
  ByteReader in(largest);
  EXPECT_EQ(decode_tag(in).value(), (Tag{kLargestField, WireType::Fixed32}));
}

TEST(ProtobufFields, SkipsValuesOfAllWireTypes) {
  for (const char* text : {"08 96 01", "09 0102030405060708", "0A 03 414243", "0D 01020304", "0B 0C",
                           "0B 08 01 13 0A 01 41 14 1D 01020304 0C"}) {
    SCOPED_TRACE(text);
    const Buffer input = hex(text);
    ByteReader in(input);
    const Tag tag = decode_tag(in).value();
    ASSERT_TRUE(skip_value(in, tag, 2).ok());
    EXPECT_TRUE(in.at_end());
    for (std::size_t size = 1; size < input.size(); ++size) {
      ByteReader cut(input.bytes().first(size));
      const Tag first = decode_tag(cut).value();
      EXPECT_EQ(skip_value(cut, first, 2).error().code(), ErrorCode::Truncated) << size;
    }
  }
}

TEST(ProtobufFields, RefusesGroupsThatDoNotMatch) {
  const Case cases[] = {
      {"an end alone", "0C", ErrorCode::Malformed, 1},
      {"another's end", "0B 14", ErrorCode::Malformed, 1},
      {"inner and outer crossed", "0B 13 0C 14", ErrorCode::Malformed, 2},
      {"too deep", "0B 13 1B 1C 14 0C", ErrorCode::LimitExceeded, 2},
      {"length beyond", "0A 05 41", ErrorCode::Truncated, 1},
      {"length of 2^63", "0A FFFFFFFFFFFFFFFFFF01 41", ErrorCode::Truncated, 1},
  };
  for (const Case& test : cases) {
    SCOPED_TRACE(test.rule);
    const Buffer input = hex(test.input);
    ByteReader in(input);
    const Tag tag = decode_tag(in).value();
    const Status skipped = skip_value(in, tag, 2);
    ASSERT_FALSE(skipped.ok());
    EXPECT_EQ(skipped.error().code(), test.code);
    EXPECT_EQ(skipped.error().offset(), test.offset);
  }
}

}  // namespace
}  // namespace dotwire::protobuf

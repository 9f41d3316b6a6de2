#include "clr/guid.h"

#include <gtest/gtest.h>

#include "clr/hex.h"

namespace dotwire {
namespace {

constexpr Guid kGuid{{0x33, 0x22, 0x11, 0x00, 0x55, 0x44, 0x77, 0x66, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF}};
constexpr const char* kText = "00112233-4455-6677-8899-aabbccddeeff";

// table-formats.md 1.
TEST(Guid, TextSwapsTheFirstThreeGroups) { EXPECT_EQ(to_text(kGuid), kText); }

TEST(Guid, HasFiveForms) {
  const auto text = [](GuidFormat format) {
    char room[kGuidRoom];
    return std::string(room, put_guid(room, kGuid, format));
  };
  EXPECT_EQ(text(GuidFormat::D), kText);
  EXPECT_EQ(text(GuidFormat::N), "00112233445566778899aabbccddeeff");
  EXPECT_EQ(text(GuidFormat::B), "{00112233-4455-6677-8899-aabbccddeeff}");
  EXPECT_EQ(text(GuidFormat::P), "(00112233-4455-6677-8899-aabbccddeeff)");
  EXPECT_EQ(text(GuidFormat::X), "{0x00112233,0x4455,0x6677,{0x88,0x99,0xaa,0xbb,0xcc,0xdd,0xee,0xff}}");
}

TEST(Guid, ReadsAllForms) {
  for (const char* text : {kText, "00112233445566778899AABBCCDDEEFF", "{00112233-4455-6677-8899-aabbccddeeff}",
                           " 00112233-4455-6677-8899-AABBCCDDEEFF\n", "(00112233-4455-6677-8899-aabbccddeeff)",
                           "{0x00112233,0x4455,0x6677,{0x88,0x99,0xaa,0xbb,0xcc,0xdd,0xee,0xff}}",
                           "{0x112233, 0x4455,0x6677 , {0x88,0x99,0xaa,0xbb,0xcc,0xdd,0xee,0xff} }"}) {
    Result<Guid> value = parse_guid(text);
    ASSERT_TRUE(value.ok()) << text;
    EXPECT_EQ(*value, kGuid) << text;
  }
}

TEST(Guid, RefusesTheRest) {
  for (const char* text :
       {"", "00112233-4455-6677-8899-aabbccddeef", "00112233-4455-6677-8899-aabbccddeefff",
        "{00112233-4455-6677-8899-aabbccddeeff)", "00112233-4455-6677-8899-aabbccddeefg",
        "00112233x4455-6677-8899-aabbccddeeff", "g0112233445566778899AABBCCDDEEFF",
        "{0x1,2,0x3,{0x4,0x5,0x6,0x7,0x8,0x9,0xa,0xb}}", "{0x1,0x2,0x3,{0x4,0x5,0x6,0x7,0x8,0x9,0xa,0x100}}",
        "{0x1,0x2,0x3,{0x4,0x5,0x6,0x7,0x8,0x9,0xa}}", "{0x1,0x2,0x3,{0x4,0x5,0x6,0x7,0x8,0x9,0xa,0xb}}x",
        "{0x112233445,0x2,0x3,{0x4,0x5,0x6,0x7,0x8,0x9,0xa,0xb}}", "{0x"}) {
    EXPECT_EQ(parse_guid(text).error().code(), ErrorCode::Malformed) << text;
  }
}

TEST(Guid, FromFields) {
  EXPECT_EQ(guid_from_fields(0x00112233, 0x4455, 0x6677, {0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF}), kGuid);
}

TEST(Hex, GoesThereAndBack) {
  const std::uint8_t bytes[] = {0x00, 0x7F, 0xAB, 0xFF};
  EXPECT_EQ(to_hex(bytes), "007fabff");
  EXPECT_EQ(to_upper_hex(bytes), "007FABFF");
  Buffer out;
  ASSERT_TRUE(decode_hex("00 7f\nAbFF", out).ok());
  EXPECT_EQ(to_hex(out), "007fabff");
}

TEST(Hex, RefusesOddAndOther) {
  Buffer out;
  EXPECT_EQ(decode_hex("00g0", out).error().offset(), 2U);
  EXPECT_EQ(decode_hex("000", out).error().offset(), 3U);
  EXPECT_TRUE(out.empty());
}

}  // namespace
}  // namespace dotwire

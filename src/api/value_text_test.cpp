#include "dotwire/value_text.h"

#include <gtest/gtest.h>

namespace dotwire {
namespace {

TEST(ValueText, GivesTheSameValuesBack) {
  for (const char* text : {"0", "-12.50", "79228162514264337593543950335", "0.0000000000000000000000000001"}) {
    EXPECT_EQ(to_string(decimal_from_text(text).value()), text);
  }
  for (const char* text : {"00:00:00", "-1.02:03:04.0050000", "10675199.02:48:05.4775807"}) {
    EXPECT_EQ(to_string(time_span_from_text(text).value()), text);
  }
  for (const char* text : {"2010-08-17T14:30:15.1234567", "0001-01-01T00:00:00.0000000", "2010-08-17T14:30:15.0000000Z",
                           "2010-08-17T14:30:15.0000000+02:00"}) {
    EXPECT_EQ(to_string(date_time_from_text(text).value(), 120), text);
  }
  EXPECT_EQ(to_string(date_time_offset_from_text("2010-08-17T14:30:15.5-03:30").value()),
            "2010-08-17T14:30:15.5000000-03:30");
  EXPECT_EQ(to_string(guid_from_text("{00112233-4455-6677-8899-AABBCCDDEEFF}").value()),
            "00112233-4455-6677-8899-aabbccddeeff");
  EXPECT_EQ(to_string(version_from_text("1.2.3").value()), "1.2.3");
  EXPECT_EQ(to_string(big_integer_from_text("-123456789012345678901234567890").value()),
            "-123456789012345678901234567890");
}

TEST(ValueText, TellsTheKindOfADateByItsZone) {
  EXPECT_EQ(date_time_from_text("2010-08-17")->kind(), DateTimeKind::Unspecified);
  EXPECT_EQ(date_time_from_text("2010-08-17T00:00:00Z")->kind(), DateTimeKind::Utc);
  EXPECT_EQ(date_time_from_text("2010-08-17T00:00:00+02:00")->kind(), DateTimeKind::Local);
  EXPECT_EQ(decimal_from_text("1.50")->scale(), 2);
}

TEST(ValueText, SaysWhatIsWrong) {
  EXPECT_EQ(decimal_from_text("1,5,x").error().code(), ErrorCode::Malformed);
  EXPECT_EQ(decimal_from_text("1e40").error().code(), ErrorCode::OutOfRange);
  EXPECT_EQ(date_time_from_text("yesterday").error().code(), ErrorCode::Malformed);
  EXPECT_FALSE(date_time_from_text("2010-02-30T00:00:00").ok());
  EXPECT_FALSE(date_time_from_text("10000-01-01T00:00:00").ok());
  EXPECT_EQ(time_span_from_text("99999999.00:00:00").error().code(), ErrorCode::OutOfRange);
  EXPECT_EQ(guid_from_text("0011").error().code(), ErrorCode::Malformed);
  EXPECT_FALSE(version_from_text("1").ok());
  EXPECT_FALSE(big_integer_from_text("0x10").ok());
}

}  // namespace
}  // namespace dotwire

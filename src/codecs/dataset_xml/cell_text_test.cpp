#include "codecs/dataset_xml/cell_text.h"

#include <string>

#include <gtest/gtest.h>

#include "base/byte_reader.h"

namespace dotwire::dataset_xml {
namespace {

using model::Column;
using model::DateTimeMode;
using model::ValueKind;

// What a text is written as again, by way of a column of the kind; "!" where it is refused.
std::string through(ValueKind kind, std::string_view text, const CellContext& context = {},
                    DateTimeMode mode = DateTimeMode::UnspecifiedLocal) {
  Column column("C", kind);
  column.date_time_mode = mode;
  if (!append_cell(context, column, 1, text).ok()) {
    EXPECT_EQ(column.record_count(), 0U);
    return "!";
  }
  if (column.storage() == model::Storage::Varying) return std::string(column.text(0));
  char room[kCellRoom];
  const char* end = put_cell(room, context, kind, mode, column.chunk(0).bytes.data());
  return {room, static_cast<std::size_t>(end - room)};
}

struct Case {
  ValueKind kind;
  std::string_view text;
  std::string_view again;
};

TEST(DatasetXmlCell, ReadsAndWritesEveryKind) {
  for (const Case& one : {
           Case{ValueKind::Boolean, " true ", "true"},
           Case{ValueKind::Boolean, "0", "false"},
           Case{ValueKind::Boolean, "True", "!"},
           Case{ValueKind::Byte, "255", "255"},
           Case{ValueKind::Byte, "256", "!"},
           Case{ValueKind::SByte, "-128", "-128"},
           Case{ValueKind::Int16, "-32768", "-32768"},
           Case{ValueKind::UInt16, "65535", "65535"},
           Case{ValueKind::Int32, "+5", "5"},
           Case{ValueKind::Int32, "", "!"},
           Case{ValueKind::Int32, "5.0", "!"},
           Case{ValueKind::UInt32, "4294967295", "4294967295"},
           Case{ValueKind::Int64, "-9223372036854775808", "-9223372036854775808"},
           Case{ValueKind::UInt64, "18446744073709551615", "18446744073709551615"},
           Case{ValueKind::Single, "0.1", "0.1"},
           Case{ValueKind::Single, "-INF", "-INF"},
           Case{ValueKind::Double, "NaN", "NaN"},
           Case{ValueKind::Double, "-0", "0"},
           Case{ValueKind::Double, "1e15", "1E+15"},
           Case{ValueKind::Decimal, "1.50", "1.50"},
           Case{ValueKind::Decimal, "1E5", "!"},
           Case{ValueKind::Char, "x", "x"},
           Case{ValueKind::Char, "\xE6\xBC\xA2", "\xE6\xBC\xA2"},
           Case{ValueKind::Char, "xy", "!"},
           Case{ValueKind::Char, "\xF0\x9F\x98\x80", "!"},
           Case{ValueKind::TimeSpan, "P1DT2H3M4.005S", "P1DT2H3M4.005S"},
           Case{ValueKind::Guid, "{00112233-4455-6677-8899-AABBCCDDEEFF}", "00112233-4455-6677-8899-aabbccddeeff"},
           Case{ValueKind::Guid, "0011", "!"},
           Case{ValueKind::DateTimeOffset, "2010-08-17T14:30:15-07:00", "2010-08-17T14:30:15-07:00"},
           Case{ValueKind::BigInteger, " -12345678901234567890 ", "-12345678901234567890"},
           Case{ValueKind::BigInteger, "-", "!"},
           Case{ValueKind::Uri, "http://a/", "http://a/"},
           Case{ValueKind::Bytes, "AQI=", "\x01\x02"},
           Case{ValueKind::Bytes, "AQI", "!"},
           Case{ValueKind::SqlMoney, "-922337203685477.5808", "-922337203685477.5808"},
           Case{ValueKind::SqlMoney, "1.5", "1.5000"},
           Case{ValueKind::SqlDecimal, "-1.10", "-1.10"},
           Case{ValueKind::SqlDecimal, "123456789012345678901234567890123456789", "!"},
           Case{ValueKind::SqlDateTime, "2010-08-17T14:30:15.123", "2010-08-17T14:30:15.123"},
           Case{ValueKind::SqlBoolean, "true", "true"},
           Case{ValueKind::SqlByte, "200", "200"},
       }) {
    EXPECT_EQ(through(one.kind, one.text), one.again) << one.text;
  }
}

TEST(DatasetXmlCell, ReadsDatesByModeAndZone) {
  const CellContext context{Dialect::Framework, TimeZone::from_posix("EST5EDT,M3.2.0,M11.1.0").value()};
  const auto again = [&](std::string_view text, DateTimeMode mode) {
    return through(ValueKind::DateTime, text, context, mode);
  };
  const std::string_view utc = "2010-08-17T14:30:15Z";
  EXPECT_EQ(again(utc, DateTimeMode::UnspecifiedLocal), "2010-08-17T10:30:15-04:00");
  EXPECT_EQ(again(utc, DateTimeMode::Local), "2010-08-17T10:30:15-04:00");
  EXPECT_EQ(again(utc, DateTimeMode::Utc), utc);
  EXPECT_EQ(again(utc, DateTimeMode::Unspecified), "2010-08-17T14:30:15");
  EXPECT_EQ(again("2010-01-01T00:00:00", DateTimeMode::UnspecifiedLocal), "2010-01-01T00:00:00-05:00");
  EXPECT_EQ(again("2010-01-01T00:00:00", DateTimeMode::Utc), "2010-01-01T00:00:00Z");
  EXPECT_EQ(again("2010-01-01", DateTimeMode::Unspecified), "2010-01-01T00:00:00");
  EXPECT_EQ(again("yesterday", DateTimeMode::Unspecified), "!");
}

TEST(DatasetXmlCell, KnowsWhiteSpaceAsCharDoes) {
  EXPECT_TRUE(is_white_space_only(" \t\r\n\v\f\xC2\x85\xC2\xA0\xE2\x80\x83\xE2\x80\xA8\xE3\x80\x80"));
  EXPECT_FALSE(is_white_space_only(""));
  EXPECT_FALSE(is_white_space_only(" x"));
  EXPECT_FALSE(is_white_space_only("\xE2\x80\x8B"));  // ZERO WIDTH SPACE
}

TEST(DatasetXmlCell, WritesNothingForCellsThatAreNoValue) {
  model::SqlDecimalCell decimal{{~0U, ~0U, ~0U, ~0U}, 255, 255, 9, 0};
  model::SqlDateTimeCell date{INT32_MAX, INT32_MIN};
  char room[kCellRoom];
  EXPECT_EQ(put_cell(room, {}, ValueKind::SqlDecimal, DateTimeMode::Utc, &decimal), room);
  EXPECT_EQ(put_cell(room, {}, ValueKind::SqlDateTime, DateTimeMode::Utc, &date), room);
}

}  // namespace
}  // namespace dotwire::dataset_xml

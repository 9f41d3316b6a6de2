#include "clr/date_time.h"

#include <gtest/gtest.h>

namespace dotwire {
namespace {

std::int64_t at(std::int32_t year, std::int32_t month, std::int32_t day, std::int64_t hour = 0, std::int64_t minute = 0,
                std::int64_t second = 0, std::int64_t fraction = 0) {
  return ticks_from_civil({year, month, day}) + hour * kTicksPerHour + minute * kTicksPerMinute +
         second * kTicksPerSecond + fraction;
}

TEST(CivilDate, EveryDayGoesThereAndBack) {
  CivilDate expected{1, 1, 1};
  for (std::int32_t days = 0; days <= 3652058; ++days) {
    const CivilDate date = civil_from_days(days);
    ASSERT_EQ(date, expected) << days;
    ASSERT_EQ(days_from_civil(date), days);
    if (++expected.day > days_in_month(expected.year, expected.month)) {
      expected.day = 1;
      if (++expected.month > 12) expected = {expected.year + 1, 1, 1};
    }
  }
  EXPECT_EQ(expected.year, 10000);
  EXPECT_EQ(ticks_from_civil({1970, 1, 1}), kUnixEpochTicks);
}

TEST(DateTimeText, CutsZerosAndShowsTheKind) {
  EXPECT_EQ(to_xml_text(DateTime(0, DateTimeKind::Unspecified), 0), "0001-01-01T00:00:00");
  EXPECT_EQ(to_xml_text(DateTime(DateTime::kMaxTicks, DateTimeKind::Utc), 0), "9999-12-31T23:59:59.9999999Z");
  EXPECT_EQ(to_xml_text(DateTime(at(2010, 8, 17, 14, 30, 15, 1'200'000), DateTimeKind::Local), -240),
            "2010-08-17T14:30:15.12-04:00");
  EXPECT_EQ(to_xml_text(DateTime(at(1883, 1, 1), DateTimeKind::Local), -297), "1883-01-01T00:00:00-04:57");
  EXPECT_EQ(to_xml_text(DateTime(at(2000, 1, 1, 0, 0, 0, 1), DateTimeKind::Local), 0),
            "2000-01-01T00:00:00.0000001+00:00");
}

TEST(DateTimeText, OffsetZeroIsZ) {
  EXPECT_EQ(to_xml_text(DateTimeOffset{at(2010, 1, 2, 3, 4, 5, 1'200'000), 0}), "2010-01-02T03:04:05.12Z");
  EXPECT_EQ(to_xml_text(DateTimeOffset{at(2010, 1, 2, 3, 4, 5), -1}), "2010-01-02T03:04:05-00:01");
  EXPECT_EQ(to_xml_text(DateTimeOffset{at(2010, 1, 2, 3, 4, 5), 840}), "2010-01-02T03:04:05+14:00");
}

TEST(DateTimeText, RoundTripKeepsSevenDigits) {
  char text[kDateTimeRoom];
  EXPECT_EQ(std::string(text, put_round_trip(text, DateTime(at(2010, 1, 2, 3, 4, 5), DateTimeKind::Utc), 0)),
            "2010-01-02T03:04:05.0000000Z");
  EXPECT_EQ(std::string(text, put_round_trip(text, DateTimeOffset{at(2010, 1, 2, 3, 4, 5, 1'200'000), 0})),
            "2010-01-02T03:04:05.1200000+00:00");
}

TEST(DateTimeText, ClampsTicksThatAreNoDate) {
  EXPECT_EQ(to_xml_text(DateTime(~std::uint64_t{0}), 5999), "9999-12-31T23:59:59.9999999+99:59");
  EXPECT_EQ(to_xml_text(DateTimeOffset{-1, -32768}), "0001-01-01T00:00:00-46:08");
  EXPECT_FALSE(is_valid(DateTime(~std::uint64_t{0})));
  EXPECT_FALSE(is_valid(DateTimeOffset{0, 1}));
  EXPECT_TRUE(is_valid(DateTimeOffset{0, 0}));
}

// Vectors of this test and the next: XmlConvert.ToDateTime of .NET 10.
TEST(ParseXsdDateTime, KnowsAllKinds) {
  const CivilDate today{2026, 12, 1};
  const auto ticks = [&](const char* text) {
    Result<XsdDateTime> value = parse_xsd_date_time(text, today);
    return value.ok() ? value->clock_ticks : -1;
  };
  EXPECT_EQ(ticks("2010-08-17T14:30:15.12"), at(2010, 8, 17, 14, 30, 15, 1'200'000));
  EXPECT_EQ(ticks("\t2010-01-01 "), at(2010, 1, 1));
  EXPECT_EQ(ticks("2010-01"), at(2010, 1, 1));
  EXPECT_EQ(ticks("2010"), at(2010, 1, 1));
  EXPECT_EQ(ticks("0001"), 0);
  EXPECT_EQ(ticks("--05-06"), at(1904, 5, 6));
  EXPECT_EQ(ticks("--02-29"), at(1904, 2, 29));
  EXPECT_EQ(ticks("---07"), at(2026, 1, 7));
  EXPECT_EQ(ticks("--08"), at(2026, 8, 1));
  EXPECT_EQ(ticks("--08--"), at(2026, 8, 1));
  EXPECT_EQ(ticks("12:30:00.5"), at(2026, 12, 1, 12, 30, 0, 5'000'000));
}

TEST(ParseXsdDateTime, RoundsHalfToEvenBeyondSevenDigits) {
  const auto fraction = [](const std::string& digits) {
    return parse_xsd_date_time("2010-01-01T00:00:00." + digits)->clock_ticks % kTicksPerSecond;
  };
  EXPECT_EQ(fraction("12345675"), 1234568);
  EXPECT_EQ(fraction("12345665"), 1234566);
  EXPECT_EQ(fraction("123456650001"), 1234567);
  EXPECT_EQ(fraction("12345674999999999999"), 1234567);
  EXPECT_EQ(fraction("123456750000000"), 1234568);
  EXPECT_EQ(parse_xsd_date_time("2010-12-31T23:59:59.99999999")->clock_ticks, at(2011, 1, 1));
  EXPECT_EQ(parse_xsd_date_time("9999-12-31T23:59:59.99999999").error().code(), ErrorCode::OutOfRange);
}

TEST(ParseXsdDateTime, ReadsZones) {
  const auto zone = [](const char* text) { return *parse_xsd_date_time(text); };
  EXPECT_EQ(zone("2010-01-01T00:00:00").zone, XsdDateTime::Zone::None);
  EXPECT_EQ(zone("2010-01-01T00:00:00Z").zone, XsdDateTime::Zone::Utc);
  EXPECT_EQ(zone("2010-01-01z").zone, XsdDateTime::Zone::Utc);
  EXPECT_EQ(zone("2010-01-01T00:00:00-05:30").offset_minutes, -330);
  EXPECT_EQ(zone("2010-01-01T00:00:00+99:99").offset_minutes, 6039);
  EXPECT_EQ(zone("2010+01:00").offset_minutes, 60);
  EXPECT_EQ(zone("2010-01:00").offset_minutes, -60);  // a year, not a month
  EXPECT_EQ(zone("--08-05:00").offset_minutes, -300);
  EXPECT_EQ(zone("--12--Z").zone, XsdDateTime::Zone::Utc);
  EXPECT_EQ(zone("---07Z").zone, XsdDateTime::Zone::Utc);
}

TEST(ParseXsdDateTime, RefusesWhatIsNoDate) {
  for (const char* text : {"",
                           " ",
                           "2010-01-01T24:00:00",
                           "2010-01-01T23:59:60",
                           "2010-01-01T00:60:00",
                           "2010-02-29",
                           "2010-13-01",
                           "2010-00-01",
                           "2010-01-00",
                           "2010-01-32",
                           "0000-01-01",
                           "10000-01-01",
                           "-2010-01-01",
                           "2010-1-1",
                           "20100101",
                           "2010-01-01T00:00",
                           "2010-01-01T",
                           "2010-01-01T1:00:00",
                           "2010-01-01t00:00:00",
                           "2010-01-01 00:00:00",
                           "2010-01-01T00:00:00.",
                           "2010-01-01T00:00:00.Z",
                           "2010-01-01T00:00:00 Z",
                           "2010-01-01T00:00:00+1:00",
                           "2010-01-01T00:00:00+0100",
                           "2010-01-01T00:00:00+01",
                           "2010-01-01Z05",
                           "12:30",
                           "24:00:00",
                           "--13",
                           "--13-01",
                           "--02-30",
                           "---32",
                           "--12--x",
                           "99",
                           "2010-01-01T00:00:00Z+01:00"}) {
    Result<XsdDateTime> value = parse_xsd_date_time(text);
    ASSERT_FALSE(value.ok()) << text;
    EXPECT_EQ(value.error().code(), ErrorCode::Malformed) << text;
  }
}

TEST(DateTimeOffset, FromTextStaysInRange) {
  const auto offset = [](const char* text) { return to_date_time_offset(*parse_xsd_date_time(text), 60); };
  EXPECT_EQ(*offset("2010-01-01T00:00:00+14:00"), (DateTimeOffset{at(2010, 1, 1), 840}));
  EXPECT_EQ(*offset("2010-01-01T00:00:00"), (DateTimeOffset{at(2010, 1, 1), 60}));
  EXPECT_EQ(*offset("2010-01-01T00:00:00Z"), (DateTimeOffset{at(2010, 1, 1), 0}));
  EXPECT_FALSE(offset("2010-01-01T00:00:00+14:01").ok());
  EXPECT_FALSE(offset("0001-01-01T00:00:00+05:00").ok());
  EXPECT_FALSE(offset("9999-12-31T23:59:59.9999999-05:00").ok());
}

}  // namespace
}  // namespace dotwire

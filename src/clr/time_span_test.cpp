#include "clr/time_span.h"

#include <limits>

#include <gtest/gtest.h>

namespace dotwire {
namespace {

constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

// All vectors here: XmlConvert and TimeSpan of .NET 10.
TEST(TimeSpanText, HasBothForms) {
  const struct {
    std::int64_t ticks;
    const char* duration;
    const char* constant;
  } cases[] = {
      {0, "PT0S", "00:00:00"},
      {1, "PT0.0000001S", "00:00:00.0000001"},
      {-1, "-PT0.0000001S", "-00:00:00.0000001"},
      {kMin, "-P10675199DT2H48M5.4775808S", "-10675199.02:48:05.4775808"},
      {kMax, "P10675199DT2H48M5.4775807S", "10675199.02:48:05.4775807"},
      {864000000000, "P1D", "1.00:00:00"},
      {864000000001, "P1DT0.0000001S", "1.00:00:00.0000001"},
      {36000000000, "PT1H", "01:00:00"},
      {-36005000000, "-PT1H0.5S", "-01:00:00.5000000"},
      {600000000, "PT1M", "00:01:00"},
      {12345678, "PT1.2345678S", "00:00:01.2345678"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(to_xml_text(TimeSpan{c.ticks}), c.duration);
    EXPECT_EQ(to_constant_text(TimeSpan{c.ticks}), c.constant);
    EXPECT_EQ(parse_xml_duration(c.duration)->ticks, c.ticks);
    EXPECT_EQ(parse_time_span(c.constant)->ticks, c.ticks);
  }
}

TEST(ParseXmlDuration, TakesTheWholeOfXmlSchema) {
  const std::pair<const char*, std::int64_t> cases[] = {{"P1Y", 315360000000000},
                                                        {"P1M", 25920000000000},
                                                        {"P12M", 315360000000000},
                                                        {"P13M", 341280000000000},
                                                        {"P1Y2M3DT4H5M6.7S", 369939067000000},
                                                        {"-P1D", -864000000000},
                                                        {"PT1.12345675S", 11234567},
                                                        {"PT1.12345678901S", 11234567},
                                                        {"PT2147483647S", 21474836470000000},
                                                        {"PT1.S", 10000000},
                                                        {"PT.5S", 5000000},
                                                        {"PT.S", 0},
                                                        {" PT1S ", 10000000},
                                                        {"P0Y", 0},
                                                        {"PT0.00000001S", 0},
                                                        {"-PT0S", 0},
                                                        {"PT36H", 1296000000000},
                                                        {"P1DT25H", 1764000000000},
                                                        {"PT61M", 36600000000},
                                                        {"P1DT1S", 864010000000},
                                                        {"P00001D", 864000000000},
                                                        {"P29247Y", 9223333920000000000}};
  for (const auto& [text, ticks] : cases) {
    Result<TimeSpan> value = parse_xml_duration(text);
    ASSERT_TRUE(value.ok()) << text;
    EXPECT_EQ(value->ticks, ticks) << text;
  }
}

TEST(ParseXmlDuration, RefusesTheRest) {
  for (const char* text : {"",
                           "P",
                           "PT",
                           "P1DT",
                           "P1S",
                           "PT1.5H",
                           "PT2147483648S",
                           "P1M1Y",
                           "P-1D",
                           "+P1D",
                           "PT99999999999S",
                           "p1d",
                           "P1W",
                           "PT1",
                           "P1",
                           "T1S",
                           "PT1H1H",
                           "-P",
                           "- P1D",
                           "P 1D",
                           "P-1Y",
                           "PT1.1.1S",
                           "P1.5D",
                           "PT 1S",
                           "PT1ST1S",
                           "P1Dx"}) {
    EXPECT_EQ(parse_xml_duration(text).error().code(), ErrorCode::Malformed) << text;
  }
  for (const char* text : {"P10675199DT2H48M5.4775808S", "P2147483647D", "P2147483647Y"}) {
    EXPECT_EQ(parse_xml_duration(text).error().code(), ErrorCode::OutOfRange) << text;
  }
}

TEST(ParseTimeSpan, TakesDotnetsForms) {
  const std::pair<const char*, std::int64_t> cases[] = {{"1", 864000000000},
                                                        {"1.02:03", 937800000000},
                                                        {"1:2", 37200000000},
                                                        {"1:2:3", 37230000000},
                                                        {"1.2:3:4", 937840000000},
                                                        {"1.2:3:4.5", 937845000000},
                                                        {"1:2:3.1234567", 37231234567},
                                                        {"-1", -864000000000},
                                                        {" 1:2:3 ", 37230000000},
                                                        {"1:2:3:4", 937840000000},
                                                        {"1:2:3:4.5", 937845000000},
                                                        {"00:00:00.000001", 10},
                                                        {"1:2:.5", 37205000000},
                                                        {"-0", 0},
                                                        {"1:2:3.00000000", 37230000000},
                                                        {"25:00:00", 21600000000000},
                                                        {"10675199", 9223371936000000000}};
  for (const auto& [text, ticks] : cases) {
    Result<TimeSpan> value = parse_time_span(text);
    ASSERT_TRUE(value.ok()) << text;
    EXPECT_EQ(value->ticks, ticks) << text;
  }
}

TEST(ParseTimeSpan, RefusesTheRest) {
  for (const char* text : {"", " ", "-", "--1", "- 1", "+1", "1.", "1:", ":1", "1.2", "1:2:3.", "1.2:3:", "1.1:1:1.",
                           "-1:-2", "1:2:3:4:5", "1:2.3", "1:2:3,4", "1 :2", "x"}) {
    EXPECT_EQ(parse_time_span(text).error().code(), ErrorCode::Malformed) << text;
  }
  for (const char* text : {"24:00", "1.24:00:00", "10675200", "1:60", "0:60:0", "0:0:60", "1:2:3.12345678", "99999999",
                           "1:2:3:60", "1:24:0:0", "10675199.02:48:05.4775808"}) {
    EXPECT_EQ(parse_time_span(text).error().code(), ErrorCode::OutOfRange) << text;
  }
}

}  // namespace
}  // namespace dotwire

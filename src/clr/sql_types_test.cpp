#include "clr/sql_types.h"

#include <gtest/gtest.h>

#include "clr/date_time.h"
#include "clr/decimal.h"

namespace dotwire {
namespace {

// Vectors here: SqlTypes of .NET 10.
TEST(SqlDecimal, TextKeepsPrecisionAndScale) {
  const struct {
    const char* text;
    const char* shown;
    int precision;
    int scale;
  } cases[] = {
      {"0", "0", 1, 0},
      {"0.00", "0.00", 2, 2},
      {"-0", "0", 1, 0},
      {"1.50", "1.50", 3, 2},
      {"-1", "-1", 1, 0},
      {"+1", "1", 1, 0},
      {" 1 ", "1", 1, 0},
      {".5", "0.5", 1, 1},
      {"5.", "5", 1, 0},
      {"00001", "1", 1, 0},
      {"-0.5", "-0.5", 1, 1},
      {"99999999999999999999999999999999999999", "99999999999999999999999999999999999999", 38, 0},
      {"0.12345678901234567890123456789012345678", "0.12345678901234567890123456789012345678", 38, 38},
  };
  for (const auto& c : cases) {
    Result<SqlDecimal> value = parse_sql_decimal(c.text);
    ASSERT_TRUE(value.ok()) << c.text;
    EXPECT_EQ(to_text(*value), c.shown);
    EXPECT_EQ(value->precision, c.precision) << c.text;
    EXPECT_EQ(value->scale, c.scale) << c.text;
    EXPECT_TRUE(is_valid(*value));
  }
  EXPECT_EQ(parse_sql_decimal("12345678901234567890123456789012345678")->data,
            (std::array<std::uint32_t, 4>{3728274254U, 3293155408U, 4026675987U, 155824374U}));
  EXPECT_EQ(to_text(SqlDecimal{}), "Null");
}

TEST(SqlDecimal, RefusesMoreThan38Digits) {
  for (const char* text : {"100000000000000000000000000000000000000", "0.123456789012345678901234567890123456789",
                           "1234567890123456789012345678901234567.81"}) {
    EXPECT_EQ(parse_sql_decimal(text).error().code(), ErrorCode::OutOfRange) << text;
  }
  for (const char* text : {"", ".", "1e5", "1,0", "--1"}) {
    EXPECT_EQ(parse_sql_decimal(text).error().code(), ErrorCode::Malformed) << text;
  }
}

TEST(SqlDecimal, ConvertsToAndFromDecimal) {
  const Decimal value{150, 0, 0, 2U << 16};
  const SqlDecimal wide = to_sql_decimal(value);
  EXPECT_EQ(wide.precision, 3);
  EXPECT_EQ(to_decimal(wide), value);
  EXPECT_EQ(to_decimal(*parse_sql_decimal("99999999999999999999999999999")), std::nullopt);
  EXPECT_EQ(to_decimal(SqlDecimal{}), std::nullopt);
}

TEST(SqlMoney, HasFourDecimals) {
  EXPECT_EQ(to_text(SqlMoney{false, 12346}), "1.2346");
  EXPECT_EQ(to_text(SqlMoney{false, 50000}), "5.00");
  EXPECT_EQ(to_xml_text(SqlMoney{false, 15000}), "1.5000");
  EXPECT_EQ(to_xml_text(SqlMoney{false, -123456789}), "-12345.6789");
  EXPECT_EQ(to_text(SqlMoney{false, INT64_MIN}), "-922337203685477.5808");
  EXPECT_EQ(to_text(SqlMoney{}), "Null");
}

TEST(SqlMoney, RoundsDecimals) {
  const auto money = [](const char* text) { return to_sql_money(*parse_decimal(text, DecimalSyntax::Xml)); };
  EXPECT_EQ(money("1.23456")->value, 12346);
  EXPECT_EQ(money("-0.00005")->value, -1);
  EXPECT_EQ(money("5")->value, 50000);
  EXPECT_EQ(money("922337203685477.5807")->value, INT64_MAX);
  EXPECT_EQ(money("-922337203685477.5808")->value, INT64_MIN);
  EXPECT_EQ(money("922337203685477.5808").error().code(), ErrorCode::OutOfRange);
  EXPECT_EQ(money("79228162514264337593543950335").error().code(), ErrorCode::OutOfRange);
  EXPECT_EQ(to_text(to_decimal(SqlMoney{false, 15000})), "1.5000");
}

TEST(SqlDateTime, CountsThreeHundredthsOfASecond) {
  const std::pair<std::int32_t, std::int64_t> cases[] = {
      {0, 0},      {1, 30000},     {2, 70000},      {3, 100000},     {4, 130000},
      {5, 170000}, {299, 9970000}, {300, 10000000}, {301, 10030000}, {25919999, 863999970000}};
  const std::int64_t base = ticks_from_civil({1900, 1, 1});
  for (const auto& [ticks, expected] : cases) {
    EXPECT_EQ(to_date_time(SqlDateTime{false, 0, ticks})->ticks() - base, expected) << ticks;
    EXPECT_EQ(*to_sql_date_time(*to_date_time(SqlDateTime{false, 5, ticks})), (SqlDateTime{false, 5, ticks}));
  }
}

TEST(SqlDateTime, RoundsDates) {
  const std::pair<std::int64_t, std::pair<std::int32_t, std::int32_t>> cases[] = {
      {0, {36524, 0}},           {16666, {36524, 0}},        {16667, {36524, 1}},
      {33333, {36524, 1}},       {50000, {36524, 2}},        {10000, {36524, 0}},
      {9999999, {36524, 300}},   {863999999999, {36525, 0}}, {863999983333, {36524, 25919999}},
      {863999983334, {36525, 0}}};
  for (const auto& [ticks, expected] : cases) {
    Result<SqlDateTime> value =
        to_sql_date_time(DateTime(ticks_from_civil({2000, 1, 1}) + ticks, DateTimeKind::Unspecified));
    ASSERT_TRUE(value.ok());
    EXPECT_EQ(value->days, expected.first) << ticks;
    EXPECT_EQ(value->ticks, expected.second) << ticks;
  }
  EXPECT_FALSE(to_sql_date_time(DateTime(ticks_from_civil({1752, 12, 31}), DateTimeKind::Utc)).ok());
  EXPECT_FALSE(to_sql_date_time(DateTime(DateTime::kMaxTicks, DateTimeKind::Utc)).ok());
}

TEST(SqlDateTime, XmlTextHasThreeDecimals) {
  EXPECT_EQ(to_xml_text(SqlDateTime{false, 40000, 12345}), "2009-07-08T00:00:41.150");
  EXPECT_EQ(to_xml_text(SqlDateTime{false, 0, 0}), "1900-01-01T00:00:00.000");
  EXPECT_EQ(*parse_sql_date_time("2009-07-08T00:00:41.150"), (SqlDateTime{false, 40000, 12345}));
  EXPECT_EQ(to_date_time(SqlDateTime{}), std::nullopt);
  EXPECT_EQ(to_date_time(SqlDateTime{false, 0, kSqlTicksPerDay}), std::nullopt);
}

}  // namespace
}  // namespace dotwire

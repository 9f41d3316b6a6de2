// Which texts of numbers say more than the value that is read from them.
#include "clr/same_number.h"

#include <bit>
#include <charconv>
#include <cstdint>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "clr/number_text.h"

namespace dotwire {
namespace {

bool says_no_more_double(const std::string& text) {
  return says_no_more(text, *parse_double(text, NumberText::Shortest));
}
bool says_no_more_single(const std::string& text) {
  return says_no_more(text, *parse_single(text, NumberText::Shortest));
}
bool is_shortest_double(const std::string& text) {
  return is_shortest_number(text, *parse_double(text, NumberText::Shortest));
}

TEST(SameNumber, LooksAtDigitsPointAndExponent) {
  EXPECT_TRUE(is_same_number("1.50e1", "15"));
  EXPECT_TRUE(is_same_number("0.00120", "1.2E-3"));
  EXPECT_TRUE(is_same_number("1200", "12e2"));
  EXPECT_TRUE(is_same_number("10.01", "1.001e+1"));
  EXPECT_TRUE(is_same_number("0.0", "0e5"));
  EXPECT_TRUE(is_same_number("1e5", "100000.000"));
  EXPECT_FALSE(is_same_number("-0", "0"));
  EXPECT_FALSE(is_same_number("1", "-1"));
  EXPECT_FALSE(is_same_number("1e1", "1e2"));
  EXPECT_FALSE(is_same_number("10.01", "10.02"));
  EXPECT_FALSE(is_same_number("12", "121"));
}

TEST(SaysNoMore, TakesWhatTheValueHolds) {
  for (const char* text :
       {"0.1", "1e5", "-0.0", "9007199254740992", "0.10000000000000001", "5e-324", "1e300", "1.7976931348623157E+308",
        "0.1000000000000000055511151231257827", "6.2264099999999996", "5.684341886080802E-14", "5.684341886080801E-14",
        "100000000000000000000000000000000000000000000000", "0e99"}) {
    EXPECT_TRUE(says_no_more_double(text)) << text;
  }
  for (const char* text : {"0.1", "16777216", "3.4028235E+38", "0.100000001", "0.10000000149011612", "1E-45"}) {
    EXPECT_TRUE(says_no_more_single(text)) << text;
  }
}

TEST(SaysNoMore, RefusesWhatIsRounded) {
  for (const char* text : {"9007199254740993", "-9007199254740993", "1e-400", "-1e-400", "4e-324",
                           "123456789012345678901234567890", "0.12345678901234567890"}) {
    EXPECT_FALSE(says_no_more_double(text)) << text;
  }
  EXPECT_FALSE(says_no_more_double("0." + std::string(2'000, '1')));
  for (const char* text : {"16777217", "0.123456789", "1e-50"}) EXPECT_FALSE(says_no_more_single(text)) << text;
}

// Of any value: what .NET and printf write.
TEST(SaysNoMore, TakesEachTextOfRandomValues) {
  std::mt19937_64 random(20);
  for (int i = 0; i < 20'000; ++i) {
    const auto value = std::bit_cast<double>(random());
    if (!(value - value == 0)) continue;
    char room[kNumberRoom];
    for (const NumberText style : {NumberText::Shortest, NumberText::Legacy}) {
      const std::string text(room, put_double(room, value, style));
      if (*parse_double(text, NumberText::Shortest) == value) {
        EXPECT_TRUE(says_no_more_double(text)) << text;
      }
      const std::string general(room, put_general(room, value, 17, style));
      if (*parse_double(general, NumberText::Shortest) == value) {
        EXPECT_TRUE(says_no_more_double(general)) << general;
      }
    }
    const std::string shortest(room, put_double(room, value, NumberText::Shortest));
    EXPECT_TRUE(is_shortest_double(shortest)) << shortest;
    for (const int digits : {15, 16, 19, 40}) {
      char long_room[400];
      const std::string text(
          long_room, std::to_chars(long_room, long_room + 400, value, std::chars_format::scientific, digits - 1).ptr);
      const double back = *parse_double(text, NumberText::Shortest);
      if (back == value) {
        EXPECT_TRUE(says_no_more(text, back)) << text;
      }
    }
  }
}

TEST(IsShortest, IsWhatComesBackAsItWas) {
  EXPECT_TRUE(is_shortest_double("0.10"));
  EXPECT_TRUE(is_shortest_double("1e300"));
  EXPECT_TRUE(is_shortest_double("5e-324"));
  EXPECT_TRUE(is_shortest_double("9007199254740992"));
  EXPECT_FALSE(is_shortest_double("9007199254740993"));
  EXPECT_FALSE(is_shortest_double("0.10000000000000001"));
  EXPECT_FALSE(is_shortest_double("1e-400"));
  EXPECT_TRUE(is_shortest_double("-0.000"));
}

}  // namespace
}  // namespace dotwire

#include "clr/decimal.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "clr/digits.h"

namespace dotwire {
namespace {

struct Case {
  const char* text;
  Decimal value;
};

constexpr std::uint32_t kSign = 0x80000000U;
constexpr std::uint32_t scale(std::uint32_t digits) { return digits << 16; }

std::string parsed(std::string_view text, DecimalSyntax syntax) {
  Result<Decimal> value = parse_decimal(text, syntax);
  return value.ok() ? to_text(*value) : std::string(to_string(value.error().code()));
}
std::string number(std::string_view text) { return parsed(text, DecimalSyntax::Number); }

TEST(Decimal, TextKeepsTheScale) {
  EXPECT_EQ(to_text({150, 0, 0, scale(2)}), "1.50");
  EXPECT_EQ(to_text({0, 0, 0, scale(2)}), "0.00");
  EXPECT_EQ(to_text({25, 0, 0, scale(1) | kSign}), "-2.5");
  EXPECT_EQ(to_text({1, 0, 0, scale(28)}), "0.0000000000000000000000000001");
  EXPECT_EQ(to_text({~0U, ~0U, ~0U, 0}), "79228162514264337593543950335");
  EXPECT_EQ(to_text({~0U, ~0U, ~0U, scale(28) | kSign}), "-7.9228162514264337593543950335");
  EXPECT_EQ(to_text({0, 0, 1, scale(10)}), "1844674407.3709551616");
}

TEST(Decimal, TextOfNegativeZeroHasNoSign) { EXPECT_EQ(to_text({0, 0, 0, scale(1) | kSign}), "0.0"); }

TEST(Decimal, ParsesWhatTextGives) {
  for (const Case& c : std::initializer_list<Case>{
           {"0", {0, 0, 0, 0}},
           {"-0.00", {0, 0, 0, scale(2) | kSign}},
           {"12.50", {1250, 0, 0, scale(2)}},
           {"9999999999999999999", {0x89E7FFFF, 0x8AC72304, 0, 0}},
           {"18446744073709551616", {0, 0, 1, 0}},
           {"-79228162514264337593543950335", {~0U, ~0U, ~0U, kSign}},
           {"0.0000000000000000000000000000", {0, 0, 0, scale(28)}},
       }) {
    for (const DecimalSyntax syntax : {DecimalSyntax::Number, DecimalSyntax::Xml, DecimalSyntax::Float}) {
      Result<Decimal> value = parse_decimal(c.text, syntax);
      ASSERT_TRUE(value.ok()) << c.text;
      EXPECT_EQ(*value, c.value) << c.text;
    }
  }
}

// From .NET 10: decimal.Parse.
TEST(Decimal, RoundsHalfToEvenAtTheNinetySixBits) {
  EXPECT_EQ(number("7.92281625142643375935439503355"), "7.922816251426433759354395034");
  EXPECT_EQ(number("7.92281625142643375935439503345"), "7.9228162514264337593543950334");
  EXPECT_EQ(number("0.00000000000000000000000000005"), "0.0000000000000000000000000000");
  EXPECT_EQ(number("0.00000000000000000000000000015"), "0.0000000000000000000000000002");
  EXPECT_EQ(number("0.000000000000000000000000000050000000001"), "0.0000000000000000000000000001");
  EXPECT_EQ(number("0.00000000000000000000000000001"), "0.0000000000000000000000000000");
  EXPECT_EQ(number("1.00000000000000000000000000000"), "1.0000000000000000000000000000");
  EXPECT_EQ(number("12345678901234567890.123456789012345"), "12345678901234567890.123456789");
  EXPECT_EQ(number("0.99999999999999999999999999999"), "1.0000000000000000000000000000");
  EXPECT_EQ(number("9.99999999999999999999999999999"), "10.000000000000000000000000000");
  EXPECT_EQ(number("79228162514264337593543950335.4"), "79228162514264337593543950335");
}

TEST(Decimal, RefusesWhatIsTooLarge) {
  for (const char* text : {"79228162514264337593543950336", "79228162514264337593543950335.5",
                           "99999999999999999999999999999", "100000000000000000000000000000"}) {
    EXPECT_EQ(number(text), "out of range") << text;
  }
  EXPECT_EQ(parsed("1e29", DecimalSyntax::Float), "out of range");
  EXPECT_EQ(parsed("1e99999999999999", DecimalSyntax::Float), "out of range");
}

TEST(Decimal, NumberSyntaxAllowsBlanksSignsBehindAndGroups) {
  EXPECT_EQ(number(" \t12.50 \r\n"), "12.50");
  EXPECT_EQ(number("1,,2"), "12");
  EXPECT_EQ(number("1,2.5"), "12.5");
  EXPECT_EQ(number("1 -"), "-1");
  EXPECT_EQ(number("+1"), "1");
  EXPECT_EQ(number(".5"), "0.5");
  EXPECT_EQ(number("5."), "5");
  EXPECT_EQ(number(std::string_view("1\0\0", 3)), "1");
  for (const char* text : {"", " ", ".", "-", ",1", "- 1", "1 -5", "1-1", "--1", "1 2", "1.2,3", "1e5", "(1)", "1x"}) {
    EXPECT_EQ(number(text), "malformed") << text;
  }
}

TEST(Decimal, XmlSyntaxHasNeitherGroupsNorExponent) {
  EXPECT_EQ(parsed(" -1.0\n", DecimalSyntax::Xml), "-1.0");
  for (const char* text : {"1,2", "1-", "1e5"}) EXPECT_EQ(parsed(text, DecimalSyntax::Xml), "malformed") << text;
}

TEST(Decimal, FloatSyntaxAllowsAnExponent) {
  EXPECT_EQ(parsed("1e5", DecimalSyntax::Float), "100000");
  EXPECT_EQ(parsed("1.5E+2", DecimalSyntax::Float), "150");
  EXPECT_EQ(parsed("0e5", DecimalSyntax::Float), "0");
  EXPECT_EQ(parsed("0e-5", DecimalSyntax::Float), "0.00000");
  EXPECT_EQ(parsed("1e-30", DecimalSyntax::Float), "0.0000000000000000000000000000");
  EXPECT_EQ(parsed("5e-29", DecimalSyntax::Float), "0.0000000000000000000000000000");
  EXPECT_EQ(parsed("6e-29", DecimalSyntax::Float), "0.0000000000000000000000000001");
  for (const char* text : {"1e", "1e+", "e5", "1-"}) EXPECT_EQ(parsed(text, DecimalSyntax::Float), "malformed") << text;
}

TEST(Decimal, FromDoubleKeepsFifteenDigits) {
  const std::pair<double, const char*> cases[] = {{0.1, "0.1"},
                                                  {1.0 / 3, "0.333333333333333"},
                                                  {1e15, "1000000000000000"},
                                                  {123456789012345678.0, "123456789012346000"},
                                                  {7.9e28, "79000000000000000000000000000"},
                                                  {1e-28, "0.0000000000000000000000000001"},
                                                  {1e-29, "0"},
                                                  {-2.5, "-2.5"},
                                                  {1234567.891, "1234567.891"},
                                                  {1e22, "10000000000000000000000"},
                                                  {0, "0"}};
  for (const auto& [value, text] : cases) {
    ASSERT_TRUE(decimal_from_double(value).has_value()) << text;
    EXPECT_EQ(to_text(*decimal_from_double(value)), text);
  }
  EXPECT_FALSE(decimal_from_double(8e28).has_value());
  EXPECT_FALSE(decimal_from_double(std::numeric_limits<double>::infinity()).has_value());
  EXPECT_FALSE(decimal_from_double(std::nan("")).has_value());
}

TEST(Decimal, IntegersAreTruncatedAndChecked) {
  EXPECT_EQ(to_int64({29, 0, 0, scale(1) | kSign}), -2);
  EXPECT_EQ(to_int64({0, 0x80000000U, 0, kSign}), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(to_int64({0, 0x80000000U, 0, 0}), std::nullopt);
  EXPECT_EQ(to_uint64({~0U, ~0U, 0, 0}), ~std::uint64_t{0});
  EXPECT_EQ(to_uint64({1, 0, 0, kSign}), std::nullopt);
  EXPECT_EQ(to_int64(decimal_from_i64(std::numeric_limits<std::int64_t>::min())),
            std::numeric_limits<std::int64_t>::min());
  EXPECT_TRUE(is_integral({100, 0, 0, scale(2)}));
  EXPECT_FALSE(is_integral({101, 0, 0, scale(2)}));
  EXPECT_EQ(to_double({25, 0, 0, scale(1) | kSign}), -2.5);
}

TEST(Decimal, ComparesByValue) {
  EXPECT_EQ(compare({10, 0, 0, scale(1)}, {100, 0, 0, scale(2)}), 0);
  EXPECT_EQ(compare({0, 0, 0, kSign}, {0, 0, 0, scale(28)}), 0);
  EXPECT_LT(compare({1, 0, 0, kSign}, {0, 0, 0, 0}), 0);
  EXPECT_GT(compare({~0U, ~0U, ~0U, 0}, {~0U, ~0U, ~0U, scale(28)}), 0);
  EXPECT_LT(compare({~0U, ~0U, ~0U, kSign}, {~0U, ~0U, ~0U, scale(28) | kSign}), 0);
  EXPECT_LT(compare({1, 0, 0, scale(28)}, {2, 0, 0, scale(28)}), 0);
}

TEST(Decimal, KnowsItsValidBits) {
  EXPECT_TRUE(is_valid({1, 2, 3, scale(28) | kSign}));
  EXPECT_FALSE(is_valid({1, 2, 3, scale(29)}));
  EXPECT_FALSE(is_valid({1, 2, 3, 1}));
  EXPECT_FALSE(is_valid({1, 2, 3, 0x01000000U}));
}

TEST(Digits, MatchEveryLength) {
  std::uint64_t value = 1;
  for (int length = 1; length <= 20; ++length, value *= 10) {
    for (const std::uint64_t v : {value - 1, value, value + 1, value * 9 + 7}) {
      char text[24];
      EXPECT_EQ(std::string(text, put_unsigned(text, v)), std::to_string(v));
      EXPECT_EQ(count_digits(v), static_cast<int>(std::to_string(v).size()));
    }
  }
  for (std::uint32_t v = 0; v < 100'000'000; v += 1237) {
    char text[8];
    put_eight_digits(text, v);
    const std::string expected = std::to_string(100'000'000 + v).substr(1);
    ASSERT_EQ(std::string(text, 8), expected);
  }
}

}  // namespace
}  // namespace dotwire

// Our JSON of tables that lies, floods or is cut: an error with its place, in time and memory that follow the text.
#include <chrono>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/byte_reader.h"
#include "formats/text_tables/text_tables.h"

namespace dotwire::text_tables {
namespace {

std::string repeat(std::size_t count, const std::string& text) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) all += (i == 0 ? "" : ",") + text;
  return all;
}

// "c0", "c1" ... in place of every '#'.
std::string numbered(std::size_t count, const std::string& text) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) {
    if (i != 0) all += ',';
    for (const char c : text) c == '#' ? all += std::to_string(i) : all += c;
  }
  return all;
}

std::string column(const std::string& type, const std::string& more = "") {
  return R"({"name":"a","type":"System.)" + type + "\"" + more + "}";
}

std::string table(const std::string& columns, const std::string& rows, const std::string& head = "",
                  const std::string& behind = "") {
  return R"({"$table":"T",)" + head + "\"columns\":[" + columns + "],\"rows\":[" + rows + "]" + behind + "}";
}

Status read(const std::string& text, const Options& options = {}) {
  Document document;
  return read_json(as_bytes(text), options, document);
}

// "code: message", or "read".
std::string outcome(const std::string& text, const Options& options = {}) {
  const Status status = read(text, options);
  return status.ok() ? "read" : status.error().to_string();
}

struct Case {
  const char* name;
  std::string text;
  const char* says;
};

TEST(TableJsonHostile, LiesAreNamedWithTheirPlace) {
  const std::string one = column("Int32");
  const Case cases[] = {
      {"no rows", R"({"$table":"T","columns":[]})", "read"},
      {"a runtime", table(one, "", R"("dialect":"net10",)"), "read"},
      {"no runtime", table(one, "", R"("dialect":"net11",)"), "no runtime is called \"net11\""},
      {"a runtime of one table", R"({"$dataSet":"S","tables":[{"$table":"T","dialect":"net10","columns":[]}]})",
       "unexpected \"dialect\""},
      {"two columns of one name", table(one + "," + one, ""), "two columns are named \"a\""},
      {"names that differ in case", table(one + R"(,{"name":"A","type":"System.Int32"})", ""), "read"},
      {"rows before columns", R"({"$table":"T","rows":[{"a":1}],"columns":[]})", "no column \"a\""},
      {"another column", table(one, R"({"b":1})"), "no column \"b\""},
      {"a cell twice", table(one, R"({"a":1,"a":2})"), "line 1"},
      {"a cell left out", table(one, "{}"), "\"a\" is missing"},
      {"a row that is none", table(one, "1"), "a row"},
      {"a rounded Double", table(column("Double"), R"({"a":9007199254740993})"),
       "would be rounded to 9007199254740992"},
      {"a Double as text", table(column("Double"), R"({"a":"1e-400"})"), "would be rounded to 0"},
      {"a Double with 17 digits", table(column("Double"), R"({"a":0.10000000000000001})"), "read"},
      {"a rounded Single", table(column("Single"), R"({"a":16777217})"), "would be rounded to"},
      {"rows twice", table(one, "", "", R"(,"rows":[])"), "line 1"},
      {"an original of no modified row", table(one, R"({"a":1,"$original":{"a":1}})"), "$original"},
      {"two originals", table(one, R"({"$state":"modified","a":1,"$original":{"a":1},"$original":{"a":1}})"), "line 1"},
      {"an original in an original",
       table(one, R"({"$state":"modified","a":1,"$original":{"a":1,"$original":{"a":1}}})"), "line 1"},
      {"no such state", table(one, R"({"$state":"odd","a":1})"), "no row is \"odd\""},
      {"errors of no row", table(one, "", "", R"(,"errors":[{"$row":0}])"), "no such row"},
      {"errors out of order", table(one, R"({"a":1},{"a":1})", "", R"(,"errors":[{"$row":1},{"$row":0}])"),
       "no such row"},
      {"a key of no column", table(one, "", R"("keys":[{"name":"K","columns":["b"]}],)"), "no column \"b\""},
      {"numbers of other rows", table(one, R"({"a":1})", R"("rowIds":[1,2,3],)"), "rowIds"},
      {"text for a number", table(one, R"({"a":"x"})"), "a"},
      {"a number beyond", table(one, R"({"a":2147483648})"), "a"},
      {"a part of a number", table(one, R"({"a":1.5})"), "a"},
      {"no base64", table(column("Byte[]"), R"({"a":"####"})"), "a"},
      {"half a surrogate's escape", table(column("String"), R"({"a":"\uD8"})"), "line 1"},
      {"an object that nobody can make", table(column("Object"), R"({"a":{"$object":true}})"), "a"},
      {"a type that is none", R"({"$table":"T","columns":[{"name":"a","type":7}],"rows":[]})", "line 1"},
  };
  for (const Case& test : cases) {
    EXPECT_NE(outcome(test.text).find(test.says), std::string::npos) << test.name << ": " << outcome(test.text);
  }
}

TEST(TableJsonHostile, CutsAreErrorsAndDamageIsNoCrash) {
  const std::string whole =
      R"({"$dataSet":"D","tables":[)" +
      table(
          column("Int32", R"(,"default":5,"extendedProperties":{"k":"v"})") + R"(,{"name":"b","type":"System.Byte[]"})",
          R"({"a":1,"b":"AAEC"},{"$state":"modified","a":2,"b":null,"$original":{"a":3,"b":""}})",
          R"("keys":[{"name":"K","columns":["a"]}],)", R"(,"errors":[{"$row":1,"$text":"e","a":"x"}])") +
      "]}";
  const std::string normal = outcome(whole);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    ASSERT_FALSE(read(whole.substr(0, size)).ok()) << size;
  }
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char c : {'\0', '"', '{', ']', '9', ',', '\x80'}) {
      std::string damaged = whole;
      damaged[at] = c;
      (void)read(damaged);
    }
  }
  EXPECT_EQ(outcome(whole), normal) << "reading keeps nothing";
}

TEST(TableJsonHostile, DeepNestingIsRefusedWithoutRecursion) {
  const std::string deep(1'000'000, '[');
  std::string objects;
  for (int i = 0; i < 200'000; ++i) objects += "{\"a\":";
  EXPECT_FALSE(read(R"({"$table":)" + deep).ok());
  EXPECT_FALSE(read(R"({"$table":"T","columns":)" + deep).ok());
  EXPECT_FALSE(read(table(column("Int32", ",\"extendedProperties\":" + objects), "")).ok());
  EXPECT_FALSE(read(table(column("Object"), R"({"a":)" + objects)).ok());
}

// Each takes a step for each byte, not for each pair of its parts. The bound is wide, for slow machines.
TEST(TableJsonHostile, FloodsTakeTimeByTheirLength) {
  const std::string many = numbered(20'000, R"({"name":"c#","type":"System.Int32"})");
  const std::string digits(100'000, '9');
  std::string escapes;
  for (int i = 0; i < 100'000; ++i) escapes += "\\u0041";
  const Case cases[] = {
      {"columns", table(many, "{" + numbered(20'000, R"("c#":1)") + "}"), ""},
      {"a row without any of many columns", table(many, repeat(2'000, "{}")), "is missing"},
      {"rows of no columns", table("", repeat(200'000, "{}")), ""},
      {"keys", table(many, "", "\"keys\":[" + numbered(20'000, R"({"name":"k#","columns":["c#"]})") + "],"), ""},
      {"columns of a key", table(many, "", R"("keys":[{"name":"k","columns":[)" + numbered(20'000, R"("c#")") + "]}],"),
       ""},
      {"properties", table(column("Int32", ",\"extendedProperties\":{" + numbered(50'000, R"("p#":"v")") + "}"), ""),
       ""},
      {"errors",
       table(column("Int32"), repeat(20'000, R"({"a":1})"), "",
             ",\"errors\":[" + numbered(20'000, R"({"$row":#,"$text":"e"})") + "]"),
       ""},
      {"tables", R"({"$dataSet":"D","tables":[)" + numbered(20'000, R"({"$table":"T#","columns":[],"rows":[]})") + "]}",
       ""},
      {"digits of a Decimal", table(column("Decimal"), R"({"a":)" + digits + "}"), "a"},
      {"digits of an Int32", table(column("Int32"), R"({"a":)" + digits + "}"), "a"},
      {"digits of a Double", table(column("Double"), R"({"a":1.)" + digits + "e-" + digits + "}"), "a"},
      {"digits of a BigInteger",
       table(R"({"name":"a","type":"System.Numerics.BigInteger"})", R"({"a":")" + digits + digits + digits + "\"}"),
       ""},
      {"digits of a date", table(column("DateTime"), R"({"a":"2020-01-01T00:00:00.)" + digits + "\"}"), "a"},
      {"escapes", table(column("String"), R"({"a":")" + escapes + "\"}"), ""},
      {"base64", table(column("Byte[]"), R"({"a":")" + std::string(4'000'000, 'A') + "\"}"), ""},
      {"boxed values", table(column("Object"), repeat(20'000, R"({"a":{"$type":"System.Int32","$value":1}})")), ""},
      {"versions",
       table(column("Int32"), repeat(20'000, R"({"$state":"modified","a":1,"$original":{"a":1},"$proposed":{"a":2}})")),
       ""},
  };
  // Without it, names are refused that the text does not pay for.
  Options roomy;
  roomy.limits.expansion = std::uint64_t{1} << 30;
  EXPECT_NE(outcome(cases[0].text).find("so many columns"), std::string::npos);
  EXPECT_NE(
      outcome(R"({"$dataSet":"D","tables":[)" + numbered(5'000, R"({"$table":"T#","columns":[],"rows":[]})") + "]}")
          .find("so many columns"),
      std::string::npos);
  for (const Case& test : cases) {
    const auto start = std::chrono::steady_clock::now();
    const std::string out = outcome(test.text, roomy);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    EXPECT_NE(out.find(test.says), std::string::npos) << test.name << ": " << out.substr(0, 300);
    EXPECT_LT(taken.count(), 2 + 2e-6 * static_cast<double>(test.text.size())) << test.name;
    EXPECT_LT(out.size(), 2'000U) << test.name << ": an error does not repeat what it is about";
  }
}

TEST(TableJsonHostile, HoldsToTheLimits) {
  const std::string rows = table(column("Int32"), repeat(1'000, R"({"a":1})"));
  const auto outcome_with = [&](auto change) {
    Options options;
    change(options.limits);
    return outcome(rows, options).substr(0, 14);
  };
  EXPECT_EQ(outcome_with([](Limits& limits) { limits.objects = 999; }), "limit exceeded");
  EXPECT_EQ(outcome_with([](Limits& limits) { limits.objects = 1'000; }), "read");
  EXPECT_EQ(outcome_with([](Limits& limits) { limits.depth = 2; }), "limit exceeded");
}

}  // namespace
}  // namespace dotwire::text_tables

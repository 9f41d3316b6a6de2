// CSV read back: types by the look of values, and errors by their place.
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/drain.h"
#include "base/reading_limits.h"
#include "formats/text_tables/text_tables.h"

namespace dotwire::text_tables {
namespace {

using model::ValueKind;

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

Document read(std::string_view text, const Options& options = {}) {
  Document document;
  const Status status = read_csv(bytes_of(text), options, document);
  EXPECT_TRUE(status.ok()) << status.error().to_string();
  return document;
}

std::string write(const Document& document, const Options& options = {}) {
  Buffer out;
  Drain drain(out, expansion_limit(options.limits));
  EXPECT_TRUE(put_csv(document, options, drain).ok());
  return std::string(out.text());
}

std::string error_of(std::string_view text) {
  Document document;
  const Status status = read_csv(bytes_of(text), {}, document);
  return status.ok() ? "read" : status.error().to_string();
}

ValueKind kind_of(std::string_view values) { return read("c\n" + std::string(values)).table().columns[0]->kind(); }

// Both ways with each separator; a text that holds it is in quotes.
TEST(Csv, TakesOtherSeparators) {
  for (const CsvSeparator& separator : kCsvSeparators) {
    const std::vector<Setting> settings = {{"separator", separator.name}};
    Options options;
    options.settings = settings;
    const std::string c(1, separator.character);
    const std::string text = "a" + c + "b\r\n1" + c + "\"x" + c + "y\"\r\n" + c + "\"\"\r\n";
    const Document document = read(text, options);
    ASSERT_EQ(document.table().columns.size(), 2U) << separator.name;
    EXPECT_EQ(document.table().columns[0]->kind(), ValueKind::Int32);
    EXPECT_EQ(document.table().columns[1]->text(0), "x" + c + "y");
    EXPECT_EQ(write(document, options), text);
    EXPECT_EQ(document.note, "");
    if (separator.character != ',') {
      EXPECT_NE(read("a" + c + "b\n1" + c + "2\n").note.find("--set separator=" + std::string(separator.name)),
                std::string::npos);
    }
  }
  EXPECT_EQ(read("a\n1\n").note, "");
}

TEST(CsvTypes, GoByTheLookOfAllValues) {
  EXPECT_EQ(kind_of("true\nfalse\n"), ValueKind::Boolean);
  EXPECT_EQ(kind_of("True\n"), ValueKind::String);
  EXPECT_EQ(kind_of("1\n-2\n0\n"), ValueKind::Int32);
  EXPECT_EQ(kind_of("2147483647\n-2147483648\n"), ValueKind::Int32);
  EXPECT_EQ(kind_of("1\n2147483648\n"), ValueKind::Int64);
  EXPECT_EQ(kind_of("9223372036854775807\n"), ValueKind::Int64);
  EXPECT_EQ(kind_of("9223372036854775808\n"), ValueKind::Decimal);
  EXPECT_EQ(kind_of("1\n1.50\n"), ValueKind::Decimal);
  EXPECT_EQ(kind_of("1.5\n1e5\n"), ValueKind::Double);
  EXPECT_EQ(kind_of("12345678901234567890123456789\n"), ValueKind::Decimal);
  EXPECT_EQ(kind_of("NaN\n-Infinity\n-0\n"), ValueKind::Double);
  EXPECT_EQ(kind_of("007\n"), ValueKind::String) << "zeros in front are lost in a number";
  EXPECT_EQ(kind_of("+1\n"), ValueKind::String);
  EXPECT_EQ(kind_of("1\nx\n"), ValueKind::String);
  EXPECT_EQ(kind_of("1.\n"), ValueKind::String);
  EXPECT_EQ(kind_of(".5\n"), ValueKind::String);
  EXPECT_EQ(kind_of(" 1\n"), ValueKind::String);
  EXPECT_EQ(kind_of("2010-08-17\n2010-08-17T14:30:15.12\n2010-08-17T14:30:15Z\n"), ValueKind::DateTime);
  EXPECT_EQ(kind_of("2010-02-30\n"), ValueKind::String) << "no such day";
  EXPECT_EQ(kind_of("2010-08-17T14:30:15+02:00\n"), ValueKind::DateTimeOffset);
  EXPECT_EQ(kind_of("2010-08-17T14:30:15+02:00\n2010-08-17\n"), ValueKind::String);
  EXPECT_EQ(kind_of("01:02:03\n-1.02:03:04.5000000\n"), ValueKind::TimeSpan);
  EXPECT_EQ(kind_of("25:00:00\n"), ValueKind::String);
  EXPECT_EQ(kind_of("d7c2b3a4-0001-4002-8003-000000000004\n"), ValueKind::Guid);
  EXPECT_EQ(kind_of("\n\n"), ValueKind::String) << "nulls say nothing";
  EXPECT_EQ(kind_of("\n7\n"), ValueKind::Int32);
  EXPECT_EQ(kind_of("\"\"\n7\n"), ValueKind::String) << "an empty text is no number";
}

// A type is chosen only where it holds what each cell says.
TEST(CsvTypes, RoundNothing) {
  EXPECT_EQ(kind_of("9007199254740993\n1e5\n"), ValueKind::Decimal) << "no Double is that number";
  EXPECT_EQ(kind_of("9007199254740992\n1e5\n"), ValueKind::Double);
  EXPECT_EQ(kind_of("123456789012345678901234567890\n"), ValueKind::String);
  EXPECT_EQ(kind_of("99999999999999999999999999999\n"), ValueKind::String) << "29 digits beyond a Decimal";
  EXPECT_EQ(kind_of("1e-400\n"), ValueKind::String);
  EXPECT_EQ(kind_of("1e400\n"), ValueKind::String);
  EXPECT_EQ(kind_of("0.10000000000000001e-30\n"), ValueKind::String) << "17 digits of another number's shortest text";
  EXPECT_EQ(kind_of("0.1000000000000000055511151231257827\n"), ValueKind::String);
  EXPECT_EQ(kind_of("9007199254740993\nNaN\n"), ValueKind::String);
  EXPECT_EQ(kind_of("1.50e-3\n2\n"), ValueKind::Double);
  EXPECT_EQ(kind_of("9007199254740993\n1e-400\n"), ValueKind::String);
  Options lf;
  lf.newline = Newline::Lf;
  EXPECT_EQ(write(read("a\n9007199254740993\n1e5\n"), lf), "a\n9007199254740993\n100000\n");
  EXPECT_EQ(write(read("a\n123456789012345678901234567890\n"), lf), "a\n123456789012345678901234567890\n");
}

// A Decimal has no sign of zero to write.
TEST(CsvTypes, KeepTheSignOfZero) {
  Options lf;
  lf.newline = Newline::Lf;
  EXPECT_EQ(kind_of("-0.0\n1.5\n"), ValueKind::Double);
  EXPECT_EQ(write(read("a\n-0.0\n1.5\n"), lf), "a\n-0\n1.5\n");
  EXPECT_EQ(kind_of("-0.00e5\n1.5\n"), ValueKind::Double);
  EXPECT_EQ(kind_of("-0\n9007199254740993\n"), ValueKind::String) << "no type has both";
  EXPECT_EQ(kind_of("-0.5\n"), ValueKind::Decimal);
}

TEST(CsvReader, ReadsWhatItWrote) {
  const std::string text =
      "Id,\"a,b\",Price,Day,Note\r\n"
      "1,\"x \"\"y\"\"\",1.50,2010-08-17T14:30:15.12,\"line\r\nline\"\r\n"
      "2,\"\",-0.1,2010-08-17T00:00:00Z,\" blank\"\r\n"
      "3,,,,\r\n";
  const Document document = read(text);
  const model::Table& table = document.table();
  ASSERT_EQ(table.row_count(), 3U);
  EXPECT_EQ(table.name, "Table1");
  EXPECT_EQ(table.columns[1]->name, "a,b");
  EXPECT_EQ(table.columns[1]->text(0), "x \"y\"");
  EXPECT_FALSE(table.columns[1]->is_null(1));
  EXPECT_TRUE(table.columns[1]->is_null(2));
  EXPECT_EQ(table.columns[2]->kind(), ValueKind::Decimal);
  EXPECT_EQ(table.columns[3]->kind(), ValueKind::DateTime);
  EXPECT_EQ(table.columns[4]->text(0), "line\r\nline");
  EXPECT_EQ(write(document), text);
}

TEST(CsvReader, TakesTheUsualVariants) {
  const Document document = read(
      "\xEF\xBB\xBF"
      "a,b\n1,2\n\n3,4");
  EXPECT_EQ(document.table().columns[0]->name, "a");
  EXPECT_EQ(document.table().row_count(), 2U) << "an empty line is no row";
  EXPECT_EQ(document.size, 15U);
  Options options;
  options.null_text = "NULL";
  options.table = "People";
  const Document named = read("a\nNULL\n\"NULL\"\n\n", options);
  EXPECT_EQ(named.table().name, "People");
  ASSERT_EQ(named.table().row_count(), 3U);
  EXPECT_TRUE(named.table().columns[0]->is_null(0));
  EXPECT_EQ(named.table().columns[0]->text(1), "NULL");
  EXPECT_FALSE(named.table().columns[0]->is_null(2));
  EXPECT_EQ(read("a,\n1,2\n").table().columns[1]->name, "Column2");
  EXPECT_EQ(read("a,b").table().row_count(), 0U);
}

// Many rows: chunks end at 65,536 records.
TEST(CsvReader, ReadsManyRows) {
  std::string text = "n,t,f\n";
  for (int i = 0; i < 140'000; ++i) {
    text += std::to_string(i) + (i % 3 == 0 ? ",," : ",x,") + (i % 5 == 0 ? "" : "0.5") + "\n";
  }
  Options options;
  options.newline = Newline::Lf;
  EXPECT_EQ(write(read(text), options), text);
}

TEST(CsvReader, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(error_of(""), "truncated at byte 0: there is no line of column names");
  EXPECT_NE(error_of("a,b\n1,2\n3\n").find("line 3, column 1: 1 fields for 2 columns"), std::string::npos);
  EXPECT_NE(error_of("a,b\n1,2,3\n").find("line 2, column 5: more fields than the 2 columns"), std::string::npos);
  EXPECT_NE(error_of("a\nx\"y\n").find("line 2, column 2: a quote inside a field"), std::string::npos);
  EXPECT_NE(error_of("a\n\"x\"y\n").find("text behind a closing quote"), std::string::npos);
  EXPECT_NE(error_of("a\n1\n\"x\n\n\n").find("line 3, column 1: a field in quotes that is not closed"),
            std::string::npos);
  EXPECT_NE(error_of("a\n1\r2\n").find("a CR without an LF"), std::string::npos);
  EXPECT_NE(error_of("a,a\n").find("two columns are named a"), std::string::npos);
  EXPECT_NE(error_of("a\n1\nxy\xC3\n").find("line 3, column 3: the text is no UTF-8"), std::string::npos)
      << error_of("a\n1\nxy\xC3\n");
  EXPECT_NE(error_of(std::string(70'000, ',')).find("so many columns"), std::string::npos);
  Options options;
  options.limits.expansion = 100'000'000;
  Document document;
  const Status status = read_csv(bytes_of(std::string(70'000, ',')), options, document);
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.error().to_string().find("more than 65,536 columns"), std::string::npos);
  EXPECT_EQ(read(std::string(20'000, ','), options).table().columns.size(), 20'001U);
}

}  // namespace
}  // namespace dotwire::text_tables

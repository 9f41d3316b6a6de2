// NDJSON and arrays of objects read as tables.
#include <string>

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
  const Status status = read_ndjson(bytes_of(text), options, document);
  EXPECT_TRUE(status.ok()) << status.error().to_string();
  return document;
}

std::string write(const Document& document, JsonNumbers numbers = JsonNumbers::Json) {
  Options options;
  options.numbers = numbers;
  Buffer out;
  Drain drain(out, expansion_limit(options.limits));
  EXPECT_TRUE(put_ndjson(document, options, drain).ok());
  return std::string(out.text());
}

std::string error_of(std::string_view text) {
  Document document;
  const Status status = read_ndjson(bytes_of(text), {}, document);
  return status.ok() ? "read" : status.error().to_string();
}

ValueKind kind_of(std::string_view values) { return read("[" + std::string(values) + "]").table().columns[0]->kind(); }

TEST(NdjsonTypes, GoByAllValues) {
  EXPECT_EQ(kind_of(R"({"c":true},{"c":false})"), ValueKind::Boolean);
  EXPECT_EQ(kind_of(R"({"c":1},{"c":-2})"), ValueKind::Int32);
  EXPECT_EQ(kind_of(R"({"c":1},{"c":2147483648})"), ValueKind::Int64);
  EXPECT_EQ(kind_of(R"({"c":1},{"c":2.57})"), ValueKind::Decimal);
  EXPECT_EQ(kind_of(R"({"c":1},{"c":2e7})"), ValueKind::Double);
  EXPECT_EQ(kind_of(R"({"c":1},{"c":"NaN"})"), ValueKind::Double);
  EXPECT_EQ(kind_of(R"({"c":null},{"c":5})"), ValueKind::Int32);
  EXPECT_EQ(kind_of(R"({"c":"2010-08-17T14:30:15Z"})"), ValueKind::DateTime);
  EXPECT_EQ(kind_of(R"({"c":"7"})"), ValueKind::String) << "JSON has numbers of its own";
  EXPECT_EQ(kind_of(R"({"c":"true"})"), ValueKind::String);
  EXPECT_EQ(kind_of(R"({"c":null})"), ValueKind::String);
  EXPECT_EQ(kind_of(R"({"c":[]},{"c":{"a":1}})"), ValueKind::String);
  EXPECT_EQ(kind_of(R"({"c":1},{"c":"bar"})"), ValueKind::Object);
}

TEST(NdjsonTypes, RoundNothing) {
  EXPECT_EQ(kind_of(R"({"c":9007199254740993},{"c":1e5})"), ValueKind::Decimal);
  EXPECT_EQ(kind_of(R"({"c":123456789012345678901234567890})"), ValueKind::String);
  EXPECT_EQ(kind_of(R"({"c":1e-400},{"c":1})"), ValueKind::String);
  EXPECT_EQ(kind_of(R"({"c":9007199254740993},{"c":"NaN"})"), ValueKind::String);
  EXPECT_EQ(kind_of(R"({"c":-0.0},{"c":1.5})"), ValueKind::Double);
  EXPECT_EQ(write(read("{\"a\":9007199254740993}\n{\"a\":1e5}\n")), "{\"a\":9007199254740993}\n{\"a\":100000}\n");
  EXPECT_EQ(write(read("{\"a\":123456789012345678901234567890}\n{\"a\":1}\n{\"a\":\"NaN\"}\n")),
            "{\"a\":\"123456789012345678901234567890\"}\n{\"a\":\"1\"}\n{\"a\":\"NaN\"}\n");
}

TEST(NdjsonReader, ReadsWhatItWrote) {
  const std::string text =
      "{\"Id\":1,\"Name\":\"x\\u0001 \\\"y\\\"\",\"Price\":1.50,\"Gone\":null}\n"
      "{\"Id\":2,\"Name\":null,\"Price\":-3,\"Gone\":\"\\ud800\"}\n";
  EXPECT_EQ(write(read(text)), text);
}

TEST(NdjsonReader, TakesColumnsAsTheyCome) {
  const Document document = read("{\"b\":1}\r\n\n  {\"a\":[1, {\"x\": 2}],\"b\":2}\n{}\n{\"a\":{ }}");
  const model::Table& table = document.table();
  ASSERT_EQ(table.columns.size(), 2U);
  ASSERT_EQ(table.row_count(), 4U);
  EXPECT_EQ(table.columns[0]->name, "b");
  EXPECT_TRUE(table.columns[1]->is_null(0));
  EXPECT_EQ(table.columns[1]->text(1), "[1, {\"x\": 2}]");
  EXPECT_TRUE(table.columns[0]->is_null(2));
  EXPECT_EQ(table.columns[1]->text(3), "{ }");
}

std::string sparse(int rows) {
  std::string text;
  for (int i = 0; i < rows; ++i) text += "{\"c" + std::to_string(i) + "\":" + std::to_string(i) + "}\n";
  return text;
}

// Rows that lack most columns cost what they say, and a table that is all nulls is refused.
TEST(NdjsonReader, TakesSparseRows) {
  // A table of 32 MB from 22 KB only for who wants it.
  EXPECT_NE(error_of(sparse(2'000)).find("2000 rows of 2000 columns, nearly all null"), std::string::npos);
  Options options;
  options.limits.expansion = 100'000'000;
  const Document document = read(sparse(2'000), options);
  ASSERT_EQ(document.table().columns.size(), 2'000U);
  EXPECT_EQ(document.table().columns[1'999]->get<std::int32_t>(1'999), 1'999);
  EXPECT_TRUE(document.table().columns[1'999]->is_null(1'998));
  EXPECT_NE(error_of(sparse(40'000)).find("so many columns"), std::string::npos);
  EXPECT_NE(error_of(sparse(65'537)).find("so many columns"), std::string::npos);
}

TEST(NdjsonReader, TakesValuesWithTheirTypes) {
  const Document document = read(
      "{\"a\":{\"$type\":\"System.Int64\",\"$value\":\"7\"},\"b\":{\"$type\":\"Ns.C\"}}\n"
      "{\"a\":\"text\",\"b\":{\"c\":1}}\n");
  const model::Column& typed = *document.table().columns[0];
  ASSERT_EQ(typed.kind(), ValueKind::Object);
  ASSERT_NE(model::as_scalar(typed.object(0)), nullptr);
  EXPECT_EQ(model::as_scalar(typed.object(0))->get<std::int64_t>(), 7);
  EXPECT_EQ(model::as_string(typed.object(1))->view(), "text");
  ASSERT_EQ(document.table().columns[1]->kind(), ValueKind::Object);
  EXPECT_EQ(model::as_string(document.table().columns[1]->object(0))->view(), "{\"$type\":\"Ns.C\"}");
  EXPECT_EQ(model::as_string(document.table().columns[1]->object(1))->view(), "{\"c\":1}");
}

TEST(NdjsonReader, SaysWhatIsWrongAndWhere) {
  EXPECT_NE(error_of("{\"a\":1}\n[1]\n").find("line 2, column 1: a row is no object"), std::string::npos)
      << error_of("{\"a\":1}\n[1]\n");
  EXPECT_NE(error_of("{\"a\":1}\n{\"a\":1,\"a\":2}\n").find("line 2, column 8"), std::string::npos);
  EXPECT_NE(error_of("{\"a\":1}\n{\"a\":\n").find("truncated"), std::string::npos);
  EXPECT_NE(error_of("{\"a\":1} {\"a\":2}\n").find("malformed"), std::string::npos);
  EXPECT_NE(error_of("[{\"a\":1}").find("truncated"), std::string::npos);
  EXPECT_NE(error_of("[{\"a\":1}] x").find("malformed"), std::string::npos);
  EXPECT_NE(error_of("[" + std::string(20'000, '[')).find("a row is no object"), std::string::npos);
  EXPECT_NE(error_of("{\"a\":" + std::string(20'000, '[') + "}").find("limit"), std::string::npos);
}

}  // namespace
}  // namespace dotwire::text_tables

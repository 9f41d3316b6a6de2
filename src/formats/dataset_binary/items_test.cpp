// Rows as arrays of object: the vectors of table-formats.md 5 and 6, Drew's classes, and input that lies.
#include <gtest/gtest.h>

#include "base/load.h"
#include "formats/dataset_binary/drew.h"
#include "formats/dataset_binary/lightweight.h"
#include "formats/dataset_binary/row_arrays.h"
#include "support/hex.h"

namespace dotwire::dataset_binary {
namespace {

using model::ValueKind;

// T(A Int32, S String), rows (300, "hi") and (DBNull, DBNull).
model::Table two_rows() {
  model::Table table;
  table.name = "T";
  model::Column& a = table.add_column("A", ValueKind::Int32);
  model::Column& s = table.add_column("S", ValueKind::String);
  a.append<std::int32_t>(300);
  s.append_text("hi");
  a.append_null();
  s.append_null();
  table.added_plain_rows(2);
  return table;
}

TEST(Lightweight, WritesTheVectorOfTheSpecification) {
  Buffer out;
  ASSERT_TRUE(LightweightWriter().write_rows(two_rows(), Dialect::Framework, out).ok());
  const Buffer expected = test::hex(R"(
    00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00
    07 01 00 00 00 01 01 00 00 00 02 00 00 00 05
    09 02 00 00 00  09 03 00 00 00
    10 02 00 00 00 02 00 00 00  08 08 2C 01 00 00  06 04 00 00 00 02 68 69
    10 03 00 00 00 02 00 00 00  09 05 00 00 00  09 05 00 00 00
    04 05 00 00 00 1F 53 79 73 74 65 6D 2E 55 6E 69 74 79 53 65 72 69 61 6C 69 7A 61 74 69 6F 6E 48 6F 6C 64 65 72
    03 00 00 00 04 44 61 74 61 09 55 6E 69 74 79 54 79 70 65 0C 41 73 73 65 6D 62 6C 79 4E 61 6D 65
    01 00 01 08  0A  02 00 00 00  06 06 00 00 00 00
    0B)");
  EXPECT_TRUE(test::same_bytes(out, expected));
}

TEST(Lightweight, RowsAloneNeedASchema) {
  const model::Table table = two_rows();
  LightweightWriter writer;
  Buffer rows;
  Buffer schema;
  ASSERT_TRUE(writer.write_rows(table, Dialect::Framework, rows).ok());
  ASSERT_TRUE(LightweightWriter::write_schema(table, nullptr, {}, schema).ok());
  LightweightReader reader;
  model::Table read;
  model::TableSet set;
  const Result<LightweightRecord> without = reader.read(rows, {}, read, set);
  ASSERT_FALSE(without.ok());
  EXPECT_EQ(without.error().code(), ErrorCode::Unsupported);
  const Result<LightweightRecord> with = reader.read(rows, schema.text(), read, set);
  ASSERT_TRUE(with.ok()) << with.error().to_string();
  EXPECT_EQ(with->size, rows.size());
  EXPECT_EQ(model::first_difference(table, read), "");
}

TEST(Lightweight, ASetNeedsAName) {
  model::TableSet set;
  set.name = "";
  Buffer out;
  const Status written = LightweightWriter().write(two_rows(), &set, {}, out);
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().code(), ErrorCode::NotRepresentable);
  EXPECT_TRUE(out.empty());
}

TEST(Lightweight, ValuesMustBeOfTheirColumns) {
  model::Table numbers = two_rows();
  model::Table texts;
  texts.name = "T";
  texts.add_column("A", ValueKind::String);
  texts.add_column("S", ValueKind::String);
  Buffer rows;
  Buffer schema;
  ASSERT_TRUE(LightweightWriter().write_rows(numbers, Dialect::Framework, rows).ok());
  ASSERT_TRUE(LightweightWriter::write_schema(texts, nullptr, {}, schema).ok());
  model::Table read;
  model::TableSet set;
  const Result<LightweightRecord> result = LightweightReader().read(rows, schema.text(), read, set);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().path(), "rows/[0]/A");
  EXPECT_NE(result.error().message().find("System.Int32 in a column of System.String"), std::string::npos);
}

// One long row, and many references to it: the text must not be copied without bound.
TEST(Lightweight, RepeatedRowsAreBounded) {
  constexpr std::int32_t kRows = 100'000;
  const std::string long_text(20'000, 'x');
  Buffer rows = test::hex("00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00 07 01 00 00 00 01 01 00 00 00");
  const auto number = [&](std::int32_t value) { rows.append(&value, 4); };
  const auto byte = [&](std::uint8_t value) { rows.append(&value, 1); };
  number(kRows);
  byte(5);
  for (std::int32_t i = 0; i < kRows; ++i) byte(9), number(2);
  byte(0x10), number(2), number(1), byte(6), number(3);
  byte(0xA0), byte(0x9C), byte(0x01);  // 20,000
  rows.append(long_text);
  byte(0x0B);
  model::Table one;
  one.name = "T";
  one.add_column("S", ValueKind::String);
  Buffer schema;
  ASSERT_TRUE(LightweightWriter::write_schema(one, nullptr, {}, schema).ok());
  Limits limits;
  limits.expansion = 10'000'000;
  model::Table read;
  model::TableSet set;
  const Result<LightweightRecord> result = LightweightReader(limits).read(rows, schema.text(), read, set);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code(), ErrorCode::LimitExceeded) << result.error().to_string();
}

// Payloads by hand: rows of object[][] under the ids from 2 on.
class Jagged {
 public:
  explicit Jagged(std::int32_t rows)
      : bytes_(test::hex("00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00 07 01 00 00 00 01 01 00 00 00")) {
    number(rows).byte(5);
    for (std::int32_t i = 0; i < rows; ++i) byte(9).number(2 + i);
  }
  Jagged& byte(std::uint8_t value) { return bytes_.append(&value, 1), *this; }
  Jagged& number(std::int32_t value) { return bytes_.append(&value, 4), *this; }
  Jagged& row(std::int32_t i, std::int32_t cells) { return byte(0x10).number(2 + i).number(cells); }
  // Of 16,384 units.
  Jagged& text(std::int32_t id) {
    byte(6).number(id).byte(0x80).byte(0x80).byte(1);
    return bytes_.append(std::string(16'384, 'x')), *this;
  }
  Jagged& primitives(std::int32_t id, Primitive type, std::int32_t count) {
    byte(0x0F).number(id).number(count).byte(static_cast<std::uint8_t>(type));
    return bytes_.append(std::string(static_cast<std::size_t>(count), 'x')), *this;
  }
  Jagged& reference(std::int32_t id) { return byte(9).number(id); }
  Buffer end() { return byte(0x0B), std::move(bytes_); }

 private:
  Buffer bytes_;
};

model::Table columns(std::size_t count, ValueKind kind) {
  model::Table table;
  table.name = "T";
  for (std::size_t i = 0; i < count; ++i) table.add_column("C" + std::to_string(i), kind);
  return table;
}

ErrorCode code_of(const Buffer& rows, const model::Table& columns, const Limits& limits = {}) {
  Buffer schema;
  EXPECT_TRUE(LightweightWriter::write_schema(columns, nullptr, {}, schema).ok());
  model::Table read;
  model::TableSet set;
  const Result<LightweightRecord> result = LightweightReader(limits).read(rows, schema.text(), read, set);
  EXPECT_TRUE(result.ok() || !result.error().message().empty());
  return result.ok() ? ErrorCode::InvalidArgument : result.error().code();
}

// One value that very many cells share would be copied to each.
TEST(Lightweight, SharedValuesAreBounded) {
  constexpr std::int32_t kRows = 10'000;
  constexpr std::int32_t kShared = 1'000'000;
  Jagged texts(kRows);
  texts.row(0, 1).text(kShared);
  for (std::int32_t i = 1; i < kRows; ++i) texts.row(i, 1).reference(kShared);
  Jagged bytes(kRows);
  for (std::int32_t i = 0; i < kRows; ++i) bytes.row(i, 1).reference(kShared);
  bytes.primitives(kShared, Primitive::Byte, 10'000);
  Jagged chars(kRows);
  for (std::int32_t i = 0; i < kRows; ++i) chars.row(i, 1).reference(kShared);
  chars.primitives(kShared, Primitive::Char, 10'000);
  EXPECT_EQ(code_of(texts.end(), columns(1, ValueKind::String)), ErrorCode::LimitExceeded);
  EXPECT_EQ(code_of(bytes.end(), columns(1, ValueKind::Bytes)), ErrorCode::LimitExceeded);
  EXPECT_EQ(code_of(chars.end(), columns(1, ValueKind::Chars)), ErrorCode::LimitExceeded);
  Jagged few(500);
  few.row(0, 1).text(kShared);
  for (std::int32_t i = 1; i < 500; ++i) few.row(i, 1).reference(kShared);
  EXPECT_EQ(code_of(few.end(), columns(1, ValueKind::String)), ErrorCode::InvalidArgument) << "8 MB are read";
}

// Rows that say nothing, of many columns.
TEST(Lightweight, ShortRowsAreBounded) {
  constexpr std::int32_t kRows = 5'000;
  Jagged empty(kRows);
  for (std::int32_t i = 0; i < kRows; ++i) empty.row(i, 0);
  Jagged nulls(kRows);
  for (std::int32_t i = 0; i < kRows; ++i) nulls.row(i, 2'000).byte(0x0E).number(2'000);
  const Buffer empty_rows = empty.end();
  EXPECT_EQ(code_of(empty_rows, columns(2'000, ValueKind::Decimal)), ErrorCode::LimitExceeded);
  EXPECT_EQ(code_of(nulls.end(), columns(2'000, ValueKind::Decimal)), ErrorCode::LimitExceeded);
  Limits limits;
  limits.expansion = 200'000'000;
  EXPECT_EQ(code_of(empty_rows, columns(2'000, ValueKind::Decimal), limits), ErrorCode::InvalidArgument);
  model::Table defaults = columns(200, ValueKind::String);
  for (const auto& column : defaults.columns) column->default_value = defaults.graph().make_string("a default value");
  EXPECT_EQ(code_of(empty_rows, defaults), ErrorCode::LimitExceeded);
}

TEST(Drew, CellsAreOneRectangleOfTheSpecification) {
  const model::Table table = two_rows();
  const model::Table* tables[] = {&table};
  Buffer out;
  ASSERT_TRUE(DrewWriter().write(tables, {}, Dialect::Framework, out).ok());
  const Buffer cells = test::hex("02 02 00 00 00 02 00 00 00 02 00 00 00 02 08 08 2C 01 00 00 06");
  EXPECT_NE(out.text().find(cells.text()), std::string_view::npos);
  DrewReader reader;
  model::TableSet set;
  DrewClass found;
  std::uint64_t size = 0;
  const Status read = reader.read(out, set, found, size);
  ASSERT_TRUE(read.ok()) << read.error().to_string();
  EXPECT_EQ(size, out.size());
  ASSERT_EQ(set.tables.size(), 1U);
  EXPECT_EQ(model::first_difference(table, *set.tables[0]), "");
}

// The members may be called as they like, and types may be texts.
TEST(Drew, ForeignClassesAreReadAndWrittenAgain) {
  const DrewClass foreign = {"Acme.Formatter+Table",
                             "Acme, Version=1.2.0.0, Culture=neutral, PublicKeyToken=null",
                             {{DrewRole::RowCount, "_rows"},
                              {DrewRole::ColumnCount, "_cols"},
                              {DrewRole::Cells, "_data"},
                              {DrewRole::ColumnNames, "_names"},
                              {DrewRole::TypeNames, "_types"},
                              {DrewRole::TableName, "_name"}}};
  const model::Table first = two_rows();
  model::Table second;
  second.name = "Empty";
  second.add_column("G", ValueKind::Guid);
  const model::Table* tables[] = {&first, &second};
  Buffer out;
  DrewWriter writer;
  ASSERT_TRUE(writer.write(tables, foreign, Dialect::Framework, out).ok());
  model::TableSet set;
  DrewClass found;
  std::uint64_t size = 0;
  const Status read = DrewReader().read(out, set, found, size);
  ASSERT_TRUE(read.ok()) << read.error().to_string();
  EXPECT_EQ(found.name, foreign.name);
  EXPECT_EQ(found.assembly, foreign.assembly);
  ASSERT_EQ(set.tables.size(), 2U);
  EXPECT_EQ(set.tables[1]->columns[0]->kind(), ValueKind::Guid);
  const model::Table* again[] = {set.tables[0].get(), set.tables[1].get()};
  Buffer second_out;
  ASSERT_TRUE(writer.write(again, found, Dialect::Framework, second_out).ok());
  EXPECT_TRUE(test::same_bytes(second_out, out));
}

template <class Read>
void expect_errors(const Buffer& payload, Read read) {
  for (std::size_t cut = 0; cut < payload.size(); ++cut) EXPECT_FALSE(read(payload.bytes().first(cut))) << cut;
  for (std::size_t at = 0; at < payload.size(); ++at) {
    for (const int value : {0, 1, 0x7F, 0xFF}) {
      Buffer damaged(payload.bytes());
      damaged.data()[at] = static_cast<std::uint8_t>(value);
      read(damaged);  // anything but a crash
    }
  }
}

TEST(Items, CutsAreErrorsAndDamageIsNoCrash) {
  const model::Table table = two_rows();
  const model::Table* tables[] = {&table};
  Buffer stream;
  Buffer drew;
  ASSERT_TRUE(LightweightWriter().write(table, nullptr, {}, stream).ok());
  ASSERT_TRUE(DrewWriter().write(tables, {}, Dialect::Framework, drew).ok());
  LightweightReader reader;
  expect_errors(stream, [&](Bytes input) {
    model::Table read;
    model::TableSet set;
    return reader.read(input, {}, read, set).ok();
  });
  DrewReader drew_reader;
  expect_errors(drew, [&](Bytes input) {
    model::TableSet set;
    DrewClass found;
    std::uint64_t size = 0;
    return drew_reader.read(input, set, found, size).ok();
  });
}

}  // namespace
}  // namespace dotwire::dataset_binary

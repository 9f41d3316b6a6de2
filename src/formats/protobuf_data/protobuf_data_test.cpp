#include "formats/protobuf_data/protobuf_data.h"

#include <gtest/gtest.h>

#include "support/hex.h"

namespace dotwire::protobuf_data {
namespace {

using model::Column;
using model::RowState;
using model::Table;
using model::TableSet;
using model::ValueKind;
using test::hex;
using test::to_hex;

ReadOptions reading(Layout layout) {
  ReadOptions options;
  options.layout = layout;
  return options;
}

WriteOptions writing(Version version) {
  WriteOptions options;
  options.version = version;
  return options;
}

WriteOptions writing_light(std::int32_t records_affected = 0) {
  WriteOptions options;
  options.layout = Layout::Light;
  options.records_affected = records_affected;
  return options;
}

std::string written(const Table& table, const WriteOptions& options = {}) {
  Buffer out;
  const Status status = Writer().write(table, out, options);
  return status.ok() ? to_hex(out) : status.error().to_string();
}

std::string spaced(const char* text) { return to_hex(hex(text)); }

Table read(const Buffer& bytes, const ReadOptions& options = {}) {
  Table table;
  const Result<Document> document = Reader().read(bytes, table, options);
  EXPECT_TRUE(document.ok()) << document.error().to_string();
  if (document.ok()) {
    EXPECT_EQ(document->size, bytes.size());
  }
  return table;
}

// The example of table-formats.md 2.4.
Table example_table() {
  Table table;
  table.name = "Table1";
  table.add_column("A", ValueKind::Int32).append(300);
  table.add_column("S", ValueKind::String).append_text("hi");
  for (const auto& column : table.columns) column->append_null();
  table.added_plain_rows(2);
  return table;
}

constexpr const char* kExample = R"(
  0B                              # a result
    13 0A 01 41 10 03 14          # column "A", type 3
    13 0A 01 53 10 01 14          # column "S", type 1
    1B 08 AC 02 12 02 68 69 1C    # 300, "hi"
    1B 1C                         # null, null
  0C
)";

constexpr const char* kLightExample = R"(
  08 01  10 00                                # version 1, no records affected
  1B                                          # a result
    0B 0B 0A 01 41 10 0B 0C  0B 0A 01 53 10 0E 0C 0C
    0B 0B 08 AC 02 12 02 68 69 0C  0B 0C 0C
  1C
)";

TEST(ProtobufData, WritesAndReadsTheExampleOfTheSpecification) {
  EXPECT_EQ(written(example_table()), spaced(kExample));
  EXPECT_EQ(first_difference(read(hex(kExample)), example_table()), "");
}

TEST(ProtobufDataLight, WritesAndReadsTheExampleOfTheSpecification) {
  EXPECT_EQ(written(example_table(), writing_light()), spaced(kLightExample));
  EXPECT_EQ(first_difference(read(hex(kLightExample), reading(Layout::Light)), example_table()), "");
}

// DataFormat.txt of the repository numbers the records' group 2; its code writes 1.
TEST(ProtobufDataLight, TakesTheRecordsUnderTheNumberOfTheText) {
  const Buffer input = hex("08 01 10 00 1B 0B 0B 0A 01 41 10 0B 0C 0C 13 0B 08 05 0C 14 1C");
  const Table table = read(input, reading(Layout::Light));
  ASSERT_EQ(table.row_count(), 1U);
  EXPECT_EQ(table.columns[0]->get<std::int32_t>(0), 5);
}

TEST(ProtobufDataLight, KeepsRecordsAffected) {
  const Buffer input = hex("08 01 10 FFFFFFFFFFFFFFFFFF01 1B 0B 0C 0B 0C 1C");
  TableSet set;
  const Result<Document> document = Reader().read(input, set, reading(Layout::Light));
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->records_affected, -1);
  EXPECT_EQ(written(*set.tables[0], writing_light(-1)), to_hex(input));
}

TEST(ProtobufData, ReadsSeveralResultsWithoutBeingToldHowMany) {
  const Buffer input = hex("0B 0C  0B 13 0A0141 1003 14 1B 08 07 1C 0C  0B 13 0A0142 1001 14 0C  FF");
  TableSet set;
  const Result<Document> document = Reader().read(input, set);
  ASSERT_TRUE(document.ok()) << document.error().to_string();
  EXPECT_EQ(document->size, input.size() - 1);  // what follows is another's
  ASSERT_EQ(set.tables.size(), 3U);
  EXPECT_EQ(set.tables[0]->name, "Table1");
  EXPECT_TRUE(set.tables[0]->columns.empty());
  EXPECT_EQ(set.tables[1]->row_count(), 1U);
  EXPECT_EQ(set.tables[2]->name, "Table3");
  EXPECT_EQ(set.tables[2]->row_count(), 0U);
  Table table;
  const Result<Document> one = Reader().read(input, table);
  ASSERT_FALSE(one.ok());
  EXPECT_EQ(one.error().code(), ErrorCode::Unsupported);
}

TEST(ProtobufData, NamesTablesAsTheCallerSays) {
  constexpr std::string_view kNames[] = {"Orders"};
  ReadOptions options;
  options.names = kNames;
  TableSet set;
  ASSERT_TRUE(Reader().read(hex("0B 0C 0B 0C"), set, options).ok());
  EXPECT_EQ(set.tables[0]->name, "Orders");
  EXPECT_EQ(set.tables[1]->name, "Table2");
}

// A row may have its fields in any order; of two values the last counts, whatever their lengths.
TEST(ProtobufData, TakesFieldsInAnyOrderAndTheLastOfSeveral) {
  const Buffer input = hex(R"(
    0B 13 0A0141 1003 14 13 0A0153 1001 14 13 0A0144 1002 14
    1B 12 03 616161 08 05 1C
    1B 12 04 62626262 12 01 63 08 01 08 02 1B 08 02 1C 1B 1C 1C
    1B 12 01 64 1C
    0C)");
  const Table table = read(input);
  ASSERT_EQ(table.row_count(), 3U);
  EXPECT_EQ(table.columns[1]->text(0), "aaa");
  EXPECT_EQ(table.columns[1]->text(1), "c");
  EXPECT_EQ(table.columns[1]->text(2), "d");
  EXPECT_EQ(table.columns[0]->get<std::int32_t>(0), 5);
  EXPECT_EQ(table.columns[0]->get<std::int32_t>(1), 2);
  EXPECT_TRUE(table.columns[0]->is_null(2));
  EXPECT_TRUE(table.columns[2]->is_null(0));
  EXPECT_EQ(table.columns[2]->get<DateTime>(1).ticks(), 621'355'968'000'000'000);
}

TEST(ProtobufData, SkipsFieldsThatAreNoColumns) {
  const Buffer input = hex(R"(
    0B 13 1A 01 78 10 03 0A 01 41 23 0B 0C 24 14     # type before name, unknown text and group
    1B 08 05 12 01 41 1B 0B 0C 1C 82 01 00 1C        # fields 2, 3 and 16
    0C)");
  const Table table = read(input);
  ASSERT_EQ(table.columns.size(), 1U);
  EXPECT_EQ(table.columns[0]->get<std::int32_t>(0), 5);
}

// DataTable.Load would do so; the bytes come again with their own names.
TEST(ProtobufData, NamesColumnsThatHaveNoNameOrOnesThatIsTaken) {
  const Buffer input =
      hex("0B 13 0A00 1003 14 13 0A024964 1003 14 13 0A024964 1003 14 13 0A00 1003 14 13 0A034964 31 1003 14 0C");
  TableSet set;
  const Result<Document> document = Reader().read(input, set);
  ASSERT_TRUE(document.ok());
  std::string names;
  for (const auto& column : set.tables[0]->columns) names += column->name + " ";
  EXPECT_EQ(names, "Column1 Id Id2 Column2 Id1 ");
  const Table* const tables[] = {set.tables[0].get()};
  Buffer out;
  ASSERT_TRUE(Writer().write(tables, out, {}, &*document).ok());
  EXPECT_EQ(to_hex(out), to_hex(input));
  set.tables[0]->columns[0]->name = "Mine";
  out.clear();
  ASSERT_TRUE(Writer().write(tables, out, {}, &*document).ok());
  EXPECT_TRUE(to_hex(out).starts_with("0B 13 0A 04 4D 69 6E 65 10 03"));
}

// Readers of protobuf-net take numbers of other wire types, and messages with a length.
TEST(ProtobufData, TakesOtherWireTypesAsProtobufNetDoes) {
  const Buffer input = hex(R"(
    0B 13 0A0149 1003 14 13 0A0144 1009 14 13 0A0153 1008 14 13 0A0154 1002 14 13 0A0147 100A 14
    1B 0D FEFFFFFF 15 0000C03F 19 000000000000F83F 21 0000000000000000 2A 00 1C
    1B 09 0500000000000000 22 02 08 02 1C
    1B 08 FEFFFFFF0F 1C
    0C)");
  const Table table = read(input);
  EXPECT_EQ(table.columns[0]->get<std::int32_t>(0), -2);
  EXPECT_EQ(table.columns[0]->get<std::int32_t>(1), 5);
  EXPECT_EQ(table.columns[0]->get<std::int32_t>(2), -2);
  EXPECT_EQ(table.columns[1]->get<double>(0), 1.5);
  EXPECT_EQ(table.columns[2]->get<float>(0), 1.5F);
  EXPECT_EQ(table.columns[3]->get<DateTime>(0).ticks(), 621'355'968'000'000'000);
  EXPECT_EQ(table.columns[3]->get<DateTime>(1).ticks(), 621'356'832'000'000'000);
  EXPECT_EQ(table.columns[4]->get<Guid>(0), Guid());
}

// Up to protobuf-net 2 readers refuse it.
TEST(ProtobufData, TakesAnyNumberButZeroForTrue) {
  const Table table = read(hex("0B 13 0A0142 1006 14 1B 08 02 1C 1B 08 808001 1C 1B 08 00 1C 0C"));
  EXPECT_TRUE(table.columns[0]->get<bool>(0));
  EXPECT_EQ(table.columns[0]->get<std::uint8_t>(1), 1);
  EXPECT_FALSE(table.columns[0]->get<bool>(2));
}

// table-formats.md 2.5: in 2.0.0 to 2.0.5 the code 15 was a nested table, in the whole buffer of a MemoryStream.
TEST(ProtobufData, TellsNestedTablesFromTimesByTheirWireType) {
  const Buffer input = hex(R"(
    0B 13 0A0141 1003 14 13 0A0154 100F 14 13 0A014E 100F 14
    1B 08 01 1C
    1B 08 02 13 14 1C
    1B 1A 08 0B 13 0A0141 1003 14 1C
    0C)");
  TableSet set;
  const Result<Document> document = Reader().read(input, set);
  ASSERT_TRUE(document.ok()) << document.error().to_string();
  const Table& table = *set.tables[0];
  EXPECT_EQ(table.columns[1]->kind(), ValueKind::TimeSpan);
  EXPECT_EQ(table.columns[2]->kind(), ValueKind::Bytes);
  EXPECT_EQ(table.columns[2]->text(2).size(), 8U);
  EXPECT_EQ(table.row_count(), 3U);
  ASSERT_EQ(document->nested.size(), 1U);
  const Table* const tables[] = {&table};
  Buffer out;
  ASSERT_TRUE(Writer().write(tables, out, {}, &*document).ok());
  EXPECT_EQ(to_hex(out), to_hex(input));
}

TEST(ProtobufData, ReadsZeroDecimalsPlainOnRequest) {
  const Buffer input = hex("0B 13 0A0144 100C 14 1B 0B 18 08 0C 1C 1B 0B 08 05 18 08 0C 1C 1B 0A 02 18 08 1C 0C");
  EXPECT_EQ(read(input).columns[0]->get<Decimal>(0).scale(), 4);
  ReadOptions options;
  options.plain_zero_decimals = true;
  const Table plain = read(input, options);
  EXPECT_EQ(plain.columns[0]->get<Decimal>(0), Decimal());
  EXPECT_EQ(plain.columns[0]->get<Decimal>(1).scale(), 4);
  EXPECT_EQ(plain.columns[0]->get<Decimal>(2), Decimal());
}

TEST(ProtobufData, WritesCurrentAndProposedValuesAndNoDeletedRows) {
  Table table;
  Column& column = table.add_column("A", ValueKind::Int32);
  for (std::int32_t i = 1; i <= 6; ++i) column.append(i);
  table.add_row({RowState::Deleted, 0, model::kNoRecord, model::kNoRecord});
  table.add_row({RowState::Modified, 1, 2, model::kNoRecord});
  table.add_row({RowState::Unchanged, 3, 3, 4});
  table.add_row({RowState::Added, model::kNoRecord, 5, model::kNoRecord});
  EXPECT_EQ(written(table), spaced("0B 13 0A0141 1003 14 1B 08 03 1C 1B 08 05 1C 1B 08 06 1C 0C"));
  std::string lost;
  for (const Loss& loss : losses(table, "")) lost += loss.path + ": " + loss.what + "\n";
  EXPECT_EQ(lost,
            "rows/[0]: deleted rows\nrows/[1]/RowState: states of rows\nrows/[1]/Original: original values\n"
            "rows/[2]/Current: values behind those of an edit\n");
}

// The chunks of a column: nulls in every place, texts across them.
TEST(ProtobufData, ReadsManyRowsAsTheyWere) {
  Table table;
  table.name = "Table1";
  Column& number = table.add_column("N", ValueKind::Int64);
  Column& text = table.add_column("T", ValueKind::String);
  Column& empty = table.add_column("E", ValueKind::Guid);
  Column& late = table.add_column("L", ValueKind::Decimal);
  constexpr std::size_t kRows = 2 * model::kChunkRows + 100;
  for (std::size_t i = 0; i < kRows; ++i) {
    i % 3 == 0 ? number.append_null() : number.append(static_cast<std::int64_t>(i));
    i % 5 == 4 ? text.append_null() : text.append_text(std::string(i % 7, 'x') + std::to_string(i));
    empty.append_null();
    i + 10 < kRows ? late.append_null() : late.append(Decimal{1, 0, 0, 0});
  }
  table.added_plain_rows(kRows);
  Reader reader;
  Writer writer;
  Table again;
  for (int round = 0; round < 2; ++round) {  // the second time into the memory of the first
    for (const WriteOptions& options : {WriteOptions(), writing_light()}) {
      Buffer out;
      ASSERT_TRUE(writer.write(table, out, options).ok());
      const Result<Document> document = reader.read(out, again, reading(options.layout));
      ASSERT_TRUE(document.ok()) << document.error().to_string();
      EXPECT_EQ(first_difference(table, again), "");
      EXPECT_TRUE(again.columns[2]->chunk(0).is_bare());
    }
  }
}

// --- versions

Table one_column(ValueKind kind) {
  Table table;
  table.add_column("C", kind).append_null();
  table.added_plain_rows(1);
  return table;
}

TEST(ProtobufDataVersions, RefuseTheTypesThatTheyDoNotHaveWithTheirOwnText) {
  // As the article has it.
  EXPECT_EQ(written(one_column(ValueKind::SByte), writing(Version::V2_0_7)),
            "not representable (columns/C): Cannot serialize data column of type 'System.SByte'. Only the following "
            "column types are supported: Boolean, Byte, Byte[], Char, Char[], DateTime, Decimal, Double, Guid, Int16, "
            "Int32, Int64, Single, String, TimeSpan.");
  EXPECT_EQ(written(one_column(ValueKind::UInt16), writing(Version::V2_0_5)),
            "not representable (columns/C): Cannot serialize data column of type 'System.UInt16'. Only the following "
            "column types are supported: Boolean, Byte, Byte[], Char, Char[], DataTable, DateTime, Decimal, Double, "
            "Guid, Int16, Int32, Int64, Single, String.");
  EXPECT_EQ(written(one_column(ValueKind::DateTimeOffset), writing(Version::V3_0)),
            "not representable (columns/C): The data type 'DateTimeOffset' is not supported. The supported data types "
            "are: Boolean, Byte, Byte[], Char, Char[], DateTime, Decimal, Double, Single, Guid, Int32, Int64, Int16, "
            "String, TimeSpan.");
  EXPECT_EQ(written(one_column(ValueKind::DateTimeOffset)), spaced("0B 13 0A0143 1010 14 1B 1C 0C"));
  EXPECT_TRUE(written(one_column(ValueKind::TimeSpan), writing(Version::V2_0_6))
                  .starts_with("not representable (columns/C): Cannot serialize data column of type "));
}

TEST(ProtobufDataVersions, OfTheEarlyOnesWriteNoValuesOfSomeTypes) {
  Table table;
  Column& column = table.add_column("C", ValueKind::Char);
  column.append_null();
  table.added_plain_rows(1);
  EXPECT_EQ(written(table, writing(Version::V2_0_3)), spaced("0B 13 0A0143 100B 14 1B 1C 0C"));
  column.append(u'a');
  table.added_plain_rows(1);
  EXPECT_EQ(written(table, writing(Version::V2_0_3)),
            "not representable (columns/C): the library's version writes no values of System.Char");
  EXPECT_EQ(written(table, writing(Version::V2_0_5)), spaced("0B 13 0A0143 100B 14 1B 1C 1B 08 61 1C 0C"));
}

TEST(ProtobufDataVersions, UpTo203EmptyArraysAreNull) {
  Table table;
  table.add_column("B", ValueKind::Bytes).append_text("");
  table.add_column("C", ValueKind::Chars).append_text("");
  table.add_column("S", ValueKind::String).append_text("");
  table.added_plain_rows(1);
  const std::string columns = "0B 13 0A 01 42 10 0D 14 13 0A 01 43 10 0E 14 13 0A 01 53 10 01 14 1B ";
  EXPECT_EQ(written(table), columns + "0A 00 12 00 1A 00 1C 0C");
  EXPECT_EQ(written(table, writing(Version::V2_0_3)), columns + "1A 00 1C 0C");
  WriteOptions options = writing(Version::V2_0_3);
  options.empty_arrays_as_null = false;
  EXPECT_EQ(written(table, options), columns + "0A 00 12 00 1A 00 1C 0C");
  EXPECT_EQ(losses(table, "", writing(Version::V2_0_3)).size(), 2U);
  EXPECT_TRUE(losses(table, "").empty());
}

Table computed_table() {
  Table table;
  table.add_column("A", ValueKind::Int32).append(1);
  Column& twice = table.add_column("Twice", ValueKind::Int32);
  twice.expression = "A * 2";
  twice.append(2);
  table.add_column("B", ValueKind::Int32).append(3);
  table.added_plain_rows(1);
  return table;
}

TEST(ProtobufDataVersions, LeaveComputedColumnsOutFrom203On) {
  const Table table = computed_table();
  const std::string all =
      spaced("0B 13 0A0141 1003 14 13 0A055477696365 1003 14 13 0A0142 1003 14 1B 0801 1002 1803 1C 0C");
  EXPECT_EQ(written(table, writing(Version::V2_0_1)), all);
  EXPECT_EQ(written(table), spaced("0B 13 0A0141 1003 14 13 0A0142 1003 14 1B 0801 1003 1C 0C"));
  WriteOptions options;
  options.computed_columns = true;
  EXPECT_EQ(written(table, options), all);
  ASSERT_EQ(losses(table, "").size(), 1U);
  EXPECT_EQ(losses(table, "")[0].path, "columns/Twice");
}

// 3.0 and later read the row at the place in the list of the columns that are left.
TEST(ProtobufDataVersions, ShiftTheValuesBehindAComputedColumnOnRequest) {
  Table table = computed_table();
  WriteOptions options;
  options.shifted_values = true;
  EXPECT_EQ(written(table, options), spaced("0B 13 0A0141 1003 14 13 0A0142 1003 14 1B 0801 1002 1C 0C"));
  EXPECT_EQ(losses(table, "", options).back().path, "columns/B");
  table.add_column("S", ValueKind::String).append_text("text");
  EXPECT_EQ(written(table, options),
            "not representable (columns/S): versions from 3.0 on write the values of column \"B\" here, of another "
            "type, and fail");
}

// A DataTableReader's schema does not say that such columns are computed.
TEST(ProtobufDataVersions, WriteColumnsComputedFromOtherTables) {
  const auto is_written = [](const char* expression) {
    Table table = computed_table();
    table.columns[1]->expression = expression;
    return written(table).find("54 77 69 63 65") != std::string::npos;
  };
  EXPECT_TRUE(is_written("Sum(Child(Link).Value)"));
  EXPECT_TRUE(is_written("A * PARENT.Factor"));
  EXPECT_FALSE(is_written("'Child(' + A"));
  EXPECT_FALSE(is_written("[Parent.x] + Childs"));
  EXPECT_FALSE(is_written("Child + 1"));
  EXPECT_FALSE(is_written("'open Child."));
}

TEST(ProtobufData, RefusesASetWithoutTables) {
  Buffer out;
  EXPECT_EQ(Writer().write(std::span<const Table* const>(), out).error().code(), ErrorCode::NotRepresentable);
}

TEST(ProtobufData, LeavesTheOutputAsItWasOnFailure) {
  Buffer out(test::as_bytes("before"));
  const Table fine = example_table();
  const Table bad = one_column(ValueKind::UInt64);
  const Table* const tables[] = {&fine, &bad};
  const Status status = Writer().write(tables, out);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().path(), "tables//columns/C");
  EXPECT_EQ(out.text(), "before");
}

}  // namespace
}  // namespace dotwire::protobuf_data

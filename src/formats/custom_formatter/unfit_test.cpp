// What the format has no place for: states of rows, types and texts.
#include <gtest/gtest.h>

#include "formats/custom_formatter/test_calls.h"
#include "support/hex.h"

namespace dotwire::custom_formatter {
namespace {

using model::Column;
using model::kNoRecord;
using model::RowState;
using model::Table;
using model::ValueKind;
using test::hex;

// "N" of System.Int32, records 10, 11, 12, 13.
Table numbers_table() {
  Table table;
  Column& column = table.add_column("N", ValueKind::Int32);
  for (int i = 10; i < 14; ++i) column.append(i);
  return table;
}

TEST(CustomFormatter, WritesTheValuesThatTheRowsShow) {
  Table table = numbers_table();
  table.add_row({RowState::Modified, 0, 3, kNoRecord});
  table.add_row({RowState::Unchanged, 1, 1, 2});  // in edit
  table.add_row({RowState::Added, kNoRecord, 0, kNoRecord});
  const Table back = read(written(table));
  ASSERT_EQ(back.row_count(), 3U);
  EXPECT_EQ(back.columns[0]->get<std::int32_t>(0), 13);
  EXPECT_EQ(back.columns[0]->get<std::int32_t>(1), 12);
  EXPECT_EQ(back.columns[0]->get<std::int32_t>(2), 10);
}

TEST(CustomFormatter, RefusesDeletedRowsUnlessToldToOmitThem) {
  Table table = numbers_table();
  table.add_row({RowState::Unchanged, 0, 0, kNoRecord});
  table.add_row({RowState::Deleted, 1, kNoRecord, kNoRecord});
  table.add_row({RowState::Unchanged, 2, 2, kNoRecord});
  const Error error = write_error(table);
  EXPECT_EQ(error.code(), ErrorCode::NotRepresentable);
  EXPECT_EQ(error.path(), "rows/[1]");

  WriteOptions options;
  options.omit_deleted_rows = true;
  const Table back = read(written(table, options));
  ASSERT_EQ(back.row_count(), 2U);
  EXPECT_EQ(back.columns[0]->get<std::int32_t>(1), 12);
}

TEST(CustomFormatter, RefusesTypesThatTheOriginalRefuses) {
  Table table;
  table.add_column("Good", ValueKind::Int32);
  table.add_column("When", ValueKind::DateTimeOffset);
  const Error error = write_error(table);
  EXPECT_EQ(error.code(), ErrorCode::NotRepresentable);
  EXPECT_EQ(error.path(), "columns/When");
}

Buffer enum_bytes() {
  return hex(R"(
    00 00  01 00 00 00
    01 45  0C 43 61 72 64 43 61 74 65 67 6F 72 79  # "E", "CardCategory"
    02 00 00 00
    00 05  01
  )");
}

TEST(CustomFormatter, ReadsEnumsOfOneByteWhenTold) {
  const Error error = read_error(enum_bytes());
  EXPECT_EQ(error.code(), ErrorCode::Unsupported);
  EXPECT_EQ(error.path(), "columns/E");

  ReadOptions options;
  options.unknown_types = UnknownTypes::OneByte;
  const Table table = read(enum_bytes(), options);
  EXPECT_EQ(table.columns[0]->kind(), ValueKind::Byte);
  EXPECT_EQ(table.columns[0]->type_name, "CardCategory");
  EXPECT_EQ(table.columns[0]->get<std::uint8_t>(0), 5);
  EXPECT_TRUE(table.columns[0]->is_null(1));

  EXPECT_EQ(write_error(table).path(), "columns/E");
  WriteOptions write_options;
  write_options.unknown_types = UnknownTypes::OneByte;
  EXPECT_EQ(text_of(written(table, write_options)), text_of(enum_bytes()));
}

TEST(CustomFormatter, LeavesOutValuesOfUnknownTypesWhenTold) {
  Table table;
  table.add_column("When", ValueKind::DateTimeOffset).append(model::DateTimeOffsetCell{1, 2});
  table.added_plain_rows(1);
  WriteOptions write_options;
  write_options.unknown_types = UnknownTypes::NoValue;
  const Buffer out = written(table, write_options);
  EXPECT_EQ(out.bytes().back(), 1);

  ReadOptions options;
  options.unknown_types = UnknownTypes::NoValue;
  const Table back = read(out, options);
  EXPECT_EQ(back.columns[0]->kind(), ValueKind::Object);
  EXPECT_EQ(back.columns[0]->type_name, "System.DateTimeOffset");
  EXPECT_TRUE(back.columns[0]->is_null(0));
  EXPECT_EQ(back.columns[0]->object(0), nullptr);
  EXPECT_EQ(text_of(written(back, write_options)), text_of(out));
}

TEST(CustomFormatter, CountsWhatDoesNotComeBackTheSame) {
  const Buffer in = hex(R"(
    02                                                      # table name: null reference
    01 00 00 00
    01 42  0E 53 79 73 74 65 6D 2E 42 6F 6F 6C 65 61 6E     # "B", "System.Boolean"
    03 00 00 00
    02  00 07  00 01                                        # null reference, 7, true
  )");
  Table table;
  const Result<Document> document = Reader().read(in, table);
  ASSERT_TRUE(document.ok()) << document.error().to_string();
  EXPECT_EQ(document->null_references, 2U);
  EXPECT_EQ(document->odd_booleans, 1U);
  EXPECT_EQ(table.name, "");
  EXPECT_TRUE(table.columns[0]->is_null(0));
  EXPECT_EQ(table.columns[0]->get<std::uint8_t>(1), 1);
}

TEST(CustomFormatter, WritesLoneSurrogatesAsDotNetDoes) {
  Table table;
  table.name = "a\xED\xA0\x80";
  table.add_column("S", ValueKind::String).append_text("\xC3\xA9\xED\xBF\xBF!");
  table.added_plain_rows(1);
  const Table back = read(written(table));
  EXPECT_EQ(back.name, "a\xEF\xBF\xBD");
  EXPECT_EQ(back.columns[0]->text(0), "\xC3\xA9\xEF\xBF\xBD!");
}

TEST(CustomFormatter, WritesTheReplacementForHalvesOfPairsAsChars) {
  Table table;
  Column& column = table.add_column("C", ValueKind::Char);
  column.append(u'a');
  column.append(char16_t{0xD83D});
  table.added_plain_rows(2);
  Buffer out;
  ASSERT_TRUE(Writer().write(table, out, {}).ok());
  EXPECT_TRUE(out.text().ends_with(std::string_view("a\0\xEF\xBF\xBD", 5))) << out.text();
  table.set_row(0, {RowState::Added, kNoRecord, 1, kNoRecord});
  out.clear();
  ASSERT_TRUE(Writer().write(table, out, {}).ok());
  EXPECT_TRUE(out.text().ends_with(std::string_view("\xEF\xBF\xBD\0\xEF\xBF\xBD", 7))) << out.text();
}

TEST(CustomFormatter, RefusesTablesWhoseColumnsDoNotHaveTheRows) {
  Table table;
  table.add_column("N", ValueKind::Int32).append(1);
  table.added_plain_rows(2);
  EXPECT_EQ(write_error(table).code(), ErrorCode::InvalidArgument);
}

}  // namespace
}  // namespace dotwire::custom_formatter

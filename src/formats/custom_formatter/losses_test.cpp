#include <gtest/gtest.h>

#include "formats/custom_formatter/custom_formatter.h"

namespace dotwire::custom_formatter {
namespace {

using model::kNoRecord;
using model::RowState;
using model::Table;
using model::ValueKind;

const Loss* find(const std::vector<Loss>& losses, std::string_view path) {
  for (const Loss& loss : losses) {
    if (loss.path == path) return &loss;
  }
  return nullptr;
}

TEST(CustomFormatterLosses, APlainTableLosesNothing) {
  Table table;
  table.name = "T";
  table.add_column("N", ValueKind::Int32).append(1);
  table.add_column("S", ValueKind::String).append_text("\xF0\x9F\x98\x80");
  table.add_column("D", ValueKind::DateTime).append(DateTime(5, DateTimeKind::Unspecified));
  table.added_plain_rows(1);
  EXPECT_TRUE(losses(table).empty());
}

TEST(CustomFormatterLosses, NamesWhatBelongsToTableAndColumns) {
  Table table;
  table.namespace_uri = "urn:x";
  table.locale_set = true;
  table.set_extended_property("k", "v");
  model::Column& column = table.add_column("N", ValueKind::Int32);
  column.caption_set = true;
  column.caption = "Number";
  column.allow_db_null = false;
  column.max_length = 5;
  column.expression = "1 + 1";
  table.unique_constraints.push_back({"PK", {0}, true, {}});
  const std::vector<Loss> found = losses(table);
  for (const char* path : {"Namespace", "Locale", "ExtendedProperties", "constraints/PK", "columns/N/Caption",
                           "columns/N/AllowDBNull", "columns/N/MaxLength", "columns/N/Expression"}) {
    EXPECT_NE(find(found, path), nullptr) << path;
  }
  EXPECT_EQ(found.size(), 8U);
}

TEST(CustomFormatterLosses, CountsCellsUnderTheFirstOnesPath) {
  Table table;
  model::Column& when = table.add_column("When", ValueKind::DateTime);
  model::Column& text = table.add_column("Text", ValueKind::String);
  model::Column& unit = table.add_column("Unit", ValueKind::Char);
  for (int i = 0; i < 4; ++i) {
    when.append(DateTime(5, i == 0 ? DateTimeKind::Unspecified : DateTimeKind::Local));
    text.append_text(i == 2 ? "\xED\xA0\x80" : "x");
    unit.append(i == 3 ? char16_t{0xDC00} : u'x');
  }
  table.added_plain_rows(4);
  const std::vector<Loss> found = losses(table);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].path, "rows/[1]/Current/When");
  EXPECT_EQ(found[0].count, 3U);
  EXPECT_FALSE(found[0].refused);
  EXPECT_EQ(found[1].path, "rows/[2]/Current/Text");
  EXPECT_EQ(found[2].path, "rows/[3]/Current/Unit");
  EXPECT_EQ(found[2].what, "halves of surrogate pairs as Char, which become U+FFFD");
  EXPECT_FALSE(found[2].refused);
}

TEST(CustomFormatterLosses, NamesStatesVersionsAndDeletedRows) {
  Table table;
  model::Column& column = table.add_column("N", ValueKind::Int32);
  for (int i = 0; i < 4; ++i) column.append(i);
  table.add_row({RowState::Unchanged, 0, 0, kNoRecord});
  table.add_row({RowState::Modified, 0, 1, kNoRecord});
  table.add_row({RowState::Deleted, 2, kNoRecord, kNoRecord});
  table.add_row({RowState::Added, kNoRecord, 3, 1});
  std::vector<Loss> found = losses(table);
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0].path, "rows/[2]");
  EXPECT_TRUE(found[0].refused);
  EXPECT_EQ(found[1].path, "rows/[1]/RowState");
  EXPECT_EQ(found[1].count, 2U);
  EXPECT_EQ(found[2].path, "rows/[1]/Original");
  EXPECT_EQ(found[3].path, "rows/[3]/Current");

  WriteOptions options;
  options.omit_deleted_rows = true;
  EXPECT_FALSE(losses(table, options)[0].refused);
}

TEST(CustomFormatterLosses, FollowsThePolicyForUnknownTypes) {
  Table table;
  table.add_column("O", ValueKind::DateTimeOffset).append(model::DateTimeOffsetCell{});
  table.columns[0]->append_null();
  table.added_plain_rows(2);
  std::vector<Loss> found = losses(table);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].path, "columns/O");
  EXPECT_TRUE(found[0].refused);

  WriteOptions options;
  options.unknown_types = UnknownTypes::NoValue;
  found = losses(table, options);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].path, "rows/[0]/Current/O");
  EXPECT_EQ(found[0].count, 1U);
  EXPECT_FALSE(found[0].refused);

  Table enums;
  enums.add_column("E", ValueKind::Byte).type_name = "CardCategory";
  EXPECT_EQ(losses(enums).size(), 1U);
  options.unknown_types = UnknownTypes::OneByte;
  EXPECT_TRUE(losses(enums, options).empty());
}

}  // namespace
}  // namespace dotwire::custom_formatter

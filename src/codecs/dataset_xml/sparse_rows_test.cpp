// Rows that name few of many columns: they cost what they say, and columns get their nulls all the same.
#include <string>

#include <gtest/gtest.h>

#include "codecs/dataset_xml/dataset_xml.h"

namespace dotwire::dataset_xml {
namespace {

using model::Column;
using model::Table;
using model::ValueKind;

void add_columns(Table& table, std::size_t count) {
  constexpr ValueKind kKinds[] = {ValueKind::Int32, ValueKind::String, ValueKind::Decimal, ValueKind::Boolean,
                                  ValueKind::Object};
  for (std::size_t c = 0; c < count; ++c) table.add_column("C" + std::to_string(c), kKinds[c % std::size(kKinds)]);
}

// Column 1 is in all rows, 2 in the first alone, 3 in the last alone, 4 and 9 in none.
bool is_there(std::size_t row, std::size_t rows, std::size_t column) {
  switch (column) {
    case 1: return true;
    case 2: return row == 0;
    case 3: return row == rows - 1;
    case 4:
    case 9: return false;
    default: return (row * 31 + column * 17) % 97 == 0;
  }
}

std::string value(const Column& column, std::size_t row) {
  if (column.kind() == ValueKind::Boolean) return row % 2 == 0 ? "true" : "false";
  return std::to_string(row);
}

std::string value_of(const Column& column, std::size_t record) {
  switch (column.kind()) {
    case ValueKind::Int32: return std::to_string(column.get<std::int32_t>(record));
    case ValueKind::String: return std::string(column.text(record));
    case ValueKind::Decimal: return std::to_string(column.get<Decimal>(record).lo);
    case ValueKind::Boolean: return column.get<std::uint8_t>(record) != 0 ? "true" : "false";
    default: return std::string(model::as_string(column.object(record))->view());
  }
}

TEST(DatasetXmlSparseRows, ColumnsThatRowsLeaveOutAreNull) {
  constexpr std::size_t kColumns = 20;
  constexpr std::size_t kRows = 2 * model::kChunkRows + 100;
  Table table;
  table.name = "T";
  add_columns(table, kColumns);
  std::string text = "<D>";
  for (std::size_t r = 0; r < kRows; ++r) {
    text += "<T>";
    for (std::size_t c = 0; c < kColumns; ++c) {
      if (!is_there(r, kRows, c)) continue;
      const std::string name = table.columns[c]->name;
      text += "<" + name + ">" + value(*table.columns[c], r) + "</" + name + ">";
    }
    text += "</T>";
  }
  text += "</D>";
  ASSERT_TRUE(TableReader().read_rows(as_bytes(text), table).ok());
  ASSERT_EQ(table.row_count(), kRows);
  for (std::size_t c = 0; c < kColumns; ++c) {
    const Column& column = *table.columns[c];
    ASSERT_EQ(column.record_count(), kRows);
    for (std::size_t r = 0; r < kRows; ++r) {
      ASSERT_EQ(column.is_null(r), !is_there(r, kRows, c)) << c << ", " << r;
      if (column.is_null(r)) continue;
      ASSERT_EQ(value_of(column, r), value(column, r)) << c << ", " << r;
    }
  }
}

TEST(DatasetXmlSparseRows, ColumnsAreAsLongWhereReadingStops) {
  Table table;
  table.name = "T";
  add_columns(table, 10);
  const std::string text = "<D><T><C0>1</C0></T><T><C1>x</C1></T><T><C2>1</C2></T><T><C0>no number</C0></T></D>";
  ASSERT_FALSE(TableReader().read_rows(as_bytes(text), table).ok());
  for (const auto& column : table.columns) EXPECT_GE(column->record_count(), table.row_count());
}

TEST(DatasetXmlSparseRows, RowsOfRowsAlreadyThereKeepTheirStates) {
  Table table;
  table.name = "T";
  add_columns(table, 3);
  ReadOptions options;
  TableReader added(options);
  ASSERT_TRUE(added.read_rows(as_bytes("<D><T><C1>a</C1></T></D>"), table).ok());
  options.accept_changes = true;
  TableReader accepted(options);
  ASSERT_TRUE(accepted.read_rows(as_bytes("<D><T><C1>b</C1></T><T><C1>c</C1></T></D>"), table).ok());
  ASSERT_EQ(table.row_count(), 3U);
  EXPECT_EQ(table.row(0).state, model::RowState::Added);
  for (const std::size_t row : {1U, 2U}) {
    EXPECT_EQ(table.row(row).state, model::RowState::Unchanged);
    EXPECT_EQ(table.row(row).original, row);
    EXPECT_EQ(table.row(row).current, row);
  }
}

// With a step for each column and row this would not end.
TEST(DatasetXmlSparseRows, CostWhatTheySayWhateverTheTableIsWide) {
  constexpr std::size_t kColumns = 50'000;
  constexpr std::size_t kRows = 200'000;
  Table table;
  table.name = "T";
  add_columns(table, kColumns);
  std::string text = "<D>";
  for (std::size_t r = 0; r < kRows; ++r) {
    const std::string name = "C" + std::to_string(r % 3 * 20'000 + 1);
    text += "<T><" + name + ">x</" + name + "></T>";
  }
  text += "</D>";
  ReadOptions options;
  options.limits.expansion = std::uint64_t{1} << 40;
  ASSERT_TRUE(TableReader(options).read_rows(as_bytes(text), table).ok());
  ASSERT_EQ(table.row_count(), kRows);
  for (std::size_t r = 0; r < kRows; ++r) {
    for (std::size_t c = 0; c < 3; ++c) ASSERT_EQ(table.columns[c * 20'000 + 1]->is_null(r), r % 3 != c);
  }
}

// A cell makes memory for all rows of its column, so rows may not lack nearly everything at any size.
TEST(DatasetXmlSparseRows, TablesOfNullsHaveALimit) {
  constexpr std::size_t kCount = 2'000;
  std::string apart = "<D>";     // each row another column
  std::string first = "<D><T>";  // all in the first row
  for (std::size_t i = 0; i < kCount; ++i) {
    const std::string cell = "<C" + std::to_string(i) + ">1</C" + std::to_string(i) + ">";
    apart += "<T>" + cell + "</T>";
    first += cell;
  }
  apart += "</D>";
  first += "</T>";
  for (std::size_t i = 0; i < kCount; ++i) first += "<T/>";
  first += "</D>";
  for (const std::string& text : {apart, first}) {
    ReadOptions options;
    options.limits.expansion = 100'000'000;
    Table table;
    table.name = "T";
    add_columns(table, kCount);
    EXPECT_TRUE(TableReader(options).read_rows(as_bytes(text), table).ok());
    options.limits.expansion = 1 << 20;
    Table limited;
    limited.name = "T";
    add_columns(limited, kCount);
    const auto read = TableReader(options).read_rows(as_bytes(text), limited);
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().code(), ErrorCode::LimitExceeded) << read.error().to_string();
    EXPECT_NE(read.error().message().find("nearly all null"), std::string::npos);
  }
}

// Columns that no row fills take no memory, but whoever goes through the rows goes through them too.
TEST(DatasetXmlSparseRows, RowsTimesEmptyColumnsHaveALimit) {
  constexpr std::size_t kCount = 5'000;
  std::string rows = "<D>";
  std::string diffgram =
      "<diffgr:diffgram xmlns:msdata='urn:schemas-microsoft-com:xml-msdata' "
      "xmlns:diffgr='urn:schemas-microsoft-com:xml-diffgram-v1'><D>";
  for (std::size_t i = 0; i < kCount; ++i) {
    rows += "<T/>";
    diffgram += "<T diffgr:id='T" + std::to_string(i) + "'/>";
  }
  rows += "</D>";
  diffgram += "</D></diffgr:diffgram>";
  for (const std::string& text : {rows, diffgram}) {
    for (const bool limited : {true, false}) {
      ReadOptions options;
      if (!limited) options.limits.expansion = 100'000'000;
      model::TableSet set;
      set.tables.push_back(std::make_unique<Table>());
      set.tables[0]->name = "T";
      add_columns(*set.tables[0], kCount);
      const ReadMode mode = text == rows ? ReadMode::IgnoreSchema : ReadMode::DiffGram;
      const auto read = TableReader(options).read_set(as_bytes(text), mode, set);
      EXPECT_EQ(read.ok(), !limited);
      if (!read.ok()) {
        EXPECT_EQ(read.error().code(), ErrorCode::LimitExceeded) << read.error().to_string();
      }
    }
  }
}

// What rows do not say but get: the next numbers, and default values.
TEST(DatasetXmlSparseRows, DefaultsHaveALimit) {
  std::string text = "<D>";
  for (int i = 0; i < 5'000; ++i) text += "<T/>";
  text += "</D>";
  for (const bool numbers : {true, false}) {
    Table table;
    table.name = "T";
    for (int i = 0; i < 1'000; ++i) {
      Column& column = table.add_column("C" + std::to_string(i), numbers ? ValueKind::Int32 : ValueKind::String);
      column.auto_increment = numbers;
      column.allow_db_null = false;
      if (!numbers) column.default_value = table.graph().make_string("a default value");
    }
    const auto read = TableReader().read_rows(as_bytes(text), table);
    ASSERT_FALSE(read.ok()) << numbers;
    EXPECT_EQ(read.error().code(), ErrorCode::LimitExceeded) << read.error().to_string();
  }
}

}  // namespace
}  // namespace dotwire::dataset_xml

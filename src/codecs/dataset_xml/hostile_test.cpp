// Documents made to take long, or much memory: each is read or refused in time that grows with its size alone. Sizes
// are such that anything worse would not end.
#include <string>

#include <gtest/gtest.h>

#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/dataset_xml/test_sets.h"

namespace dotwire::dataset_xml {
namespace {

using namespace test_sets;

constexpr std::string_view kStart =
    "<diffgr:diffgram xmlns:msdata='urn:schemas-microsoft-com:xml-msdata' "
    "xmlns:diffgr='urn:schemas-microsoft-com:xml-diffgram-v1'>";

std::string number(int i) { return std::to_string(i); }

std::string error_of(TableSet& set, const std::string& text, ReadMode mode = ReadMode::IgnoreSchema,
                     const ReadOptions& options = {}) {
  const Result<ReadResult> result = TableReader(options).read_set(as_bytes(text), mode, set);
  return result.ok() ? "" : result.error().message();
}

// Each row goes before all others.
TEST(DatasetXmlHostile, RowsThatAreAllTheFirst) {
  constexpr int kRows = 200'000;
  std::string text = std::string(kStart) + "<D>";
  for (int i = 0; i < kRows; ++i) text += "<T msdata:rowOrder='0'><A>" + number(i) + "</A></T>";
  text += "</D></diffgr:diffgram>";
  TableSet set = two_columns();
  ASSERT_EQ(error_of(set, text), "");
  const Table& table = *set.tables[0];
  ASSERT_EQ(table.row_count(), static_cast<std::size_t>(kRows));
  EXPECT_EQ(table.columns[0]->get<std::int32_t>(table.row(0).current), kRows - 1);
  EXPECT_EQ(table.columns[0]->get<std::int32_t>(table.row(kRows - 1).current), 0);
}

TEST(DatasetXmlHostile, OriginalsOfOneIdAgainAndAgain) {
  std::string text = std::string(kStart) + "<D>";
  for (int i = 0; i < 100'000; ++i) text += "<T diffgr:id='T1' diffgr:hasChanges='modified' diffgr:hasErrors='true'/>";
  text += "</D><diffgr:before>";
  for (int i = 0; i < 100'000; ++i) text += "<T diffgr:id='T1'/>";
  text += "</diffgr:before><diffgr:errors>";
  for (int i = 0; i < 100'000; ++i) text += "<T diffgr:id='T1' diffgr:Error='e'><A diffgr:Error='x'/></T>";
  text += "</diffgr:errors></diffgr:diffgram>";
  TableSet set = two_columns();
  ASSERT_EQ(error_of(set, text), "");
  EXPECT_EQ(set.tables[0]->row_count(), 100'000U);
  EXPECT_EQ(set.tables[0]->row_errors.size(), 1U);
}

TEST(DatasetXmlHostile, PlacesFarBeyondTheRows) {
  TableSet set = nested();
  const std::string text = std::string(kStart) + "<D><P><C msdata:rowOrder='2147483647'/></P></D></diffgr:diffgram>";
  EXPECT_EQ(error_of(set, text), "a msdata:rowOrder leaves places without rows");
}

// Each row takes the place of the one around it among the records, which waits.
TEST(DatasetXmlHostile, RowsInsideRowsOfOneTable) {
  constexpr int kDepth = 9'000;
  std::string text = "<D>";
  for (int i = 0; i < kDepth; ++i) text += "<T><A>" + number(i) + "</A><B>b</B>";
  for (int i = 0; i < kDepth; ++i) text += "</T>";
  text += "</D>";
  TableSet set = two_columns();
  ASSERT_EQ(error_of(set, text), "");
  EXPECT_EQ(set.tables[0]->row_count(), static_cast<std::size_t>(kDepth));
  EXPECT_EQ(set.tables[0]->columns[0]->get<std::int32_t>(0), kDepth - 1);
}

TEST(DatasetXmlHostile, MoreNestingThanTheLimit) {
  std::string text = "<D>";
  for (int i = 0; i < 100'000; ++i) text += "<T>";
  TableSet set = two_columns();
  EXPECT_NE(error_of(set, text), "");
  EXPECT_EQ(set.tables[0]->row_count(), 0U);
}

TEST(DatasetXmlHostile, ManyColumnsAndAttributes) {
  constexpr int kColumns = 3'000;
  TableSet set;
  set.name = "D";
  Table& table = add_table(set, "T");
  for (int i = 0; i < kColumns; ++i) table.add_column("C" + number(i), ValueKind::String).mapping = MappingType::Hidden;
  std::string text = std::string(kStart) + "<D>";
  for (int row = 0; row < 20; ++row) {
    text += "<T";
    for (int i = 0; i < kColumns; ++i) text += " msdata:hiddenC" + number(i) + "='v' x" + number(i) + "='w'";
    text += "/>";
  }
  text += "</D></diffgr:diffgram>";
  ASSERT_EQ(error_of(set, text), "");
  EXPECT_EQ(set.tables[0]->row_count(), 20U);
  EXPECT_EQ(set.tables[0]->columns[kColumns - 1]->text(19), "v");
}

// Names that come once each.
TEST(DatasetXmlHostile, ElementsThatAreNothing) {
  std::string text = "<D><T>";
  for (int i = 0; i < 200'000; ++i) text += "<e" + number(i) + "/>";
  text += "</T></D>";
  TableSet set = two_columns();
  ASSERT_EQ(error_of(set, text), "");
  EXPECT_EQ(set.tables[0]->row_count(), 1U);
}

// All rows have one parent, whose key is text that they do not have yet.
TEST(DatasetXmlHostile, LateKeysForManyRows) {
  TableSet set = nested();
  set.relations[0].parent_columns = {1};
  set.tables[1]->add_column("Pn", ValueKind::String);
  set.relations[0].child_columns = {2};
  std::string text = "<D><P>";
  for (int i = 0; i < 100'000; ++i) text += "<C><Cid>1</Cid></C>";
  text += "<N>" + std::string(20, 'k') + "</N></P></D>";
  ASSERT_EQ(error_of(set, text), "");
  EXPECT_EQ(set.tables[1]->columns[2]->text(99'999), std::string(20, 'k'));
}

// A chain of rows is written without recursion.
TEST(DatasetXmlHostile, ADeepTreeIsWritten) {
  constexpr std::int32_t kDepth = 50'000;
  TableSet set;
  set.name = "D";
  Table& table = add_table(set, "T");
  table.add_column("Id", ValueKind::Int32);
  table.add_column("Up", ValueKind::Int32);
  for (std::int32_t i = 0; i < kDepth; ++i) {
    table.columns[0]->append(i);
    i == 0 ? table.columns[1]->append_null() : table.columns[1]->append(i - 1);
  }
  table.added_plain_rows(kDepth);
  model::Relation relation;
  relation.parent_columns = {0};
  relation.child_columns = {1};
  relation.nested = true;
  set.relations.push_back(std::move(relation));
  WriteOptions options;
  options.schema = false;
  options.indent = false;
  Buffer out;
  ASSERT_TRUE(write_xml(set, options, out).ok());
  EXPECT_TRUE(out.text().ends_with("</T></T></D>"));
}

// Tables that nest one another by several relations would be written again and again from one of them alone.
TEST(DatasetXmlHostile, RowsThatAreInsideSeveralOthers) {
  TableSet set;
  set.name = "D";
  for (int i = 0; i < 40; ++i) {
    Table& table = add_table(set, "T" + number(i));
    table.add_column("Id", ValueKind::Int32);
    table.add_column("Up", ValueKind::Int32);
    for (std::int32_t row = 0; row < 2; ++row) {
      table.columns[0]->append(row);
      table.columns[1]->append(row);
    }
    table.added_plain_rows(2);
    if (i == 0) continue;
    for (int twice = 0; twice < 2; ++twice) {
      model::Relation relation;
      relation.parent_table = static_cast<std::uint32_t>(i - 1);
      relation.child_table = static_cast<std::uint32_t>(i);
      relation.parent_columns = {0};
      relation.child_columns = {1};
      relation.nested = true;
      set.relations.push_back(std::move(relation));
    }
  }
  WriteOptions options;
  options.schema = false;
  Buffer out;
  const Status status = write_xml(*set.tables[0], &set, options, out);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message(), "a nested row has several parents");
}

}  // namespace
}  // namespace dotwire::dataset_xml

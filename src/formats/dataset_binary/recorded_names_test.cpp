// What says nothing of a table's content and must be there when it is written again: classes of typed tables, how a
// SqlString compares.
#include <memory>

#include <gtest/gtest.h>

#include "formats/dataset_binary/reader.h"
#include "formats/dataset_binary/remoting_xml.h"
#include "formats/dataset_binary/writer.h"
#include "support/hex.h"

namespace dotwire::dataset_binary {
namespace {

using model::SqlStringStyle;
using model::Table;
using model::ValueKind;

std::unique_ptr<Table> typed_table() {
  auto table = std::make_unique<Table>();
  table->name = "Orders";
  table->class_name = "Shop.Data+OrdersDataTable";
  table->class_assembly = "Shop, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null";
  table->add_column("A", ValueKind::Int32).append<std::int32_t>(1);
  table->added_plain_rows(1);
  return table;
}

void expect_typed(const Table& table) {
  EXPECT_EQ(table.class_name, "Shop.Data+OrdersDataTable");
  EXPECT_EQ(table.class_assembly, "Shop, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null");
}

TEST(RecordedNames, ATypedTableKeepsItsClass) {
  Buffer out;
  ASSERT_TRUE(Writer().write(*typed_table(), out).ok());
  EXPECT_EQ(out.text().find("System.Data.DataTable"), std::string_view::npos);
  Table read;
  ASSERT_TRUE(Reader().read(out, read).ok());
  expect_typed(read);
  Buffer again;
  ASSERT_TRUE(Writer().write(read, again).ok());
  EXPECT_TRUE(test::same_bytes(again, out));
}

TEST(RecordedNames, ATypedTableInASetKeepsItsClass) {
  model::TableSet set;
  set.tables.push_back(typed_table());
  Buffer out;
  ASSERT_TRUE(Writer().write(set, out).ok());
  model::TableSet read;
  // The memory of a table that had a class is no class of the next one.
  read.tables.push_back(typed_table());
  read.tables.push_back(typed_table());
  ASSERT_TRUE(Reader().read(out, read).ok());
  ASSERT_EQ(read.tables.size(), 1U);
  expect_typed(*read.tables[0]);
  set.tables[0]->class_name.clear();
  Buffer plain;
  ASSERT_TRUE(Writer().write(set, plain).ok());
  ASSERT_TRUE(Reader().read(plain, read).ok());
  EXPECT_EQ(read.tables[0]->class_name, "");
}

TEST(RecordedNames, ATypedTableKeepsItsClassInXml) {
  Buffer out;
  ASSERT_TRUE(write_xml_payload(*typed_table(), nullptr, {}, out).ok());
  model::Graph graph;
  ASSERT_TRUE(nrbf::read_graph(out, graph).ok());
  Table read;
  model::TableSet set;
  XmlPayload payload;
  ASSERT_TRUE(read_xml_table(graph, {}, read, set, payload).ok());
  expect_typed(read);
}

TEST(RecordedNames, SqlStringsKeepHowTheyCompare) {
  Table table;
  model::Column& column = table.add_column("S", ValueKind::SqlString);
  for (const char* text : {"a", "b", "c", "d"}) column.append_text(text);
  column.append_null();
  table.added_plain_rows(5);
  column.chunk(0).styles = {SqlStringStyle(), {1031, 0x8000}, SqlStringStyle(), {127, 0}};
  Buffer out;
  ASSERT_TRUE(Writer().write(table, out).ok());
  Table read;
  ASSERT_TRUE(Reader().read(out, read).ok());
  EXPECT_EQ(read.columns[0]->style(0), SqlStringStyle());
  EXPECT_EQ(read.columns[0]->style(1), (SqlStringStyle{1031, 0x8000}));
  EXPECT_EQ(read.columns[0]->style(3), (SqlStringStyle{127, 0}));
  EXPECT_EQ(read.columns[0]->style(4), SqlStringStyle());
  Table other;
  ASSERT_TRUE(Reader().read(out, other).ok());
  EXPECT_EQ(model::first_difference(other, read), "");
  Buffer again;
  ASSERT_TRUE(Writer().write(read, again).ok());
  EXPECT_TRUE(test::same_bytes(again, out));

  other.columns[0]->chunk(0).styles[1].locale_id = 1033;
  EXPECT_NE(model::first_difference(other, read), "");
}

}  // namespace
}  // namespace dotwire::dataset_binary

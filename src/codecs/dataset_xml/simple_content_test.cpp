// Columns of simple content whose values have no text of their own, as .NET writes them.
#include <string>

#include <gtest/gtest.h>

#include "codecs/dataset_xml/dataset_xml.h"

namespace dotwire::dataset_xml {
namespace {

using model::Column;
using model::MappingType;
using model::Table;
using model::ValueKind;

// T with the attributes A and B, and C of that type between them.
Column& add_columns(Table& table, ValueKind kind) {
  table.name = "T";
  table.add_column("A", ValueKind::String).mapping = MappingType::Attribute;
  Column& column = table.add_column("C", kind);
  column.mapping = MappingType::SimpleContent;
  table.add_column("B", ValueKind::Int32).mapping = MappingType::Attribute;
  return column;
}

void fill_others(Table& table, std::size_t rows) {
  for (std::size_t i = 0; i < rows; ++i) {
    if (i < 2) table.columns[0]->append_text("a");
    if (i >= 2) table.columns[0]->append_null();
    table.columns[2]->append(std::int32_t{6});
  }
  table.added_plain_rows(rows);
}

std::string rows_of(const Table& table, Dialect dialect) {
  WriteOptions options;
  options.dialect = dialect;
  options.newline = "\n";
  options.schema = false;
  Buffer out;
  const Status status = write_xml(table, nullptr, options, out);
  return status.ok() ? std::string(out.text()) : "! " + status.error().to_string();
}

std::string diffgram_of(const Table& table, Dialect dialect) {
  WriteOptions options;
  options.dialect = dialect;
  options.newline = "\n";
  Buffer out;
  const Status status = write_diffgram(table, nullptr, options, out);
  return status.ok() ? std::string(out.text()) : "! " + status.error().to_string();
}

Table object_table() {
  Table table;
  Column& column = add_columns(table, ValueKind::Object);
  column.type_name = "System.Object";
  model::Graph& graph = table.graph();
  column.append_object(graph.make_scalar(ValueKind::Int32, std::int32_t{5}));
  column.append_null();
  column.append_object(graph.make_string(""));
  column.append_object(graph.make_string(" "));
  column.append_object(graph.make_scalar(ValueKind::Guid));
  fill_others(table, 5);
  return table;
}

TEST(DatasetXmlSimpleContent, SaysTheTypeOfAnObjectOnTheRow) {
  EXPECT_EQ(rows_of(object_table(), Dialect::Mono),
            R"(<DocumentElement xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <T A="a" B="6" xsi:type="xs:int" xmlns:xs="http://www.w3.org/2001/XMLSchema">5</T>
  <T A="a" B="6" xsi:nil="true" />
  <T B="6" xsi:type="xs:string" xmlns:xs="http://www.w3.org/2001/XMLSchema" />
  <T B="6" xsi:type="xs:string" xmlns:xs="http://www.w3.org/2001/XMLSchema"> </T>
  <T B="6" msdata:InstanceType="System.Guid" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata">00000000-0000-0000-0000-000000000000</T>
</DocumentElement>)");
  const std::string net = rows_of(object_table(), Dialect::Net10);
  EXPECT_NE(net.find(R"(<T A="a" B="6" xsi:type="xs:int" xs:xmlns="xs:int" xmlns:xs=")"), std::string::npos) << net;
}

TEST(DatasetXmlSimpleContent, SaysTheTypeOfAnObjectInDiffGrams) {
  const std::string text = diffgram_of(object_table(), Dialect::Net10);
  for (
      const char* row :
      {R"(<T diffgr:id="T1" msdata:rowOrder="0" A="a" B="6" xsi:type="xs:int" xs:xmlns="xs:int" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">5</T>)",
       R"(<T diffgr:id="T2" msdata:rowOrder="1" A="a" B="6" xsi:nil="true" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" />)",
       R"(<T diffgr:id="T5" msdata:rowOrder="4" B="6" msdata:InstanceType="System.Guid">00000000-0000-0000-0000-000000000000</T>)"}) {
    EXPECT_NE(text.find(row), std::string::npos) << row << " in " << text;
  }
}

TEST(DatasetXmlSimpleContent, PutsArraysIntoAnElementOfTheirColumn) {
  Table table;
  Column& column = add_columns(table, ValueKind::Chars);
  column.append_text("a");
  column.append_null();
  column.append_text("");
  fill_others(table, 3);
  EXPECT_EQ(rows_of(table, Dialect::Net10), R"(<DocumentElement xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <T A="a" B="6">
    <C xmlns:xsd="http://www.w3.org/2001/XMLSchema">
      <char>97</char>
    </C>
  </T>
  <T A="a" B="6" xsi:nil="true" />
  <T B="6">
    <C xmlns:xsd="http://www.w3.org/2001/XMLSchema" />
  </T>
</DocumentElement>)");
}

TEST(DatasetXmlSimpleContent, KeepsTheBlankOfAChar) {
  Table table;
  Column& column = add_columns(table, ValueKind::Char);
  column.append(u'x');
  column.append(u' ');
  fill_others(table, 2);
  EXPECT_EQ(rows_of(table, Dialect::Net10), R"(<DocumentElement xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <T A="a" B="6">x</T>
  <T A="a" B="6" xml:space="preserve"> </T>
</DocumentElement>)");
}

}  // namespace
}  // namespace dotwire::dataset_xml

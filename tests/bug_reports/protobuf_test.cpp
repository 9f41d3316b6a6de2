// Bug reports of protobuf-net-data: the input of each, and what is right. README.md lists those that are not here.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bug_reports/report.h"
#include "dotwire/identify.h"
#include "support/hex.h"

namespace dotwire::test {
namespace {

using testing::HasSubstr;

// Table "T" of the columns, and one row of the cells, as WriteXml has it with its schema.
std::string xml(std::string_view columns, std::string_view cells, std::string_view more = {}) {
  std::string text =
      "<D><xs:schema id='D' xmlns='' xmlns:xs='http://www.w3.org/2001/XMLSchema' "
      "xmlns:msdata='urn:schemas-microsoft-com:xml-msdata'>"
      "<xs:element name='D' msdata:IsDataSet='true'><xs:complexType><xs:choice minOccurs='0' maxOccurs='unbounded'>"
      "<xs:element name='T'><xs:complexType><xs:sequence>";
  text.append(columns).append("</xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType>");
  text.append(more).append("</xs:element></xs:schema><T>");
  return text.append(cells).append("</T></D>");
}

std::string lost(std::string_view source, std::string_view to = "protobuf-net-data") {
  const Result<Document> document = read_document(as_bytes(source), Options());
  if (!document.ok()) return "! " + document.error().to_string();
  std::string text;
  for (const Loss& loss : find_losses(*document, *find_format(to))) text += loss.path + ": " + loss.what + "\n";
  return text;
}

// dotarj/protobuf-net-data 71: an unknown number of tables.
TEST(BugReports, Pbd03TablesAreFoundWithoutBeingCounted) {
  const Buffer input = hex(R"(
    0B 13 0A 07 636F6C756D6E31 10 03 14  13 0A 07 636F6C756D6E32 10 09 14      # column1 Int32, column2 Double
       1B 08 D209 11 6666666666065940 1C 0C                                   # 1234, 100.10
    0B 13 0A 07 636F6C756D6E31 10 01 14  13 0A 07 636F6C756D6E32 10 03 14
       1B 0A 0D 73657269616C697A6174696F6E 10 64 1C 0C                        # "serialization", 100
  )");
  const std::string shown = tree(input);
  EXPECT_THAT(shown, HasSubstr("Table1 DataTable \"Table1\""));
  EXPECT_THAT(shown, HasSubstr("column1=1234, column2=100.1"));
  EXPECT_THAT(shown, HasSubstr("Table2 DataTable \"Table2\""));
  EXPECT_THAT(shown, HasSubstr("column1=\"serialization\", column2=100"));
}

// dotarj/protobuf-net-data 35: DateTimeOffset is not supported.
TEST(BugReports, Pbd04TheErrorNamesColumnAndType) {
  const std::string source =
      xml("<xs:element name='When' msdata:DataType='System.DateTimeOffset' type='xs:anyType' minOccurs='0'/>",
          "<When xsi:type='xs:dateTime' xmlns:xs='http://www.w3.org/2001/XMLSchema' "
          "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>2020-01-02T03:04:05+02:00</When>");
  const Setting settings[] = {{"version", "3.0"}};
  Options options;
  options.settings = settings;
  const std::string refused = convert(as_bytes(source), "datatable-xml", "protobuf-net-data", options);
  EXPECT_THAT(refused, HasSubstr("columns/When"));
  EXPECT_THAT(refused, HasSubstr("'DateTimeOffset'"));
  // The current release has it, and nothing of it is lost.
  EXPECT_THAT(convert(as_bytes(source), "datatable-xml", "protobuf-net-data"),
              HasSubstr("2020-01-02T03:04:05.0000000+02:00"));
}

// dotarj/protobuf-net-data 23: a DataTable as a member of a class.
TEST(BugReports, Pbd09ATableInsideAnotherMessageIsNamed) {
  const Buffer table = hex("0B 13 0A 02 4964 10 03 14 1B 08 07 1C 0C");  // Id Int32: 7
  Buffer member;
  member.append(hex("08 05 12").bytes());  // 1: 5, 2: the table
  member.push_back(static_cast<std::uint8_t>(table.size()));
  member.append(table.bytes());
  EXPECT_THAT(identify(member).hint, HasSubstr("field 2, 4 bytes further on, holds protobuf-net-data (" +
                                               std::to_string(table.size()) + " bytes)"));
  Buffer order;  // 3: the message above
  order.push_back(0x1A);
  order.push_back(static_cast<std::uint8_t>(member.size()));
  order.append(member.bytes());
  EXPECT_THAT(identify(order).hint, HasSubstr("field 3/2, 6 bytes further on, holds protobuf-net-data"));
  EXPECT_THAT(reading_error(order, ""), HasSubstr("field 3/2"));
  // A message without one, and bytes that are none.
  EXPECT_EQ(identify(hex("08 05 12 03 616263")).hint.find("protobuf-net-data"), std::string::npos);
  EXPECT_EQ(identify(hex("1A 7F 0B 13")).hint.find("protobuf-net-data"), std::string::npos);
}

// dotarj/protobuf-net-data 22, 16, 31: captions, names of tables, keys and defaults are lost.
TEST(BugReports, Pbd05Pbd08WhatTheBytesDoNotHoldIsNamed) {
  const std::string found = lost(xml(
      "<xs:element name='Id' msdata:Caption='Number' msdata:AutoIncrement='true' type='xs:int'/>"
      "<xs:element name='Name' type='xs:string' default='none' minOccurs='0'/>",
      "<Id>1</Id>",
      "<xs:unique name='PK' msdata:PrimaryKey='true'><xs:selector xpath='.//T'/><xs:field xpath='Id'/></xs:unique>"));
  for (const char* line : {"columns/Id/Caption: ", "columns/Id/AutoIncrement: ", "columns/Name/DefaultValue: ",
                           "constraints/PK: ", "TableName: "}) {
    EXPECT_THAT(found, HasSubstr(line));
  }
}

TEST(BugReports, Pbd06TablesAreNumberedAndMayBeNamed) {
  const Buffer input = hex("0B 13 0A0141 1003 14 0C 0B 13 0A0142 1003 14 0C");
  EXPECT_THAT(tree(input), HasSubstr("Table2 DataTable"));
  const Setting settings[] = {{"names", "Customers,Orders"}};
  Options options;
  options.settings = settings;
  const std::string written = convert(input.bytes(), "protobuf-net-data", "datatable-xml", options);
  EXPECT_THAT(written, HasSubstr("<xs:element name=\"Customers\">"));
  EXPECT_THAT(written, HasSubstr("<xs:element name=\"Orders\">"));
  EXPECT_THAT(lost(xml("<xs:element name='A' type='xs:int' minOccurs='0'/>", "<A>1</A>")), HasSubstr("TableName"));
}

// dotarj/protobuf-net-data 28: on Mono the empty Expression of each column made it a computed one.
TEST(BugReports, Pbd07AnEmptyExpressionIsNone) {
  const std::string source = xml("<xs:element name='A' msdata:Expression='' type='xs:int' minOccurs='0'/>", "<A>1</A>");
  const std::string written = convert(as_bytes(source), "datatable-xml", "protobuf-net-data");
  EXPECT_EQ(to_hex(as_bytes(written)), to_hex(hex("0B 13 0A0141 1003 14 1B 0801 1C 0C")));
  // What that writer made is read: rows of nothing.
  const Result<Document> document = read_document(hex("0B 1B 1C 1B 1C 0C"), *find_format("protobuf-net-data"));
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->table().row_count(), 2U);
}

// dotarj/protobuf-net-data 4: nested readers as a column, of 2.0.0 to 2.0.5.
TEST(BugReports, Pbd10NestedTablesAreDocumentsInTheirCells) {
  const Buffer input = hex(R"(
    0B 13 0A 02 4964 10 03 14  13 0A 05 4C696E6573 10 0F 14               # Id Int32, Lines (nested)
       1B 08 01 12 0F 0B 13 0A0151 1003 14 1B 08 07 1C 0C 00 00 1C 0C     # a table with Q = 7, and the buffer's zeros
  )");
  const Result<Document> outer = read_document(input, Options());
  ASSERT_TRUE(outer.ok()) << outer.error().to_string();
  const std::string_view cell = outer->table().columns[1]->text(0);
  EXPECT_EQ(cell.size(), 15U);
  EXPECT_THAT(tree(as_bytes(cell)), HasSubstr("Q=7"));
  Buffer again;
  ASSERT_TRUE(write_document(*outer, *outer->format, again).ok());
  EXPECT_EQ(again.text(), input.text());
}

}  // namespace
}  // namespace dotwire::test

// Cells of white space alone: what .NET writes of them, and what its readers see. The answers are those of .NET 10 and
// Mono, which agree.
#include <string>

#include <gtest/gtest.h>

#include "codecs/dataset_xml/dataset_xml.h"

namespace dotwire::dataset_xml {
namespace {

using model::Column;
using model::MappingType;
using model::Table;
using model::TableSet;
using model::ValueKind;

// D with T of these columns and an attribute I.
std::string schema(const std::string& columns, const std::string& main = "") {
  return "<D><xs:schema id='D' xmlns:xs='http://www.w3.org/2001/XMLSchema' "
         "xmlns:msdata='urn:schemas-microsoft-com:xml-msdata'><xs:element name='D' msdata:IsDataSet='true'" +
         main +
         "><xs:complexType><xs:choice minOccurs='0' maxOccurs='unbounded'><xs:element name='T' "
         "nillable='true'><xs:complexType>" +
         columns + "</xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>";
}

const std::string kElement = schema("<xs:sequence><xs:element name='S' type='xs:string' minOccurs='0'/></xs:sequence>");
const std::string kContent = schema(
    "<xs:simpleContent msdata:ColumnName='S' msdata:Ordinal='1'><xs:extension base='xs:string'>"
    "<xs:attribute name='I' type='xs:string'/></xs:extension></xs:simpleContent>");
constexpr const char* kDiffgram =
    "<diffgr:diffgram xmlns:diffgr='urn:schemas-microsoft-com:xml-diffgram-v1' "
    "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><D>";

// The cells of S in brackets, null as a dash.
std::string cells_of(const Table& table) {
  std::string text;
  for (const auto& column : table.columns) {
    if (column->name != "S") continue;
    for (std::uint64_t i = 0; i < column->record_count(); ++i) {
      text += column->is_null(i) ? "-" : "[" + std::string(column->text(i)) + "]";
    }
  }
  return text;
}

ReadOptions options_of(bool like_dotnet) {
  ReadOptions options;
  options.like_dotnet = like_dotnet;
  return options;
}

std::string read_set(const std::string& document, bool like_dotnet) {
  TableSet set;
  const Result<ReadResult> read =
      TableReader(options_of(like_dotnet)).read_set(as_bytes(document), ReadMode::ReadSchema, set);
  return read.ok() ? cells_of(*set.tables.at(0)) : "! " + read.error().to_string();
}

std::string read_table(const std::string& document) {
  Table table;
  const Status read = TableReader(options_of(true)).read(as_bytes(document), table);
  return read.ok() ? cells_of(table) : "! " + read.error().to_string();
}

constexpr const char* kElementRows =
    "<T><S> </S></T><T><S xml:space='preserve'> </S></T><T xml:space='preserve'><S> </S></T>"
    "<T xml:space='preserve'><S xml:space='default'> </S></T><T><S>&#32;</S></T><T><S><![CDATA[ ]]></S></T></D>";

TEST(DatasetXmlWhiteSpace, OfAnElementCountsWhereXmlSpaceSaysSo) {
  EXPECT_EQ(read_set(kElement + kElementRows, true), "[][ ][ ][][ ][ ]");
}

TEST(DatasetXmlWhiteSpace, OfAnElementCountsAlwaysUnlessLikeDotNet) {
  EXPECT_EQ(read_set(kElement + kElementRows, false), "[ ][ ][ ][ ][ ][ ]");
}

TEST(DatasetXmlWhiteSpace, IsLostByADataTableThatFindsItsSchemaInTheDocument) {
  EXPECT_EQ(read_table(kElement + kElementRows), "[][][][][ ][ ]");
}

const std::string kContentRows =
    "<T I='1'> </T><T I='2' xml:space='preserve'>  </T><T I='3'/><T I='4'>&#32;</T><T I='5'><![CDATA[ ]]></T>"
    "<T I='6' xml:space='default'> </T><T I='7' xml:space='preserve'/><T xml:space='preserve'>\n\t</T>"
    "<T xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:nil='true'> </T>";

TEST(DatasetXmlWhiteSpace, OfSimpleContentCountsWhereXmlSpaceSaysSo) {
  EXPECT_EQ(read_set(kContent + kContentRows + "</D>", true), "-[  ]-[ ][ ]--[\n\t]-");
}

TEST(DatasetXmlWhiteSpace, OfSimpleContentCountsAlwaysUnlessLikeDotNet) {
  EXPECT_EQ(read_set(kContent + kContentRows + "</D>", false), "[ ][  ][][ ][ ][ ][][\n\t]-");
}

TEST(DatasetXmlWhiteSpace, OfSimpleContentIsThereInADiffgram) {
  const std::string rows = kDiffgram + kContentRows + "</D></diffgr:diffgram></D>";
  EXPECT_EQ(read_set(kContent + rows, true), "-[  ]-[ ][ ]--[\n\t]-");
  EXPECT_EQ(read_set(kContent + rows, false), "[ ][  ][][ ][ ][ ][][\n\t]-");
}

// T(S as simple content, I and N of another namespace as attributes, H hidden).
TableSet simple_content(std::string_view text) {
  TableSet set;
  set.name = "D";
  set.tables.push_back(std::make_unique<Table>());
  Table& table = *set.tables[0];
  table.name = "T";
  for (const auto& [name, mapping] : {std::pair{"S", MappingType::SimpleContent},
                                      {"I", MappingType::Attribute},
                                      {"N", MappingType::Attribute},
                                      {"H", MappingType::Hidden}}) {
    Column& column = table.add_column(name, ValueKind::String);
    column.mapping = mapping;
    column.append_text(name[0] == 'S' ? text : " ");
  }
  table.columns[2]->namespace_uri = "urn:n";
  table.added_plain_rows(1);
  return set;
}

WriteOptions rows_only() {
  WriteOptions options;
  options.newline = "\n";
  options.schema = false;
  return options;
}

std::string row_of(const std::string& document) {
  const std::size_t start = document.find("<T");
  return document.substr(start, document.find("</T>") - start);
}

TEST(DatasetXmlWhiteSpace, OfSimpleContentPutsXmlSpaceBehindTheAttributes) {
  Buffer plain;
  ASSERT_TRUE(write_xml(simple_content(" "), rows_only(), plain).ok());
  EXPECT_EQ(row_of(std::string(plain.text())), "<T I=\" \" d2p1:N=\" \" xml:space=\"preserve\" xmlns:d2p1=\"urn:n\"> ");
  Buffer diffgram;
  ASSERT_TRUE(write_diffgram(simple_content("\xE3\x80\x80"), rows_only(), diffgram).ok());
  EXPECT_EQ(row_of(std::string(diffgram.text())),
            "<T diffgr:id=\"T1\" msdata:rowOrder=\"0\" I=\" \" d3p1:N=\" \" msdata:hiddenH=\" \" "
            "xml:space=\"preserve\" xmlns:d3p1=\"urn:n\">\xE3\x80\x80");
  Buffer visible;
  ASSERT_TRUE(write_xml(simple_content("\xE2\x80\x8B"), rows_only(), visible).ok());
  EXPECT_EQ(row_of(std::string(visible.text())), "<T I=\" \" d2p1:N=\" \" xmlns:d2p1=\"urn:n\">\xE2\x80\x8B");
}

// The cell of one column O.
std::string element_of(ValueKind kind, const auto& append) {
  Table table;
  table.name = "T";
  append(table, table.add_column("O", kind));
  table.added_plain_rows(1);
  Buffer out;
  EXPECT_TRUE(write_xml(table, nullptr, rows_only(), out).ok());
  const std::string document(out.text());
  const std::size_t start = document.find("<O");
  return document.substr(start, document.find("</O>") - start);
}

TEST(DatasetXmlWhiteSpace, CarriesXmlSpaceInColumnsOfStringAndChar) {
  const auto text = [](const char* value) { return [value](Table&, Column& column) { column.append_text(value); }; };
  const auto unit = [](Char value) { return [value](Table&, Column& column) { column.append(value); }; };
  EXPECT_EQ(element_of(ValueKind::String, text(" ")), "<O xml:space=\"preserve\"> ");
  EXPECT_EQ(element_of(ValueKind::String, text("\xC2\x85")), "<O xml:space=\"preserve\">\xC2\x85");
  EXPECT_EQ(element_of(ValueKind::String, text("\x0B")), "<O xml:space=\"preserve\">&#xB;");
  EXPECT_EQ(element_of(ValueKind::Char, unit(u' ')), "<O xml:space=\"preserve\"> ");
  EXPECT_EQ(element_of(ValueKind::Char, unit(u'\xA0')), "<O xml:space=\"preserve\">\xC2\xA0");
  EXPECT_EQ(element_of(ValueKind::Char, unit(u'\v')), "<O xml:space=\"preserve\">&#xB;");
  EXPECT_EQ(element_of(ValueKind::Char, unit(u'x')), "<O>x");
}

TEST(DatasetXmlWhiteSpace, CarriesNoXmlSpaceInOtherColumns) {
  EXPECT_EQ(element_of(ValueKind::SqlString, [](Table&, Column& column) { column.append_text(" "); }), "<O> ");
  const std::string object = element_of(
      ValueKind::Object, [](Table& table, Column& column) { column.append_object(table.graph().make_string(" ")); });
  EXPECT_EQ(object,
            "<O xsi:type=\"xs:string\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" "
            "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"> ");
}

}  // namespace
}  // namespace dotwire::dataset_xml

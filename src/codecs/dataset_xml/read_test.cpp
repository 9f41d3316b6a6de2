#include <string>

#include <gtest/gtest.h>

#include "codecs/dataset_xml/dataset_xml.h"

namespace dotwire::dataset_xml {
namespace {

using model::Column;
using model::MappingType;
using model::Table;
using model::ValueKind;

// A document of one table T with these columns and rows.
std::string document(const std::string& columns, const std::string& rows, const std::string& uniques = "") {
  return "<NewDataSet xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n"
         "<xs:schema id=\"NewDataSet\" xmlns=\"\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" "
         "xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\" xmlns:msprop=\"urn:schemas-microsoft-com:xml-msprop\">"
         "<xs:element name=\"NewDataSet\" msdata:IsDataSet=\"true\" msdata:Locale=\"\"><xs:complexType>"
         "<xs:choice minOccurs=\"0\" maxOccurs=\"unbounded\"><xs:element name=\"T\"><xs:complexType>" +
         columns + "</xs:complexType></xs:element></xs:choice></xs:complexType>" + uniques +
         "</xs:element></xs:schema>\n" + rows + "</NewDataSet>";
}

std::string element(const std::string& attributes) { return "<xs:element minOccurs=\"0\" " + attributes + "/>"; }
std::string sequence(const std::string& elements) { return "<xs:sequence>" + elements + "</xs:sequence>"; }
std::string two_columns(const std::string& rows) {
  return document(sequence(element("name='A' type='xs:int'") + element("name='B' type='xs:string'")), rows);
}

// Cells of a column of text or of Int32, in brackets, null as a dash.
std::string column_text(const Column& column) {
  std::string text;
  for (std::size_t i = 0; i < column.record_count(); ++i) {
    if (column.is_null(i)) {
      text += "-";
    } else if (column.kind() == ValueKind::Int32) {
      text += "[" + std::to_string(column.get<std::int32_t>(i)) + "]";
    } else {
      text += "[" + std::string(column.text(i)) + "]";
    }
  }
  return text;
}

// All columns, or the error.
std::string read(const std::string& text, const ReadOptions& options = {}) {
  Table table;
  const Status status = TableReader(options).read(as_bytes(text), table);
  if (!status.ok()) return "! " + status.error().to_string();
  std::string out;
  for (const auto& column : table.columns) out += column->name + column_text(*column) + " ";
  return out;
}

TEST(DatasetXmlRead, TakesRowsInEveryOrderAndForm) {
  EXPECT_EQ(read(two_columns("<T><A>1</A><B>x</B></T>")), "A[1] B[x] ");
  EXPECT_EQ(read(two_columns("<T><B>x</B><A>1</A></T>")), "A[1] B[x] ");
  EXPECT_EQ(read(two_columns("<T ><B >a&amp;b</B ><A x='1'> 1 </A></T ><T/><T></T>")), "A[1]-- B[a&b]-- ");
  EXPECT_EQ(read(two_columns("<T><A>-2147483648</A><B><![CDATA[<]]>x</B></T>")), "A[-2147483648] B[<x] ");
  EXPECT_EQ(read(two_columns("<T><!--c--><A>1</A><?p?><B/></T>")), "A[1] B[] ");
}

TEST(DatasetXmlRead, LooksThroughWhatIsNoRowAndNoColumn) {
  EXPECT_EQ(read(two_columns("<U><A>1</A></U><T><C><A>5</A></C><A>1</A><x:A xmlns:x='u'>2</x:A>text</T>")), "A[5] B- ");
}

TEST(DatasetXmlRead, TakesTheFirstOfTwoElementsOfAColumn) {
  EXPECT_EQ(read(two_columns("<T><A>1</A><A>2</A><B>x</B></T>")), "A[1] B[x] ");
}

TEST(DatasetXmlRead, TakesNilAsNull) {
  EXPECT_EQ(read(two_columns("<T><A xsi:nil='true'/><B xsi:nil='1'>x</B></T>")), "A- B[x] ");
}

TEST(DatasetXmlRead, LosesWhiteSpaceAloneAsDotNetDoesUnlessAskedNotTo) {
  const std::string text = two_columns("<T><B> </B></T><T><B xml:space='preserve'>\n</B></T><T><B>&#32;</B></T>");
  EXPECT_EQ(read(text), "A--- B[][][ ] ");
  ReadOptions options;
  options.like_dotnet = false;
  EXPECT_EQ(read(text, options), "A--- B[ ][\n][ ] ");
}

TEST(DatasetXmlRead, KeepsPreservedWhiteSpaceWhereTheSchemaWasThereBefore) {
  Table table;
  table.name = "T";
  table.add_column("B", ValueKind::String);
  const std::string rows = "<DocumentElement><T><B xml:space=\"preserve\"> </B></T><T><B> </B></T></DocumentElement>";
  ASSERT_TRUE(TableReader().read_rows(as_bytes(rows), table).ok());
  EXPECT_EQ(column_text(*table.columns[0]), "[ ][]");
}

TEST(DatasetXmlRead, KeepsLineEndsAndControlCharacters) {
  EXPECT_EQ(read(two_columns("<T><B>a\r\nb&#x1;&#xD;</B></T>")), "A- B[a\r\nb\x01\r] ");
}

TEST(DatasetXmlRead, AddsRowsOrAcceptsThem) {
  const std::string text = two_columns("<T><A>1</A></T>");
  Table table;
  ASSERT_TRUE(TableReader().read(as_bytes(text), table).ok());
  EXPECT_EQ(table.row(0).state, model::RowState::Added);
  EXPECT_EQ(table.row(0).original, model::kNoRecord);
  EXPECT_EQ(table.row(0).current, 0U);
  ReadOptions options;
  options.accept_changes = true;
  ASSERT_TRUE(TableReader(options).read(as_bytes(text), table).ok());
  EXPECT_TRUE(table.plain_rows());
  EXPECT_EQ(table.row_count(), 1U);
}

TEST(DatasetXmlRead, GivesAbsentCellsTheirDefaultWhereNullIsNotAllowed) {
  EXPECT_EQ(read(document(sequence("<xs:element name='A' type='xs:int' default='7'/>" +
                                   element("name='B' type='xs:string' default='d'")),
                          "<T/>")),
            "A[7] B- ");
}

TEST(DatasetXmlRead, CountsOnWhereAutoIncrementSaysNothing) {
  EXPECT_EQ(read(document(sequence(element("name='A' type='xs:int' msdata:AutoIncrement='true' "
                                           "msdata:AutoIncrementSeed='-1' msdata:AutoIncrementStep='-1'") +
                                   element("name='B' type='xs:string'")),
                          "<T/><T><A>-5</A></T><T/>")),
            "A[-1][-5][-6] B--- ");
}

// Every new row takes a number, also one that says its own (.NET 10 and Mono).
TEST(DatasetXmlRead, CountsRowsThatSayTheirNumber) {
  EXPECT_EQ(read(document(sequence(element("name='A' type='xs:int' msdata:AutoIncrement='true' "
                                           "msdata:AutoIncrementSeed='5'") +
                                   element("name='B' type='xs:string'")),
                          "<T/><T><A>3</A></T><T/>")),
            "A[5][3][7] B--- ");
}

TEST(DatasetXmlRead, PutsAttributesWhereTheOrdinalsLeaveRoom) {
  EXPECT_EQ(read(document(sequence("<xs:element name='B' type='xs:string' msdata:Ordinal='0'/>"
                                   "<xs:element name='D' type='xs:string' msdata:Ordinal='3'/>") +
                              "<xs:attribute name='A' type='xs:int'/>"
                              "<xs:attribute name='C' type='xs:string' use='prohibited'/>",
                          "<T A='1' E='2'><B>b</B><D>d</D></T>")),
            "B[b] A[1] C- D[d] ");
}

TEST(DatasetXmlRead, ReadsSimpleContent) {
  const std::string columns =
      "<xs:simpleContent msdata:ColumnName='V' msdata:Ordinal='1'><xs:extension base='xs:string'>"
      "<xs:attribute name='U' type='xs:string'/></xs:extension></xs:simpleContent>";
  EXPECT_EQ(read(document(columns, "<T U='u'>v</T><T>w</T><T U='x' xsi:nil='true'/><T/>")), "U[u]-[x]- V[v][w]-- ");
  ReadOptions options;
  options.like_dotnet = false;
  EXPECT_EQ(read(document(columns, "<T U='u'>v</T><T/><T U='x' xsi:nil='true'/>"), options), "U[u]-[x] V[v][]- ");
}

TEST(DatasetXmlRead, DecodesNames) {
  EXPECT_EQ(read(document(sequence(element("name='a_x0020_b' type='xs:string'")), "<T><a_x0020_b>x</a_x0020_b></T>")),
            "a b[x] ");
}

TEST(DatasetXmlRead, ReadsEverythingASchemaSaysOfAColumn) {
  Table table;
  const std::string text = document(
      sequence("<xs:element name='A' msdata:ReadOnly='true' msdata:Caption='cap' msprop:k_x0020_1='v' type='xs:int'/>"
               "<xs:element name='D' msdata:DateTimeMode='Utc' msdata:Expression='A + 1' type='xs:dateTime' "
               "minOccurs='0'/>"
               "<xs:element name='S' minOccurs='0'><xs:simpleType><xs:restriction base='xs:string'>"
               "<xs:maxLength value='20'/></xs:restriction></xs:simpleType></xs:element>"
               "<xs:element name='C' minOccurs='0'><xs:simpleType><xs:restriction base='xs:string'>"
               "<xs:length value='1'/></xs:restriction></xs:simpleType></xs:element>"
               "<xs:element name='G' msdata:DataType='System.Guid, mscorlib, Version=4.0.0.0' type='xs:string'/>"
               "<xs:element name='O' msdata:DataType='My.Class, My.Library' type='xs:anyType' minOccurs='0'/>"),
      "",
      "<xs:unique name='Other'><xs:selector xpath='.//T'/><xs:field xpath='D'/><xs:field xpath='S'/></xs:unique>"
      "<xs:unique name='Key' msdata:PrimaryKey='true'><xs:selector xpath='.//T'/><xs:field xpath='A'/></xs:unique>");
  ASSERT_TRUE(TableReader().read(as_bytes(text), table).ok());
  const Column& a = *table.columns[0];
  EXPECT_TRUE(a.read_only);
  EXPECT_FALSE(a.allow_db_null);
  EXPECT_TRUE(a.unique);
  EXPECT_EQ(a.caption, "cap");
  ASSERT_TRUE(a.extended_properties.has_value());
  EXPECT_EQ(model::as_string(a.extended_properties->entries[0].key)->view(), "k 1");
  EXPECT_EQ(table.columns[1]->date_time_mode, model::DateTimeMode::Utc);
  EXPECT_EQ(table.columns[1]->expression, "A + 1");
  EXPECT_EQ(table.columns[2]->max_length, 20);
  EXPECT_EQ(table.columns[3]->kind(), ValueKind::Char);
  EXPECT_EQ(table.columns[4]->kind(), ValueKind::Guid);
  EXPECT_EQ(table.columns[5]->kind(), ValueKind::Object);
  EXPECT_EQ(table.columns[5]->type_name, "My.Class");
  EXPECT_EQ(table.columns[5]->assembly, "My.Library");
  // .NET's reader puts the primary key first.
  ASSERT_EQ(table.unique_constraints.size(), 2U);
  EXPECT_EQ(table.unique_constraints[0].name, "Key");
  EXPECT_EQ(table.unique_constraints[1].columns, (std::vector<std::uint32_t>{1, 2}));
}

TEST(DatasetXmlRead, KeepsTheXmlOfClassesOfTheProgram) {
  const std::string columns = sequence(element("name='O' msdata:DataType='My.Class, My.Library' type='xs:anyType'"));
  Table table;
  ASSERT_TRUE(
      TableReader().read(as_bytes(document(columns, "<T><O a='1'><x>2</x> </O></T><T><O>12</O></T>")), table).ok());
  const model::ObjectNode* object = model::as_object(table.columns[0]->object(0));
  ASSERT_NE(object, nullptr);
  EXPECT_EQ(object->type->name, "My.Class");
  EXPECT_EQ(model::as_string(object->slot(*object->find("attributes")).node())->view(), " a='1'");
  EXPECT_EQ(model::as_string(object->slot(*object->find("content")).node())->view(), "<x>2</x> ");
  const model::ScalarNode* number = model::as_scalar(table.columns[0]->object(1));
  ASSERT_NE(number, nullptr);
  EXPECT_EQ(number->value_kind, ValueKind::Int32);
}

TEST(DatasetXmlRead, ReadsUtf16) {
  std::string wide = "\xFF\xFE";
  for (const char c : two_columns("<T><A>1</A><B>x</B></T>")) wide.append({c, '\0'});
  EXPECT_EQ(read(wide), "A[1] B[x] ");
}

TEST(DatasetXmlRead, GivesTheSameWhenUsedAgain) {
  TableReader reader;
  Table table;
  for (const char* rows : {"<T><A>1</A><B>long text</B></T><T/>", "<T><B>y</B></T>", "", "<T><A>1</A></T>"}) {
    ASSERT_TRUE(reader.read(as_bytes(two_columns(rows)), table).ok());
    Table once;
    ASSERT_TRUE(TableReader().read(as_bytes(two_columns(rows)), once).ok());
    EXPECT_EQ(table.row_count(), once.row_count());
    for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(column_text(*table.columns[i]), column_text(*once.columns[i]));
  }
}

TEST(DatasetXmlRead, ReadsDocumentsOfMoreRowsThanAChunkHolds) {
  std::string rows;
  for (int i = 0; i < 70'000; ++i) {
    rows += i % 3 == 0 ? "<T><B>x</B></T>" : "<T><A>" + std::to_string(i) + "</A><B>" + std::to_string(i) + "</B></T>";
  }
  Table table;
  ASSERT_TRUE(TableReader().read(as_bytes(two_columns(rows)), table).ok());
  ASSERT_EQ(table.row_count(), 70'000U);
  for (std::size_t i : {0U, 1U, 65'535U, 65'536U, 65'537U, 69'998U}) {
    EXPECT_EQ(table.columns[0]->is_null(i), i % 3 == 0) << i;
    EXPECT_EQ(table.columns[1]->text(i), i % 3 == 0 ? "x" : std::to_string(i)) << i;
  }
}

struct Failure {
  std::string document;
  const char* error;
};

class DatasetXmlReadFailure : public testing::TestWithParam<Failure> {};

TEST_P(DatasetXmlReadFailure, NamesPlacePathAndCause) {
  EXPECT_EQ(read(GetParam().document), std::string("! ") + GetParam().error);
}

INSTANTIATE_TEST_SUITE_P(
    Rules, DatasetXmlReadFailure,
    testing::Values(
        Failure{two_columns("<T><A>1</A></T>\n<T>\n<A>1x</A></T>"),
                "type mismatch at line 5, column 1 (rows/[1]/A): not a number"},
        Failure{two_columns("<T><A>99999999999</A></T>"),
                "out of range at line 3, column 4 (rows/[0]/A): number out of range"},
        Failure{two_columns("<T><A><B>1</B></A></T>"), "type mismatch at line 3, column 4 (rows/[0]/A): not a number"},
        Failure{two_columns("<T><A>1</B></T>"),
                "malformed at line 3, column 8 (rows/[0]/A): end tag 'B' where that of 'A' is expected"},
        Failure{"<!DOCTYPE x><x/>", "unsupported at line 1, column 1: a document type declaration (DTD) is refused"},
        Failure{"<x><T/></x>", "unsupported at line 1, column 1: rows without a schema: a schema must be given"},
        Failure{"<d:diffgram xmlns:d='urn:schemas-microsoft-com:xml-diffgram-v1'/>",
                "unsupported at line 1, column 1: a DiffGram without a schema: a schema must be given"},
        Failure{document(sequence(element("name='A' type='xs:token'")), ""),
                "unsupported at line 2, column 369: XSD type token"},
        Failure{document(sequence(element("name='A' type='own'")), ""),
                "malformed at line 2, column 369: own is not declared"},
        Failure{document(sequence(element("name='A' type='xs:int'") + element("name='A' type='xs:int'")), ""),
                "malformed at line 2, column 419: column A is there twice"},
        Failure{document(sequence(element("name='A' type='xs:int' default='x'")), ""),
                "malformed at line 2, column 369: the default value of column A: not a number"},
        Failure{document(sequence(element("name='' type='xs:int'")), "<T/>"),
                "malformed at line 2, column 395: '' is no value of attribute name"},
        Failure{document(sequence(element("name='A' type='xs:int'") + "5"), ""),
                "malformed at line 2, column 419: text in a schema"},
        Failure{document(sequence("<A/>"), ""), "malformed at line 2, column 369: an element that is none of a schema"},
        Failure{document(sequence("<xs:attribute name='A'/>"), ""),
                "malformed at line 2, column 369: xs:attribute is not supported here"},
        Failure{document(sequence("<xs:element name='A'><xs:simpleType/><xs:simpleType/></xs:element>"), ""),
                "malformed at line 2, column 406: xs:simpleType is not supported here"},
        Failure{document(sequence("<xs:element ref='A'/>"), ""), "malformed at line 2, column 369: A is not declared"},
        Failure{document(sequence("<xs:element name='A'><xs:complexType/></xs:element>"), ""),
                "unsupported: the document holds 2 tables"}));

// As RemotingFormat.Xml has it: one schema, whose paths name the DataSet's namespace for tables of every one.
TEST(DatasetXmlRead, KeepsConstraintsOfTablesInOtherNamespacesUnlessLikeDotNet) {
  const std::string text =
      "<xs:schema id='D' targetNamespace='urn:d' xmlns:mstns='urn:d' xmlns:xs='http://www.w3.org/2001/XMLSchema' "
      "xmlns:msdata='urn:schemas-microsoft-com:xml-msdata'><xs:element name='D' msdata:IsDataSet='true'>"
      "<xs:complexType><xs:choice minOccurs='0' maxOccurs='unbounded'>"
      "<xs:element name='T' msdata:targetNamespace='urn:t'><xs:complexType><xs:sequence>"
      "<xs:element name='A' type='xs:int' msdata:targetNamespace='urn:t' minOccurs='0'/>"
      "<xs:element name='B' type='xs:int' msdata:targetNamespace='urn:t' minOccurs='0'/>"
      "</xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType>"
      "<xs:unique name='U'><xs:selector xpath='.//mstns:T'/><xs:field xpath='mstns:A'/><xs:field xpath='mstns:B'/>"
      "</xs:unique></xs:element></xs:schema>";
  for (const bool like_dotnet : {true, false}) {
    ReadOptions options;
    options.like_dotnet = like_dotnet;
    Table table;
    const Status status = TableReader(options).read_schema(as_bytes(text), table);
    ASSERT_TRUE(status.ok()) << status.error().to_string();
    EXPECT_EQ(table.namespace_uri, "urn:t");
    EXPECT_EQ(table.unique_constraints.size(), like_dotnet ? 0U : 1U);
    if (!like_dotnet) {
      EXPECT_EQ(table.unique_constraints.at(0).columns, (std::vector<std::uint32_t>{0, 1}));
    }
  }
}

TEST(DatasetXmlReadFailure, SaysThatImportedFilesAreNotFetched) {
  const std::string text =
      "<xs:schema id='D' xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:u='urn:u'>"
      "<xs:import namespace='urn:u' schemaLocation='other.xsd'/><xs:element name='T'><xs:complexType><xs:sequence>"
      "<xs:element ref='u:A'/></xs:sequence></xs:complexType></xs:element></xs:schema>";
  Table table;
  const Status status = TableReader().read_schema(as_bytes(text), table);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message(), "urn:u:A is not declared: imported files are not fetched, as other.xsd");
}

}  // namespace
}  // namespace dotwire::dataset_xml

// Bug reports of DataTables and DataSets: the input of each, and what is right. README.md lists those that are not
// here.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bug_reports/records.h"
#include "bug_reports/report.h"
#include "dotwire/identify.h"
namespace dotwire::test {
namespace {
using testing::HasSubstr;
using testing::Not;

// An inline schema of table T in the DataSet D, and what stands between.
std::string document(std::string_view columns, std::string_view rows, std::string_view schema_more = {}) {
  std::string text =
      "<D><xs:schema id='D' xmlns='' xmlns:xs='http://www.w3.org/2001/XMLSchema' "
      "xmlns:msdata='urn:schemas-microsoft-com:xml-msdata'>";
  text.append(schema_more);
  text +=
      "<xs:element name='D' msdata:IsDataSet='true'><xs:complexType><xs:choice minOccurs='0' maxOccurs='unbounded'>"
      "<xs:element name='T'><xs:complexType><xs:sequence>";
  text.append(columns).append(
      "</xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>");
  return text.append(rows).append("</D>");
}
constexpr std::string_view kXsi =
    " xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'";

std::string object_column(std::string_view name) {
  return "<xs:element name='" + std::string(name) +
         "' msdata:DataType='System.Object, mscorlib, Version=4.0.0.0, Culture=neutral, "
         "PublicKeyToken=b77a5c561934e089' type='xs:anyType' minOccurs='0'/>";
}

// dotnet/runtime 49922: names with %-like escapes, cells with a stray xs:xmlns.
TEST(BugReports, Dtx01StrayAttributesOfObjectCells) {
  const std::string cell = " xsi:type='xs:string' xs:xmlns='xs:string'" + std::string(kXsi);
  const std::string input = document(
      object_column("Andelsforeningen_x0020_Skt._x0020_Pauls_x0020_Gade_x0020_8B") + object_column("_x0037_0.03.10"),
      "<T><Andelsforeningen_x0020_Skt._x0020_Pauls_x0020_Gade_x0020_8B" + cell +
          ">a</Andelsforeningen_x0020_Skt._x0020_Pauls_x0020_Gade_x0020_8B><_x0037_0.03.10" + cell +
          ">b</_x0037_0.03.10></T>");
  EXPECT_EQ(convert(input, "datatable-xml", "csv"), "Andelsforeningen Skt. Pauls Gade 8B,70.03.10\r\na,b\r\n");
  // Only who asks for .NET 10's own bytes gets them with it.
  const std::string written = convert(input, "datatable-xml", "datatable-xml");
  EXPECT_THAT(written, HasSubstr("<_x0037_0.03.10 xsi:type=\"xs:string\" xmlns:xs="));
  EXPECT_THAT(written, Not(HasSubstr("xs:xmlns")));
}

// dotnet/runtime 48005: a schema of FOR XML imports sqltypes.xsd, which is known and never fetched.
TEST(BugReports, Dtx04TypesOfSqlServerAreKnown) {
  const std::string input =
      "<root><xsd:schema targetNamespace='urn:schemas-microsoft-com:sql:SqlRowSet1' "
      "xmlns:xsd='http://www.w3.org/2001/XMLSchema' "
      "xmlns:sqltypes='http://schemas.microsoft.com/sqlserver/2004/sqltypes' elementFormDefault='qualified'>"
      "<xsd:import namespace='http://schemas.microsoft.com/sqlserver/2004/sqltypes' "
      "schemaLocation='http://schemas.microsoft.com/sqlserver/2004/sqltypes/sqltypes.xsd'/><xsd:element name='t'>"
      "<xsd:complexType><xsd:sequence><xsd:element name='id' type='sqltypes:int' minOccurs='0'/>"
      "<xsd:element name='name' minOccurs='0'><xsd:simpleType><xsd:restriction base='sqltypes:nvarchar'>"
      "<xsd:maxLength value='20'/></xsd:restriction></xsd:simpleType></xsd:element></xsd:sequence></xsd:complexType>"
      "</xsd:element></xsd:schema>"
      "<t xmlns='urn:schemas-microsoft-com:sql:SqlRowSet1'><id>1</id><name>a</name></t></root>";
  EXPECT_EQ(convert(input, "datatable-xml", "csv"), "id,name\r\n1,a\r\n");
  const std::string dump = convert(input, "datatable-xml", "dump");
  EXPECT_THAT(dump, HasSubstr("\"name\": \"id\",\"type\": \"System.Int32\""));
  EXPECT_THAT(dump, HasSubstr("\"maxLength\": 20"));
}

// dotnet/corefx 25575: numbers of a schema follow no culture.
TEST(BugReports, Dtx05NegativeStepsAreReadEverywhere) {
  const std::string input = document(
      "<xs:element name='Id' msdata:AutoIncrement='true' msdata:AutoIncrementSeed='-1' msdata:AutoIncrementStep='-1' "
      "type='xs:int'/>",
      "<T><Id>-1</Id></T>");
  EXPECT_THAT(convert(input, "datatable-xml", "dump"),
              HasSubstr("\"autoIncrementSeed\": -1,\"autoIncrementStep\": -1"));
}

// CoreWCF 519: a Guid by another core library.
TEST(BugReports, Dtx06GuidsOfAnyCoreLibrary) {
  const std::string input = document(
      "<xs:element name='G' msdata:DataType='System.Guid, System.Private.CoreLib, Version=6.0.0.0, Culture=neutral, "
      "PublicKeyToken=7cec85d7bea7798e' type='xs:string' minOccurs='0'/>",
      "<T><G>00000001-0002-0003-0405-060708090a0b</G></T>");
  EXPECT_THAT(convert(input, "datatable-xml", "dump"), HasSubstr("\"type\": \"System.Guid\""));
  Options options;
  options.dialect = Dialect::Framework;
  EXPECT_THAT(convert(input, "datatable-xml", "datatable-xml", options),
              HasSubstr("msdata:DataType=\"System.Guid, mscorlib, Version=4.0.0.0, "));
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

const std::string kReplySchema =
    "<xs:schema id='NewDataSet' xmlns='' xmlns:xs='http://www.w3.org/2001/XMLSchema' "
    "xmlns:msdata='urn:schemas-microsoft-com:xml-msdata'><xs:element name='NewDataSet' msdata:IsDataSet='true' "
    "msdata:UseCurrentLocale='true'><xs:complexType><xs:choice minOccurs='0' maxOccurs='unbounded'>"
    "<xs:element name='Table'><xs:complexType><xs:sequence><xs:element name='CalendarId' "
    "msdata:DataType='System.Guid, mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089' "
    "type='xs:string' minOccurs='0'/><xs:element name='CalendarName' type='xs:string' minOccurs='0'/></xs:sequence>"
    "</xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>";
const std::string kReplyData =
    "<diffgr:diffgram xmlns:msdata='urn:schemas-microsoft-com:xml-msdata' "
    "xmlns:diffgr='urn:schemas-microsoft-com:xml-diffgram-v1'><NewDataSet xmlns=''><Table diffgr:id='Table1' "
    "msdata:rowOrder='0'><CalendarId>00000001-0002-0003-0405-060708090a0b</CalendarId>"
    "<CalendarName>Work</CalendarName></Table></NewDataSet></diffgr:diffgram>";

std::string reply() {
  return "<soap:Envelope xmlns:soap='http://schemas.xmlsoap.org/soap/envelope/'><soap:Body><GetCalendarsResponse "
         "xmlns='http://tempuri.org/'><GetCalendarsResult>" +
         kReplySchema + kReplyData + "</GetCalendarsResult></GetCalendarsResponse></soap:Body></soap:Envelope>";
}

constexpr std::string_view kReplyRows = "CalendarId,CalendarName\r\n00000001-0002-0003-0405-060708090a0b,Work\r\n";

// node-soap 487: a service's reply is a table with types.
TEST(BugReports, Dtx07AReplyIsATable) {
  EXPECT_EQ(convert(reply(), "", "csv"), kReplyRows);
  EXPECT_THAT(convert(reply(), "", "json"), HasSubstr("{\"name\": \"CalendarId\",\"type\": \"System.Guid\"}"));
}

// python-zeep 663: the schema stands in the reply alone, here in SOAP 1.2.
TEST(BugReports, Dtx08TheSchemaOfTheReplyCounts) {
  const std::string soap12 =
      replaced(reply(), "http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope");
  EXPECT_EQ(convert(soap12, "", "csv"), kReplyRows);
}

// pysimplesoap 67: the tag diffgram is no type of any schema.
TEST(BugReports, Dtx09ADiffgramIsNoTypeOfTheSchema) {
  EXPECT_EQ(convert("<GetCalendarsResult>" + kReplySchema + kReplyData + "</GetCalendarsResult>", "", "csv"),
            kReplyRows);
}

// open-raadsinformatie 240: rows stand in another root than the schema says.
TEST(BugReports, Dtx10RowsAreMatchedByTheNamesOfTables) {
  const std::string data =
      replaced(replaced(kReplyData, "<NewDataSet", "<DocumentElement"), "</NewDataSet", "</DocumentElement");
  EXPECT_EQ(convert("<R>" + kReplySchema + data + "</R>", "", "csv"), kReplyRows);
}

// PackageGenerator 205: schema and data as two texts.
TEST(BugReports, Dtx12SchemaAndDiffgramApart) {
  Options options;
  options.schema = as_bytes(kReplySchema);
  EXPECT_EQ(convert(kReplyData, "", "csv", options), kReplyRows);
}

// dotnet/wcf 4770: guids stay guids, in every form that is written.
TEST(BugReports, Dtx13GuidsStayGuids) {
  for (const std::string_view form : {"datatable-xsd", "datatable-binary", "datatable-datacontract"}) {
    const std::string written = convert(reply(), "", form);
    EXPECT_THAT(written, HasSubstr("System.Guid")) << form;
  }
}

// dotnet/wcf 4294: rows of a typed schema, without msdata.
TEST(BugReports, Dtx14RowsHaveTheTypesOfAPlainSchema) {
  const std::string_view schema =
      "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'><xs:element name='Orders'><xs:complexType><xs:sequence>"
      "<xs:element name='Order' maxOccurs='unbounded'><xs:complexType><xs:sequence>"
      "<xs:element name='Id' type='xs:int'/><xs:element name='Total' type='xs:decimal'/></xs:sequence>"
      "</xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element></xs:schema>";
  Options options;
  options.schema = as_bytes(schema);
  const std::string dump =
      convert("<Orders><Order><Id>7</Id><Total>1.50</Total></Order></Orders>", "datatable-xml-data", "dump", options);
  EXPECT_THAT(dump, HasSubstr("{\"int\": \"7\"},{\"decimal\": \"150,0,0,131072\"}"));
}

// fastJSON 122: states and former values are kept.
TEST(BugReports, Dtx15DeletedRowsAreKept) {
  const std::string set = document("<xs:element name='A' type='xs:int' minOccurs='0'/>", "");
  const std::string schema = set.substr(3, set.size() - 7);
  const std::string input =
      "<diffgr:diffgram xmlns:msdata='urn:schemas-microsoft-com:xml-msdata' "
      "xmlns:diffgr='urn:schemas-microsoft-com:xml-diffgram-v1'><D>"
      "<T diffgr:id='T1' msdata:rowOrder='0' diffgr:hasChanges='modified'><A>2</A></T>"
      "<T diffgr:id='T3' msdata:rowOrder='2' diffgr:hasChanges='inserted' diffgr:hasErrors='true'><A>5</A></T></D>"
      "<diffgr:before><T diffgr:id='T1' msdata:rowOrder='0'><A>1</A></T>"
      "<T diffgr:id='T2' msdata:rowOrder='1'><A>3</A></T></diffgr:before>"
      "<diffgr:errors><T diffgr:id='T3' diffgr:Error='bad'/></diffgr:errors></diffgr:diffgram>";
  Options options;
  options.schema = as_bytes(schema);
  const std::string json = convert(input, "datatable-diffgram", "json", options);
  EXPECT_THAT(json, HasSubstr("{\"$state\": \"modified\",\"A\": 2,\"$original\": {\"A\": 1}}"));
  EXPECT_THAT(json, HasSubstr("{\"$state\": \"deleted\",\"A\": 3}"));
  EXPECT_THAT(json, HasSubstr("{\"$state\": \"added\",\"A\": 5}"));
  EXPECT_THAT(json, HasSubstr("{\"$row\": 2,\"$text\": \"bad\"}"));
  const std::string again = convert(input, "datatable-diffgram", "datatable-diffgram", options);
  EXPECT_EQ(convert(again, "datatable-diffgram", "json", options), json);
}

// dotnet-api-docs 967: what ReadXml makes of absent things.
TEST(BugReports, Dtx16AbsentCellsAreNullAndEmptyOnesAreText) {
  // Without a schema columns are inferred, and the user asks for it.
  EXPECT_EQ(convert("<D><T><A>1</A></T></D>", "datatable-xml-data", "csv"), "A\r\n1\r\n");
  // Rows of other elements than the table's are none; defaults are for new rows.
  const std::string input = document(
      "<xs:element name='A' type='xs:string' minOccurs='0' default='x'/><xs:element name='B' type='xs:string' "
      "minOccurs='0'/>",
      "<T><B/></T><U><B>2</B></U><T><B>1</B></T>");
  const std::string json = convert(input, "datatable-xml", "json");
  EXPECT_THAT(json, HasSubstr("{\"A\": null,\"B\": \"\"}"));
  EXPECT_THAT(json, HasSubstr("{\"A\": null,\"B\": \"1\"}"));
  EXPECT_THAT(json, Not(HasSubstr("\"2\"")));
}

// dotnet/corefx 29560: an object column declares its prefixes as namespaces.
TEST(BugReports, Dtx17ObjectColumnsDeclareTheirPrefixes) {
  const std::string input = document(object_column("V"), "<T><V xsi:type='xs:int'" + std::string(kXsi) + ">1</V></T>");
  const std::string written = convert(input, "datatable-xml", "datatable-xml");
  EXPECT_THAT(written, HasSubstr("<V xsi:type=\"xs:int\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" "
                                 "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">1</V>"));
}

// dotnet/runtime 39706: no type is loaded, and all are named.
TEST(BugReports, Dtx18TypesAreNamedAndNeverLoaded) {
  const std::string input = document(
      "<xs:element name='V' msdata:DataType='Evil.Type, Evil' type='xs:anyType' minOccurs='0'/>"
      "<xs:element name='S' type='xs:string' minOccurs='0'/>",
      "<T><V><Payload>1</Payload></V><S>harmless</S></T>");
  const std::string shown = tree(as_bytes(input));
  EXPECT_THAT(shown, HasSubstr("/T/columns/V Evil.Type"));
  EXPECT_THAT(shown, HasSubstr("S=\"harmless\""));
  EXPECT_THAT(convert(input, "datatable-xml", "datatable-xml"), HasSubstr("<Payload>1</Payload>"));
}

// dotnet/corefx 12753: an empty msdata:Prefix says nothing.
TEST(BugReports, Dtx19AnEmptyPrefixIsNone) {
  const auto input = [](std::string_view prefix) {
    return document("<xs:element name='V' " + std::string(prefix) + " type='xs:string' minOccurs='0'/>",
                    "<T><V>1</V></T>");
  };
  EXPECT_EQ(convert(input("msdata:Prefix=''"), "datatable-xml", "dump"), convert(input(""), "datatable-xml", "dump"));
}

constexpr std::string_view kNumbers =
    "<xs:element name='Column1' type='xs:int' minOccurs='0'/><xs:element name='Column2' type='xs:int' minOccurs='0'/>"
    "<xs:element name='Column3' type='xs:int' minOccurs='0'/><xs:element name='Column4' type='xs:string' "
    "minOccurs='0'/>";

// dotnet/runtime 35346: the Framework names a column's type by an object.
TEST(BugReports, Dtb03AFrameworksStringColumn) {
  const std::string set = replaced(document("<xs:element name='TestColumn' type='xs:string' minOccurs='0'/>",
                                            "<TestTable><TestColumn>Test</TestColumn></TestTable>"),
                                   "name='T'", "name='TestTable'");
  Options options;
  options.dialect = Dialect::Framework;
  options.table = "TestTable";
  const std::string binary = convert(set, "datatable-xml", "datatable-binary", options);
  EXPECT_THAT(binary, HasSubstr("System.UnitySerializationHolder"));
  EXPECT_EQ(convert(binary, "", "csv"), "TestColumn\r\nTest\r\n");
}

// dotnet/runtime 28809: unnamed columns of a query, cached as a DataSet.
TEST(BugReports, Dtb04UnnamedColumnsOfAQuery) {
  const std::string set = document(kNumbers,
                                   "<T><Column1>1</Column1><Column2>2</Column2><Column3>3</Column3>"
                                   "<Column4>four</Column4></T><T><Column1>4</Column1><Column2>5</Column2>"
                                   "<Column3>6</Column3><Column4>seven</Column4></T>");
  const std::string binary = convert(set, "datatable-xml", "datatable-binary");
  EXPECT_EQ(convert(binary, "", "csv"), "Column1,Column2,Column3,Column4\r\n1,2,3,four\r\n4,5,6,seven\r\n");
  EXPECT_THAT(convert(binary, "", "dump"), HasSubstr("{\"int\": \"4\"},{\"int\": \"5\"},{\"int\": \"6\"},\"seven\""));
}

// dotnet/runtime 39289: XML inside BinaryFormatter is shown as the binary layout is.
TEST(BugReports, Dtb05XmlInsideBinaryFormatterIsShownAlike) {
  const std::string set =
      document("<xs:element name='A' type='xs:int' minOccurs='0'/>", "<T><A>1</A></T><T><A>2</A></T>");
  const std::string inside = convert(set, "datatable-xml", "datatable-binary-xml");
  EXPECT_THAT(inside, HasSubstr("XmlDiffGram"));
  const std::string shown = tree(as_bytes(inside));
  EXPECT_THAT(shown, HasSubstr("/T/rows/[1]  = A=2"));
  EXPECT_EQ(shown, tree(as_bytes(convert(set, "datatable-xml", "datatable-binary"))));
}

// apache/ignite 2395: a DataTable among the objects of a payload.
TEST(BugReports, Dtb06ATableByISerializable) {
  const std::string set = document("<xs:element name='A' type='xs:int' minOccurs='0'/>", "<T><A>1</A></T>");
  const std::string binary = convert(set, "datatable-xml", "datatable-binary");
  const Identification found = identify(as_bytes(binary));
  ASSERT_NE(found.format, nullptr);
  EXPECT_EQ(found.format->name, "datatable-binary");
  EXPECT_EQ(convert(binary, "", "csv"), "A\r\n1\r\n");
}

// DataTableConverter 1: null is no empty text.
// Newtonsoft.Json 2739: the first row does not decide.
TEST(BugReports, Dtj01AllRowsGiveTheType) {
  EXPECT_EQ(convert(R"([{"kurs":1},{"kurs":2.57}])", "ndjson", "csv"), "kurs\r\n1\r\n2.57\r\n");
}

// Newtonsoft.Json 1086: a column of two kinds keeps both values.
TEST(BugReports, Dtj02MixedColumnsAreObjects) {
  const std::string json = convert(R"([{"foo":1561},{"foo":"bar"}])", "ndjson", "json");
  EXPECT_THAT(json, HasSubstr("System.Object"));
  EXPECT_THAT(json, HasSubstr("1561"));
  EXPECT_THAT(json, HasSubstr("\"bar\""));
}

// Newtonsoft.Json 2491: a null says nothing of the type.
TEST(BugReports, Dtj03NullsDecideNoType) {
  EXPECT_THAT(convert(R"([{"a":null},{"a":5}])", "ndjson", "json"), HasSubstr("System.Int32"));
}

// Newtonsoft.Json 2355: an object in a row stays as it is spelled.
TEST(BugReports, Dtj04ObjectsInRowsStay) {
  EXPECT_EQ(convert(R"([{"Fields":{"a":1,"b":2}}])", "ndjson", "csv"), "Fields\r\n\"{\"\"a\"\":1,\"\"b\"\":2}\"\r\n");
}

// Newtonsoft.Json 1763.
TEST(BugReports, Dtj05EmptyArraysInRowsStay) {
  EXPECT_EQ(convert(R"([{"col1":[]}])", "ndjson", "csv"), "col1\r\n[]\r\n");
}

TEST(BugReports, Dtj06NullStaysNull) {
  const std::string input = document(
      "<xs:element name='A' type='xs:string' minOccurs='0'/><xs:element name='B' type='xs:string' minOccurs='0'/>",
      "<T><B/></T>");
  EXPECT_THAT(convert(input, "datatable-xml", "json"), HasSubstr("{\"A\": null,\"B\": \"\"}"));
  EXPECT_EQ(convert(input, "datatable-xml", "ndjson"), "{\"A\":null,\"B\":\"\"}\n");
}

}  // namespace
}  // namespace dotwire::test

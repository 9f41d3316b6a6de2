// A DataSet of one table stays one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "inputs.h"
#include "run.h"
#include "support/file.h"
#include "support/hex.h"

namespace dotwire::test {
namespace {

using testing::HasSubstr;

std::string document(const std::string& main_table) {
  return "<Shop>\r\n"
         "  <xs:schema id=\"Shop\" xmlns=\"\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" "
         "xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\">\r\n"
         "    <xs:element name=\"Shop\" msdata:IsDataSet=\"true\"" +
         main_table +
         " msdata:UseCurrentLocale=\"true\">\r\n"
         "      <xs:complexType>\r\n        <xs:choice minOccurs=\"0\" maxOccurs=\"unbounded\">\r\n"
         "          <xs:element name=\"T\">\r\n            <xs:complexType>\r\n              <xs:sequence>\r\n"
         "                <xs:element name=\"A\" type=\"xs:int\" minOccurs=\"0\" />\r\n"
         "              </xs:sequence>\r\n            </xs:complexType>\r\n          </xs:element>\r\n"
         "        </xs:choice>\r\n      </xs:complexType>\r\n    </xs:element>\r\n  </xs:schema>\r\n"
         "  <T>\r\n    <A>1</A>\r\n  </T>\r\n</Shop>";
}

TEST(DataSetXml, OfOneTableKeepsItsSet) {
  const std::string set = document("");
  const ProgramRun tree = run({"inspect", "-"}, as_bytes(set));
  EXPECT_EQ(tree.code, 0) << tree.err;
  EXPECT_THAT(tree.out, HasSubstr("DataSet \"Shop\" (1)\n  T: DataTable \"T\" (1)"));
  EXPECT_THAT(run({"convert", "-", "--to", "json"}, as_bytes(set)).out, HasSubstr("\"$dataSet\": \"Shop\""));
  EXPECT_THAT(run({"convert", "-", "--to", "dump"}, as_bytes(set)).out, HasSubstr("\"dataset\""));
  // Where one table is written alone, the name is a loss.
  const ProgramRun csv = run({"convert", "-", "--to", "csv"}, as_bytes(set));
  EXPECT_EQ(csv.code, 4);
  EXPECT_THAT(csv.err, HasSubstr("DataSetName: CSV has no place for the name of a DataSet"));
}

TEST(DataSetXml, OfADataTableIsATable) {
  const std::string table = document(" msdata:MainDataTable=\"T\"");
  EXPECT_THAT(run({"inspect", "-"}, as_bytes(table)).out, testing::StartsWith("DataTable \"T\" (1)"));
  EXPECT_EQ(run({"convert", "-", "--to", "csv"}, as_bytes(table)).out, "A\r\n1\r\n");
}

// As XmlSerializer writes a DataSet: a schema for each namespace of its tables, and the DiffGram.
TEST(DataSetXml, OfXmlSerializerIsAReplyWhateverTheNumberOfSchemas) {
  const auto schema = [](const std::string& space, const std::string& content) {
    return "  <xs:schema id=\"Shop\" targetNamespace=\"" + space +
           "\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\" "
           "xmlns:app1=\"urn:o\" elementFormDefault=\"qualified\">\n" +
           content + "  </xs:schema>\n";
  };
  const std::string first =
      schema("urn:s",
             "<xs:import namespace=\"urn:o\" /><xs:element name=\"Shop\" msdata:IsDataSet=\"true\">"
             "<xs:complexType><xs:choice><xs:element ref=\"app1:T\" /></xs:choice></xs:complexType>"
             "</xs:element>\n");
  const std::string second = schema("urn:o",
                                    "<xs:element name=\"T\"><xs:complexType><xs:sequence><xs:element name=\"A\" "
                                    "type=\"xs:int\" /></xs:sequence></xs:complexType></xs:element>\n");
  const std::string diffgram =
      "  <diffgr:diffgram xmlns:diffgr=\"urn:schemas-microsoft-com:xml-diffgram-v1\" "
      "xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\"><Shop xmlns=\"urn:s\"><T diffgr:id=\"T1\" "
      "msdata:rowOrder=\"0\" xmlns=\"urn:o\"><A>1</A></T></Shop></diffgr:diffgram>\n";
  const std::string reply = "<DataSet>\n" + first + second + diffgram + "</DataSet>";
  EXPECT_THAT(run({"identify", "-"}, as_bytes(reply)).out, HasSubstr("datatable-reply"));
  EXPECT_EQ(run({"convert", "-", "--to", "ndjson", "--loss", "warn"}, as_bytes(reply)).out, "{\"A\":1}\n");
  // Rows behind the schemas.
  const std::string rows = "<Shop>\n" + first + second + "<T xmlns=\"urn:o\"><A>1</A></T></Shop>";
  EXPECT_THAT(run({"identify", "-"}, as_bytes(rows)).out, HasSubstr("datatable-xml,"));
}

// DataTable.WriteXml(..., writeHierarchy: true) of Mono: a DataSet's document that names the table.
TEST(DataSetXml, OfATableWithItsHierarchyKeepsKeysAndRelations) {
  const std::string xml = R"xml(<Shop>
  <xs:schema id="Shop" xmlns="" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata">
    <xs:element name="Shop" msdata:IsDataSet="true" msdata:MainDataTable="P" msdata:UseCurrentLocale="true">
      <xs:complexType>
        <xs:choice minOccurs="0" maxOccurs="unbounded">
          <xs:element name="P">
            <xs:complexType>
              <xs:sequence>
                <xs:element name="Id" type="xs:int" />
                <xs:element name="C" minOccurs="0" maxOccurs="unbounded">
                  <xs:complexType>
                    <xs:sequence>
                      <xs:element name="No" type="xs:int" />
                      <xs:element name="Of" type="xs:int" minOccurs="0" />
                    </xs:sequence>
                  </xs:complexType>
                </xs:element>
              </xs:sequence>
            </xs:complexType>
          </xs:element>
          <xs:element name="O">
            <xs:complexType>
              <xs:sequence>
                <xs:element name="X" type="xs:int" minOccurs="0" />
              </xs:sequence>
            </xs:complexType>
          </xs:element>
        </xs:choice>
      </xs:complexType>
      <xs:unique name="C_Constraint1" msdata:ConstraintName="Constraint1" msdata:PrimaryKey="true">
        <xs:selector xpath=".//C" />
        <xs:field xpath="No" />
      </xs:unique>
      <xs:unique name="Constraint1" msdata:PrimaryKey="true">
        <xs:selector xpath=".//P" />
        <xs:field xpath="Id" />
      </xs:unique>
      <xs:keyref name="CO" refer="C_Constraint1">
        <xs:selector xpath=".//O" />
        <xs:field xpath="X" />
      </xs:keyref>
      <xs:keyref name="PC" refer="Constraint1" msdata:IsNested="true">
        <xs:selector xpath=".//C" />
        <xs:field xpath="Of" />
      </xs:keyref>
    </xs:element>
  </xs:schema>
  <P>
    <Id>1</Id>
    <C>
      <No>5</No>
      <Of>1</Of>
    </C>
  </P>
  <O>
    <X>5</X>
  </O>
</Shop>)xml";
  EXPECT_THAT(run({"verify", "-"}, as_bytes(xml)).out, HasSubstr("identical"));
  EXPECT_EQ(run({"convert", "-", "--to", "datatable-xml"}, as_bytes(xml)).out, xml);
}

// XmlReadMode.
TEST(DataSetXml, ReadModeSaysWhereTheColumnsComeFrom) {
  const std::string rows = "<r><a><b>1</b></a><a><b>2</b></a></r>";
  const auto read = [](const std::string& mode, const std::string& text, const std::string& schema = {}) {
    std::vector<std::string> words = {"convert", "-",    "--from", "datatable-xml-data", "--to", "ndjson",
                                      "--loss",  "warn", "--set",  "read-mode=" + mode};
    if (!schema.empty()) words.insert(words.end(), {"--schema", schema});
    return run(words, as_bytes(text));
  };
  EXPECT_EQ(read("Auto", rows).out, "{\"b\":\"1\"}\n{\"b\":\"2\"}\n");
  EXPECT_EQ(read("InferSchema", rows).out, read("Auto", rows).out);
  EXPECT_EQ(read("InferTypedSchema", rows).out, "{\"b\":1}\n{\"b\":2}\n");
  for (const char* mode : {"IgnoreSchema", "DiffGram", "Fragment"}) {
    EXPECT_THAT(read(mode, rows).err, HasSubstr("give their schema with --schema FILE")) << mode;
  }
  EXPECT_THAT(read("ReadSchema", rows).err, HasSubstr("a schema must be given"));
  EXPECT_EQ(read("Whatever", rows).code, 64);

  const ProgramRun xsd = run({"convert", "-", "--from", "datatable-xml-data", "--set", "read-mode=InferTypedSchema",
                              "--to", "datatable-xsd", "--loss", "warn"},
                             as_bytes(rows));
  const TempDir folder;
  const std::string schema = put_text(folder, "a.xsd", xsd.out);
  EXPECT_EQ(read("Fragment", "<a><b>3</b></a><a><b>4</b></a>", schema).out, "{\"b\":3}\n{\"b\":4}\n");
  EXPECT_EQ(read("IgnoreSchema", rows, schema).out, "{\"b\":1}\n{\"b\":2}\n");
  EXPECT_THAT(read("InferSchema", rows, schema).err, HasSubstr("not for tables that are there"));
}

}  // namespace
}  // namespace dotwire::test

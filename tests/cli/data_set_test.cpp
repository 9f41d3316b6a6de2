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
using testing::Not;

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

}  // namespace
}  // namespace dotwire::test

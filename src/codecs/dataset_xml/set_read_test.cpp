// What .NET 10's DataSet.ReadXml makes of documents that fit their schema loosely. Every expectation was run there.
#include <string>

#include <gtest/gtest.h>

#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/dataset_xml/test_sets.h"

namespace dotwire::dataset_xml {
namespace {

using namespace test_sets;
using model::ValueKind;

std::string read(TableSet set, const std::string& text, ReadMode mode = ReadMode::IgnoreSchema) {
  const Result<ReadResult> result = TableReader().read_set(as_bytes(text), mode, set);
  return result.ok() ? dump(set) : "! " + result.error().to_string();
}

std::string diffgram(const std::string& rows, const std::string& before = "", const std::string& errors = "") {
  std::string text =
      "<diffgr:diffgram xmlns:msdata='urn:schemas-microsoft-com:xml-msdata' "
      "xmlns:diffgr='urn:schemas-microsoft-com:xml-diffgram-v1'><D>" +
      rows + "</D>";
  if (!before.empty()) text += "<diffgr:before>" + before + "</diffgr:before>";
  if (!errors.empty()) text += "<diffgr:errors>" + errors + "</diffgr:errors>";
  return text + "</diffgr:diffgram>";
}

constexpr std::string_view kXsiText = " xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'";

TEST(DatasetXmlSetRead, FindsTablesAndColumnsAtAnyDepth) {
  EXPECT_EQ(read(two_columns(), "<D><U><A>1</A></U><T><C><A>5</A></C><A>1</A><x:A xmlns:x='u'>2</x:A>t</T></D>"),
            "T{Added(A=[5] B=null ) } ");
  EXPECT_EQ(read(two_columns(), "<X><Y><T><A>1</A></T></Y><T><A>2</A></T></X>"),
            "T{Added(A=[1] B=null ) Added(A=[2] B=null ) } ");
  EXPECT_EQ(read(two_columns(), "<D><T><B>a<A>3</A>b</B></T></D>"), "T{Added(A=[3] B=[a] ) } ");
  EXPECT_EQ(read(two_columns(), "<D><T><B>1</B><B>x<A>3</A></B></T></D>"), "T{Added(A=[3] B=[1] ) } ");
}

TEST(DatasetXmlSetRead, TakesTheFirstRunOfText) {
  EXPECT_EQ(read(two_columns(),
                 "<D><T><B> </B></T><T><B>&#32;</B></T><T><B><![CDATA[ ]]></B></T><T><B> <!-- c -->x</B></T>"
                 "<T><B>a<!-- c -->x</B></T><T><B>a<![CDATA[b]]>c</B></T></D>"),
            "T{Added(A=null B=[] ) Added(A=null B=[ ] ) Added(A=null B=[ ] ) Added(A=null B=[x] ) "
            "Added(A=null B=[a] ) Added(A=null B=[abc] ) } ");
}

TEST(DatasetXmlSetRead, TakesNilForNullWhereThereIsNoText) {
  EXPECT_EQ(read(two_columns(), "<D" + std::string(kXsiText) + "><T><A xsi:nil='true'/><B xsi:nil='1'>x</B></T></D>"),
            "T{Added(A=null B=[x] ) } ");
}

// .NET has null there for all but strings, though it writes so only what is not null.
TEST(DatasetXmlSetRead, KeepsEmptyOriginals) {
  const std::string text =
      diffgram("<T diffgr:id='T1' msdata:rowOrder='0' diffgr:hasChanges='modified'><A>AQ==</A></T>",
               "<T diffgr:id='T1' msdata:rowOrder='0'><A/><B/><C/></T>");
  for (const bool like_dotnet : {true, false}) {
    TableSet set;
    Table& table = *set.tables.emplace_back(std::make_unique<Table>());
    table.name = "T";
    table.add_column("A", ValueKind::Bytes);
    table.add_column("B", ValueKind::Int32);
    table.add_column("C", ValueKind::String);
    ReadOptions options;
    options.like_dotnet = like_dotnet;
    const Result<ReadResult> result = TableReader(options).read_set(as_bytes(text), ReadMode::DiffGram, set);
    ASSERT_TRUE(result.ok()) << result.error().to_string();
    const model::Row row = table.row(0);
    EXPECT_EQ(table.columns[0]->is_null(row.original), like_dotnet);
    EXPECT_TRUE(table.columns[1]->is_null(row.original));
    EXPECT_FALSE(table.columns[2]->is_null(row.original));
  }
}

TEST(DatasetXmlSetRead, TakesARootThatIsARow) {
  EXPECT_EQ(read(two_columns(), "<T><A>1</A><B>x</B></T>"), "T{Added(A=[1] B=[x] ) } ");
  TableSet same = two_columns();
  same.name = "T";
  EXPECT_EQ(read(std::move(same), "<T><A>1</A></T>"), "T{Added(A=[1] B=null ) } ");
  same = two_columns();
  same.name = "T";
  EXPECT_EQ(read(std::move(same), "<T><T><A>1</A></T></T>"), "T{Added(A=[1] B=null ) } ");
}

// The inner row is complete before the outer one.
TEST(DatasetXmlSetRead, TakesRowsInsideRowsOfTheirOwnTable) {
  EXPECT_EQ(read(two_columns(), "<D><T><A>1</A><T><A>2</A></T><B>b</B></T><T><A>3</A></T></D>"),
            "T{Added(A=[2] B=null ) Added(A=[1] B=[b] ) Added(A=[3] B=null ) } ");
}

TEST(DatasetXmlSetRead, GivesNestedRowsTheKeyOfTheirParent) {
  EXPECT_EQ(read(nested(),
                 "<D><P><Id>1</Id><C><Cid>7</Cid></C><N>n</N><C><Cid>8</Cid><Pid>99</Pid></C></P>"
                 "<C><Cid>9</Cid></C></D>"),
            "P{Added(Id=[1] N=[n] ) } C{Added(Cid=[7] Pid=[1] ) Added(Cid=[8] Pid=[1] ) Added(Cid=[9] Pid=null ) } ");
}

// Text cells are changed after the fact.
TEST(DatasetXmlSetRead, GivesNestedRowsATextKey) {
  TableSet set = nested();
  set.relations[0].parent_columns = {1};
  set.tables[1]->add_column("Pn", ValueKind::String);
  set.relations[0].child_columns = {2};
  EXPECT_EQ(read(std::move(set), "<D><P><C><Cid>7</Cid><Pn>other</Pn></C><C/><N>key</N></P><C><Pn>z</Pn></C></D>"),
            "P{Added(Id=null N=[key] ) } C{Added(Cid=[7] Pid=null Pn=[key] ) Added(Cid=null Pid=null Pn=[key] ) "
            "Added(Cid=null Pid=null Pn=[z] ) } ");
}

TEST(DatasetXmlSetRead, TakesSimpleContent) {
  TableSet set;
  set.name = "D";
  Table& table = add_table(set, "T");
  table.add_column("U", ValueKind::String).mapping = MappingType::Attribute;
  table.add_column("V", ValueKind::String).mapping = MappingType::SimpleContent;
  EXPECT_EQ(read(std::move(set), "<D" + std::string(kXsiText) +
                                     "><T U='u'>v</T><T U='x' xsi:nil='true'/><T/><T U='q'>a<!--c-->b</T><T> </T>"
                                     "<T xsi:nil='true'>zz</T></D>"),
            "T{Added(U=[u] V=[v] ) Added(U=[x] V=null ) Added(U=null V=null ) Added(U=[q] V=[a] ) "
            "Added(U=null V=null ) Added(U=null V=[zz] ) } ");
}

TEST(DatasetXmlSetRead, TakesAnElementForAnAttributeColumn) {
  TableSet set;
  set.name = "D";
  Table& table = add_table(set, "T");
  table.add_column("U", ValueKind::String).mapping = MappingType::Attribute;
  table.add_column("E", ValueKind::String);
  EXPECT_EQ(read(std::move(set), "<D><T E='e'><U>x</U></T><T U='a'><U>b</U><E>e</E></T></D>"),
            "T{Added(U=[x] E=null ) Added(U=[a] E=[e] ) } ");
}

TEST(DatasetXmlSetRead, TakesFragments) {
  EXPECT_EQ(read(two_columns(), "<X><T><A>1</A></T></X><T><A>2</A></T>", ReadMode::Fragment),
            "T{Added(A=[1] B=null ) Added(A=[2] B=null ) } ");
}

TEST(DatasetXmlDiffgramRead, TakesStatesAndOriginals) {
  EXPECT_EQ(
      read(two_columns(), diffgram("<T diffgr:id='T1' msdata:rowOrder='0'><A>1</A></T>"
                                   "<T diffgr:id='T2' msdata:rowOrder='1' diffgr:hasChanges='modified'><B>n</B></T>"
                                   "<T diffgr:id='T4' msdata:rowOrder='3' diffgr:hasChanges='inserted'/>",
                                   "<T diffgr:id='T2' msdata:rowOrder='1'><A>2</A></T>"
                                   "<T diffgr:id='T3' msdata:rowOrder='2'><A>3</A></T>")),
      "T{Unchanged(A=[1] B=null ) Modified(A=null<[2]> B=[n]<null> ) Deleted(A=[3] B=null ) "
      "Added(A=null B=null ) } ");
}

TEST(DatasetXmlDiffgramRead, TakesRowsWhoseOriginalsAreNotThereForAdded) {
  EXPECT_EQ(
      read(two_columns(), diffgram("<T diffgr:id='T1' msdata:rowOrder='0' diffgr:hasChanges='modified'><A>1</A></T>")),
      "T{Added(A=[1] B=null ) } ");
  EXPECT_EQ(
      read(two_columns(), diffgram("<T diffgr:id='T1' msdata:rowOrder='0' diffgr:hasChanges='descent'><A>1</A></T>")),
      "T{Added(A=[1] B=null ) } ");
}

TEST(DatasetXmlDiffgramRead, PutsRowsInAtTheirPlaces) {
  EXPECT_EQ(read(two_columns(), diffgram("<T diffgr:id='T1' msdata:rowOrder='5'><A>1</A></T>"
                                         "<T diffgr:id='T2' msdata:rowOrder='0'><A>2</A></T>"
                                         "<T diffgr:id='T3' msdata:rowOrder='1'><A>3</A></T>"
                                         "<T diffgr:id='T4'><A>4</A></T>")),
            "T{Unchanged(A=[2] B=null ) Unchanged(A=[3] B=null ) Unchanged(A=[1] B=null ) Unchanged(A=[4] B=null ) } ");
}

TEST(DatasetXmlDiffgramRead, TakesTheLastOfRowsWithOneId) {
  EXPECT_EQ(
      read(two_columns(), diffgram("<T diffgr:id='T1' msdata:rowOrder='0' diffgr:hasChanges='modified'><A>1</A></T>"
                                   "<T diffgr:id='T1' msdata:rowOrder='1' diffgr:hasChanges='modified'><A>2</A></T>",
                                   "<T diffgr:id='T1' msdata:rowOrder='1'><A>9</A></T>")),
      "T{Added(A=[1] B=null ) Modified(A=[2]<[9]> B=null<null> ) } ");
  EXPECT_EQ(read(two_columns(), diffgram("<T diffgr:id='T1' msdata:rowOrder='0'><A>1</A></T>",
                                         "<T diffgr:id='T1' msdata:rowOrder='0'><A>9</A></T>")),
            "T{Deleted(A=[9] B=null ) Unchanged(A=[1] B=null ) } ");
}

TEST(DatasetXmlDiffgramRead, OrdersNestedRowsByTheirNumbers) {
  EXPECT_EQ(read(nested(), diffgram("<P diffgr:id='P1' msdata:rowOrder='0'><Id>1</Id>"
                                    "<C diffgr:id='C2' msdata:rowOrder='1'><Cid>5</Cid></C>"
                                    "<C diffgr:id='C1' msdata:rowOrder='0'><Cid>6</Cid></C></P>")),
            "P{Unchanged(Id=[1] N=null ) } C{Unchanged(Cid=[6] Pid=[1] ) Unchanged(Cid=[5] Pid=[1] ) } ");
}

TEST(DatasetXmlDiffgramRead, DoesNotMindParentsThatAreNotThere) {
  EXPECT_EQ(read(nested(), diffgram("<P diffgr:id='P1' msdata:rowOrder='0'><Id>1</Id></P>",
                                    "<C diffgr:id='C1' diffgr:parentId='P77' msdata:rowOrder='0'><Cid>5</Cid></C>")),
            "P{Unchanged(Id=[1] N=null ) } C{Deleted(Cid=[5] Pid=null ) } ");
}

TEST(DatasetXmlDiffgramRead, RefusesWhatDotNetRefuses) {
  EXPECT_EQ(read(nested(), diffgram("<P><Id>1</Id><C msdata:rowOrder='3'><Cid>5</Cid></C></P>")),
            "! malformed (C/rows/[0]): a msdata:rowOrder leaves places without rows");
  EXPECT_EQ(read(nested(), diffgram("<P><Id>1</Id><C msdata:rowOrder='0'/><C msdata:rowOrder='0'/></P>")),
            "! malformed (C/rows/[1]): two rows have one msdata:rowOrder");
  EXPECT_EQ(read(two_columns(), diffgram("<T diffgr:id='T1' msdata:rowOrder='0'/>", "", "<T diffgr:id='T1'/>")),
            "! malformed at line 1, column 188: errors of a row that is not there, or says that it has none");
}

TEST(DatasetXmlDiffgramRead, TakesErrorsOfRowsAndColumns) {
  TableSet set = two_columns();
  const std::string text =
      diffgram("<T diffgr:id='T1' msdata:rowOrder='0' diffgr:hasErrors='true'><A>1</A></T>",
               "<T diffgr:id='T2' diffgr:hasErrors='true' msdata:rowOrder='0'/>",
               "<T diffgr:id='T1' diffgr:Error='e'><B diffgr:Error='of B'/></T><T diffgr:id='T2' diffgr:Error='d'/>");
  ASSERT_TRUE(TableReader().read_set(as_bytes(text), ReadMode::DiffGram, set).ok());
  EXPECT_EQ(dump(set), "T{Deleted(A=null B=null ) Unchanged(A=[1] B=null ) } ");
  const std::vector<model::RowErrors>& errors = set.tables[0]->row_errors;
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_EQ(errors[0].row, 0U);
  EXPECT_EQ(errors[0].text, "d");
  EXPECT_EQ(errors[1].row, 1U);
  EXPECT_EQ(errors[1].text, "e");
  ASSERT_EQ(errors[1].columns.size(), 1U);
  EXPECT_EQ(errors[1].columns[0].column, 1U);
  EXPECT_EQ(errors[1].columns[0].text, "of B");
}

TEST(DatasetXmlDiffgramRead, IsFoundInAnything) {
  const std::string text = "<s:E xmlns:s='s'><s:Body>" + diffgram("<T><A>1</A></T>") + "</s:Body></s:E>";
  EXPECT_EQ(read(two_columns(), text, ReadMode::Auto), "T{Unchanged(A=[1] B=null ) } ");
  EXPECT_EQ(read(two_columns(), text, ReadMode::DiffGram), "T{Unchanged(A=[1] B=null ) } ");
}

// .NET passes over them.
TEST(DatasetXmlDiffgramRead, RefusesRowsOfTablesThatAreNotThereUnlessLikeDotNet) {
  const std::string text = diffgram("<T diffgr:id='T1' xmlns='urn:other'><A>1</A></T>");
  EXPECT_EQ(read(two_columns(), text), "T{} ");
  ReadOptions options;
  options.like_dotnet = false;
  TableSet set = two_columns();
  const Result<ReadResult> result = TableReader(options).read_set(as_bytes(text), ReadMode::DiffGram, set);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message(), "a row of a table that the schema does not have: T of namespace urn:other");

  std::string twice = diffgram("<T diffgr:id='T1' msdata:rowOrder='0'><A>1</A></T>");
  const std::size_t end = twice.find("</diffgr:diffgram>");
  twice.insert(end, "<D><T diffgr:id='T2' msdata:rowOrder='1'><A>2</A></T></D><D/>");
  EXPECT_EQ(read(two_columns(), twice), "T{Unchanged(A=[1] B=null ) } ");
  TableSet other = two_columns();
  const Result<ReadResult> lost = TableReader(options).read_set(as_bytes(twice), ReadMode::DiffGram, other);
  ASSERT_FALSE(lost.ok());
  EXPECT_EQ(lost.error().message(), "a row behind the element with the rows: .NET passes it over");
}

TEST(DatasetXmlDiffgramRead, KeepsTheNumbersOfRowsUnlessLikeDotNet) {
  const std::string text = diffgram("<T diffgr:id='T12' msdata:rowOrder='0'/><T diffgr:id='T1' msdata:rowOrder='1'/>");
  TableSet set = two_columns();
  ASSERT_TRUE(TableReader().read_set(as_bytes(text), ReadMode::DiffGram, set).ok());
  EXPECT_TRUE(set.tables[0]->row_ids.empty());
  ReadOptions options;
  options.like_dotnet = false;
  set = two_columns();
  ASSERT_TRUE(TableReader(options).read_set(as_bytes(text), ReadMode::DiffGram, set).ok());
  EXPECT_EQ(set.tables[0]->row_ids, (std::vector<std::uint64_t>{12, 1}));
}

}  // namespace
}  // namespace dotwire::dataset_xml

// What .NET 10 writes of DataSets that the golden files do not hold. Every expectation was run there.
#include <string>

#include <gtest/gtest.h>

#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/dataset_xml/test_sets.h"

namespace dotwire::dataset_xml {
namespace {

using namespace test_sets;

WriteOptions options() {
  WriteOptions options;
  options.newline = "\n";
  options.schema = false;
  options.dialect = Dialect::Net10;
  return options;
}

template <class Write>
std::string written(Write write) {
  Buffer out;
  const Status status = write(out);
  return status.ok() ? std::string(out.text()) : "! " + status.error().to_string();
}
std::string xml_of(const TableSet& set) {
  return written([&](Buffer& out) { return write_xml(set, options(), out); });
}
std::string diffgram_of(const TableSet& set) {
  return written([&](Buffer& out) { return write_diffgram(set, options(), out); });
}

constexpr std::string_view kDiffgramStart =
    "<diffgr:diffgram xmlns:msdata=\"urn:schemas-microsoft-com:xml-msdata\" "
    "xmlns:diffgr=\"urn:schemas-microsoft-com:xml-diffgram-v1\">\n";

// P(1, "a b") with C(1, 1) deleted, C(2, 1) with errors, and C(3, null) outside.
TableSet nested_rows() {
  TableSet set = nested();
  set.tables[0]->columns[0]->append(std::int32_t{1});
  set.tables[0]->columns[1]->append_text("a b");
  set.tables[0]->added_plain_rows(1);
  Table& child = *set.tables[1];
  for (std::int32_t i = 1; i <= 3; ++i) {
    child.columns[0]->append(i);
    if (i < 3) child.columns[1]->append(std::int32_t{1});
  }
  child.columns[1]->append_null();
  child.add_row({RowState::Deleted, 0, model::kNoRecord, model::kNoRecord});
  child.add_row({RowState::Unchanged, 1, 1, model::kNoRecord});
  child.add_row({RowState::Unchanged, 2, 2, model::kNoRecord});
  child.row_errors.push_back({1, "bad", {{0, "x<y"}}});
  return set;
}

TEST(DatasetXmlSetWrite, PutsNestedRowsIntoTheirParents) {
  const TableSet set = nested_rows();
  EXPECT_EQ(xml_of(set),
            "<D>\n  <P>\n    <Id>1</Id>\n    <N>a b</N>\n    <C>\n      <Cid>2</Cid>\n      <Pid>1</Pid>\n    </C>\n"
            "  </P>\n  <C>\n    <Cid>3</Cid>\n  </C>\n</D>");
  const auto table = [&](int i) {
    return written([&](Buffer& out) { return write_xml(*set.tables[i], &set, options(), out); });
  };
  EXPECT_EQ(table(0),
            "<D>\n  <P>\n    <Id>1</Id>\n    <N>a b</N>\n    <C>\n      <Cid>2</Cid>\n      <Pid>1</Pid>\n    </C>\n"
            "  </P>\n</D>");
  EXPECT_EQ(table(1), "<D>\n  <C>\n    <Cid>3</Cid>\n  </C>\n</D>");
}

TEST(DatasetXmlSetWrite, WritesADiffgramOfNestedRows) {
  const TableSet set = nested_rows();
  const std::string rest =
      "  <diffgr:before>\n    <C diffgr:id=\"C1\" diffgr:parentId=\"P1\" msdata:rowOrder=\"0\">\n      <Cid>1</Cid>\n"
      "      <Pid>1</Pid>\n    </C>\n  </diffgr:before>\n  <diffgr:errors>\n"
      "    <C diffgr:id=\"C2\" diffgr:Error=\"bad\">\n      <Cid diffgr:Error=\"x&lt;y\" />\n    </C>\n"
      "  </diffgr:errors>\n</diffgr:diffgram>";
  const std::string outside = "    <C diffgr:id=\"C3\" msdata:rowOrder=\"2\">\n      <Cid>3</Cid>\n    </C>\n  </D>\n";
  EXPECT_EQ(diffgram_of(set),
            std::string(kDiffgramStart) +
                "  <D>\n    <P diffgr:id=\"P1\" msdata:rowOrder=\"0\">\n      <Id>1</Id>\n      <N>a b</N>\n"
                "      <C diffgr:id=\"C2\" msdata:rowOrder=\"1\" diffgr:hasErrors=\"true\">\n        <Cid>2</Cid>\n"
                "        <Pid>1</Pid>\n      </C>\n    </P>\n" +
                outside + rest);
  EXPECT_EQ(written([&](Buffer& out) { return write_diffgram(*set.tables[1], &set, options(), out); }),
            std::string(kDiffgramStart) + "  <D>\n" + outside + rest);
}

// T, prefix t, in n:N: attributes x:a and b of urn:y without a prefix, elements x:e and f.
TableSet namespaces() {
  TableSet set;
  set.name = "N";
  set.namespace_uri = "urn:n";
  set.prefix = "n";
  Table& table = add_table(set, "T");
  table.prefix = "t";
  const auto add = [&](const char* name, MappingType mapping, const char* space, const char* prefix) {
    Column& column = table.add_column(name, ValueKind::String);
    column.mapping = mapping;
    column.namespace_uri = space;
    column.namespace_set = *space != '\0';
    column.prefix = prefix;
  };
  add("a", MappingType::Attribute, "urn:x", "x");
  add("b", MappingType::Attribute, "urn:y", "");
  add("e", MappingType::Element, "urn:x", "x");
  add("f", MappingType::Element, "", "");
  const char* const cells[3][4] = {{"1", "2", "3", "4"}, {nullptr, "2", "3", " "}, {"1", nullptr, "", ""}};
  for (const auto& row : cells) {
    for (std::size_t i = 0; i < 4; ++i) {
      row[i] == nullptr ? table.columns[i]->append_null() : table.columns[i]->append_text(row[i]);
    }
  }
  table.added_plain_rows(3);
  return set;
}

TEST(DatasetXmlSetWrite, DeclaresNamespacesWhereTheyAreNeeded) {
  EXPECT_EQ(xml_of(namespaces()),
            "<n:N xmlns:n=\"urn:n\">\n"
            "  <t:T x:a=\"1\" d2p1:b=\"2\" xmlns:d2p1=\"urn:y\" xmlns:x=\"urn:x\" xmlns:t=\"urn:n\">\n"
            "    <x:e>3</x:e>\n    <f xmlns=\"urn:n\">4</f>\n  </t:T>\n"
            "  <t:T d2p1:b=\"2\" xmlns:d2p1=\"urn:y\" xmlns:t=\"urn:n\">\n"
            "    <x:e xmlns:x=\"urn:x\">3</x:e>\n    <f xml:space=\"preserve\" xmlns=\"urn:n\"> </f>\n  </t:T>\n"
            "  <t:T x:a=\"1\" xmlns:x=\"urn:x\" xmlns:t=\"urn:n\">\n    <x:e />\n    <f xmlns=\"urn:n\" />\n  </t:T>\n"
            "</n:N>");
}

TEST(DatasetXmlSetWrite, DeclaresNamespacesInADiffgram) {
  TableSet set = namespaces();
  Table& table = *set.tables[0];
  table.add_row({RowState::Added, model::kNoRecord, 0, model::kNoRecord});  // the list of rows is explicit now
  table.set_row(0, {RowState::Modified, 0, 0, model::kNoRecord});
  table.set_row(3, {RowState::Deleted, 2, model::kNoRecord, model::kNoRecord});
  table.row_errors.push_back({0, "", {{2, "oops"}}});
  EXPECT_EQ(
      diffgram_of(set),
      std::string(kDiffgramStart) +
          "  <n:N xmlns:n=\"urn:n\">\n"
          "    <t:T diffgr:id=\"T1\" msdata:rowOrder=\"0\" diffgr:hasChanges=\"modified\" diffgr:hasErrors=\"true\" "
          "x:a=\"1\" d3p1:b=\"2\" xmlns:d3p1=\"urn:y\" xmlns:x=\"urn:x\" xmlns:t=\"urn:n\">\n"
          "      <x:e>3</x:e>\n      <f xmlns=\"urn:n\">4</f>\n    </t:T>\n"
          "    <t:T diffgr:id=\"T2\" msdata:rowOrder=\"1\" d3p1:b=\"2\" xmlns:d3p1=\"urn:y\" xmlns:t=\"urn:n\">\n"
          "      <x:e xmlns:x=\"urn:x\">3</x:e>\n      <f xml:space=\"preserve\" xmlns=\"urn:n\"> </f>\n"
          "    </t:T>\n"
          "    <t:T diffgr:id=\"T3\" msdata:rowOrder=\"2\" x:a=\"1\" xmlns:x=\"urn:x\" xmlns:t=\"urn:n\">\n"
          "      <x:e />\n      <f xmlns=\"urn:n\" />\n    </t:T>\n  </n:N>\n"
          "  <diffgr:before>\n"
          "    <t:T diffgr:id=\"T1\" msdata:rowOrder=\"0\" x:a=\"1\" d3p1:b=\"2\" xmlns:d3p1=\"urn:y\" "
          "xmlns:x=\"urn:x\" xmlns:t=\"urn:n\">\n      <x:e>3</x:e>\n      <f xmlns=\"urn:n\">4</f>\n    </t:T>\n"
          "    <t:T diffgr:id=\"T4\" msdata:rowOrder=\"3\" x:a=\"1\" xmlns:x=\"urn:x\" xmlns:t=\"urn:n\">\n"
          "      <x:e />\n      <f xmlns=\"urn:n\" />\n    </t:T>\n"
          "  </diffgr:before>\n  <diffgr:errors>\n    <t:T diffgr:id=\"T1\" xmlns:t=\"urn:n\">\n"
          "      <x:e diffgr:Error=\"oops\" xmlns:x=\"urn:x\" />\n    </t:T>\n  </diffgr:errors>\n"
          "</diffgr:diffgram>");
}

TEST(DatasetXmlSetWrite, DeclaresNamespacesAsXmlDictionaryWriterDoes) {
  const TableSet set = namespaces();
  const std::string text = written([&](Buffer& out) { return write_contract(set, Contract::Data, options(), out); });
  const std::string rows =
      "<n:N xmlns:n=\"urn:n\"><t:T diffgr:id=\"T1\" msdata:rowOrder=\"0\" x:a=\"1\" a:b=\"2\" xmlns:t=\"urn:n\" "
      "xmlns:x=\"urn:x\" xmlns:a=\"urn:y\"><x:e>3</x:e><f xmlns=\"urn:n\">4</f></t:T>"
      "<t:T diffgr:id=\"T2\" msdata:rowOrder=\"1\" a:b=\"2\" xmlns:t=\"urn:n\" xmlns:a=\"urn:y\">"
      "<x:e xmlns:x=\"urn:x\">3</x:e><f xml:space=\"preserve\" xmlns=\"urn:n\"> </f></t:T>"
      "<t:T diffgr:id=\"T3\" msdata:rowOrder=\"2\" x:a=\"1\" xmlns:t=\"urn:n\" xmlns:x=\"urn:x\"><x:e/>"
      "<f xmlns=\"urn:n\"/></t:T></n:N></diffgr:diffgram></DataSet>";
  ASSERT_GT(text.size(), rows.size());
  EXPECT_EQ(text.substr(text.size() - rows.size()), rows);
}

// xmlns:xsi stands on the root for the sake of T, and not again on the cells of O.
TEST(DatasetXmlSetWrite, DeclaresXsiOnce) {
  TableSet set;
  set.name = "S";
  Table& content = add_table(set, "T");
  content.add_column("V", ValueKind::String).mapping = MappingType::SimpleContent;
  content.columns[0]->append_text("a");
  content.columns[0]->append_null();
  content.added_plain_rows(2);
  Table& objects = add_table(set, "O");
  objects.add_column("x", ValueKind::Object).type_name = "System.Object";
  objects.columns[0]->append_object(objects.graph().make_scalar(ValueKind::Int32, std::int32_t{5}));
  objects.added_plain_rows(1);
  EXPECT_EQ(
      xml_of(set),
      "<S xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n  <T>a</T>\n  <T xsi:nil=\"true\" />\n"
      "  <O>\n    <x xsi:type=\"xs:int\" xs:xmlns=\"xs:int\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">5</x>\n"
      "  </O>\n</S>");
  EXPECT_EQ(diffgram_of(set),
            std::string(kDiffgramStart) +
                "  <S>\n    <T diffgr:id=\"T1\" msdata:rowOrder=\"0\">a</T>\n"
                "    <T diffgr:id=\"T2\" msdata:rowOrder=\"1\" xsi:nil=\"true\" "
                "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" />\n"
                "    <O diffgr:id=\"O1\" msdata:rowOrder=\"0\">\n"
                "      <x xsi:type=\"xs:int\" xs:xmlns=\"xs:int\" xmlns:xs=\"http://www.w3.org/2001/XMLSchema\" "
                "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">5</x>\n    </O>\n  </S>\n</diffgr:diffgram>");
}

// A tree of depth 300 in a table that is nested in itself.
TableSet chain(std::int32_t depth) {
  TableSet set;
  set.name = "D";
  Table& table = add_table(set, "T");
  table.add_column("Id", ValueKind::Int32);
  table.add_column("Up", ValueKind::Int32);
  for (std::int32_t i = 0; i < depth; ++i) {
    table.columns[0]->append(i);
    i == 0 ? table.columns[1]->append_null() : table.columns[1]->append(i - 1);
  }
  table.added_plain_rows(static_cast<std::size_t>(depth));
  model::Relation relation;
  relation.parent_columns = {0};
  relation.child_columns = {1};
  relation.nested = true;
  set.relations.push_back(std::move(relation));
  return set;
}

TEST(DatasetXmlSetWrite, ReadsBackRowsThatAreNestedDeeply) {
  const TableSet set = chain(300);
  const std::string text = diffgram_of(set);
  TableSet again = chain(0);
  const Result<ReadResult> read = TableReader().read_set(as_bytes(text), ReadMode::DiffGram, again);
  ASSERT_TRUE(read.ok()) << read.error().to_string();
  EXPECT_EQ(dump(again), dump(set));
  EXPECT_EQ(diffgram_of(again), text);
}

TEST(DatasetXmlSetWrite, RefusesRowsThatStandInACircle) {
  TableSet set = chain(0);
  Table& table = *set.tables[0];
  for (std::int32_t i = 0; i < 3; ++i) {
    table.columns[0]->append(i);
    table.columns[1]->append((i + 1) % 3);
  }
  table.added_plain_rows(3);
  EXPECT_EQ(xml_of(set), "! not representable: rows stand inside one another in a circle");
  EXPECT_EQ(diffgram_of(set), "! not representable: rows stand inside one another in a circle");
}

TEST(DatasetXmlSetWrite, RefusesARowWithTwoParents) {
  TableSet set = nested_rows();
  set.tables[0]->columns[0]->append(std::int32_t{1});
  set.tables[0]->columns[1]->append_null();
  set.tables[0]->added_plain_rows(1);
  EXPECT_EQ(xml_of(set), "! not representable (C/rows/[1]): a nested row has several parents");
}

}  // namespace
}  // namespace dotwire::dataset_xml

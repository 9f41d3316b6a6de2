// Characters that XML cannot hold are escaped in texts. Names have gone through XmlConvert, and are not encoded again.
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

WriteOptions escaping() {
  WriteOptions options;
  options.newline = "\n";
  options.unfit = xml::Unfit::Escape;
  return options;
}

// "My Set" with "My Table"("Order Id", "a_x0041_" of its own namespace, "at b" as attribute), and a relation to
// "Sub Table"; every name needs encoding.
TableSet named() {
  TableSet set;
  set.name = "My Set";
  set.tables.push_back(std::make_unique<Table>());
  set.tables.push_back(std::make_unique<Table>());
  Table& table = *set.tables[0];
  table.name = "My Table";
  table.add_column("Order Id", ValueKind::String).append_text("a\x01");
  Column& own = table.add_column("a_x0041_", ValueKind::String);
  own.namespace_uri = "urn:_x0042_";
  own.append_text("_x0043_");
  Column& attribute = table.add_column("at b", ValueKind::String);
  attribute.mapping = MappingType::Attribute;
  attribute.append_text("c");
  model::UniqueConstraint key;
  key.name = "key 1";
  key.columns = {0};
  key.primary_key = true;
  table.constraint_order.push_back({false, 0});
  table.unique_constraints.push_back(key);
  table.added_plain_rows(1);
  Table& child = *set.tables[1];
  child.name = "Sub Table";
  child.add_column("Order Id", ValueKind::String).append_text("a\x01");
  child.added_plain_rows(1);
  model::Relation relation;
  relation.name = "to sub";
  relation.parent_table = 0;
  relation.child_table = 1;
  relation.parent_columns = {0};
  relation.child_columns = {0};
  set.relations.push_back(relation);
  return set;
}

// The names of everything, and the cells, which stay as they were written.
std::string names_and_cells(const TableSet& set) {
  std::string text = set.name;
  for (const auto& table : set.tables) {
    text += " {" + table->name;
    for (const auto& column : table->columns) {
      text += " " + column->name + "=";
      text += column->record_count() == 0 || column->is_null(0) ? "-" : "[" + std::string(column->text(0)) + "]";
    }
    for (const auto& key : table->unique_constraints) text += " key " + key.name;
    text += "}";
  }
  for (const auto& relation : set.relations) text += " " + relation.name;
  return text;
}

std::string read_again(const Buffer& out) {
  TableSet set;
  ReadOptions options;
  options.like_dotnet = false;
  const Result<ReadResult> read = TableReader(options).read_set(out.bytes(), ReadMode::ReadSchema, set);
  return read.ok() ? names_and_cells(set) : "! " + read.error().to_string() + "\n" + std::string(out.text());
}

constexpr const char* kNamed =
    "My Set {My Table Order Id=[a_x0001_] a_x0041_=[_x005F_x0043_] at b=[c] key key 1}"
    " {Sub Table Order Id=[a_x0001_]} to sub";

TEST(DatasetXmlUnfit, EscapesTextsAndNoNames) {
  Buffer out;
  ASSERT_TRUE(write_xml(named(), escaping(), out).ok());
  EXPECT_EQ(read_again(out), kNamed);
  EXPECT_NE(out.text().find("name=\"Order_x0020_Id\""), std::string_view::npos);
}

TEST(DatasetXmlUnfit, EscapesNoNamesInContracts) {
  for (const Contract contract : {Contract::Data, Contract::NetData}) {
    Buffer out;
    WriteOptions options = escaping();
    options.dictionary_writer = true;
    ASSERT_TRUE(write_contract(named(), contract, options, out).ok());
    EXPECT_EQ(read_again(out), kNamed);
  }
}

TEST(DatasetXmlUnfit, EscapesTheTextsOfASchema) {
  TableSet set = named();
  Column& column = *set.tables[0]->columns[0];
  column.caption = "_x0044_";
  column.caption_set = true;
  Buffer out;
  ASSERT_TRUE(write_xml_schema(set, escaping(), out).ok());
  EXPECT_NE(out.text().find("msdata:Caption=\"_x005F_x0044_\""), std::string_view::npos) << out.text();
}

TEST(DatasetXmlUnfit, LeavesTheMarkupOfASqlXmlAlone) {
  Table table;
  table.name = "T";
  table.add_column("X", ValueKind::SqlXml).append_text("<a b=\"_x0041_\">_x0042_</a>");
  table.added_plain_rows(1);
  Buffer out;
  WriteOptions options = escaping();
  options.schema = false;
  ASSERT_TRUE(write_xml(table, nullptr, options, out).ok());
  EXPECT_NE(out.text().find("<a b=\"_x0041_\">_x0042_</a>"), std::string_view::npos) << out.text();
}

}  // namespace
}  // namespace dotwire::dataset_xml

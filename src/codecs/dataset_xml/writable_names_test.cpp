#include "codecs/dataset_xml/writable_names.h"

#include <gtest/gtest.h>

#include "codecs/dataset_xml/dataset_xml.h"

namespace dotwire::dataset_xml {
namespace {

using model::Column;
using model::MappingType;
using model::Table;
using model::ValueKind;

// T of one column that holds "v".
Table one_column(const char* name, MappingType mapping) {
  Table table;
  table.name = "T";
  Column& column = table.add_column(name, ValueKind::String);
  column.mapping = mapping;
  column.append_text("v");
  table.added_plain_rows(1);
  return table;
}

// The place of the refusal; empty: it was written.
std::string refusal(const Table& table, const model::TableSet* set = nullptr) {
  Buffer out;
  const Status status = write_xml(table, set, {}, out);
  if (status.ok()) return {};
  EXPECT_EQ(status.error().code(), ErrorCode::NotRepresentable);
  return status.error().path();
}

TEST(DatasetXmlNames, RefuseAnAttributeThatDeclaresANamespace) {
  EXPECT_EQ(refusal(one_column("xmlns", MappingType::Attribute)), "columns/xmlns/ColumnName");
  EXPECT_EQ(refusal(one_column("xmlns", MappingType::Element)), "");
  EXPECT_EQ(refusal(one_column("XMLNS", MappingType::Attribute)), "");
  Table without_value = one_column("xmlns", MappingType::Attribute);
  without_value.columns[0]->clear_records();
  without_value.columns[0]->append_null();
  EXPECT_EQ(refusal(without_value), "");
}

TEST(DatasetXmlNames, RefusePrefixesThatAreReserved) {
  for (const MappingType mapping : {MappingType::Attribute, MappingType::Element}) {
    for (const char* prefix : {"xmlns", "xml", "XmlFoo", "a b"}) {
      Table table = one_column("A", mapping);
      table.columns[0]->prefix = prefix;
      EXPECT_EQ(refusal(table), "") << prefix;  // no namespace, so that it is not written
      table.columns[0]->namespace_uri = "urn:x";
      EXPECT_EQ(refusal(table), "columns/A/Prefix") << prefix;
    }
  }
  Table table = one_column("A", MappingType::Element);
  table.prefix = "xmlns";
  table.namespace_uri = "urn:x";
  EXPECT_EQ(refusal(table), "Prefix");
}

TEST(DatasetXmlNames, RefuseNamespacesOfXmlItself) {
  Table table = one_column("A", MappingType::Element);
  for (const char* space : {"http://www.w3.org/XML/1998/namespace", "http://www.w3.org/2000/xmlns/"}) {
    table.columns[0]->namespace_uri = space;
    EXPECT_EQ(refusal(table), "columns/A/Namespace");
  }
}

// As many as are written can be read.
TEST(DatasetXmlNames, RefuseMoreAttributesThanAreRead) {
  for (const std::size_t count : {std::size_t{16'320}, std::size_t{16'321}}) {
    Table table = one_column("A", MappingType::Attribute);
    for (std::size_t i = 1; i < count; ++i) {
      Column& column = table.add_column("A" + std::to_string(i), ValueKind::String);
      column.mapping = MappingType::Attribute;
      column.append_text("v");
    }
    EXPECT_EQ(refusal(table), count == 16'320 ? "" : "Columns");
    if (count != 16'320) continue;
    Buffer out;
    ASSERT_TRUE(write_xml(table, nullptr, {}, out).ok());
    Table back;
    EXPECT_TRUE(TableReader(ReadOptions()).read(out, back).ok());
    EXPECT_EQ(back.columns.size(), count);
  }
}

TEST(DatasetXmlNames, RefuseADataSetWithoutANameInASchema) {
  model::TableSet set;
  set.name.clear();
  EXPECT_EQ(refusal(one_column("A", MappingType::Element), &set), "DataSetName");
}

}  // namespace
}  // namespace dotwire::dataset_xml

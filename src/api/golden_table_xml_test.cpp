// Every golden file of tables in XML, by itself or inside BinaryFormatter: told by its content, and rewritten as it
// was.
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "dotwire/convert.h"
#include "dotwire/identify.h"
#include "support/golden.h"
#include "support/hex.h"

namespace dotwire {
namespace {

using test::GoldenRow;

const std::map<std::string, std::string_view, std::less<>> kFormats = {
    {"xml-schema", "datatable-xml"},
    {"xml-schema-file", "datatable-xml"},
    {"xml-diffgram", "datatable-diffgram"},
    {"xml-diffgram-file", "datatable-diffgram"},
    {"xsd", "datatable-xsd"},
    {"datacontract", "datatable-datacontract"},
    {"bf-remoting-xml", "datatable-binary-xml"},
    {"netdatacontract", "datatable-netdatacontract"}};

std::string_view format_of(const GoldenRow& row) {
  std::string_view format = row.format;
  if (format.starts_with("dataset-")) format.remove_prefix(8);
  const auto found = kFormats.find(format);
  return row.kind == "table" && found != kFormats.end() ? found->second : std::string_view();
}

struct Exception {
  std::string_view case_name;
  std::string_view format;
  std::string_view reason;
};
constexpr Exception kNotRewritten[] = {
    {"trap-self-relation", "bf-remoting-xml", "rows inside rows, and no relation that puts them there"},
    {"dataset-empty", "dataset-xml-diffgram", "without tables there is no schema to read it by"},
    {"strings-surrogates", "datacontract", "a lone surrogate is U+FFFD in the file: there is no way back"},
    {"strings-surrogates", "netdatacontract", "the same"},
};

bool is_exception(const GoldenRow& row) {
  for (const Exception& entry : kNotRewritten) {
    if (row.case_name == entry.case_name && row.format == entry.format) return true;
  }
  return false;
}

TEST(GoldenTableXml, IsToldByItsContent) {
  for (const GoldenRow& row : test::golden_rows()) {
    const std::string_view format = format_of(row);
    if (format.empty() || !row.stored()) continue;
    const Buffer bytes = row.bytes();
    const Format* const found = recognise_format(bytes);
    ASSERT_NE(found, nullptr) << row.name();
    EXPECT_EQ(found->name, format) << row.name();
  }
}

TEST(GoldenTableXml, IsRewrittenAsItWas) {
  std::size_t count = 0;
  for (const GoldenRow& row : test::golden_rows()) {
    const std::string_view format = format_of(row);
    if (format.empty() || !row.stored() || is_exception(row) || row.size > 1'000'000) continue;
    const std::string prefix = row.format.starts_with("dataset-") ? "dataset-" : "";
    Options options;
    if (row.case_name.ends_with("@ny")) options.zone = "EST5EDT,M3.2.0,M11.1.0";
    Buffer schema;
    if (format == "datatable-diffgram") {
      const GoldenRow* xsd = test::find_golden(row.runtime, "table", row.case_name, prefix + "xml-schema");
      if (xsd == nullptr || !xsd->stored()) continue;
      schema = xsd->bytes();
      options.schema = schema.bytes();
      options.schema_name = "schema";
    }
    const Buffer bytes = row.bytes();
    const Format* const found = find_format(format, options);
    ASSERT_NE(found, nullptr);
    const Result<Document> document = read_document(bytes, *found, options);
    ASSERT_TRUE(document.ok()) << row.name() << ": " << document.error().to_string();
    Buffer out;
    const Status written = write_document(*document, *found, out, options);
    ASSERT_TRUE(written.ok()) << row.name() << ": " << written.error().to_string();
    EXPECT_TRUE(test::same_bytes(out, bytes)) << row.name();
    ++count;
  }
  EXPECT_GT(count, 0U) << test::golden_source();
  if (!test::golden_is_whole()) return;
  EXPECT_GT(count, 400U);
}

// The schema of a table alone holds what is nested in it, and the rows are those of the table.
TEST(TableXml, OfATableWithANestedOneIsRewrittenAsItWas) {
  constexpr std::string_view kName = "P";
  Document document;
  model::TableSet& set = document.make_table_set();
  for (const std::string_view name : {kName, std::string_view("C")}) {
    model::Table& table = *set.tables.emplace_back(std::make_unique<model::Table>());
    table.name = name;
    model::Column& column = table.add_column("Id", model::ValueKind::Int32);
    column.append(std::int32_t{1});
    table.added_plain_rows(1);
  }
  set.relations.push_back({.name = "R",
                           .child_table = 1,
                           .parent_columns = {0},
                           .child_columns = {0},
                           .nested = true,
                           .extended_properties = {}});
  Options options;
  options.table = kName;
  for (const char* name : {"datatable-xml", "datatable-xsd"}) {
    Buffer out;
    const Status written = write_document(document, *find_format(name), out, options);
    ASSERT_TRUE(written.ok()) << written.error().to_string();
    EXPECT_NE(out.text().find("MainDataTable=\"P\""), std::string_view::npos) << out.text();
    const Result<Document> read = read_document(out);
    ASSERT_TRUE(read.ok()) << read.error().to_string();
    EXPECT_EQ(read->tables().size(), 2U) << out.text();
    Buffer again;
    ASSERT_TRUE(write_document(*read, *find_format(name), again).ok());
    EXPECT_EQ(again.text(), out.text());
  }
}

}  // namespace
}  // namespace dotwire

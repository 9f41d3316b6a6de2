// Every table of the golden corpus that one table without namespaces and relations can be: read and written again to
// the same bytes, in the dialect that wrote it. What the values are is tested in the formats, against the dumps.
#include "support/golden.h"

#include <string>

#include <gtest/gtest.h>

#include "codecs/dataset_xml/dataset_xml.h"
#include "support/hex.h"

namespace dotwire::dataset_xml {
namespace {

using test::GoldenRow;

struct OutOfScope {
  std::string_view case_name;
  std::string_view reason;
};
constexpr OutOfScope kOutOfScope[] = {
    {"schema-rich", "table and columns in several namespaces"},
    {"schema-rich-nolength", "table and columns in several namespaces"},
    {"schema-rich-dataset", "DataSet and tables in a namespace"},
    {"schema-rich-dataset-nolength", "DataSet and tables in a namespace"},
    {"trap-same-name-namespaces", "two tables of one name in two namespaces"},
    {"trap-self-relation", "a relation nests the table in itself"},
};

bool is_out_of_scope(std::string_view case_name) {
  for (const OutOfScope& entry : kOutOfScope) {
    if (entry.case_name == case_name) return true;
  }
  return false;
}

Dialect dialect_of(const GoldenRow& row) { return row.runtime == "mono" ? Dialect::Mono : Dialect::Net10; }

TimeZone zone_of(const GoldenRow& row) {
  return row.case_name.ends_with("@ny") ? TimeZone::from_posix("EST5EDT,M3.2.0,M11.1.0").value() : TimeZone();
}

ReadOptions read_options(const GoldenRow& row) {
  ReadOptions options;
  options.dialect = dialect_of(row);
  options.zone = zone_of(row);
  options.like_dotnet = false;
  return options;
}

WriteOptions write_options(const GoldenRow& row) {
  WriteOptions options;
  options.dialect = dialect_of(row);
  options.zone = zone_of(row);
  options.newline = "\n";
  options.schema = !row.format.starts_with("xml-ignore");
  if (row.format.ends_with("-file")) options.target = Target::File;
  return options;
}

// The schema for a document without one: as WriteXmlSchema wrote it, or WriteXml where that refused.
Buffer schema_for(const GoldenRow& row) {
  const GoldenRow* schema = test::find_golden(row.runtime, row.kind, row.case_name, "xsd");
  if (schema == nullptr || !schema->stored()) {
    schema = test::find_golden(row.runtime, row.kind, row.case_name, "xml-schema");
  }
  return schema->bytes();
}

Status read(const GoldenRow& row, const Buffer& bytes, model::Table& table, model::TableSet& set) {
  TableReader reader(read_options(row));
  if (row.format == "xsd") return reader.read_schema(bytes, table, &set);
  if (!row.format.starts_with("xml-ignore")) return reader.read(bytes, table, &set);
  DOTWIRE_TRY(reader.read_schema(schema_for(row), table, &set));
  return reader.read_rows(bytes, table);
}

void round_trip(const GoldenRow& row) {
  SCOPED_TRACE(row.name());
  const Buffer bytes = row.bytes();
  model::Table table;
  model::TableSet set;
  const Status status = read(row, bytes, table, set);
  if (is_out_of_scope(row.case_name)) {
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().code(), ErrorCode::Unsupported);
    return;
  }
  ASSERT_TRUE(status.ok()) << status.error().to_string();

  const model::TableSet* around = set.name == "NewDataSet" ? nullptr : &set;
  Buffer written;
  const Status write_status = row.format == "xsd" ? write_xml_schema(table, around, write_options(row), written)
                                                  : write_xml(table, around, write_options(row), written);
  ASSERT_TRUE(write_status.ok()) << write_status.error().to_string();
  EXPECT_TRUE(test::same_bytes(written, bytes));
}

class DatasetXmlGolden : public testing::TestWithParam<const char*> {};

TEST_P(DatasetXmlGolden, ReadAndWrittenGivesTheSameBytes) {
  std::size_t count = 0;
  for (const GoldenRow& row : test::golden_rows()) {
    if (row.kind != "table" || row.format != GetParam() || !row.stored()) continue;
    round_trip(row);
    ++count;
  }
  if (count == 0 && !test::golden_is_whole()) GTEST_SKIP() << "no such file in the " << test::golden_source();
  EXPECT_GT(count, 0U);
}

INSTANTIATE_TEST_SUITE_P(Formats, DatasetXmlGolden,
                         testing::Values("xml-schema", "xml-schema-file", "xml-ignore", "xsd"), [](const auto& format) {
                           std::string name = format.param;
                           for (char& c : name) {
                             if (c == '-') c = '_';
                           }
                           return name;
                         });

// table-formats.md 10: the article's size, with the line ends of Windows.
TEST(DatasetXml, WritesTheArticlesSizeWithCarriageReturns) {
  const GoldenRow* row = test::find_golden("mono", "table", "article-type2-small", "xml-schema");
  if (row == nullptr || !row->stored()) GTEST_SKIP() << "not in the " << test::golden_source();
  model::Table table;
  model::TableSet set;
  ASSERT_TRUE(read(*row, row->bytes(), table, set).ok());
  WriteOptions options = write_options(*row);
  options.newline = "\r\n";
  table.locale_set = false;
  Buffer written;
  ASSERT_TRUE(write_xml(table, nullptr, options, written).ok());
  EXPECT_EQ(written.size(), 3'707U);

  // And it reads the same.
  model::Table again;
  ASSERT_TRUE(TableReader(read_options(*row)).read(written, again).ok());
  Buffer twice;
  ASSERT_TRUE(write_xml(again, nullptr, options, twice).ok());
  EXPECT_TRUE(test::same_bytes(twice, written));
}

TEST(DatasetXml, GivesAnErrorForEveryPrefixOfADocument) {
  const GoldenRow* row = test::find_golden("mono", "table", "all-types-nochar", "xml-schema");
  if (row == nullptr || !row->stored()) GTEST_SKIP() << "not in the " << test::golden_source();
  const Buffer bytes = row->bytes();
  TableReader reader(read_options(*row));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    model::Table table;
    const Status status = reader.read(bytes.bytes().first(size), table);
    ASSERT_FALSE(status.ok()) << size;
    EXPECT_EQ(table.row_count(), 0U);
  }
}

}  // namespace
}  // namespace dotwire::dataset_xml

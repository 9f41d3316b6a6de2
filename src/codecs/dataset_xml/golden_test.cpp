// Every table of the golden corpus, in every XML form: read and written again to the same bytes, in the dialect that
// wrote it. What the values are is tested in the formats, against the dumps.
#include "support/golden.h"

#include <string>

#include <gtest/gtest.h>

#include "codecs/dataset_xml/dataset_xml.h"
#include "support/hex.h"

namespace dotwire::dataset_xml {
namespace {

using test::GoldenRow;

struct Exception {
  std::string_view case_name;
  std::string_view format;  // empty: all
  std::string_view reason;
};
constexpr Exception kExceptions[] = {
    {"dataset-empty", "dataset-xml-diffgram", "without tables there is no schema to read a DiffGram by"},
    {"strings-surrogates", "", "a lone surrogate is U+FFFD in the file: there is no way back"},
};

bool is_exception(const GoldenRow& row) {
  for (const Exception& entry : kExceptions) {
    if (entry.case_name == row.case_name && (entry.format.empty() || entry.format == row.format)) return true;
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

bool of_set(const GoldenRow& row) { return row.format.starts_with("dataset-"); }
std::string_view form_of(const GoldenRow& row) {
  std::string_view form = row.format;
  if (of_set(row)) form.remove_prefix(8);
  if (form.ends_with("-file")) form.remove_suffix(5);
  return form;
}

WriteOptions write_options(const GoldenRow& row) {
  WriteOptions options;
  options.dialect = dialect_of(row);
  options.zone = zone_of(row);
  options.newline = "\n";
  options.schema = form_of(row) != "xml-ignore";
  if (row.format.ends_with("-file")) options.target = Target::File;
  return options;
}

// The schema for a document without one: an inline one, or that of WriteXmlSchema.
Result<model::TableSet> schema_for(const GoldenRow& row) {
  const std::string prefix = of_set(row) ? "dataset-" : "";
  const GoldenRow* schema = nullptr;
  for (const char* form : {"xml-schema", "datacontract", "xsd"}) {
    schema = test::find_golden(row.runtime, row.kind, row.case_name, prefix + form);
    if (schema != nullptr && schema->stored()) break;
  }
  if (schema == nullptr || !schema->stored()) return Error(ErrorCode::InvalidArgument, "no schema for " + row.name());
  model::TableSet set;
  Result<ReadResult> read = TableReader(read_options(row)).read_set_schema(schema->bytes(), set);
  if (!read.ok()) return std::move(read).error();
  return set;
}

bool has_schema(std::string_view form) { return form != "xml-ignore" && form != "xml-diffgram"; }

Result<model::TableSet> read(const GoldenRow& row, const Buffer& bytes) {
  TableReader reader(read_options(row));
  model::TableSet set;
  if (form_of(row) == "xsd") {
    Result<ReadResult> result = reader.read_set_schema(bytes, set);
    if (!result.ok()) return std::move(result).error();
    return set;
  }
  if (!has_schema(form_of(row))) {
    Result<model::TableSet> known = schema_for(row);
    if (!known.ok()) return known;
    set = std::move(*known);
  }
  Result<ReadResult> result = reader.read_set(bytes, ReadMode::Auto, set);
  if (!result.ok()) return std::move(result).error();
  EXPECT_EQ(result->main_table.has_value(), has_schema(form_of(row)) && !of_set(row)) << row.name();
  return set;
}

Status write_table(const GoldenRow& row, const model::TableSet& set, Buffer& out) {
  const std::string_view form = form_of(row);
  const WriteOptions options = write_options(row);
  const model::TableSet* const around = set.name == "NewDataSet" ? nullptr : &set;
  if (form == "xsd") return write_xml_schema(*set.tables[0], around, options, out);
  if (form == "xml-diffgram") return write_diffgram(*set.tables[0], around, options, out);
  if (form == "datacontract") return write_contract(*set.tables[0], around, Contract::Data, options, out);
  if (form == "netdatacontract") return write_contract(*set.tables[0], around, Contract::NetData, options, out);
  return write_xml(*set.tables[0], around, options, out);
}

Status write_set(const GoldenRow& row, const model::TableSet& set, Buffer& out) {
  const std::string_view form = form_of(row);
  const WriteOptions options = write_options(row);
  if (form == "xsd") return write_xml_schema(set, options, out);
  if (form == "xml-diffgram") return write_diffgram(set, options, out);
  if (form == "datacontract") return write_contract(set, Contract::Data, options, out);
  if (form == "netdatacontract") return write_contract(set, Contract::NetData, options, out);
  return write_xml(set, options, out);
}

void round_trip(const GoldenRow& row) {
  SCOPED_TRACE(row.name());
  const Buffer bytes = row.bytes();
  Result<model::TableSet> set = read(row, bytes);
  ASSERT_TRUE(set.ok()) << set.error().to_string();
  Buffer written;
  const Status status = of_set(row) ? write_set(row, *set, written) : write_table(row, *set, written);
  ASSERT_TRUE(status.ok()) << status.error().to_string();
  EXPECT_TRUE(test::same_bytes(written, bytes));
}

class DatasetXmlGolden : public testing::TestWithParam<const char*> {};

TEST_P(DatasetXmlGolden, ReadAndWrittenGivesTheSameBytes) {
  std::size_t count = 0;
  for (const GoldenRow& row : test::golden_rows()) {
    if (row.kind != "table" || row.format != GetParam() || !row.stored() || is_exception(row)) continue;
    round_trip(row);
    ++count;
  }
  if (count == 0 && !test::golden_is_whole()) GTEST_SKIP() << "no such file in the " << test::golden_source();
  EXPECT_GT(count, 0U);
}

INSTANTIATE_TEST_SUITE_P(Formats, DatasetXmlGolden,
                         testing::Values("xml-schema", "xml-schema-file", "xml-ignore", "xml-diffgram",
                                         "xml-diffgram-file", "xsd", "datacontract", "netdatacontract",
                                         "dataset-xml-schema", "dataset-xml-schema-file", "dataset-xml-ignore",
                                         "dataset-xml-ignore-file", "dataset-xml-diffgram", "dataset-xml-diffgram-file",
                                         "dataset-xsd", "dataset-datacontract", "dataset-netdatacontract"),
                         [](const auto& format) {
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
  ASSERT_TRUE(TableReader(read_options(*row)).read(row->bytes(), table).ok());
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

void expect_error_for_every_prefix(std::string_view case_name, std::string_view format) {
  const GoldenRow* row = test::find_golden("mono", "table", std::string(case_name), std::string(format));
  if (row == nullptr || !row->stored()) GTEST_SKIP() << "not in the " << test::golden_source();
  const Buffer bytes = row->bytes();
  TableReader reader(read_options(*row));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    model::TableSet set;
    const Result<ReadResult> result = reader.read_set(bytes.bytes().first(size), ReadMode::ReadSchema, set);
    ASSERT_FALSE(result.ok()) << size;
    for (const auto& table : set.tables) EXPECT_EQ(table->row_count(), 0U);
  }
}

TEST(DatasetXml, GivesAnErrorForEveryPrefixOfADocument) {
  expect_error_for_every_prefix("all-types-nochar", "xml-schema");
  expect_error_for_every_prefix("row-states", "datacontract");
}

}  // namespace
}  // namespace dotwire::dataset_xml

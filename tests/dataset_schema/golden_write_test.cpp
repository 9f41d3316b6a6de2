// Schemas written from the oracle's descriptions against the bytes that .NET and Mono wrote.
#include <cstdio>
#include <string>

#include <gtest/gtest.h>

#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/dataset_xml/schema_write.h"
#include "codecs/dump/load_table.h"
#include "support/file.h"
#include "support/golden.h"
#include "support/hex.h"

namespace dotwire::dataset_xml {
namespace {

using test::GoldenRow;

// The description lists extended properties by their keys, the schema in the order of a hash table.
constexpr std::string_view kSeveralProperties[] = {"schema-rich", "schema-rich-nolength", "schema-rich-nonamespace"};

WriteOptions write_options(const GoldenRow& row) {
  WriteOptions options;
  options.dialect = row.runtime == "mono" ? Dialect::Mono : Dialect::Net10;
  options.zone = row.case_name.ends_with("@ny") ? TimeZone::from_posix("EST5EDT,M3.2.0,M11.1.0").value() : TimeZone();
  options.newline = "\n";
  return options;
}

bool has_several_properties(const GoldenRow& row) {
  for (const std::string_view name : kSeveralProperties) {
    if (row.case_name == name) return true;
  }
  return false;
}

// The schema in a document of WriteXml: from its first tag to its last.
std::string inline_schema(std::string_view document) {
  const std::size_t from = document.find("<xs:schema ");
  const std::size_t to = document.rfind("</xs:schema>");
  if (from == std::string_view::npos || to == std::string_view::npos) return {};
  return std::string(document.substr(from, to + 12 - from));
}

Status write(const dump::LoadedTables& loaded, const GoldenRow& row, Buffer& out) {
  const WriteOptions options = write_options(row);
  const bool whole_set = row.format.starts_with("dataset-");
  const model::TableSet* set = loaded.set.has_value() ? &*loaded.set : nullptr;
  const model::Table* table = set == nullptr ? &*loaded.table : set->tables.empty() ? nullptr : set->tables[0].get();
  if (row.format.ends_with("xsd")) {
    return whole_set ? write_xml_schema(*set, options, out) : write_xml_schema(*table, set, options, out);
  }
  xml::Writer writer(out, {.indent = true, .indentation = "  ", .newline = options.newline, .depth = 1});
  Status status =
      whole_set ? write_schema_element(writer, *set, options) : write_schema_element(writer, *table, set, options);
  if (status.ok()) status = writer.finish();
  return status;
}

class DatasetSchemaGolden : public testing::TestWithParam<const char*> {};

TEST_P(DatasetSchemaGolden, IsWrittenFromTheDescription) {
  std::size_t compared = 0;
  test::for_each_golden(GetParam(), [&](const GoldenRow& row) {
    if (row.kind != "table" || has_several_properties(row)) return;
    const std::string description = test::read_text(row.expected_path());
    if (description.find("\"generated\":true") != std::string::npos) return;
    SCOPED_TRACE(row.name());
    Result<dump::LoadedTables> loaded =
        dump::load_tables({reinterpret_cast<const std::uint8_t*>(description.data()), description.size()});
    ASSERT_TRUE(loaded.ok()) << loaded.error().to_string();
    Buffer out;
    const Status status = write(*loaded, row, out);
    ASSERT_TRUE(status.ok()) << status.error().to_string();
    const Buffer bytes = row.bytes();
    if (row.format.ends_with("xsd")) {
      EXPECT_TRUE(test::same_bytes(out, bytes));
    } else {
      EXPECT_EQ(inline_schema(out.text()), inline_schema(bytes.text()));
    }
    ++compared;
  });
  std::printf("%zu schemas compared, %s\n", compared, std::string(test::golden_source()).c_str());
  EXPECT_GT(compared, 0U) << test::golden_source();
}

INSTANTIATE_TEST_SUITE_P(Formats, DatasetSchemaGolden,
                         testing::Values("xsd", "dataset-xsd", "xml-schema", "xml-schema-file", "dataset-xml-schema",
                                         "dataset-xml-schema-file"),
                         [](const auto& format) {
                           std::string name = format.param;
                           for (char& c : name) {
                             if (c == '-') c = '_';
                           }
                           return name;
                         });

}  // namespace
}  // namespace dotwire::dataset_xml

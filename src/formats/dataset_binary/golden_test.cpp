// Reads what .NET and Mono wrote, writes it again, and compares bytes.
#include "support/golden.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "clr/time_zone.h"
#include "formats/dataset_binary/lightweight.h"
#include "formats/dataset_binary/reader.h"
#include "formats/dataset_binary/remoting_xml.h"
#include "formats/dataset_binary/writer.h"
#include "support/hex.h"

namespace dotwire::dataset_binary {
namespace {

using test::GoldenRow;

Dialect dialect_of_row(const GoldenRow& row) { return row.runtime == "mono" ? Dialect::Mono : Dialect::Net10; }

// All dates of these cases fall under today's rule of the zone.
const TimeZone* zone_of_row(const GoldenRow& row) {
  static const TimeZone new_york = TimeZone::from_posix("EST5EDT,M3.2.0,M11.1.0").value();
  return row.case_name.ends_with("@ny") ? &new_york : nullptr;
}

template <class Content>
void expect_same_bytes(const GoldenRow& row) {
  const Buffer input = row.bytes();
  ReadOptions read_options;
  read_options.zone = zone_of_row(row);
  Reader reader(read_options);
  Content content;
  const Status read = reader.read(input, content);
  ASSERT_TRUE(read.ok()) << row.name() << ": " << read.error().to_string();
  WriteOptions options;
  options.dialect = dialect_of_row(row);
  options.zone = zone_of_row(row);
  Writer writer(options);
  Buffer output;
  const Status written = writer.write(content, output);
  ASSERT_TRUE(written.ok()) << row.name() << ": " << written.error().to_string();
  EXPECT_TRUE(test::same_bytes(output, input)) << row.name();
}

TEST(DatasetBinaryGolden, TablesAreWrittenAsTheyWereRead) {
  const std::size_t count = test::for_each_golden("bf-remoting-binary", expect_same_bytes<model::Table>);
  EXPECT_NE(count, 0U);
}

TEST(DatasetBinaryGolden, SetsAreWrittenAsTheyWereRead) {
  const std::size_t count = test::for_each_golden("dataset-bf-remoting-binary", expect_same_bytes<model::TableSet>);
  EXPECT_NE(count, 0U);
}

dataset_xml::Dialect xml_dialect_of(const GoldenRow& row) {
  return row.runtime == "mono" ? dataset_xml::Dialect::Mono : dataset_xml::Dialect::Net10;
}

// Payloads of one table whose texts show more of its DataSet than a reader is told.
constexpr std::string_view kShowMoreThanTheySay[] = {
    "trap-self-relation/bf-remoting-xml",   // rows inside rows, and no relation that puts them there
    "schema-rich-dataset/bf-remoting-xml",  // xmlns:msprop and the prefix of the set
    "schema-rich-dataset-nolength/bf-remoting-xml",
    "schema-rich-dataset-nonamespace/bf-remoting-xml",  // xmlns:msprop for the sake of other tables' properties
};

void expect_same_xml_bytes(const GoldenRow& row) {
  for (const std::string_view name : kShowMoreThanTheySay) {
    if (row.case_name + "/" + row.format == name) return;
  }
  const Buffer input = row.bytes();
  model::Graph graph;
  ASSERT_TRUE(nrbf::read_graph(input, graph, Limits()).ok());
  const TimeZone zone = zone_of_row(row) != nullptr ? *zone_of_row(row) : TimeZone();
  XmlReadOptions read_options;
  read_options.xml.zone = zone;
  read_options.xml.dialect = xml_dialect_of(row);
  read_options.xml.like_dotnet = false;
  XmlPayload payload;
  model::Table table;
  model::TableSet set;
  const bool of_set = content_of(graph) == Content::XmlSet;
  const Status read = of_set ? read_xml_set(graph, read_options, set, payload)
                             : read_xml_table(graph, read_options, table, set, payload);
  ASSERT_TRUE(read.ok()) << row.name() << ": " << read.error().to_string();
  XmlWriteOptions options;
  options.dialect = dialect_of_row(row);
  options.xml.zone = zone;
  options.xml.dialect = xml_dialect_of(row);
  options.xml.newline = payload.newline;
  options.xml.declare_properties = payload.declares_properties;
  Buffer output;
  const Status written = of_set ? write_xml_payload(set, options, output)
                                : write_xml_payload(table, payload.alone ? nullptr : &set, options, output);
  ASSERT_TRUE(written.ok()) << row.name() << ": " << written.error().to_string();
  EXPECT_TRUE(test::same_bytes(output, input)) << row.name();
}

TEST(DatasetBinaryGolden, XmlOfTablesIsWrittenAsItWasRead) {
  EXPECT_NE(test::for_each_golden("bf-remoting-xml", expect_same_xml_bytes), 0U);
}

TEST(DatasetBinaryGolden, XmlOfSetsIsWrittenAsItWasRead) {
  EXPECT_NE(test::for_each_golden("dataset-bf-remoting-xml", expect_same_xml_bytes), 0U);
}

// .NET reads no schema of several namespaces back (several root elements), nor names of odd characters.
bool is_read_by_dotnet(const GoldenRow& row) { return !row.unreadable(); }

// Payloads whose texts show more than they say.
constexpr std::string_view kLightweightShowsMore[] = {
    "all-types-sql",                    // Mono's SqlString keeps a CompareInfo once it has been compared
    "trap-self-relation",               // an element within itself, and no relation that puts it there
    "schema-rich-dataset-nonamespace",  // xmlns:msprop for the sake of other tables' properties
};

void expect_same_lightweight_bytes(const GoldenRow& row) {
  const Buffer input = row.bytes();
  LightweightReader reader;
  model::Table table;
  model::TableSet set;
  const Result<LightweightRecord> read = reader.read(input, {}, table, set);
  if (!is_read_by_dotnet(row)) return;
  ASSERT_TRUE(read.ok()) << row.name() << ": " << read.error().to_string();
  EXPECT_EQ(read->size, input.size());
  if (std::ranges::find(kLightweightShowsMore, row.case_name) != std::end(kLightweightShowsMore)) return;
  LightweightOptions options;
  options.dialect = dialect_of_row(row);
  options.xml.dialect = xml_dialect_of(row);
  options.xml.newline = read->newline;
  options.xml.declare_properties = read->declares_properties;
  if (const TimeZone* zone = zone_of_row(row); zone != nullptr) options.xml.zone = *zone;
  LightweightWriter writer;
  Buffer output;
  const Status written = writer.write(table, &set, options, output);
  ASSERT_TRUE(written.ok()) << row.name() << ": " << written.error().to_string();
  EXPECT_TRUE(test::same_bytes(output, input)) << row.name();
  // In two parts, and back.
  options.packing = Packing::Parts;
  Buffer parts;
  ASSERT_TRUE(writer.write(table, &set, options, parts).ok());
  model::Table again;
  model::TableSet set_again;
  const Result<LightweightRecord> read_again = reader.read(parts, {}, again, set_again);
  ASSERT_TRUE(read_again.ok()) << row.name() << ": " << read_again.error().to_string();
  EXPECT_EQ(read_again->packing, Packing::Parts);
  EXPECT_EQ(model::first_difference(table, again), "") << row.name();
}

TEST(DatasetBinaryGolden, LightweightIsWrittenAsItWasRead) {
  EXPECT_NE(test::for_each_golden("lightweight", expect_same_lightweight_bytes), 0U);
}

}  // namespace
}  // namespace dotwire::dataset_binary

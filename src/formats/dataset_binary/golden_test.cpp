// Reads what .NET and Mono wrote, writes it again, and compares bytes.
#include "support/golden.h"

#include <gtest/gtest.h>

#include "clr/time_zone.h"
#include "formats/dataset_binary/reader.h"
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

}  // namespace
}  // namespace dotwire::dataset_binary

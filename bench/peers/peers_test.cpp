#include "peers/peers.h"

#include <gmock/gmock.h>

#include "data/generated_tables.h"
#include "measure.h"
#include "peers/peer.h"
#include "peers/ratios.h"

namespace dotwire::bench {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;

DataSet small_data() {
  DataSet data{article_type2("Synthetic.Type2Small", 10), "generated", true};
  mark_added(data.table);
  return data;
}

Measurement measurement(const TableFormat& format, double write, double read) {
  Measurement measurement;
  measurement.format = &format;
  measurement.write.median = write;
  measurement.read.median = read;
  return measurement;
}

TEST(Peers, WhatIsNotThereIsLeftOutAndSaidSo) {
  const Peers peers("no-such-folder", true);
  EXPECT_THAT(peers.left_out(), Contains(AllOf(StartsWith(".NET 10: "), HasSubstr("no-such-folder/net10"))));
  EXPECT_THAT(peers.left_out(), Contains(AllOf(StartsWith("Mono: "), HasSubstr("no-such-folder/mono"))));
  for (const TableFormat& format : peers.formats()) EXPECT_THAT(format.name, Not(StartsWith("dotnet")));
}

TEST(Peers, RowsOfDotnetHaveARowOfOurs) {
  EXPECT_EQ(own_format_of("dotnet10-xml"), "xml");
  EXPECT_EQ(own_format_of("mono-binaryformatter"), "binaryformatter");
  EXPECT_EQ(own_format_of("peer-sqlite"), "");
  EXPECT_EQ(own_format_of("xml"), "");
  EXPECT_EQ(own_format_of("monopoly"), "");
}

TEST(Peers, RatiosAreOfTheSameFormatInTheSameRun) {
  const TableFormat ours{"xml", "XML", "", {}, false};
  const TableFormat dotnet{"dotnet10-xml", ".NET 10 XML", "", {}, true};
  const TableFormat other{"mono-lightweight", "Mono", "", {}, true};
  SuiteResult suite{"Data", "", 1, 1, true, {}};
  suite.measurements = {measurement(ours, 10, 20), measurement(dotnet, 123, 150), measurement(other, 5, 5)};
  EXPECT_EQ(ratios_of(suite, suite.measurements[1]).write, 12.3);
  EXPECT_EQ(ratios_text(suite), "  dotwire is 12 x (written) and 7.5 x (read) as fast as .NET 10 XML\n");
  EXPECT_EQ(ratios_json(suite, suite.measurements[1]), R"(,"dotwire_faster":{"write":12.300,"read":7.500})");
  EXPECT_EQ(ratios_json(suite, suite.measurements[0]), "");
  suite.measurements[1].verdict.failure = "no";
  EXPECT_EQ(ratios_text(suite), "");
}

// Decimals of every scale, dates with kinds and all other kinds, each with nulls.
TEST(Peers, DatabasesGiveEveryValueBack) {
  const Peers peers(DOTWIRE_PEERS_FOLDER, true);
  const DataSet data{types18(3'000, true), "generated", false};
  std::vector<const TableFormat*> formats;
  for (const TableFormat& format : peers.formats()) {
    if (format.name.starts_with("peer-")) formats.push_back(&format);
  }
  if (formats.empty()) GTEST_SKIP() << "no databases";
  for (const Measurement& one : measure(data, formats, {0, 1, 1})) {
    SCOPED_TRACE(one.format->name);
    EXPECT_EQ(one.verdict.failure, "");
    EXPECT_EQ(one.verdict.first_difference, "");
    EXPECT_THAT(one.verdict.remark, HasSubstr("Decimal as 16 bytes"));
  }
}

// Whatever `./run setup --peers` has left in the build folder, and the system's SQLite.
TEST(Peers, EachThatIsHereHoldsType2Small) {
  const Peers peers(DOTWIRE_PEERS_FOLDER, true);
  if (peers.formats().empty()) GTEST_SKIP() << "no peers";
  std::vector<const TableFormat*> formats;
  for (const TableFormat& format : peers.formats()) formats.push_back(&format);
  for (const Measurement& one : measure(small_data(), formats, {0, 1, 1})) {
    SCOPED_TRACE(one.format->name);
    EXPECT_EQ(one.verdict.failure, "");
    EXPECT_GT(one.size, 1000U);
    EXPECT_GT(one.write.median, 0);
    EXPECT_GT(one.read.median, 0);
  }
}

}  // namespace
}  // namespace dotwire::bench

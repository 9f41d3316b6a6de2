#include "peers/peers.h"

#include <filesystem>

#include <gmock/gmock.h>

#include "data/generated_tables.h"
#include "measure.h"
#include "peers/child_process.h"
#include "peers/peer.h"
#include "peers/ratios.h"

namespace dotwire::bench {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;

// A sanitizer does not go together with the allocators of large libraries: SQLite alone remains then.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define DOTWIRE_SANITIZED
#endif
#endif
#if defined(DOTWIRE_SANITIZED) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr const char* kFolder = "no-such-folder";
#else
constexpr const char* kFolder = DOTWIRE_PEERS_FOLDER;
#endif

std::vector<const TableFormat*> formats_of(const Peers& peers, bool (*wanted)(std::string_view name)) {
  std::vector<const TableFormat*> formats;
  for (const TableFormat& format : peers.formats()) {
    if (wanted(format.name)) formats.push_back(&format);
  }
  return formats;
}

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
  const Peers peers(kFolder, true);
  const DataSet data{types18(3'000, true), "generated", false};
  const auto formats = formats_of(peers, [](std::string_view name) { return name.starts_with("peer-"); });
  if (formats.empty()) GTEST_SKIP() << "no databases";
  for (const Measurement& one : measure(data, formats, {0, 1, 1})) {
    SCOPED_TRACE(one.format->name);
    EXPECT_EQ(one.verdict.failure, "");
    EXPECT_EQ(one.verdict.first_difference, "");
    EXPECT_THAT(one.verdict.remark, HasSubstr("Decimal as 16 bytes"));
  }
}

// BinaryFormatter of these runtimes refuses columns of Char, and says so.
TEST(Peers, DotnetHoldsEveryKindOfTheArticle) {
  const Peers peers(kFolder, true);
  const auto formats = formats_of(peers, [](std::string_view name) { return !own_format_of(name).empty(); });
  if (formats.empty()) GTEST_SKIP() << "no .NET";
  DataSet data{article_type1("Synthetic.Type1Large", 50), "generated", false};
  mark_added(data.table);
  for (const Measurement& one : measure(data, formats, {0, 1, 1})) {
    SCOPED_TRACE(one.format->name);
    const bool refused = own_format_of(one.format->name) == kBinary;
    EXPECT_EQ(one.verdict.failed(), refused) << one.verdict.failure;
    EXPECT_EQ(one.verdict.failure.find("Exception") != std::string::npos, refused);
  }
}

TEST(Peers, DotnetSaysWhatItCannotDo) {
  const std::string program = std::string(kFolder) + "/net10/DotwireBench.dll";
  if (!std::filesystem::exists(program)) GTEST_SKIP() << "no .NET 10";
  const auto child = ChildProcess::start({"dotnet", program}, {});
  ASSERT_TRUE(child.ok());
  EXPECT_THAT((*child)->ask({"dance"}).error().message(), HasSubstr("no command dance"));
  EXPECT_THAT((*child)->ask({"write", "yaml", "x"}).error().message(), HasSubstr("no serializer yaml"));
  EXPECT_THAT((*child)->ask({"load", "/no-such-file"}).error().message(), HasSubstr("/no-such-file"));
  EXPECT_THAT((*child)->ask({"formats"}).value(), StartsWith("xml "));
}

// Whatever `./run setup --peers` has left in the build folder, and the system's SQLite.
TEST(Peers, EachThatIsHereHoldsType2Small) {
  const Peers peers(kFolder, true);
  const auto formats = formats_of(peers, [](std::string_view) { return true; });
  if (formats.empty()) GTEST_SKIP() << "no peers";
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

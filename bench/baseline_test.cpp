#include "baseline.h"

#include <fstream>

#include <gmock/gmock.h>

#include "support/temp_dir.h"

namespace dotwire::bench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string interval(double low, double median, double high) {
  return "{\"median\":" + std::to_string(median) + ",\"low\":" + std::to_string(low) +
         ",\"high\":" + std::to_string(high) + "}";
}

std::string report(const std::string& rows, const std::string& head = "") {
  return "{\"version\":1," + head + "\"rows\":[" + rows + "]}";
}

std::string row(const std::string& format, const std::string& members) {
  return R"({"suite":"datatable","data":"D","format":")" + format + "\"," + members + "}";
}

Comparison compared(const std::string& before, const std::string& after, const Asked& asked = {}) {
  const Buffer earlier({reinterpret_cast<const std::uint8_t*>(before.data()), before.size()});
  Result<Comparison> found = compare("old.json", earlier, after, asked);
  EXPECT_TRUE(found.ok()) << found.error().to_string();
  return found.ok() ? std::move(found).value() : Comparison{};
}

Comparison compared_times(const std::string& before, const std::string& after) {
  return compared(report(row("xml", "\"size\":5,\"write_ns\":" + before)),
                  report(row("xml", "\"size\":5,\"write_ns\":" + after)));
}

TEST(Baseline, ATimeMovedWhenIntervalsAreApartAndMediansToo) {
  const Comparison found = compared_times(interval(90, 100, 105), interval(106, 110, 115));
  ASSERT_EQ(found.slower.size(), 1U);
  EXPECT_EQ(found.slower[0].row, "datatable D xml");
  EXPECT_EQ(found.slower[0].what, "write_ns");
  EXPECT_DOUBLE_EQ(found.slower[0].ratio(), 1.1);
  EXPECT_THAT(found.faster, IsEmpty());
}

TEST(Baseline, FasterIsToldApart) {
  const Comparison found = compared_times(interval(99, 100, 101), interval(49, 50, 51));
  EXPECT_THAT(found.slower, IsEmpty());
  ASSERT_EQ(found.faster.size(), 1U);
  EXPECT_EQ(found.faster[0].after, 50);
}

TEST(Baseline, OverlappingIntervalsDidNotMove) {
  const Comparison found = compared_times(interval(90, 100, 120), interval(119, 150, 160));
  EXPECT_EQ(found.times, 1U);
  EXPECT_THAT(found.slower, IsEmpty());
}

TEST(Baseline, AFewPerCentDidNotMoveHoweverNarrowTheIntervals) {
  EXPECT_THAT(compared_times(interval(100, 100, 100), interval(104, 104, 104)).slower, IsEmpty());
  EXPECT_THAT(compared_times(interval(104, 104, 104), interval(100, 100, 100)).faster, IsEmpty());
}

TEST(Baseline, FewSamplesTellNothing) {
  const auto of = [](const char* samples, int ns) {
    const std::string figure = std::to_string(ns);
    return "{\"median\":" + figure + ",\"low\":" + figure + ",\"high\":" + figure + ",\"samples\":" + samples + "}";
  };
  EXPECT_EQ(compared_times(of("6", 100), of("6", 200)).slower.size(), 1U);
  const Comparison few = compared_times(of("6", 100), of("5", 200));
  EXPECT_THAT(few.slower, IsEmpty());
  EXPECT_EQ(few.unsure, 1U);
  EXPECT_THAT(baseline_text(few), HasSubstr("1 times have too few samples to tell"));
}

TEST(Baseline, SizesAndAllocationsAlwaysCount) {
  const Comparison found =
      compared(report(row("xml", R"("size":1000,"zstd_size":7,"write_allocations":{"count":2,"bytes":64})")),
               report(row("xml", R"("size":1001,"zstd_size":7,"write_allocations":{"count":3,"bytes":64})")));
  ASSERT_EQ(found.sizes.size(), 2U);
  EXPECT_EQ(found.sizes[0].what, "size");
  EXPECT_EQ(found.sizes[1].what, "write_allocations.count");
}

TEST(Baseline, AllocatedBytesCountFromOnePerCentOn) {
  const auto moved = [](const char* after) {
    return compared(report(row("xml", R"("size":1,"read_allocations":{"count":1,"bytes":1000})")),
                    report(row("xml", std::string(R"("size":1,"read_allocations":{"count":1,"bytes":)") + after + "}")))
        .sizes.size();
  };
  EXPECT_EQ(moved("1008"), 0U);
  EXPECT_EQ(moved("1011"), 1U);
}

TEST(Baseline, InstructionsCountFromOnePerCentOn) {
  const auto moved = [](const char* after) {
    return compared(report(row("xml", "\"size\":1,\"read_instructions\":1000")),
                    report(row("xml", std::string("\"size\":1,\"read_instructions\":") + after)))
        .sizes.size();
  };
  EXPECT_EQ(moved("1010"), 0U);
  EXPECT_EQ(moved("1011"), 1U);
  EXPECT_EQ(moved("989"), 1U);
  EXPECT_EQ(moved("null"), 0U);
}

TEST(Baseline, NamesRowsThatAreNewOrGoneOrFailed) {
  const Comparison found =
      compared(report(row("xml", "\"size\":1") + "," + row("drew", "\"size\":1") + "," + row("fast", "\"a\":1")),
               report(row("xml", "\"a\":1") + "," + row("custom", "\"size\":1") + "," + row("fast", "\"size\":1")));
  EXPECT_THAT(found.added, ElementsAre("datatable D custom"));
  EXPECT_THAT(found.gone, ElementsAre("datatable D drew"));
  EXPECT_THAT(found.now_failed, ElementsAre("datatable D xml"));
  EXPECT_THAT(found.no_longer_failed, ElementsAre("datatable D fast"));
}

TEST(Baseline, RowsThatWereNotAskedForAreNotGone) {
  const std::string before = report(row("xml", "\"size\":1") + "," + row("drew", "\"size\":1"));
  EXPECT_THAT(compared(before, report(row("xml", "\"size\":1")), {{"xml"}, {}}).gone, IsEmpty());
}

TEST(Baseline, TellsGrowthRowsBySize) {
  const auto grown = [](const char* bytes, const std::string& ns) {
    return std::string(R"({"suite":"growth","name":"N","bytes":)") + bytes + ",\"ns\":" + ns + "}";
  };
  const std::string fast = interval(1, 1, 1);
  const Comparison found = compared(report(grown("1000001", fast) + "," + grown("9999990", interval(9, 9, 9))),
                                    report(grown("1000001", fast) + "," + grown("9999990", interval(18, 18, 18))));
  ASSERT_EQ(found.slower.size(), 1U);
  EXPECT_EQ(found.slower[0].row, "growth N, about 1e+01 MB");
}

TEST(Baseline, TellsHowTheFloorAndTheMachineMoved) {
  const Comparison found = compared(
      report(row("xml", "\"size\":1,\"memcpy_ns\":" + interval(1, 1, 1)), R"("machine":{"processor":"A","cores":2},)"),
      report(row("xml", "\"size\":1,\"memcpy_ns\":" + interval(3, 3, 3)), R"("machine":{"processor":"B","cores":2},)"));
  EXPECT_EQ(found.copy_ratio, 3);
  EXPECT_THAT(found.slower, IsEmpty());
  EXPECT_THAT(found.differences, ElementsAre("processor: A > B"));
}

TEST(Baseline, IsTextAndJson) {
  const Comparison found = compared_times(interval(99e6, 100e6, 101e6), interval(199e6, 200e6, 201e6));
  EXPECT_THAT(baseline_text(found), HasSubstr("1 of 1 times are slower, 0 faster; 1 rows are in both, 0 new, 0 gone."));
  EXPECT_THAT(baseline_text(found), HasSubstr("100.00 ms > 200.00 ms (+100.0 %)"));
  EXPECT_THAT(
      baseline_json(found),
      HasSubstr(R"("slower":[{"row":"datatable D xml","what":"write_ns","before":100000000.0,"after":200000000.0}])"));
}

TEST(Baseline, IsReadBeforeAnythingIsMeasured) {
  const test::TempDir folder;
  const std::string file = (folder / "old.json").string();
  EXPECT_EQ(read_baseline(file).error().code(), ErrorCode::Io);
  std::ofstream(file) << "{\"rows\":1}";
  EXPECT_EQ(read_baseline(file).error().message(), file + ": no report of `dotwire bench --json`");
  std::ofstream(file) << "{\"rows\":";
  EXPECT_EQ(read_baseline(file).error().code(), ErrorCode::Malformed);
  std::ofstream(file) << report(row("xml", "\"size\":1"));
  EXPECT_TRUE(read_baseline(file).ok());
}

}  // namespace
}  // namespace dotwire::bench

#include "sampling.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "report.h"

namespace dotwire::bench {
namespace {

TEST(MedianInterval, IsWhatBootstrappingComesTo) {
  std::mt19937 random(1);
  for (const std::size_t count : {7U, 20U, 51U}) {
    std::vector<double> samples;
    std::uniform_int_distribution<int> value(0, 1'000'000);
    for (std::size_t i = 0; i < count; ++i) samples.push_back(value(random));
    std::vector<double> medians;
    std::uniform_int_distribution<std::size_t> index(0, count - 1);
    for (int draw = 0; draw < 20'000; ++draw) {
      std::vector<double> drawn;
      for (std::size_t i = 0; i < count; ++i) drawn.push_back(samples[index(random)]);
      medians.push_back(median_interval(drawn).median);
    }
    std::sort(medians.begin(), medians.end());
    std::sort(samples.begin(), samples.end());
    const Interval interval = median_interval(samples);
    // Drawing leaves the place open by one sample; medians of an even number lie between samples too.
    const auto place = [&](double at) {
      return static_cast<double>(std::lower_bound(samples.begin(), samples.end(), at) - samples.begin());
    };
    EXPECT_NEAR(place(interval.low), place(medians[500]), 1) << count;
    EXPECT_NEAR(place(interval.high), place(medians[19'500]), 1) << count;
  }
}

TEST(MedianInterval, LiesAroundTheMiddle) {
  std::vector<double> samples;
  for (int i = 100; i >= 0; --i) samples.push_back(i);
  const Interval interval = median_interval(samples);
  EXPECT_EQ(interval.median, 50);
  EXPECT_EQ(interval.low, 40);
  EXPECT_EQ(interval.high, 60);
  EXPECT_EQ(interval.samples, 101U);
}

// All six on one side of the true median: 2 / 2^6, one time in thirty.
TEST(MedianInterval, OfJustEnoughSamplesIsAllOfThem) {
  const Interval interval = median_interval({1, 2, 3, 4, 5, 6});
  EXPECT_EQ(interval.low, 1);
  EXPECT_EQ(interval.high, 6);
}

TEST(MedianInterval, OfFewSamplesIsAllOfThem) {
  const Interval interval = median_interval({3, 1, 2});
  EXPECT_EQ(interval.median, 2);
  EXPECT_EQ(interval.low, 1);
  EXPECT_EQ(interval.high, 3);
  EXPECT_EQ(median_interval({}).median, 0);
}

TEST(Report, WritesNumbersForPeople) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(13'889'857), "13,889,857");
  EXPECT_EQ(milliseconds(1'234'567), "1.235");
  EXPECT_EQ(milliseconds(1'234), "0.00123");
}

TEST(Report, JsonTellsFailures) {
  const TableFormat& format = table_formats()[0];
  SuiteResult suite{"Data", "generated", 1, 2, false, {}, {}};
  suite.measurements.emplace_back().format = &format;
  suite.measurements[0].verdict.failure = "a \"reason\"";
  const std::string text = json_rows({suite}).at(0);
  EXPECT_NE(text.find(R"("verdicts":{"article":"failed","models":"failed","message":"a \"reason\""})"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("write_ns"), std::string::npos);
}

}  // namespace
}  // namespace dotwire::bench

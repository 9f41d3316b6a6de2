// The pipeline of tools/cli: order, stopping, and what threads throw.
#include "cli/pipeline.h"

#include <chrono>
#include <stdexcept>

#include <gtest/gtest.h>

namespace dotwire::cli {
namespace {

struct Batch {
  int number = 0;
  int result = 0;
};

// Gives the results in the order in which they were shown, up to `most` of `count`.
std::vector<int> squares(unsigned jobs, int count, int most) {
  std::vector<int> shown;
  int next = 0;
  run_in_order<Batch>(
      jobs,
      [&](Batch& batch) {
        batch.number = next;
        return next++ < count;
      },
      [](Batch& batch) {
        // Some take longer than those behind them.
        if (batch.number % 5 == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
        batch.result = batch.number * batch.number;
      },
      [&](const Batch& batch) {
        shown.push_back(batch.result);
        return static_cast<int>(shown.size()) < most;
      });
  return shown;
}

TEST(Pipeline, KeepsTheOrderWithAnyNumberOfThreads) {
  std::vector<int> expected;
  expected.reserve(500);
  for (int i = 0; i < 500; ++i) expected.push_back(i * i);
  for (const unsigned jobs : {1U, 2U, 3U, 8U}) EXPECT_EQ(squares(jobs, 500, 1000), expected) << jobs;
  EXPECT_TRUE(squares(4, 0, 1000).empty());
}

TEST(Pipeline, StopsWhereItIsTold) {
  for (const unsigned jobs : {1U, 4U}) EXPECT_EQ(squares(jobs, 500, 7).size(), 7U);
}

TEST(Pipeline, PassesOnWhatAThreadThrows) {
  for (const unsigned jobs : {1U, 4U}) {
    int shown = 0;
    int next = 0;
    EXPECT_THROW(run_in_order<Batch>(
                     jobs,
                     [&](Batch& batch) {
                       batch.number = next++;
                       return true;
                     },
                     [](const Batch& batch) {
                       if (batch.number == 20) throw std::runtime_error("no more");
                     },
                     [&](const Batch&) { return ++shown != 0; }),
                 std::runtime_error);
    EXPECT_EQ(shown, 20);
  }
}

}  // namespace
}  // namespace dotwire::cli

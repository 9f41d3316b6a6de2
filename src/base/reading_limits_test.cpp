#include "base/reading_limits.h"

#include <gtest/gtest.h>

namespace dotwire {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

TEST(ReadingLimits, TakeAShareOfTheInputWhereNobodyChose) {
  EXPECT_EQ(reading_expansion(Limits(), 1000), 8 * kMiB);
  EXPECT_EQ(reading_expansion(Limits(), kMiB), 64 * kMiB);
  EXPECT_EQ(reading_expansion(Limits(), kMiB, kTextGrowth), 16 * kMiB);
  EXPECT_EQ(reading_expansion(Limits(), 100 * kMiB), 1024 * kMiB);
  EXPECT_EQ(reading_expansion(Limits(), UINT64_MAX), 1024 * kMiB);
  EXPECT_EQ(expansion_limit(Limits()), 1024 * kMiB);
}

TEST(ReadingLimits, AreWhatTheCallerChose) {
  for (const std::uint64_t chosen : {std::uint64_t{0}, std::uint64_t{5000}, 1024 * kMiB, 4096 * kMiB}) {
    Limits limits;
    limits.expansion = chosen;
    EXPECT_EQ(reading_expansion(limits, 1000), chosen);
    EXPECT_EQ(expansion_limit(limits), chosen);
  }
}

}  // namespace
}  // namespace dotwire

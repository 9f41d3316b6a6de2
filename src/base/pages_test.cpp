#include "base/pages.h"

#include <cstdint>
#include <limits>
#include <new>
#include <numeric>

#include <gtest/gtest.h>

namespace dotwire {
namespace {

TEST(PageVector, KeepsItsContentWhenItGrowsIntoHugePages) {
  PageVector<std::uint64_t> numbers;
  constexpr std::uint64_t kCount = 3 * kHugePage / sizeof(std::uint64_t);
  for (std::uint64_t i = 0; i < kCount; ++i) numbers.push_back(i);
  EXPECT_EQ(std::accumulate(numbers.begin(), numbers.end(), std::uint64_t{0}), kCount * (kCount - 1) / 2);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(numbers.data()) % kHugePage, 0U);
  numbers.resize(5);
  numbers.shrink_to_fit();
  EXPECT_EQ(numbers, PageVector<std::uint64_t>({0, 1, 2, 3, 4}));
}

TEST(PageAllocator, RefusesMoreThanThereIs) {
  PageAllocator<std::uint64_t> allocator;
  EXPECT_THROW((void)allocator.allocate(std::numeric_limits<std::size_t>::max() / 4), std::bad_array_new_length);
  EXPECT_THROW((void)allocator.allocate(std::numeric_limits<std::size_t>::max() / sizeof(std::uint64_t)),
               std::bad_alloc);
}

}  // namespace
}  // namespace dotwire

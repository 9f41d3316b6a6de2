// What is counted beside time: allocations, memory, instructions.
#include <cstring>
#include <memory>

#include <gtest/gtest.h>

#include "allocations.h"
#include "dotwire/buffer.h"
#include "instructions.h"
#include "memory_peak.h"

namespace dotwire::bench {
namespace {

void keep(const void* memory) { asm volatile("" : : "r"(memory) : "memory"); }

TEST(Allocations, CountOperatorNewAndPagesOfBuffers) {
  AllocationCounter counter;
  const auto array = std::make_unique<char[]>(1'000);
  keep(array.get());
  const std::optional<Allocations> first = counter.count();
  if (!first) GTEST_SKIP() << "not given under a sanitizer";
  EXPECT_EQ(first->count, 1U);
  EXPECT_EQ(first->bytes, 1'000U);
  Buffer buffer;
  buffer.reserve(100'000);
  keep(buffer.data());
  EXPECT_EQ(counter.count()->count, 2U);
  EXPECT_GE(counter.count()->bytes, 101'000U);
  // What does not grow takes nothing.
  buffer.clear();
  buffer.reserve(100'000);
  EXPECT_EQ(counter.count()->count, 2U);
}

TEST(Allocations, StartAnewAndStop) {
  {
    AllocationCounter counter;
    keep(std::make_unique<int>(1).get());
  }
  keep(std::make_unique<int>(1).get());
  AllocationCounter counter;
  EXPECT_EQ(counter.count().value_or(Allocations{}).count, 0U);
}

TEST(MemoryPeak, IsWhatWasTouchedEvenIfItIsGivenBack) {
  constexpr std::size_t kSize = 64 << 20;
  const MemoryPeak peak;
  {
    Buffer buffer;
    buffer.resize(kSize);
    std::memset(buffer.data(), 1, kSize);
    keep(buffer.data());
  }
  if (!peak.bytes()) GTEST_SKIP() << "the kernel does not say";
  EXPECT_GE(*peak.bytes(), kSize * 9 / 10);
  EXPECT_LE(*peak.bytes(), kSize * 2);
}

TEST(Instructions, FollowTheWorkWhereTheyAreGiven) {
  InstructionCounter counter;
  const auto work = [](int turns) {
    for (int i = 0; i < turns; ++i) keep(&i);
  };
  const std::optional<std::uint64_t> little = counter.count([&] { work(10'000); });
  const std::optional<std::uint64_t> much = counter.count([&] { work(100'000); });
  ASSERT_EQ(little.has_value(), much.has_value());
  if (!little) GTEST_SKIP() << "not given by this machine";
  EXPECT_GT(*much, 5 * *little);
  EXPECT_LT(*much, 20 * *little);
}

}  // namespace
}  // namespace dotwire::bench

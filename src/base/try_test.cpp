#include "base/try.h"

#include <utility>

#include <gtest/gtest.h>

namespace dotwire {
namespace {

Result<int> half(int value) {
  if (value % 2 != 0) return Error(ErrorCode::InvalidArgument, 7, "odd");
  return value / 2;
}

Result<std::pair<int, int>> both(int value) {
  DOTWIRE_TRY(const int first, half(value));
  int second = 0;
  DOTWIRE_TRY(second, half(first));
  return std::pair<int, int>(first, second);
}

Result<int> sum(int value) {
  DOTWIRE_TRY((const std::pair<int, int> pair), both(value));
  return pair.first + pair.second;
}

Status check(int value) {
  DOTWIRE_TRY(sum(value));
  return {};
}

TEST(Try, PassesValuesOn) {
  Result<int> result = sum(8);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.value(), 6);
  EXPECT_TRUE(check(8).ok());
}

TEST(Try, PassesErrorsUp) {
  const Status status = check(6);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), ErrorCode::InvalidArgument);
  EXPECT_EQ(status.error().offset(), 7U);
  EXPECT_EQ(status.error().to_string(), "invalid argument at byte 7: odd");
}

TEST(Error, IsOnePointerWide) { EXPECT_EQ(sizeof(Error), sizeof(void*)); }

}  // namespace
}  // namespace dotwire

#include "formats/registry/furthest.h"

#include <string_view>

#include <gtest/gtest.h>

#include "base/byte_reader.h"

namespace dotwire::registry {
namespace {

// Each way is the text that it writes; an empty one is refused.
std::string_view written(std::initializer_list<std::string_view> ways, std::string_view source, Buffer& out) {
  out.clear();
  out.append("before ");
  const auto write = [](std::string_view way, Buffer& to) -> Status {
    if (way.empty()) return Error(ErrorCode::Unsupported, "refused");
    to.append(way);
    return {};
  };
  const std::span<const std::string_view> all(ways.begin(), ways.size());
  return write_furthest(all, as_bytes(source), write, out).ok() ? out.text() : "refused";
}

TEST(Furthest, TakesTheWayThatGivesTheBytes) {
  Buffer out;
  EXPECT_EQ(written({"abd", "abc", "abc"}, "abc", out), "before abc");
  EXPECT_EQ(written({"", "abc"}, "abc", out), "before abc");
}

TEST(Furthest, OtherwiseTheOneThatGoesAlongTheFurthest) {
  Buffer out;
  EXPECT_EQ(written({"xbc", "abx", "axc"}, "abc", out), "before abx");
  EXPECT_EQ(written({"ab", "abcd"}, "abc", out), "before abcd");
  // Of those that go along equally far, the first.
  EXPECT_EQ(written({"x", "y"}, "abc", out), "before x");
}

TEST(Furthest, RefusesWhatNoWayWrites) {
  Buffer out;
  EXPECT_EQ(written({"", ""}, "abc", out), "refused");
}

}  // namespace
}  // namespace dotwire::registry

#include "model/node_map.h"

#include <gtest/gtest.h>

namespace dotwire::model {
namespace {

TEST(NodeMap, NumbersNodesAndForgetsThem) {
  std::vector<int> nodes(1000);
  NodeMap numbers;
  EXPECT_EQ(numbers.find(&nodes[0]), 0U);
  for (std::uint32_t round = 1; round < 4; ++round) {
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
      EXPECT_EQ(numbers[&nodes[i]], 0U);
      numbers[&nodes[i]] = round * i + 1;
    }
    for (std::uint32_t i = 0; i < nodes.size(); ++i) EXPECT_EQ(numbers.find(&nodes[i]), round * i + 1);
    EXPECT_EQ(numbers.find(&numbers), 0U);
    numbers.clear();
    EXPECT_EQ(numbers.find(&nodes[1]), 0U);
  }
  // A small document after a large one gives memory back, bit by bit.
  for (int round = 0; round < 20; ++round) {
    numbers[&nodes[7]] = 7;
    EXPECT_EQ(numbers.find(&nodes[7]), 7U);
    numbers.clear();
  }
  EXPECT_EQ(numbers.find(&nodes[7]), 0U);
}

}  // namespace
}  // namespace dotwire::model

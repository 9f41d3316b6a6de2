// Reading the first objects only.
#include "base/arena.h"
#include "codecs/nrbf_graph/payload_test.h"

namespace dotwire::nrbf {
namespace {

using model::Graph;
using test_payload::payload;

GraphReadOptions first(std::uint64_t objects) {
  GraphReadOptions options;
  options.first_objects = objects;
  return options;
}

void append(Buffer& out, std::initializer_list<int> bytes) {
  for (const int byte : bytes) out.push_back(static_cast<std::uint8_t>(byte));
}
void append_i32(Buffer& out, std::int32_t value) { out.append(&value, 4); }

// object[count] of references, then the objects: class A { int x }.
Buffer many_objects(std::int32_t count) {
  Buffer out = payload("10 01 00 00 00");
  append_i32(out, count);
  for (std::int32_t i = 0; i < count; ++i) {
    append(out, {9});
    append_i32(out, i + 2);
  }
  for (std::int32_t i = 0; i < count; ++i) {
    if (i == 0) {
      append(out, {4, 2, 0, 0, 0, 1, 'A', 1, 0, 0, 0, 1, 'x', 0, 8});
    } else {
      append(out, {1});
      append_i32(out, i + 2);
      append_i32(out, 2);
    }
    append_i32(out, i);
  }
  append(out, {0x0B});
  return out;
}

TEST(FirstObjects, StandInForWhatWasNotRead) {
  Graph graph;
  const Buffer input = many_objects(100);
  ASSERT_TRUE(read_graph(input, graph, first(4)).ok());
  EXPECT_TRUE(graph.is_partial());
  const auto* root = model::as_array(graph.root());
  ASSERT_EQ(root->length, 100U);
  std::size_t unread = 0;
  for (std::uint64_t i = 0; i < root->slot_count; ++i) {
    const auto* object = model::as_object(root->slots[i].node());
    EXPECT_EQ(object->id, static_cast<std::int32_t>(i) + 2);
    if (object->type->name == Graph::kNotRead) {
      ++unread;
    } else {
      EXPECT_EQ(object->get<std::int32_t>(*object->find("x")), static_cast<std::int32_t>(i));
    }
  }
  EXPECT_EQ(unread, 97U);  // all but the array and three objects
  Buffer out;
  EXPECT_EQ(rewrite(graph, out).error().code(), ErrorCode::InvalidArgument);
  EXPECT_EQ(GraphWriter().write(graph, out).error().code(), ErrorCode::InvalidArgument);
}

TEST(FirstObjects, CutArraysOfObjectsInPlace) {
  Buffer input = payload("11 01 00 00 00 40 42 0F 00");  // string[1000000]
  for (std::int32_t i = 0; i < 1'000'000; ++i) {
    append(input, {6});
    append_i32(input, i + 2);
    append(input, {1, 'a'});
  }
  append(input, {0x0B});
  Graph graph;
  ASSERT_TRUE(read_graph(input, graph, first(10)).ok());
  const auto* root = model::as_array(graph.root());
  ASSERT_EQ(root->length, 10U);
  EXPECT_EQ(root->lengths[0], 10);
  EXPECT_EQ(model::as_string(root->slots[8].node())->view(), "a");
  EXPECT_EQ(model::as_object(root->slots[9].node())->type->name, Graph::kNotRead);
  EXPECT_LT(graph.payload_size(), 200U);
  EXPECT_LT(graph.arena().used(), 8192U);  // in proportion to what was asked for
}

// An object in place is finished, since what stands behind it in the outer object has no other end.
TEST(FirstObjects, FinishTheOpenObject) {
  const Buffer input = payload(R"(
    04 01 00 00 00 01 41 02 00 00 00 01 78 01 79 01 00 08
    06 02 00 00 00 01 61  07 00 00 00                        # "a", 7
    06 03 00 00 00 01 62
    0B
  )");
  Graph graph;
  ASSERT_TRUE(read_graph(input, graph, first(1)).ok());
  const auto* root = model::as_object(graph.root());
  EXPECT_EQ(root->get<std::int32_t>(*root->find("y")), 7);
  EXPECT_EQ(graph.payload_size(), 46U);
}

TEST(FirstObjects, AreAllWhereThereAreFewer) {
  Graph graph;
  const Buffer input = many_objects(5);
  ASSERT_TRUE(read_graph(input, graph, first(6)).ok());
  EXPECT_FALSE(graph.is_partial());
  EXPECT_EQ(graph.payload_size(), input.size());
}

TEST(FirstObjects, StayWithinTheLimit) {
  GraphReadOptions options = first(1);
  options.limits.objects = 1;
  Graph graph;
  const Buffer two = payload("06 01 00 00 00 00 06 02 00 00 00 00 0B");
  EXPECT_TRUE(read_graph(two, graph, options).ok());
  EXPECT_TRUE(graph.is_partial());
  options.first_objects = 2;
  EXPECT_EQ(read_graph(two, graph, options).error().code(), ErrorCode::LimitExceeded);
}

}  // namespace
}  // namespace dotwire::nrbf

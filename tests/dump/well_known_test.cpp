// What the records of graphs made by hand mean, and dumps of shapes that no golden file has.
#include "model/well_known.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "codecs/dump/graph_dump.h"
#include "model/first_difference_graph.h"

namespace dotwire::dump {
namespace {

using model::BinaryType;
using model::Graph;
using model::Member;
using model::ObjectNode;
using model::Slot;

Member slot_member(std::string_view name) {
  Member member;
  member.name = name;
  return member;
}

Member int_member(std::string_view name) {
  Member member;
  member.name = name;
  member.recorded.binary_type = BinaryType::Primitive;
  member.recorded.primitive = Primitive::Int32;
  return member;
}

ObjectNode* make_list(Graph& graph, std::string_view type, std::int32_t size, std::vector<std::int32_t> items) {
  const Member members[] = {slot_member("_items"), int_member("_size"), int_member("_version")};
  ObjectNode* list = graph.make_object(graph.make_type(type, {}, members));
  list->slot(list->type->members[0]) =
      Slot::reference(graph.make_primitive_array(Primitive::Int32, items.size(), items.data()));
  list->set(list->type->members[1], size);
  return list;
}

std::string dump(const model::Node* node, const Limits& limits = {}) {
  Buffer out;
  json::Writer writer(out);
  const Status status = dump_node(node, nullptr, writer, limits);
  return status.ok() ? std::string(out.text()) : status.error().to_string();
}

constexpr std::string_view kIntList = "System.Collections.Generic.List`1[[System.Int32, mscorlib]]";

TEST(WellKnown, AListIsItsItemsUpToItsSize) {
  Graph graph;
  EXPECT_EQ(dump(make_list(graph, kIntList, 2, {1, 2, 0, 0})),
            R"({"id":1,"type":"System.Collections.Generic.List`1[System.Int32]","items":[{"int":"1"},{"int":"2"}]})");
}

TEST(WellKnown, AListWhoseSizeIsWrongStaysItsMembers) {
  Graph graph;
  for (const std::int32_t size : {-1, 3, INT32_MAX}) {
    const std::string text = dump(make_list(graph, kIntList, size, {1, 2}));
    EXPECT_NE(text.find("\"_size\":{\"int\":\"" + std::to_string(size)), std::string::npos) << text;
  }
}

TEST(WellKnown, AQueueThatWrapsIsListedFromItsHead) {
  Graph graph;
  const Member members[] = {slot_member("_array"), int_member("_head"), int_member("_tail"), int_member("_size")};
  ObjectNode* queue = graph.make_object(
      graph.make_type("System.Collections.Generic.Queue`1[[System.Int32, mscorlib]]", "System", members));
  const std::int32_t items[] = {3, 4, 1, 2};
  queue->slot(queue->type->members[0]) = Slot::reference(graph.make_primitive_array(Primitive::Int32, 4, items));
  queue->set(queue->type->members[1], 2);
  queue->set(queue->type->members[3], 3);
  EXPECT_NE(dump(queue).find(R"("items":[{"int":"1"},{"int":"2"},{"int":"3"}])"), std::string::npos) << dump(queue);
}

TEST(WellKnown, ARingOfDictionaryNodesStaysItsMembers) {
  Graph graph;
  const Member node_members[] = {slot_member("key"), slot_member("value"), slot_member("next")};
  ObjectNode* node =
      graph.make_object(graph.make_type("System.Collections.ListDictionaryInternal+DictionaryNode", {}, node_members));
  node->slot(node->type->members[0]) = Slot::reference(graph.make_string("k"));
  node->slot(node->type->members[2]) = Slot::reference(node);
  const Member members[] = {slot_member("head"), int_member("version"), int_member("count")};
  ObjectNode* map = graph.make_object(graph.make_type("System.Collections.ListDictionaryInternal", {}, members));
  map->slot(map->type->members[0]) = Slot::reference(node);
  map->set(map->type->members[2], 1);
  EXPECT_NE(dump(map).find("\"head\""), std::string::npos) << dump(map);
}

TEST(WellKnown, KnowsTypesByDefinitionAndNotTheirArrays) {
  EXPECT_EQ(model::well_known("System.Int32"), model::WellKnown::Primitive);
  EXPECT_EQ(model::well_known("System.Int32[]"), model::WellKnown::None);
  EXPECT_EQ(model::well_known(kIntList), model::WellKnown::List);
  EXPECT_EQ(model::well_known("System.Collections.Generic.List`1[System.Int32]"), model::WellKnown::List);
  EXPECT_EQ(model::well_known("System.Collections.Generic.List`1[[System.Int32, mscorlib]][,]"),
            model::WellKnown::None);
  EXPECT_EQ(model::well_known("My.List"), model::WellKnown::None);
}

ObjectNode* make_chain(Graph& graph, std::size_t length) {
  const Member members[] = {slot_member("next")};
  const model::Type* type = graph.make_type("Link", "Lib", members);
  ObjectNode* first = nullptr;
  for (std::size_t i = 0; i < length; ++i) {
    ObjectNode* node = graph.make_object(type);
    if (first != nullptr) node->slot(type->members[0]) = Slot::reference(first);
    first = node;
  }
  return first;
}

TEST(GraphDump, WritesAChainOfAMillionObjects) {
  Graph graph;
  Limits limits;
  limits.depth = 3'000'000;
  const std::string text = dump(make_chain(graph, 1'000'000), limits);
  EXPECT_NE(text.find("\"id\":1000000,"), std::string::npos);
}

TEST(GraphDump, StopsWhereTheOutputGrowsBeyondTheLimit) {
  Graph graph;
  model::ArrayNode* array = graph.make_array({}, 1);
  array->length = 2'000'000'000;
  array->slots[0] = Slot::null_run(2'000'000'000);
  Limits limits;
  limits.expansion = 1'000'000;
  EXPECT_EQ(dump(array, limits),
            "limit exceeded (root/[1999999999]): the text that is written grows beyond Limits::expansion");
}

TEST(SameValue, FollowsCyclesAndDeepChains) {
  Graph graph;
  ObjectNode* a = make_chain(graph, 1'000'000);
  ObjectNode* b = make_chain(graph, 1'000'000);
  EXPECT_TRUE(model::same_value(a, b));
  EXPECT_FALSE(model::same_value(a, make_chain(graph, 999'999)));
  ObjectNode* ring = make_chain(graph, 1);
  ring->slot(ring->type->members[0]) = Slot::reference(ring);
  ObjectNode* other = make_chain(graph, 1);
  other->slot(other->type->members[0]) = Slot::reference(other);
  EXPECT_TRUE(model::same_value(ring, other));
  EXPECT_FALSE(model::same_value(ring, make_chain(graph, 3)));
}

TEST(SameValue, ComparesBitsAndNotCapacities) {
  Graph graph;
  EXPECT_TRUE(model::same_value(make_list(graph, kIntList, 2, {1, 2}), make_list(graph, kIntList, 2, {1, 2, 0, 0})));
  EXPECT_FALSE(model::same_value(make_list(graph, kIntList, 2, {1, 2}), make_list(graph, kIntList, 2, {1, 3})));
  EXPECT_FALSE(model::same_value(graph.make_scalar(model::ValueKind::Double, 0.0),
                                 graph.make_scalar(model::ValueKind::Double, -0.0)));
  EXPECT_FALSE(model::same_value(graph.make_scalar(model::ValueKind::Int32, 1),
                                 graph.make_scalar(model::ValueKind::UInt32, 1U)));
  EXPECT_FALSE(model::same_value(graph.make_string("a"), nullptr));
  EXPECT_TRUE(model::same_value(nullptr, nullptr));
}

}  // namespace
}  // namespace dotwire::dump

#include "formats/dataset_binary/text_objects.h"

#include <gtest/gtest.h>

#include "codecs/nrbf_graph/graph_writer.h"
#include "formats/dataset_binary/reader.h"
#include "formats/dataset_binary/writer.h"

namespace dotwire::dataset_binary {
namespace {

using model::Graph;
using model::Slot;

// { first, { second, third }, fourth }, all of them "same".
struct Nested {
  Graph graph;
  model::ArrayNode* outer = nullptr;
  model::ArrayNode* inner = nullptr;

  explicit Nested(const std::vector<int>& objects) {
    std::vector<const model::Node*> made;
    const auto text = [&](int number) {
      while (made.size() <= static_cast<std::size_t>(number)) made.push_back(graph.make_string("same"));
      return Slot::in_place(made[static_cast<std::size_t>(number)]);
    };
    outer = graph.make_array(model::RecordedType{}, 3);
    inner = graph.make_array(model::RecordedType{}, 2);
    outer->slots[0] = text(objects[0]);
    outer->slots[1] = Slot::reference(inner);
    outer->slots[2] = text(objects[3]);
    inner->slots[0] = text(objects[1]);
    inner->slots[1] = text(objects[2]);
    graph.set_root(outer);
  }

  // The number of the object in each place, by first sight.
  std::vector<int> objects() const {
    std::vector<const model::Node*> seen;
    std::vector<int> numbers;
    for (const Slot* slot : {&outer->slots[0], &inner->slots[0], &inner->slots[1], &outer->slots[2]}) {
      auto at = std::find(seen.begin(), seen.end(), slot->node());
      if (at == seen.end()) at = seen.insert(seen.end(), slot->node());
      numbers.push_back(static_cast<int>(at - seen.begin()));
    }
    return numbers;
  }
};

TEST(TextObjects, AreAgainTheOnesTheyWere) {
  for (const std::vector<int>& was : {std::vector{0, 0, 0, 0}, {0, 1, 0, 1}, {0, 1, 2, 3}, {0, 1, 1, 0}}) {
    TextObjects texts;
    texts.record(Nested(was).graph);
    for (const std::vector<int>& made : {std::vector{0, 0, 0, 0}, {0, 1, 2, 3}}) {
      Nested again(made);
      texts.apply(again.graph);
      EXPECT_EQ(again.objects(), was);
    }
  }
}

TEST(TextObjects, LeaveTheCellsOfRowsAlone) {
  TextObjects rows(TextObjects::ObjectArrays::AreRows);
  rows.record(Nested({0, 1, 0, 1}).graph);
  Nested again({0, 1, 2, 3});
  rows.apply(again.graph);
  EXPECT_EQ(again.objects(), (std::vector{0, 1, 2, 3}));
}

// A graph of another make: what is beyond the places that are known is the first object.
TEST(TextObjects, TakeFewerPlacesThanThereAre) {
  TextObjects texts;
  Graph small;
  model::ArrayNode* two = small.make_array(model::RecordedType{}, 2);
  two->slots[0] = Slot::in_place(small.make_string("same"));
  two->slots[1] = Slot::in_place(small.make_string("same"));
  small.set_root(two);
  texts.record(small);
  Nested again({0, 1, 2, 3});
  texts.apply(again.graph);
  const std::vector<int> objects = again.objects();
  EXPECT_EQ(objects[0], 0);
  EXPECT_EQ(objects[3], 1);  // the second place of the walk
  EXPECT_EQ(objects[1], 0);
  EXPECT_EQ(objects[2], 0);
}

model::Table with_errors() {
  model::Table table;
  table.name = "T";
  model::Column& column = table.add_column("C", model::ValueKind::Int32);
  for (std::int32_t i = 0; i < 2; ++i) {
    column.append<std::int32_t>(i);
    table.row_errors.push_back({static_cast<std::uint64_t>(i), "wrong", {}});
  }
  table.added_plain_rows(2);
  return table;
}

TEST(TextObjects, OfAPayloadAreWrittenAgain) {
  Buffer one;
  ASSERT_TRUE(Writer().write(with_errors(), one).ok());
  Graph graph;
  ASSERT_TRUE(nrbf::read_graph(one.bytes(), graph).ok());
  // An equal text of its own in the second row's error.
  const auto* errors = model::as_object(
      model::as_object(graph.root())->slot(*model::as_object(graph.root())->find("DataTable_0.RowErrors")).node());
  ASSERT_NE(errors, nullptr);
  const auto* values = model::as_array(errors->slot(*errors->find("Values")).node());
  values->slots[1] = Slot::in_place(graph.make_string("wrong"));
  Buffer two;
  ASSERT_TRUE(nrbf::GraphWriter().write(graph, two).ok());
  ASSERT_NE(two.size(), one.size());

  ReadOptions recording;
  recording.record_texts = true;
  Reader reader(recording);
  model::Table table;
  ASSERT_TRUE(reader.read(two.bytes(), table).ok());
  WriteOptions as_it_was;
  as_it_was.texts = reader.text_objects();
  Buffer again;
  ASSERT_TRUE(Writer(as_it_was).write(table, again).ok());
  EXPECT_EQ(again.text(), two.text());
  again.clear();
  ASSERT_TRUE(Writer().write(table, again).ok());
  EXPECT_EQ(again.text(), one.text());
}

}  // namespace
}  // namespace dotwire::dataset_binary

#include <gtest/gtest.h>

#include "dotwire/convert.h"
#include "dotwire/format.h"

namespace dotwire {
namespace {

using model::ValueKind;

TEST(Losses, ATableOfASetLeavesOthersAndRelationsBehind) {
  Document document;
  model::TableSet& set = document.make_table_set();
  for (const char* name : {"Orders", "Lines"}) {
    set.tables.push_back(std::make_unique<model::Table>());
    set.tables.back()->name = name;
    set.tables.back()->add_column("Id", ValueKind::Int32);
  }
  set.relations.emplace_back();
  set.relations.back().name = "Orders_Lines";
  Options options;
  options.table = "Orders";
  const std::vector<Loss> losses = find_losses(document, *find_format("csv"), options);
  ASSERT_EQ(losses.size(), 2U);
  EXPECT_EQ(losses[0].path, "tables/Lines");
  EXPECT_EQ(losses[1].path, "relations/Orders_Lines");
}

// object[20000], each a reference to one long string.
TEST(GraphJson, StopsWhereTheTextGrowsBeyondTheLimit) {
  Document document;
  model::Graph& graph = document.make_graph();
  model::ArrayNode* array = graph.make_array({}, 20'000);
  const model::Node* text = graph.make_string(std::string(1000, 'a'));
  for (std::size_t i = 0; i < 20'000; ++i) array->slots[i] = model::Slot::reference(text);
  graph.set_root(array);
  Options options;
  options.limits.expansion = 1 << 16;
  Buffer out;
  const Status status = write_document(document, *find_format("json"), out, options);
  // Each reference writes the string again.
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), ErrorCode::LimitExceeded);
  EXPECT_LT(out.size(), (1U << 16) + 8192U);
}

}  // namespace
}  // namespace dotwire

// Payloads that lie, are cut or are damaged: an Error with its place, never a crash.
#include <gtest/gtest.h>

#include "base/load.h"
#include "formats/dataset_binary/reader.h"
#include "formats/dataset_binary/writer.h"
#include "support/golden.h"

namespace dotwire::dataset_binary {
namespace {

using model::Row;
using model::RowState;
using model::ValueKind;

model::Table small_table() {
  model::Table table;
  table.name = "T";
  table.locale_set = true;  // as every table that was read
  model::Column& id = table.add_column("Id", ValueKind::Int32);
  model::Column& text = table.add_column("Text", ValueKind::String);
  model::Column& guid = table.add_column("Guid", ValueKind::Guid);
  for (std::int32_t i = 0; i < 4; ++i) {
    id.append(i);
    if (i == 1) {
      text.append_null();
      guid.append_null();
    } else {
      text.append_text(i == 2 ? "" : "text");
      guid.append(Guid{});
    }
  }
  id.unique = true;
  table.unique_constraints.push_back({"Constraint1", {0}, true, {}});
  table.constraint_order.push_back({false, 0});
  table.add_row(Row{RowState::Unchanged, 0, 0, model::kNoRecord});
  table.add_row(Row{RowState::Modified, 1, 2, model::kNoRecord});
  table.add_row(Row{RowState::Added, model::kNoRecord, 3, model::kNoRecord});
  table.row_errors.push_back({1, "row", {{1, "column"}}});
  table.set_extended_property("key", "value");
  return table;
}

Buffer small_payload() {
  Writer writer;
  Buffer out;
  EXPECT_TRUE(writer.write(small_table(), out).ok());
  return out;
}

Buffer small_set_payload() {
  model::TableSet set;
  set.tables.push_back(std::make_unique<model::Table>(small_table()));
  set.tables.push_back(std::make_unique<model::Table>(small_table()));
  set.relations.push_back({"R", 0, 1, {0}, {0}, false, {}});
  Writer writer;
  Buffer out;
  EXPECT_TRUE(writer.write(set, out).ok());
  return out;
}

TEST(DatasetBinary, ComesBackAsItWas) {
  const Buffer payload = small_payload();
  Reader reader;
  model::Table read;
  const Status status = reader.read(payload, read);
  ASSERT_TRUE(status.ok()) << status.error().to_string();
  EXPECT_EQ(model::first_difference(small_table(), read), "");
  // Again into the same table, whose memory is used again.
  ASSERT_TRUE(reader.read(payload, read).ok());
  EXPECT_EQ(model::first_difference(small_table(), read), "");
}

TEST(DatasetBinaryHostile, EveryPrefixIsAnError) {
  Reader reader;
  model::Table table;
  const Buffer payload = small_payload();
  for (std::size_t size = 0; size < payload.size(); ++size) {
    ASSERT_FALSE(reader.read(payload.bytes().first(size), table).ok()) << size;
  }
  model::TableSet set;
  const Buffer set_payload = small_set_payload();
  for (std::size_t size = 0; size < set_payload.size(); ++size) {
    ASSERT_FALSE(reader.read(set_payload.bytes().first(size), set).ok()) << size;
  }
}

// Whatever is read can be written.
template <class Content>
void read_damaged(const Buffer& payload, std::uint64_t& state, int rounds) {
  const auto draw = [&state] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>(state >> 33);
  };
  Reader reader;
  Writer writer;
  Content content;
  for (int round = 0; round < rounds; ++round) {
    Buffer damaged(payload.bytes());
    for (std::uint32_t i = draw() % 4 + 1; i != 0; --i) {
      const std::uint32_t at = draw() % static_cast<std::uint32_t>(damaged.size());
      const std::uint32_t what = draw() % 4;
      damaged.data()[at] = static_cast<std::uint8_t>(what == 0   ? draw()
                                                     : what == 1 ? damaged.data()[at] ^ 1U << draw() % 8
                                                     : what == 2 ? 0xFF
                                                                 : damaged.data()[at] + 1);
    }
    if (!reader.read(damaged, content).ok()) continue;
    Buffer out;
    (void)writer.write(content, out);
  }
}

TEST(DatasetBinaryHostile, DamageIsNeverACrash) {
  std::uint64_t state = 1;
  read_damaged<model::Table>(small_payload(), state, 2000);
  read_damaged<model::TableSet>(small_set_payload(), state, 1000);
  test::for_each_golden("bf-remoting-binary", [&](const test::GoldenRow& row) {
    if (row.size < 24'000) read_damaged<model::Table>(row.bytes(), state, 20);
  });
  test::for_each_golden("dataset-bf-remoting-binary", [&](const test::GoldenRow& row) {
    if (row.size < 24'000) read_damaged<model::TableSet>(row.bytes(), state, 20);
  });
}

// A payload whose graph is changed before the table is made of it.
class Lie {
 public:
  Lie() : payload_(small_payload()) { EXPECT_TRUE(reader_.read(payload_, graph_).ok()); }

  model::ObjectNode& root() { return const_cast<model::ObjectNode&>(*model::as_object(graph_.root())); }
  model::ObjectNode& object(std::string_view entry) { return object_in(root(), entry); }
  static model::ObjectNode& object_in(model::ObjectNode& owner, std::string_view name) {
    return const_cast<model::ObjectNode&>(*model::as_object(owner.slot(*owner.find(name)).node()));
  }
  static model::ArrayNode& array_in(model::ObjectNode& owner, std::string_view name) {
    return const_cast<model::ArrayNode&>(*model::as_array(owner.slot(*owner.find(name)).node()));
  }
  static void set(model::ObjectNode& object, std::string_view name, std::int32_t value) {
    object.set(*object.find(name), value);
  }

  // "path: message" of the Error.
  std::string error() {
    Reader reader;
    model::Table table;
    const Status status = reader.from_graph(graph_, table);
    return status.ok() ? "none" : status.error().path() + ": " + status.error().message();
  }

 private:
  Buffer payload_;
  nrbf::GraphReader reader_;
  model::Graph graph_;
};

TEST(DatasetBinaryHostile, NegativeCountsAreRejected) {
  Lie rows;
  Lie::set(rows.root(), "DataTable_0.Rows.Count", -1);
  EXPECT_EQ(rows.error(), "DataTable_0.Rows.Count: count is negative");
  Lie columns;
  Lie::set(columns.root(), "DataTable.Columns.Count", -1);
  EXPECT_EQ(columns.error(), "DataTable.Columns.Count: count is negative");
}

TEST(DatasetBinaryHostile, MoreColumnsThanEntriesAreRejected) {
  Lie lie;
  Lie::set(lie.root(), "DataTable.Columns.Count", INT32_MAX);
  EXPECT_EQ(lie.error(), "DataTable.Columns.Count: more columns than there are entries");
  Lie one_more;
  Lie::set(one_more.root(), "DataTable.Columns.Count", 4);
  EXPECT_EQ(one_more.error(), "DataTable.DataColumn_3.ColumnName: the entry is missing");
}

TEST(DatasetBinaryHostile, RecordsThatDoNotFitTheRowsAreRejected) {
  Lie lie;
  Lie::set(lie.root(), "DataTable_0.Records.Count", 5);
  EXPECT_EQ(lie.error(), "DataTable_0.Records.Count: does not fit the rows and their states");
}

TEST(DatasetBinaryHostile, RowsWithoutStatesAreRejected) {
  Lie lie;
  Lie::set(lie.root(), "DataTable_0.Rows.Count", INT32_MAX);
  EXPECT_EQ(lie.error(), "DataTable_0.RowStates: BitArray of 9 bits in 1 words is too short for 6442450941");
  Lie long_claim;
  Lie::set(long_claim.object("DataTable_0.RowStates"), "m_length", INT32_MAX);
  Lie::set(long_claim.root(), "DataTable_0.Rows.Count", 100);
  EXPECT_EQ(long_claim.error(), "DataTable_0.RowStates: BitArray of 2147483647 bits in 1 words is too short for 300");
}

TEST(DatasetBinaryHostile, StoragesOfAnotherLengthOrKindAreRejected) {
  Lie lie;
  model::ArrayNode& storages = Lie::array_in(lie.object("DataTable_0.Records"), "_items");
  std::swap(storages.slots[0], storages.slots[1]);
  EXPECT_EQ(lie.error(), "DataTable_0.Records/[0]: the storage of a column of System.Int32 is of another kind");
  Lie short_list;
  Lie::set(short_list.object("DataTable_0.Records"), "_size", 2);
  EXPECT_EQ(short_list.error(), "DataTable_0.Records: 2 entries for 3 columns");
  Lie long_list;
  Lie::set(long_list.object("DataTable_0.NullBits"), "_size", 9);
  EXPECT_EQ(long_list.error(), "DataTable_0.NullBits: ArrayList of 9 has 4 items");
}

// A hundred columns of one storage, or of one byte[] in all cells: the payload has it once.
TEST(DatasetBinaryHostile, WhatColumnsAndCellsShareIsCounted) {
  constexpr std::size_t kRows = 1'000;
  for (const ValueKind kind : {ValueKind::Int32, ValueKind::String, ValueKind::Bytes}) {
    model::Table table;
    table.name = "T";
    for (int i = 0; i < 100; ++i) {
      model::Column& column = table.add_column("C" + std::to_string(i), kind);
      for (std::size_t r = 0; r < kRows; ++r) kind == ValueKind::Int32 ? column.append(7) : column.append_text("text");
    }
    table.added_plain_rows(kRows);
    Buffer payload;
    ASSERT_TRUE(Writer().write(table, payload).ok());
    nrbf::GraphReader reader;
    model::Graph graph;
    ASSERT_TRUE(reader.read(payload, graph).ok());
    auto& root = const_cast<model::ObjectNode&>(*model::as_object(graph.root()));
    model::ArrayNode& storages = Lie::array_in(Lie::object_in(root, "DataTable_0.Records"), "_items");
    model::ArrayNode& first = const_cast<model::ArrayNode&>(*model::as_array(storages.slots[0].node()));
    if (kind == ValueKind::Bytes) {
      for (std::size_t r = 1; r < kRows; ++r) first.slots[r] = first.slots[0];
    }
    for (int i = 1; i < 100; ++i) storages.slots[i] = storages.slots[0];
    const auto code = [&](std::uint64_t expansion) {
      ReadOptions options;
      options.limits.expansion = expansion;
      Reader tables(options);
      model::Table read;
      const Status status = tables.from_graph(graph, read);
      return status.ok() ? ErrorCode::InvalidArgument : status.error().code();
    };
    EXPECT_EQ(code(500'000), ErrorCode::LimitExceeded) << model::clr_name(kind);
    EXPECT_EQ(code(20'000'000), ErrorCode::InvalidArgument) << model::clr_name(kind);
  }
}

TEST(DatasetBinaryHostile, EnumsAreChecked) {
  Lie lie;
  Lie::set(lie.object("DataTable.DataColumn_1.ColumnMapping"), "value__", 9);
  EXPECT_EQ(lie.error(), "DataTable.DataColumn_1.ColumnMapping: has no such value: 9");
  Lie mode;
  Lie::set(mode.object("DataTable.DataColumn_2.DateTimeMode"), "value__", 0);
  EXPECT_EQ(mode.error(), "DataTable.DataColumn_2.DateTimeMode: has no such value: 0");
}

TEST(DatasetBinaryHostile, OrdinalsAreChecked) {
  Lie lie;
  model::ArrayNode& constraints = Lie::array_in(lie.object("DataTable_0.Constraints"), "_items");
  auto& unique = const_cast<model::ObjectNode&>(*model::as_object(constraints.slots[0].node()));
  model::ArrayNode& parts = Lie::array_in(unique, "_items");
  auto& ordinals = const_cast<model::ArrayNode&>(*model::as_array(parts.slots[2].node()));
  const std::int32_t beyond = 3;
  ordinals.primitives = reinterpret_cast<const std::uint8_t*>(&beyond);
  EXPECT_EQ(lie.error(), "DataTable_0.Constraints/[0]: column 3 of table T, which has 3");
}

TEST(DatasetBinaryHostile, ErrorsOfRowsThatAreNotThereAreRejected) {
  Lie lie;
  model::ArrayNode& keys = Lie::array_in(lie.object("DataTable_0.RowErrors"), "Keys");
  auto& key = const_cast<model::ScalarNode&>(*model::as_scalar(keys.slots[0].node()));
  store(key.value, std::int32_t{3});
  EXPECT_EQ(lie.error(), "DataTable_0.RowErrors/[0]: row 3 of 3");
}

TEST(DatasetBinaryHostile, OtherRootsAreNamed) {
  Lie lie;
  Reader reader;
  model::TableSet set;
  const Buffer payload = small_payload();
  const Status status = reader.read(payload, set);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), ErrorCode::TypeMismatch);
}

}  // namespace
}  // namespace dotwire::dataset_binary

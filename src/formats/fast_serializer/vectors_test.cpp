// The vectors and sizes that the original code gave (table-formats.md 4.10).
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "formats/fast_serializer/fast_serializer.h"
#include "formats/fast_serializer/test_tables.h"
#include "support/hex.h"

namespace dotwire::fast_serializer {
namespace {

using model::Table;
using model::TableSet;
using model::ValueKind;
using test::hex;
using test::same_bytes;

TEST(FastSerializerVectors, AnEmptyDataSet) {
  const TableSet set;
  EXPECT_TRUE(same_bytes(written(set, in_dialect(Dialect::A)), hex("07 00 00 00 40 89 08 00 00")));
  EXPECT_TRUE(same_bytes(written(set, in_dialect(Dialect::C)), hex("0F 00 00 00 00 00 00 00 00 00 00 00 40 89 08")));
}

// A zero or one with a scale says that the writer kept all scales; then all are kept when it is written again.
TEST(FastSerializerDecimals, TheScaleOfZerosAndOnesTellsTheWriter) {
  for (const Dialect dialect : {Dialect::A, Dialect::B, Dialect::C}) {
    for (const Decimal& special :
         {Decimal{0, 0, 0, 2U << 16}, Decimal{100, 0, 0, 2U << 16}, Decimal{0, 0, 0, 1U << 31}}) {
      Table table;
      model::Column& column = table.add_column("D", ValueKind::Decimal);
      column.append(Decimal{1200, 0, 0, 2U << 16});
      column.append(special);
      table.added_plain_rows(2);
      WriteOptions options = in_dialect(dialect);
      options.encode.decimals = DecimalScale::Exact;
      const Buffer bytes = written(table, options);
      Table read;
      const Result<Recorded> recorded = Reader().read(bytes, read);
      ASSERT_TRUE(recorded.ok()) << recorded.error().to_string();
      EXPECT_EQ(recorded->decimals, DecimalScale::Exact);
      EXPECT_EQ(model::first_difference(read, table), "");
      EXPECT_TRUE(same_bytes(written(read, options_of(*recorded)), bytes));
    }
  }
}

constexpr std::string_view kStatesA = R"(
    33 00 00 00                      # tables at 0x33
    B5 02                            # name, ambient case, columns, rows, no unique
    B7 54                            # "T"
    02                               # 2 columns
      23  B7 41  00 00               # nullable, not String, increment defaults, "A", type token 0
      21  B7 53                      # "S"
    04                               # 4 rows
      03  02 AE AC 02 01 00  C2  02 00   # modified: [300, token 1]; originals: same, token 2
      0C  02 83 01  03 00  01 01 04 00   # DBNull twice; RowError token 3; column 1: token 4
      01  02 8E F9 FF FF FF B8           # deleted: -7, "Y"
      02  02 A6 B7 71                    # added: 1, "q"
    05 0C 53 79 73 74 65 6D 2E 49 6E 74 33 32 03 62 79 65 05 68 65 6C 6C 6F 03 62 61 64 02 63 65
    00)";
constexpr std::string_view kStatesC = R"(
    56 00 00 00 05 00 00 00 00 00 00 00 B5 02 BB 54 02 23 BB 41 00 00 0C 53 79 73 74 65 6D 2E 49 6E 74
    33 32 21 BB 53 04 03 02 B1 AC 02 01 00 03 62 79 65 C6 02 00 05 68 65 6C 6C 6F 0C 02 83 01 03 00 03
    62 61 64 01 01 04 00 02 63 65 01 02 B2 06 BC 02 02 A6 BB 71)";

TEST(FastSerializerVectors, ATableWithRowsInAllStates) {
  Table table;
  make_states(table);
  EXPECT_TRUE(same_bytes(written(table, in_dialect(Dialect::A)), hex(kStatesA)));
  EXPECT_TRUE(same_bytes(written(table, in_dialect(Dialect::C)), hex(kStatesC)));
  for (const std::string_view bytes : {kStatesA, kStatesC}) {
    Table read;
    const Result<Recorded> recorded = Reader().read(hex(bytes), read);
    ASSERT_TRUE(recorded.ok()) << recorded.error().to_string();
    EXPECT_EQ(recorded->dialect, bytes == kStatesA ? Dialect::A : Dialect::C);
    EXPECT_EQ(recorded->size, hex(bytes).size());
    EXPECT_EQ(model::first_difference(read, table), "");
    EXPECT_TRUE(same_bytes(written(read, options_of(*recorded)), hex(bytes)));
  }
}

constexpr std::string_view kSetA = R"(
    50 00 00 00 5D 00 00 89 08 02
    B5 04 B7 50 01 22 01 00 02 00 01 B7 6B 01 B7 76 01 00 01 A6 01 11 01 00
    B5 02 B7 43 03 27 01 00 02 00 03 00 23 04 00 02 00 A3 06 B7 78 02 00 05 00 01 00 03 AE 0A A6 80
    01 02 B7 52 01 01 00            # foreign key "R": child table 1 column 1, parent table 0 (primary key)
    01 09 B7 52 00 01 01            # relation "R": parent 0 (primary key), child 1 column 1
    06 02 44 53 02 69 64 0C 53 79 73 74 65 6D 2E 49 6E 74 33 32 03 43 61 70 03 70 69 64 04 69 64 2B 31 00)";

TEST(FastSerializerVectors, ADataSetWithKeysAndRelations) {
  TableSet set;
  make_set(set);
  EXPECT_TRUE(same_bytes(written(set, in_dialect(Dialect::A)), hex(kSetA)));
  TableSet read;
  const Result<Recorded> recorded = Reader().read(hex(kSetA), read);
  ASSERT_TRUE(recorded.ok()) << recorded.error().to_string();
  EXPECT_EQ(recorded->shape, Shape::DataSet);
  EXPECT_TRUE(same_bytes(written(read, options_of(*recorded)), hex(kSetA)));
  // The computed value is not there, and the culture is one of the set's own now.
  EXPECT_TRUE(read.tables[1]->columns[2]->is_null(0));
  EXPECT_EQ(read.locale, "en-US");
  model::Column& computed = *set.tables[1]->columns[2];
  computed.clear_records();
  computed.append_null();
  set.locale = "en-US";
  set.locale_set = true;
  EXPECT_EQ(model::first_difference(read, set), "");
}

// The bytes behind the tables' flags.
bool contains(const Buffer& bytes, std::string_view digits) {
  return bytes.text().find(hex(digits).text()) != std::string_view::npos;
}

TEST(FastSerializerVectors, ColumnsWithLengthAndDefault) {
  Table table;
  model::Column& column = table.add_column("a", ValueKind::String);
  column.allow_db_null = false;
  column.max_length = 20;
  column.default_value = table.graph().make_string("dd");
  EXPECT_TRUE(contains(written(table, in_dialect(Dialect::A)), "A8 01 B7 61 00 00 14"));
}

TEST(FastSerializerVectors, ColumnsThatCount) {
  Table table;
  model::Column& column = table.add_column("a", ValueKind::Int32);
  column.auto_increment = true;
  column.auto_increment_seed = 100;
  column.auto_increment_step = 10;
  EXPECT_TRUE(contains(written(table, in_dialect(Dialect::A)), "13 B7 61 00 00 64 0A"));
}

TEST(FastSerializerVectors, TablesWithACultureAndACapacity) {
  Table table;
  table.name = "M";
  table.locale = "en-GB";
  table.locale_set = true;
  table.minimum_capacity = 7;
  table.add_column("a", ValueKind::String);
  EXPECT_TRUE(contains(written(table, in_dialect(Dialect::A)), "DD 02 B7 4D 89 10 07"));
}

// A table of one Object column with that cell, and what stands for the cell in it.
struct Cell {
  Table table;
  const Buffer& write(Dialect dialect) {
    bytes = written(table, in_dialect(dialect));
    return bytes;
  }
  Buffer bytes;
};

std::string cell_of(const model::Node* (*make)(model::Graph&), Dialect dialect) {
  Table table;
  model::Column& column = table.add_column("a", ValueKind::Object);
  column.append_object(make(table.graph()));
  table.added_plain_rows(1);
  const Buffer out = written(table, in_dialect(dialect));
  // Row flags 00, one value, then the cell; behind it the tokens in A.
  Table again;
  const Result<Recorded> recorded = Reader().read(out, again);
  EXPECT_TRUE(recorded.ok()) << recorded.error().to_string();
  EXPECT_EQ(model::first_difference(table, again), "");
  EXPECT_TRUE(same_bytes(written(again, options_of(*recorded)), out));
  const std::size_t end = dialect == Dialect::C ? out.size() : load<std::uint32_t>(out.data());
  const std::string_view start("\x01\x00\x01", 3);
  const std::size_t at = out.text().rfind(start, end);
  EXPECT_NE(at, std::string_view::npos);
  return test::to_hex(out.bytes().subspan(at + 3, end - at - 3));
}

template <class T, T value, ValueKind kind>
const model::Node* scalar(model::Graph& graph) {
  return graph.make_scalar(kind, value);
}

TEST(FastSerializerVectors, SingleValues) {
  const auto number = [](auto make, const char* a, const char* c) {
    EXPECT_EQ(cell_of(make, Dialect::A), a);
    EXPECT_EQ(cell_of(make, Dialect::C), c);
  };
  number(scalar<std::int32_t, 33, ValueKind::Int32>, "AE 21", "B1 21");
  number(scalar<std::int32_t, 300, ValueKind::Int32>, "AE AC 02", "B1 AC 02");
  number(scalar<std::int32_t, -33, ValueKind::Int32>, "8E DF FF FF FF", "B2 20");
  number(scalar<std::int32_t, 3'000'000, ValueKind::Int32>, "8E C0 C6 2D 00", "8E C0 C6 2D 00");
  number(scalar<std::int16_t, 300, ValueKind::Int16>, "8D 2C 01", "8D 2C 01");
  const auto single = [](model::Graph& graph) -> const model::Node* {
    return graph.make_scalar(ValueKind::Single, 1.5F);
  };
  number(+single, "8C 00 00 C0 3F", "8C 00 00 C0 3F");
  const auto decimal = [](model::Graph& graph) -> const model::Node* {
    return graph.make_scalar(ValueKind::Decimal, Decimal{1250, 0, 0, 2U << 16});
  };
  number(+decimal, "B4 3A 02 E2 09", "8A 3A 02 E2 09");
}

TEST(FastSerializerVectors, TypesAndObjects) {
  const auto type = [](model::Graph& graph) -> const model::Node* {
    return graph.make_text_scalar(ValueKind::Type, "System.Int32");
  };
  // Token 1: token 0 is the column's own type.
  EXPECT_EQ(cell_of(+type, Dialect::A), "C5 01 00");
  const auto object = [](model::Graph& graph) -> const model::Node* {
    return graph.make_object(graph.make_type("System.Object", {}, {}));
  };
  EXPECT_EQ(cell_of(+object, Dialect::A),
            "84 00 01 00 00 00 FF FF FF FF 01 00 00 00 00 00 00 00 04 01 00 00 00 0D 53 79 73 74 65 6D 2E 4F 62 6A 65 "
            "63 74 00 00 00 00 0B");
}

TEST(FastSerializerVectors, Arrays) {
  const auto bytes = [](model::Graph& graph) -> const model::Node* {
    return graph.make_text_scalar(ValueKind::Bytes, "\x01\x02\x03");
  };
  EXPECT_EQ(cell_of(+bytes, Dialect::A), "D0 03 01 02 03");
  EXPECT_EQ(cell_of(+bytes, Dialect::C), "D4 03 01 02 03");
  const auto none = [](model::Graph& graph) -> const model::Node* {
    return graph.make_text_scalar(ValueKind::Bytes, "");
  };
  EXPECT_EQ(cell_of(+none, Dialect::A), "D0 00");
  const auto numbers = [](model::Graph& graph) -> const model::Node* {
    constexpr std::int32_t kNumbers[] = {1, 2, 300};
    return graph.make_primitive_array(Primitive::Int32, 3, kNumbers);
  };
  EXPECT_EQ(cell_of(+numbers, Dialect::A), "D8 CC 03 01 02 AC 02");
  const auto objects = [](model::Graph& graph) -> const model::Node* {
    model::ArrayNode* array = graph.make_array({}, 6);
    for (int i = 0; i < 3; ++i) array->slots[i] = model::Slot::in_place(graph.make_scalar(ValueKind::Int32, 1));
    array->slots[3] = model::Slot::in_place(graph.make_string("x"));
    for (int i = 4; i < 6; ++i) array->slots[i] = model::Slot::in_place(graph.make_scalar(ValueKind::DBNull));
    return array;
  };
  EXPECT_EQ(cell_of(+objects, Dialect::A), "C8 06 C3 A6 02 B7 78 83 01");
}

// --- sizes that the original unit tests assert

void make_child(Table& table) {
  table.name = "Child";
  table.add_column("ChildKey", ValueKind::Int32).auto_increment = true;
  table.add_column("PrimaryKey", ValueKind::Int32);
}

void make_parent(Table& table) {
  table.name = "Parent";
  model::Column& key = table.add_column("PrimaryKey", ValueKind::Int32);
  key.auto_increment = true;
  key.auto_increment_seed = key.auto_increment_step = -1;
  for (const auto& [name, kind] :
       {std::pair("BooleanColumn", ValueKind::Boolean), std::pair("ByteColumn", ValueKind::Byte),
        std::pair("DateTimeColumn", ValueKind::DateTime), std::pair("DecimalColumn", ValueKind::Decimal),
        std::pair("Int16Column", ValueKind::Int16), std::pair("Int32Column", ValueKind::Int32),
        std::pair("Int64Column", ValueKind::Int64), std::pair("SingleColumn", ValueKind::Single),
        std::pair("DoubleColumn", ValueKind::Double), std::pair("StringColumn", ValueKind::String),
        std::pair("TimeSpanColumn", ValueKind::TimeSpan)}) {
    table.add_column(name, kind).allow_db_null = false;
  }
  table.add_column("NullColumn", ValueKind::String);
  table.add_column("ObjectColumn", ValueKind::Object);
  set_primary_key(table, 0);
}

void add_parent_record(Table& table, std::int32_t key, bool flag) {
  auto& columns = table.columns;
  columns[0]->append(key);
  columns[1]->append(flag);
  columns[2]->append(std::uint8_t{255});
  columns[3]->append(DateTime(DateTime::kMaxTicks, DateTimeKind::Unspecified));
  columns[4]->append(Decimal{~0U, ~0U, ~0U, 0});
  columns[5]->append(std::numeric_limits<std::int16_t>::max());
  columns[6]->append(std::numeric_limits<std::int32_t>::max());
  columns[7]->append(std::numeric_limits<std::int64_t>::max());
  columns[8]->append(std::numeric_limits<float>::max());
  columns[9]->append(std::numeric_limits<double>::max());
  columns[10]->append_text("hello dolly this is louis dolly");
  columns[11]->append(TimeSpan{std::numeric_limits<std::int64_t>::max()});
  columns[12]->append_null();
}

std::size_t size_of_set(const std::vector<void (*)(Table&)>& tables, Dialect dialect, bool related = false) {
  TableSet set;
  for (const auto make : tables) make(*set.tables.emplace_back(std::make_unique<Table>()));
  if (related) add_relation(set, "ParentChildRelation", 0, 0, 1, 1);
  return written(set, in_dialect(dialect)).size();
}

TEST(FastSerializerVectors, SizesOfTheOriginalTests) {
  for (const auto& [dialect, more] : {std::pair(Dialect::A, 0U), std::pair(Dialect::C, 6U)}) {
    EXPECT_EQ(size_of_set({}, dialect), 9 + more);
    EXPECT_EQ(size_of_set({make_child}, dialect), 64 + more);
    EXPECT_EQ(size_of_set({make_parent}, dialect), 425 + more);
    EXPECT_EQ(size_of_set({make_parent, make_child}, dialect), 455 + more);
    EXPECT_EQ(size_of_set({make_parent, make_child}, dialect, true), 489 + more);
    Table parent;
    make_parent(parent);
    EXPECT_EQ(written(parent, in_dialect(dialect)).size(), 421 + more);
  }
}

TEST(FastSerializerVectors, SizeOfChangedRows) {
  for (const auto& [dialect, size] : {std::pair(Dialect::A, 684U), std::pair(Dialect::C, 687U)}) {
    TableSet set;
    Table& table = *set.tables.emplace_back(std::make_unique<Table>());
    make_parent(table);
    for (const std::int32_t key : {-1, -2}) {
      for (const bool flag : {true, false}) {
        add_parent_record(table, key, flag);
        table.columns[13]->append_object(table.graph().make_object(table.graph().make_type("System.Object", {}, {})));
      }
    }
    // The object of both versions is one.
    for (std::uint64_t row = 0; row < 2; ++row) {
      model::Chunk& objects = table.columns[13]->chunk(0);
      objects.objects[2 * row + 1] = objects.objects[2 * row];
      table.add_row({model::RowState::Modified, 2 * row, 2 * row + 1, model::kNoRecord});
    }
    EXPECT_EQ(written(set, in_dialect(dialect)).size(), size);
  }
}

}  // namespace
}  // namespace dotwire::fast_serializer

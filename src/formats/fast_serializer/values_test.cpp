// Values beyond the specification's vectors: dialect B, arrays of several dimensions, scales of Decimals.
#include <gtest/gtest.h>

#include "base/arena.h"
#include "formats/fast_serializer/fast_serializer.h"
#include "formats/fast_serializer/test_tables.h"
#include "support/hex.h"

namespace dotwire::fast_serializer {
namespace {

using model::Table;
using model::ValueKind;
using test::hex;
using test::same_bytes;

constexpr Dialect kDialects[] = {Dialect::A, Dialect::B, Dialect::C};

// What is read is written to the same bytes; gives what was recorded.
Recorded expect_same(const Table& table, const Buffer& bytes, Dialect dialect) {
  Table read;
  ReadOptions options;
  options.dialect = dialect;
  Result<Recorded> recorded = Reader().read(bytes, read, options);
  EXPECT_TRUE(recorded.ok()) << recorded.error().to_string();
  if (!recorded.ok()) return {};
  EXPECT_EQ(model::first_difference(table, read), "");
  EXPECT_TRUE(same_bytes(written(read, options_of(*recorded)), bytes));
  return std::move(*recorded);
}

// --- dialect B: the framing of A and the type codes of C

TEST(FastSerializerDialectB, ATableWithRowsInAllStates) {
  constexpr std::string_view kStates = R"(
    30 00 00 00                      # tables at 0x30
    B5 02                            # name, ambient case, columns, rows, no unique
    BB 54                            # SingleCharString "T"
    02                               # 2 columns
      23  BB 41  00 00               # "A", type token 0
      21  BB 53                      # "S"
    04                               # 4 rows
      03  02 B1 AC 02 01 00  C6  02 00   # modified: OptimizedInt32 300, token 1; DuplicateValue, token 2
      0C  02 83 01  03 00  01 01 04 00   # DBNull twice; RowError token 3; column 1: token 4
      01  02 B2 06 BC                    # deleted: OptimizedInt32Negative of -7, YString
      02  02 A6 BB 71                    # added: 1, "q"
    05 0C 53 79 73 74 65 6D 2E 49 6E 74 33 32 03 62 79 65 05 68 65 6C 6C 6F 03 62 61 64 02 63 65
    00)";
  Table table;
  make_states(table);
  const Buffer bytes = written(table, in_dialect(Dialect::B));
  EXPECT_TRUE(same_bytes(bytes, hex(kStates)));
  expect_same(table, hex(kStates), Dialect::B);
  // Nobody need say which it is.
  Table read;
  const Result<Recorded> recorded = Reader().read(hex(kStates), read);
  ASSERT_TRUE(recorded.ok());
  EXPECT_EQ(recorded->dialect, Dialect::B);
}

struct ValueCase {
  const model::Node* (*make)(model::Graph&);
  const char* bytes;
};

template <class T, T kValue, ValueKind kKind>
const model::Node* scalar(model::Graph& graph) {
  return graph.make_scalar(kKind, kValue);
}

template <class T, T... kValues>
const model::Node* numbers(model::Graph& graph) {
  constexpr T kAll[] = {kValues...};
  constexpr Primitive kElement = std::is_same_v<T, std::int16_t>    ? Primitive::Int16
                                 : std::is_same_v<T, std::uint16_t> ? Primitive::UInt16
                                                                    : Primitive::Int64;
  return graph.make_primitive_array(kElement, std::size(kAll), kAll);
}

const model::Node* mixed(model::Graph& graph) {
  model::ArrayNode* array = graph.make_array({}, 3);
  array->slots[0] = model::Slot::in_place(graph.make_scalar(ValueKind::Int16, std::int16_t{-5}));
  array->slots[1] = model::Slot::in_place(graph.make_string("x"));
  array->slots[2] = model::Slot::in_place(graph.make_string("x"));
  return array;
}

const model::Node* whole_decimal(model::Graph& graph) {
  return graph.make_scalar(ValueKind::Decimal, Decimal{1200, 0, 0, 2U << 16});
}

// Codes and short forms that A has not: table-formats.md 4.4, 4.5, 4.8.
TEST(FastSerializerDialectB, Values) {
  const ValueCase cases[] = {
      {scalar<std::int16_t, 100, ValueKind::Int16>, "AE 64"},
      {scalar<std::int16_t, -100, ValueKind::Int16>, "AF 63"},
      {scalar<std::int16_t, 128, ValueKind::Int16>, "8D 80 00"},
      {scalar<std::uint16_t, 127, ValueKind::UInt16>, "B0 7F"},
      {scalar<std::int32_t, -33, ValueKind::Int32>, "B2 20"},
      {scalar<std::int32_t, -2'097'152, ValueKind::Int32>, "B2 FF FF 7F"},
      {scalar<std::int32_t, -2'097'153, ValueKind::Int32>, "8E FF FF DF FF"},
      {scalar<std::uint32_t, 33, ValueKind::UInt32>, "B3 21"},
      {scalar<std::int64_t, 33, ValueKind::Int64>, "B4 21"},
      {scalar<std::int64_t, -33, ValueKind::Int64>, "B5 20"},
      {scalar<std::uint64_t, 33, ValueKind::UInt64>, "B6 21"},
      {numbers<std::int16_t, 1, 2, 300>, "DB D1 03 03 03 01 02 2C 01"},
      {numbers<std::uint16_t, 1, 2>, "E0 D0 02 01 02"},
      {numbers<std::int64_t, -1>, "DD CF 01 FF FF FF FF FF FF FF FF"},
      {mixed, "CC 03 AF 04 C7 BB 78 01"},
  };
  for (const ValueCase& each : cases) {
    Table table;
    table.add_column("a", ValueKind::Object).append_object(each.make(table.graph()));
    table.added_plain_rows(1);
    const Buffer bytes = written(table, in_dialect(Dialect::B));
    // In front of the tables, which hold one text.
    const std::size_t tables = bytes.size() - 16;
    EXPECT_EQ(load<std::uint32_t>(bytes.data()), tables);
    const Buffer value = hex(each.bytes);
    EXPECT_EQ(test::to_hex(bytes.bytes().subspan(tables - value.size(), value.size())), each.bytes);
    expect_same(table, bytes, Dialect::B);
  }
  Table table;
  table.add_column("a", ValueKind::Object).append_object(whole_decimal(table.graph()));
  table.added_plain_rows(1);
  EXPECT_NE(written(table, in_dialect(Dialect::B)).text().find("\x8A\x38\x0C"), std::string_view::npos);
}

// --- arrays of several dimensions

const model::Node* make_matrix(model::Graph& graph, bool of_texts) {
  constexpr std::int32_t kNumbers[] = {1, 2, 3, 4, 5, 6};
  model::RecordedType text;
  text.binary_type = model::BinaryType::String;
  model::ArrayNode* array =
      of_texts ? graph.make_array(text, 6) : graph.make_primitive_array(Primitive::Int32, 6, kNumbers);
  for (std::size_t i = 0; of_texts && i < 6; ++i) {
    array->slots[i] = model::Slot::in_place(graph.make_string(std::to_string(i)));
  }
  array->array_kind = 2;
  array->rank = 2;
  auto* lengths = graph.arena().allocate_array<std::int32_t>(2);
  lengths[0] = 2;
  lengths[1] = 3;
  array->lengths = lengths;
  return array;
}

// No code has a place for dimensions: they go as a payload of BinaryFormatter.
TEST(FastSerializerArrays, OfSeveralDimensionsAreAPayload) {
  for (const Dialect dialect : kDialects) {
    for (const bool of_texts : {false, true}) {
      Table table;
      model::Column& column = table.add_column("a", ValueKind::Object);
      column.append_object(make_matrix(table.graph(), of_texts));
      model::ArrayNode* both = table.graph().make_array({}, 2);
      for (std::size_t i = 0; i < 2; ++i) {
        both->slots[i] = model::Slot::reference(make_matrix(table.graph(), of_texts));
      }
      column.append_object(both);
      table.set_extended_property("k", "v");
      table.added_plain_rows(2);
      const Buffer bytes = written(table, in_dialect(dialect));
      EXPECT_NE(bytes.text().find(std::string_view("\x84\x00\x01\x00\x00\x00\xFF\xFF\xFF\xFF", 10)),
                std::string_view::npos);
      expect_same(table, bytes, dialect);
    }
  }
}

// --- scales of Decimals

WriteOptions exact(Dialect dialect) {
  WriteOptions options = in_dialect(dialect);
  options.encode.decimals = DecimalScale::Exact;
  return options;
}

// 2.5 and 2.50 side by side: the original would have taken them together.
constexpr Decimal kShort{25, 0, 0, 1U << 16};
constexpr Decimal kLong{250, 0, 0, 2U << 16};

TEST(FastSerializerDecimals, EqualOnesSideBySideTellTheWriter) {
  for (const Dialect dialect : kDialects) {
    Table table;
    table.add_column("a", ValueKind::Decimal).append(kShort);
    table.add_column("b", ValueKind::Decimal).append(kLong);
    table.added_plain_rows(1);
    EXPECT_EQ(expect_same(table, written(table, exact(dialect)), dialect).decimals, DecimalScale::Exact);
    // The original has one of them twice.
    const Buffer merged = written(table, in_dialect(dialect));
    Table read;
    const Result<Recorded> recorded = Reader().read(merged, read);
    ASSERT_TRUE(recorded.ok());
    EXPECT_EQ(recorded->decimals, DecimalScale::Default);
    EXPECT_EQ(read.columns[1]->get<Decimal>(0), kShort);
  }
}

TEST(FastSerializerDecimals, AnOriginalEqualToItsCurrentValueTellsTheWriter) {
  for (const std::size_t rows_before : {std::size_t{0}, model::kChunkRows - 1}) {
    Table table;
    model::Column& column = table.add_column("a", ValueKind::Decimal);
    for (std::size_t i = 0; i < rows_before; ++i) {
      column.append(kShort);
      table.add_row({model::RowState::Unchanged, i, i, model::kNoRecord});
    }
    column.append(kShort);
    column.append(kLong);
    table.add_row({model::RowState::Modified, rows_before, rows_before + 1, model::kNoRecord});
    const Buffer bytes = written(table, exact(Dialect::A));
    EXPECT_EQ(expect_same(table, bytes, Dialect::A).decimals, DecimalScale::Exact);
  }
}

TEST(FastSerializerDecimals, EqualOnesInObjectsTellTheWriter) {
  for (const Dialect dialect : kDialects) {
    Table cells;
    cells.add_column("a", ValueKind::Object).append_object(cells.graph().make_scalar(ValueKind::Decimal, kShort));
    cells.add_column("b", ValueKind::Decimal).append(kLong);
    cells.added_plain_rows(1);
    EXPECT_EQ(expect_same(cells, written(cells, exact(dialect)), dialect).decimals, DecimalScale::Exact);

    Table arrays;
    model::ArrayNode* array = arrays.graph().make_array({}, 2);
    array->slots[0] = model::Slot::in_place(arrays.graph().make_scalar(ValueKind::Decimal, kShort));
    array->slots[1] = model::Slot::in_place(arrays.graph().make_scalar(ValueKind::Decimal, kLong));
    arrays.add_column("a", ValueKind::Object).append_object(array);
    arrays.added_plain_rows(1);
    EXPECT_EQ(expect_same(arrays, written(arrays, exact(dialect)), dialect).decimals, DecimalScale::Exact);
  }
}

TEST(FastSerializerDecimals, SoDoDatesThatDifferInKind) {
  const DateTime utc(638'000'000'000'000'000, DateTimeKind::Utc);
  const DateTime local(638'000'000'000'000'000, DateTimeKind::Local);
  for (const Dialect dialect : kDialects) {
    Table table;
    table.add_column("a", ValueKind::DateTime).append(utc);
    table.add_column("b", ValueKind::DateTime).append(local);
    table.added_plain_rows(1);
    EXPECT_EQ(expect_same(table, written(table, exact(dialect)), dialect).decimals, DecimalScale::Exact);
  }
}

// They are written alike, so that one may stand for the other.
TEST(FastSerializerDecimals, ZerosWithASignAreARun) {
  Table table;
  table.add_column("a", ValueKind::Double).append(0.0);
  table.add_column("b", ValueKind::Double).append(-0.0);
  table.added_plain_rows(1);
  const Buffer bytes = written(table, exact(Dialect::C));
  Table read;
  const Result<Recorded> recorded = Reader().read(bytes, read);
  ASSERT_TRUE(recorded.ok());
  EXPECT_TRUE(same_bytes(written(read, options_of(*recorded)), bytes));
}

// --- what the original writer itself showed (docs/formats/fast-serializer.md)

// Arrays are equal to themselves only: BinaryFormatter gives all empty ones as one object.
TEST(FastSerializerRepeats, OneArrayInSeveralCells) {
  for (const bool shared : {false, true}) {
    Table table;
    table.name = "T";
    for (const char* name : {"A", "B", "C"}) {
      model::Column& column = table.add_column(name, ValueKind::Bytes);
      for (const char* text : {"", "", "x"}) column.append_text(text);
      model::Chunk& chunk = column.chunk(0);
      chunk.identity.resize(3);
      for (std::size_t i = 0; i < 3; ++i) chunk.identity[i] = shared && i == 1 && *name != 'C' ? 7 : 0;
    }
    table.added_plain_rows(3);
    for (const Dialect dialect : kDialects) {
      const Buffer bytes = written(table, in_dialect(dialect));
      const Buffer run = hex(dialect == Dialect::A ? "C3 D0 00 01 D0 00" : "C7 D4 00 01 D4 00");
      EXPECT_EQ(bytes.text().find(run.text()) != std::string_view::npos, shared) << static_cast<int>(dialect);
      expect_same(table, bytes, dialect);
    }
  }
}

// DataColumn.DefaultValue is SqlInt32.Null there, never DBNull.
TEST(FastSerializerDefaults, OfSqlTypesAreTheirNull) {
  Table table;
  table.name = "T";
  table.add_column("A", ValueKind::SqlInt32);
  for (const Dialect dialect : kDialects) {
    const Buffer bytes = written(table, in_dialect(dialect));
    EXPECT_NE(bytes.text().find("m_fNotNull"), std::string_view::npos);
    Recorded recorded = expect_same(table, bytes, dialect);
    ASSERT_EQ(recorded.tables.size(), 1U);
    // Without it, as others may write.
    recorded.tables[0].columns[0].null_default = false;
    const Buffer bare = written(table, options_of(recorded));
    EXPECT_EQ(bare.text().find("m_fNotNull"), std::string_view::npos);
    expect_same(table, bare, dialect);
  }
}

}  // namespace
}  // namespace dotwire::fast_serializer

// Damaged and hostile documents: an error at its place, or a table, and little memory.
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

constexpr Dialect kDialects[] = {Dialect::A, Dialect::B, Dialect::C};

// A cell of every type code that an Object column can have.
Table every_value() {
  Table table;
  make_states(table);
  Table made;
  made.name = "Values";
  model::Graph& graph = made.graph();
  model::Column& column = made.add_column("O", ValueKind::Object);
  made.add_column("D", ValueKind::DateTime);
  made.add_column("M", ValueKind::Decimal);
  made.add_column("B", ValueKind::Bytes);
  std::vector<const model::Node*> nodes{graph.make_string("text"),
                                        graph.make_string("\xC3\xA9"),
                                        graph.make_scalar(ValueKind::Boolean, true),
                                        graph.make_scalar(ValueKind::Char, u'\u20AC'),
                                        graph.make_scalar(ValueKind::Int64, std::int64_t{1} << 60),
                                        graph.make_scalar(ValueKind::UInt16, std::uint16_t{77}),
                                        graph.make_scalar(ValueKind::Guid, Guid{{1, 2, 3}}),
                                        graph.make_scalar(ValueKind::TimeSpan, TimeSpan{-123'456'780'000}),
                                        graph.make_text_scalar(ValueKind::Type, "System.Int32"),
                                        graph.make_object(graph.make_type("System.Object", {}, {}))};
  constexpr std::int32_t kNumbers[] = {1, -2, 3'000'000};
  constexpr std::uint8_t kFlags[] = {1, 0, 1};
  nodes.push_back(graph.make_primitive_array(Primitive::Int32, 3, kNumbers));
  nodes.push_back(graph.make_primitive_array(Primitive::Boolean, 3, kFlags));
  model::ArrayNode* array = graph.make_array({}, 3);
  for (std::size_t i = 0; i < 3; ++i) array->slots[i] = model::Slot::in_place(nodes[i]);
  nodes.push_back(array);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    column.append_object(nodes[i]);
    made.columns[1]->append(DateTime(static_cast<std::int64_t>(636'000'000'123'456'789 + i), DateTimeKind::Utc));
    made.columns[2]->append(Decimal{static_cast<std::uint32_t>(i), 7, 0, 3U << 16});
    made.columns[3]->append_text("\x01\x02");
  }
  made.added_plain_rows(nodes.size());
  return made;
}

TEST(FastSerializerHostile, EveryPrefixOfADocumentIsAnError) {
  TableSet set;
  make_set(set);
  set.tables.push_back(std::make_unique<Table>(every_value()));
  Reader reader;
  for (const Dialect dialect : kDialects) {
    const Buffer in = written(set, in_dialect(dialect));
    ReadOptions options;
    options.dialect = dialect;
    TableSet read;
    for (std::size_t size = 0; size < in.size(); ++size) {
      const Result<Recorded> recorded = reader.read(in.bytes().first(size), read, options);
      ASSERT_FALSE(recorded.ok()) << size;
      ASSERT_LE(recorded.error().offset(), size) << recorded.error().to_string();
      ASSERT_TRUE(read.tables.empty());
    }
    const Result<Recorded> whole = reader.read(in, read, options);
    ASSERT_TRUE(whole.ok()) << whole.error().to_string();
    EXPECT_TRUE(test::same_bytes(written(read, options_of(*whole)), in));
  }
}

TEST(FastSerializerHostile, DamagedDocumentsGiveAnErrorOrWhatCanBeWritten) {
  std::uint32_t state = 11;
  const auto draw = [&state] { return (state = state * 1664525 + 1013904223) >> 8; };
  TableSet set;
  make_set(set);
  set.tables.push_back(std::make_unique<Table>(every_value()));
  Reader reader;
  Writer writer;
  ReadOptions options;
  options.limits.memory = 1 << 24;
  options.limits.expansion = 1 << 20;
  int read_again = 0;
  for (const Dialect dialect : kDialects) {
    const Buffer in = written(set, in_dialect(dialect));
    for (int round = 0; round < 1500; ++round) {
      Buffer damaged(in.bytes());
      for (std::uint32_t i = 0; i < 1 + draw() % 3; ++i) {
        damaged.data()[draw() % damaged.size()] = static_cast<std::uint8_t>(draw());
      }
      Content content;
      const Result<Recorded> recorded = reader.read(damaged, content, options);
      if (!recorded.ok()) continue;
      ASSERT_LE(recorded->size, damaged.size());
      Buffer out;
      const WriteOptions how = options_of(*recorded);
      const Status status = content.set ? writer.write(*content.set, out, how) : writer.write(*content.table, out, how);
      ASSERT_TRUE(status.ok()) << status.error().to_string();
      ++read_again;
    }
  }
  EXPECT_GT(read_again, 100);
}

Error error_of(std::string_view bytes, Dialect dialect, const Limits& limits = {}) {
  ReadOptions options;
  options.dialect = dialect;
  options.shape = Shape::Table;
  options.limits = limits;
  Table table;
  Result<Recorded> recorded = Reader().read(hex(bytes), table, options);
  EXPECT_FALSE(recorded.ok());
  return recorded.ok() ? Error(ErrorCode::Io, "read") : std::move(recorded).error();
}

TEST(FastSerializerHostile, CountsBeyondTheInputAreRefused) {
  // strings
  EXPECT_EQ(error_of("05 00 00 00 00  FF FF FF FF 07 00", Dialect::A).offset(), 5U);
  // columns
  EXPECT_EQ(error_of("0B 00 00 00 94 02 FF FF FF FF 07 00 00", Dialect::A).offset(), 6U);
  // rows
  EXPECT_EQ(error_of("0B 00 00 00 A4 02 FF FF FF FF 07 00 00", Dialect::A).offset(), 6U);
  // offset of the tables
  EXPECT_EQ(error_of("FF FF FF 7F 00", Dialect::A).code(), ErrorCode::Truncated);
  EXPECT_EQ(error_of("FF FF FF FF 00", Dialect::A).code(), ErrorCode::Malformed);
  // length
  EXPECT_EQ(error_of("FF FF FF 7F 00 00 00 00 00 00 00 00", Dialect::C).code(), ErrorCode::Truncated);
  EXPECT_EQ(error_of("0B 00 00 00 00 00 00 00 00 00 00 00", Dialect::C).code(), ErrorCode::Malformed);
}

// A table of one column "a" of type Object with one row, whose only value follows.
std::string with_value(std::string_view value) {
  const Buffer bytes = hex(value);
  const Buffer head =
      hex("00 00 00 00 00 00 00 00 00 00 00 00  B4 02 01 23 BB 61 00 00 0D 53 79 73 74 65 6D 2E 4F 62 6A 65 63 74 "
          "01 00 01");
  std::string all(head.text());
  all += bytes.text();
  store(all.data(), static_cast<std::uint32_t>(all.size()));
  return test::to_hex(test::as_bytes(all));
}

constexpr std::uint64_t kValueAt = 37;

TEST(FastSerializerHostile, TokensBeyondTheTableAreRefused) {
  // The next token is 1; 2 skips it.
  const Error error = error_of(with_value("02 00 01 78"), Dialect::C);
  EXPECT_EQ(error.code(), ErrorCode::Malformed);
  EXPECT_EQ(error.offset(), kValueAt);
  EXPECT_EQ(error.path(), "rows/[0]/a");
  EXPECT_EQ(error_of("07 00 00 00 01 05 00 00 00", Dialect::A).code(), ErrorCode::Malformed);
}

TEST(FastSerializerHostile, RunsDoNotOutgrowTheirArrays) {
  EXPECT_EQ(error_of(with_value("CC 02 81 FF FF FF FF 07"), Dialect::C).code(), ErrorCode::Malformed);
  // 2^28 nulls take no memory, but so many DBNulls would.
  Limits limits;
  limits.expansion = 1000;
  EXPECT_EQ(error_of(with_value("CC 80 80 80 80 01 83 FF FF FF 7F"), Dialect::C, limits).code(),
            ErrorCode::LimitExceeded);
  limits = {};
  limits.memory = 1 << 20;
  EXPECT_EQ(error_of(with_value("CC 80 80 80 80 01 83 FF FF FF 7F"), Dialect::C, limits).code(),
            ErrorCode::LimitExceeded);
}

TEST(FastSerializerHostile, DeepArraysAreReadWithoutRecursion) {
  std::string nested;
  for (int i = 0; i < 100'000; ++i) nested += "CC 01 ";
  nested += "80";
  EXPECT_EQ(error_of(with_value(nested), Dialect::C).code(), ErrorCode::LimitExceeded);
  nested.clear();
  for (int i = 0; i < 5'000; ++i) nested += "CC 01 ";
  nested += "80";
  Table table;
  EXPECT_TRUE(Reader().read(hex(with_value(nested)), table).ok());
}

TEST(FastSerializerHostile, TextsByTokenDoNotGrowWithoutBound) {
  // One text of 100 bytes, and rows of two bytes each that name it.
  Table table;
  table.name = "T";
  model::Column& column = table.add_column("S", ValueKind::String);
  const std::string text(100, 'x');
  for (int i = 0; i < 1000; ++i) column.append_text(text);
  table.added_plain_rows(1000);
  const Buffer in = written(table, in_dialect(Dialect::A));
  ReadOptions options;
  options.limits.expansion = 50'000;
  const Result<Recorded> recorded = Reader().read(in, table, options);
  ASSERT_FALSE(recorded.ok());
  EXPECT_EQ(recorded.error().code(), ErrorCode::LimitExceeded);
}

// A run of nulls takes three bytes a row, whatever it is wide.
TEST(FastSerializerHostile, RunsOfNullsAndValuesAreBounded) {
  constexpr std::size_t kRows = 10'000;
  for (const bool nulls : {true, false}) {
    Table table;
    table.name = "T";
    for (std::size_t i = 0; i < 1'000; ++i) {
      model::Column& column = table.add_column("C" + std::to_string(i), ValueKind::Int32);
      for (std::size_t r = 0; r < kRows; ++r) nulls ? column.append_null() : column.append(std::int32_t{7});
    }
    table.added_plain_rows(kRows);
    const Buffer in = written(table, in_dialect(Dialect::A));
    ASSERT_LT(in.size(), 100'000U);
    Table read;
    const Result<Recorded> bounded = Reader().read(in, read);
    ASSERT_FALSE(bounded.ok());
    EXPECT_EQ(bounded.error().code(), ErrorCode::LimitExceeded) << bounded.error().to_string();
    ReadOptions options;
    options.limits.expansion = 200'000'000;
    ASSERT_TRUE(Reader().read(in, read, options).ok());
    EXPECT_EQ(model::first_difference(table, read), "");
  }
}

TEST(FastSerializerHostile, WhatOnlyItsOwnCodeCanReadIsRefusedByName) {
  struct Case {
    const char* value;
    const char* message;
  };
  for (const Case& each :
       {Case{"E4 01 00 06 4E 73 2E 4F 77 6E", "the bytes of a Ns.Own are known to its own code only"},
        Case{"E7 01 00 06 4E 73 2E 53 75 72", "the bytes of a Ns.Sur are known to its own code only"},
        Case{"D0 01 01 00 06 4E 73 2E 4F 77 6E", "the elements of an array are known to their own code only"}}) {
    const Error error = error_of(with_value(each.value), Dialect::C);
    EXPECT_EQ(error.code(), ErrorCode::Unsupported);
    EXPECT_EQ(error.message(), each.message);
    EXPECT_EQ(error.offset(), kValueAt);
  }
}

TEST(FastSerializerHostile, EnumsAndSingletonsComeBack) {
  // OptimizedEnum 5 of Ns.Colour; SingleInstance of Ns.One.
  for (const char* value :
       {"E6 01 00 06 4E 73 2E 43 6F 6C 05", "CA 06 4E 73 2E 4F 6E 65", "C5 2A 00 00 00", "C8 0A FF 03",
        "CB 02 B1 05 80", "CD 01 00 05 4E 73 2E 41 62", "D2 01 00 05 4E 73 2E 41 62 01 80"}) {
    const Buffer in = hex(with_value(value));
    Table table;
    const Result<Recorded> recorded = Reader().read(in, table);
    ASSERT_TRUE(recorded.ok()) << value << ": " << recorded.error().to_string();
    EXPECT_EQ(recorded->dialect, Dialect::C);
    Buffer out = written(table, options_of(*recorded));
    store(out.data() + 4, std::uint32_t{0});  // the hint, which the head here has not
    EXPECT_TRUE(test::same_bytes(out, in)) << value;
  }
}

TEST(FastSerializerHostile, BrokenValuesAreRefusedWhereTheyStart) {
  struct Case {
    const char* value;
    ErrorCode code;
    std::uint64_t offset;
  };
  for (const Case& each : {Case{"FF", ErrorCode::Malformed, 0},  // no code
                           Case{"C6", ErrorCode::Malformed, 0},  // DuplicateValue out of a pair
                           Case{"B1 FF FF FF FF FF FF FF FF FF FF 01", ErrorCode::Malformed, 1},
                           Case{"B1 80 80 80 80 10", ErrorCode::OutOfRange, 1},       // over Int32
                           Case{"AE 80 80 04", ErrorCode::OutOfRange, 1},             // over Int16
                           Case{"B7 00 00 00", ErrorCode::OutOfRange, 1},             // month 0
                           Case{"B7 D6 C7 A2 03 00", ErrorCode::Malformed, 4},        // kind 3
                           Case{"8A 3A 1D 05", ErrorCode::OutOfRange, 1},             // scale 29
                           Case{"BB C3 28", ErrorCode::Malformed, 1},                 // no UTF-8
                           Case{"89 F0 9F 98 80", ErrorCode::Malformed, 1},           // two units
                           Case{"01 00 02 C3 28", ErrorCode::Malformed, 0},           // no UTF-8
                           Case{"DC D1 02 03 03 01 02 03", ErrorCode::Malformed, 1},  // bits for two of three elements
                           Case{"DC CF 7F", ErrorCode::Truncated, 2}}) {
    const Error error = error_of(with_value(each.value), Dialect::C);
    EXPECT_EQ(error.code(), each.code) << each.value << ": " << error.to_string();
    EXPECT_EQ(error.offset(), kValueAt + each.offset) << each.value << ": " << error.to_string();
  }
}

}  // namespace
}  // namespace dotwire::fast_serializer

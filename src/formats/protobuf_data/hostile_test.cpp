#include <gtest/gtest.h>

#include "formats/protobuf_data/protobuf_data.h"
#include "support/hex.h"

namespace dotwire::protobuf_data {
namespace {

using model::Table;
using model::TableSet;
using model::ValueKind;
using test::hex;

struct Draw {
  std::uint64_t state;
  std::uint32_t operator()() {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>(state >> 32);
  }
};

// A row of nulls and one of values, of every type.
Buffer every_type(Layout layout) {
  Table table;
  table.add_column("S", ValueKind::String).append_text("text \xC3\xA9");
  table.add_column("B", ValueKind::Bytes).append_text("bytes");
  table.add_column("C", ValueKind::Chars).append_text("chars");
  table.add_column("D", ValueKind::DateTime).append(DateTime(634'376'026'013'000'000, DateTimeKind::Unspecified));
  table.add_column("I", ValueKind::Int32).append(std::int32_t{-7});
  table.add_column("L", ValueKind::Int64).append(std::int64_t{70'000});
  table.add_column("H", ValueKind::Int16).append(std::int16_t{300});
  table.add_column("O", ValueKind::Boolean).append(true);
  table.add_column("Y", ValueKind::Byte).append(std::uint8_t{200});
  table.add_column("F", ValueKind::Single).append(1.5F);
  table.add_column("R", ValueKind::Double).append(2.5);
  table.add_column("G", ValueKind::Guid).append(Guid{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}});
  table.add_column("U", ValueKind::Char).append(u'\u8000');
  table.add_column("M", ValueKind::Decimal).append(Decimal{5, 6, 7, 2U << 16});
  table.add_column("T", ValueKind::TimeSpan).append(TimeSpan{-1});
  if (layout == Layout::Data) {
    table.add_column("Z", ValueKind::DateTimeOffset).append(model::DateTimeOffsetCell{634'376'026'013'000'000, 120});
  }
  for (const auto& column : table.columns) column->append_null();
  table.added_plain_rows(2);
  WriteOptions options;
  options.layout = layout;
  Buffer out;
  EXPECT_TRUE(Writer().write(table, out, options).ok());
  return out;
}

// Two results: an end between them is the end of a shorter document, and no other cut is one.
TEST(ProtobufDataHostile, EveryPrefixIsTruncatedOrEndsWithAResult) {
  for (const Layout layout : {Layout::Data, Layout::Light}) {
    Buffer in = every_type(layout);
    const std::size_t first = in.size();
    in.append(hex(layout == Layout::Data ? "0B 13 0A0141 1003 14 1B 08 05 1C 0C"
                                         : "1B 0B 0B 0A0141 100B 0C 0C 0B 0B 08 05 0C 0C 1C"));
    ReadOptions options;
    options.layout = layout;
    Reader reader;
    TableSet set;
    for (std::size_t size = 0; size < in.size(); ++size) {
      const Result<Document> document = reader.read(in.bytes().first(size), set, options);
      if (size == first) {
        ASSERT_TRUE(document.ok());
        EXPECT_EQ(set.tables.size(), 1U);
        continue;
      }
      ASSERT_FALSE(document.ok()) << size;
      ASSERT_EQ(document.error().code(), ErrorCode::Truncated) << size << " " << document.error().to_string();
      ASSERT_LE(document.error().offset(), size);
      ASSERT_TRUE(set.tables.empty());
    }
    ASSERT_TRUE(reader.read(in, set, options).ok());
    EXPECT_EQ(set.tables.size(), 2U);
  }
}

TEST(ProtobufDataHostile, DamagedDocumentsGiveAnErrorOrTablesThatCanBeWritten) {
  Draw draw{7};
  Reader reader;
  Writer writer;
  TableSet set;
  for (const Layout layout : {Layout::Data, Layout::Light}) {
    const Buffer in = every_type(layout);
    ASSERT_FALSE(in.empty());
    ReadOptions options;
    options.layout = layout;
    WriteOptions how;
    how.layout = layout;
    int read = 0;
    for (int round = 0; round < 5000; ++round) {
      Buffer damaged(in.bytes());
      for (std::uint32_t i = 0; i < 1 + draw() % 3; ++i) {
        damaged.data()[draw() % damaged.size()] = static_cast<std::uint8_t>(draw() % 3 == 0 ? draw() : draw() % 32);
      }
      const Result<Document> document = reader.read(damaged, set, options);
      if (!document.ok()) continue;
      ++read;
      std::vector<const Table*> tables;
      for (const auto& table : set.tables) tables.push_back(table.get());
      Buffer out;
      EXPECT_TRUE(writer.write(tables, out, how, &*document).ok());
    }
    EXPECT_GT(read, 100);
  }
}

struct Case {
  const char* rule;
  const char* input;
  ErrorCode code;
  std::uint64_t offset;
  const char* path = "";
};

void check(const Case& test, Layout layout) {
  SCOPED_TRACE(test.rule);
  TableSet set;
  ReadOptions options;
  options.layout = layout;
  const Buffer in = hex(test.input);
  const Result<Document> document = Reader().read(in, set, options);
  ASSERT_FALSE(document.ok());
  EXPECT_EQ(document.error().code(), test.code) << document.error().to_string();
  EXPECT_EQ(document.error().offset(), test.offset) << document.error().to_string();
  EXPECT_EQ(document.error().path(), test.path);
}

// A result of one column "A" of a type, and a row up to its cell, at offset 9.
#define ONE(type) "0B 13 0A 01 41 10 " type " 14 1B "

TEST(ProtobufDataHostile, RejectsWhatTheLibraryCannotHaveWritten) {
  const char* const cell = "rows/[0]/current/A";
  const Case cases[] = {
      {"nothing", "", ErrorCode::Truncated, 0},
      {"no result", "08 01", ErrorCode::Malformed, 0},
      {"a length in place of a group", "0A 00", ErrorCode::Malformed, 0},
      {"something else behind the columns", "0B 23 24 0C", ErrorCode::Malformed, 1},
      {"a column behind a row", ONE("03") "1C 13 0A 01 42 10 03 14 0C", ErrorCode::Malformed, 10},
      {"column without a type", "0B 13 0A 01 41 14 0C", ErrorCode::Malformed, 1},
      {"column without a name", "0B 13 10 03 14 0C", ErrorCode::Malformed, 1},
      {"column type 17", "0B 13 0A 01 41 10 11 14 0C", ErrorCode::Unsupported, 6, "columns/A"},
      {"column type 0", "0B 13 0A 01 41 10 00 14 0C", ErrorCode::Unsupported, 6, "columns/A"},
      {"name not UTF-8", "0B 13 0A 02 41 FF 10 03 14 0C", ErrorCode::Malformed, 5},
      {"name beyond the input", "0B 13 0A 7F 41", ErrorCode::Truncated, 3},
      {"column ends as another group", "0B 13 0A 01 41 10 03 1C", ErrorCode::Malformed, 7},
      {"field 0", ONE("03") "00 01 1C 0C", ErrorCode::Malformed, 9, "rows/[0]"},
      {"row ends as another group", ONE("03") "08 01 0C", ErrorCode::Malformed, 11, "rows/[0]"},
      {"wire type 6", ONE("03") "0E 1C 0C", ErrorCode::Malformed, 10, cell},
      {"Int32 beyond", ONE("03") "08 8080808010 1C 0C", ErrorCode::OutOfRange, 10, cell},
      {"Int16 beyond", ONE("05") "08 808002 1C 0C", ErrorCode::OutOfRange, 10, cell},
      {"Byte beyond", ONE("07") "08 8002 1C 0C", ErrorCode::OutOfRange, 10, cell},
      {"Int64 of 65 bits", ONE("04") "08 FFFFFFFFFFFFFFFFFF02 1C 0C", ErrorCode::Malformed, 10, cell},
      {"text as a number", ONE("01") "08 01 1C 0C", ErrorCode::Malformed, 10, cell},
      {"number as text", ONE("03") "0A 01 31 1C 0C", ErrorCode::Malformed, 10, cell},
      {"number as a group", ONE("03") "0B 0C 1C 0C", ErrorCode::Malformed, 10, cell},
      {"Decimal as a fixed number", ONE("0C") "09 0000000000000000 1C 0C", ErrorCode::Malformed, 10, cell},
      {"text beyond the input", ONE("01") "0A FFFFFFFF0F 41 1C 0C", ErrorCode::Truncated, 10, cell},
      {"text not UTF-8", ONE("01") "0A 03 41C341 1C 0C", ErrorCode::Malformed, 12, cell},
      {"text with a surrogate", ONE("01") "0A 03 EDA080 1C 0C", ErrorCode::Malformed, 11, cell},
      {"Double cut", ONE("09") "09 00000000", ErrorCode::Truncated, 10, cell},
      {"Single beyond", ONE("08") "09 000000000000F07F 0D 0000803F 09 000000000000F047 1C 0C", ErrorCode::OutOfRange,
       24, cell},
      {"Decimal of scale 29", ONE("0C") "0B 18 3A 0C 1C 0C", ErrorCode::Malformed, 10, cell},
      {"Decimal of 97 bits", ONE("0C") "0B 10 8080808010 0C 1C 0C", ErrorCode::OutOfRange, 10, cell},
      {"DateTime beyond 9999", ONE("02") "0B 08 FEFFFFFF7F 0C 1C 0C", ErrorCode::OutOfRange, 10, cell},
      {"DateTime in ticks beyond 9999", ONE("02") "09 FFFFFFFFFFFFFF7F 1C 0C", ErrorCode::OutOfRange, 10, cell},
      {"unit of time 6", ONE("0F") "0B 08 02 10 06 0C 1C 0C", ErrorCode::Malformed, 10, cell},
      {"Guid without an end", ONE("0A") "0B 09 0102030405060708 1C 0C", ErrorCode::Malformed, 19, cell},
      {"DateTimeOffset without zone", ONE("10") "0A 04 32303230 1C 0C", ErrorCode::Malformed, 11, cell},
      {"time in a column of nested tables", ONE("0F") "0A 00 1C 1B 0B 0C 1C 0C", ErrorCode::Malformed, 14,
       "rows/[1]/current/A"},
      {"the second result", "0B 0C " ONE("07") "08 8002 1C 0C", ErrorCode::OutOfRange, 12,
       "tables/Table2/rows/[0]/current/A"},
  };
  for (const Case& test : cases) check(test, Layout::Data);
}

TEST(ProtobufDataHostile, RejectsWhatTheLightLibraryCannotHaveWritten) {
  const Case cases[] = {
      {"nothing", "", ErrorCode::Truncated, 0},
      {"no version", "10 00", ErrorCode::Malformed, 0},
      {"version 2", "08 02 10 00 1B 0B 0C 0B 0C 1C", ErrorCode::Unsupported, 1},
      {"no RecordsAffected", "08 01 1B 0B 0C 0B 0C 1C", ErrorCode::Malformed, 2},
      {"RecordsAffected beyond", "08 01 10 8080808010 1B 0B 0C 0B 0C 1C", ErrorCode::OutOfRange, 3},
      {"no result", "08 01 10 00", ErrorCode::Truncated, 4},
      {"another field", "08 01 10 00 18 00", ErrorCode::Malformed, 4},
      {"no columns", "08 01 10 00 1B 1C", ErrorCode::Malformed, 5},
      {"no records", "08 01 10 00 1B 0B 0C 1C", ErrorCode::Malformed, 7},
      {"records end as another group", "08 01 10 00 1B 0B 0C 0B 14 1C", ErrorCode::Malformed, 8},
      {"column type 16", "08 01 10 00 1B 0B 0B 0A0141 1010 0C 0C 0B 0C 1C", ErrorCode::Unsupported, 11, "columns/A"},
      {"no nested tables here", "08 01 10 00 1B 0B 0B 0A0141 100F 0C 0C 0B 0B 0A 01 0B 0C 0C 1C", ErrorCode::Malformed,
       18, "rows/[0]/current/A"},
  };
  for (const Case& test : cases) check(test, Layout::Light);
}

TEST(ProtobufDataHostile, HoldsToTheLimits) {
  const Buffer in = every_type(Layout::Data);
  const auto code = [&](auto change) {
    ReadOptions options;
    change(options.limits);
    TableSet set;
    const Result<Document> document = Reader().read(in, set, options);
    return document.ok() ? ErrorCode::InvalidArgument : document.error().code();
  };
  EXPECT_EQ(code([](Limits& limits) { limits.memory = 1000; }), ErrorCode::LimitExceeded);
  EXPECT_EQ(code([](Limits& limits) { limits.memory = 16 * 1024 + 100; }), ErrorCode::LimitExceeded);
  EXPECT_EQ(code([](Limits& limits) { limits.expansion = 16 * 1024; }), ErrorCode::LimitExceeded);
  EXPECT_EQ(code([](Limits& limits) { limits.objects = 1; }), ErrorCode::LimitExceeded);
  EXPECT_EQ(code([](Limits& limits) { limits.memory = 1 << 20; }), ErrorCode::InvalidArgument);
}

// Memory follows the values that come, not rows times columns.
TEST(ProtobufDataHostile, ManyColumnsAndManyRowsOfNullsStaySmall) {
  constexpr std::size_t kColumns = 2'000;
  constexpr std::size_t kRows = 70'000;
  Buffer in = hex("0B");
  for (std::size_t i = 0; i < kColumns; ++i) in.append(hex("13 0A 01 41 10 0C 14"));
  for (std::size_t i = 0; i < kRows; ++i) in.append(hex(i % 1000 == 0 ? "1B 0B 08 01 0C 1C" : "1B 1C"));
  in.append(hex("0C"));
  TableSet set;
  ReadOptions options;
  options.limits.memory = std::uint64_t{40} << 20;
  options.limits.expansion = 200'000'000;
  const Result<Document> document = Reader().read(in, set, options);
  ASSERT_TRUE(document.ok()) << document.error().to_string();
  const Table& table = *set.tables[0];
  ASSERT_EQ(table.row_count(), kRows);
  EXPECT_TRUE(table.columns[1]->chunk(0).is_bare());
  EXPECT_EQ(table.columns[0]->chunk(0).null_count, model::kChunkRows - 66);
}

Buffer columns(std::size_t count, const char* code) {
  Buffer in = hex("0B");
  for (std::size_t i = 0; i < count; ++i) in.append(hex("13 0A 01 41 10" + std::string(code) + "14"));
  return in;
}

// A Decimal of no bytes in column `number`, as one row.
void append_row(Buffer& in, std::uint32_t number) {
  in.append(hex("1B"));
  for (const std::uint32_t type : {3U, 4U}) {
    for (std::uint32_t rest = number << 3 | type;; rest >>= 7) {
      in.push_back(static_cast<std::uint8_t>((rest & 127) | (rest > 127 ? 128 : 0)));
      if (rest <= 127) break;
    }
  }
  in.append(hex("1C"));
}

// Each is a short document of a table that would be many times as large, all null.
TEST(ProtobufDataHostile, NullsThatNothingSpellsAreBounded) {
  Buffer inputs[4];
  inputs[0] = columns(4'000, "0C");  // only the last column ever has a value
  for (int i = 0; i < 5'000; ++i) append_row(inputs[0], 4'000);
  inputs[1] = columns(1'000, "0C");  // each row has another one
  for (std::uint32_t i = 1; i <= 1'000; ++i) append_row(inputs[1], i);
  inputs[2] = columns(4'000, "03");  // no row has any
  for (int i = 0; i < 5'000; ++i) inputs[2].append(hex("1B 1C"));
  // Tables that have nothing but columns
  for (int i = 0; i < 20'000; ++i) inputs[3].append(hex("0B 13 0A 01 41 10 03 14 0C"));
  for (int i = 0; i < 3; ++i) inputs[i].append(hex("0C"));
  for (const Buffer& in : inputs) {
    TableSet set;
    const Result<Document> document = Reader().read(in, set);
    ASSERT_FALSE(document.ok()) << &in - inputs;
    EXPECT_EQ(document.error().code(), ErrorCode::LimitExceeded) << document.error().to_string();
    EXPECT_TRUE(set.tables.empty());
    ReadOptions options;
    options.limits.expansion = 1'000'000'000;
    EXPECT_TRUE(Reader().read(in, set, options).ok()) << &in - inputs;
  }
}

TEST(ProtobufDataHostile, DeepGroupsInUnknownFieldsAreRefusedWithoutRecursion) {
  Buffer in = hex("0B 13 0A0141 1003 14 1B");
  for (int i = 0; i < 100'000; ++i) in.append(hex("23"));
  TableSet set;
  const Result<Document> document = Reader().read(in, set);
  ASSERT_FALSE(document.ok());
  EXPECT_EQ(document.error().code(), ErrorCode::LimitExceeded);
}

TEST(ProtobufDataIdentify, KnowsItsOwnFromOthers) {
  const auto like = [](const char* text, Layout layout = Layout::Data) { return identify(hex(text), layout); };
  EXPECT_EQ(identify(every_type(Layout::Data), Layout::Data), Likeness::Result);
  EXPECT_EQ(identify(every_type(Layout::Light), Layout::Light), Likeness::Result);
  EXPECT_EQ(identify(every_type(Layout::Data), Layout::Light), Likeness::None);
  EXPECT_EQ(identify(every_type(Layout::Light), Layout::Data), Likeness::None);
  EXPECT_EQ(like("0B 13 0A 01 41 10 03 14"), Likeness::Result);  // cut, or damaged behind
  EXPECT_EQ(like("0B 0C 0B 13 0A 01 41 10 03 14 FF"), Likeness::Result);
  EXPECT_EQ(like("0B 0C"), Likeness::Empty);
  EXPECT_EQ(like("0B 0C 0B 0C"), Likeness::Empty);
  EXPECT_EQ(like("0B 1B 1C 1B 1C 0C"), Likeness::Empty);  // rows without columns
  EXPECT_EQ(like("0B 1B 1C 1B 0C"), Likeness::None);
  EXPECT_EQ(like("0B 1B 08 01 1C 0C"), Likeness::None);
  EXPECT_EQ(like("0B 0C 20"), Likeness::None);
  EXPECT_EQ(like("0B"), Likeness::None);
  EXPECT_EQ(like(""), Likeness::None);
  EXPECT_EQ(like("0B 13 0A 01 41 10 14 14"), Likeness::None);  // no such type
  EXPECT_EQ(like("0B 08 01 0C"), Likeness::None);              // a group of another message
  EXPECT_EQ(like("08 01 10 00 1B 0B 0C 0B 0C 1C", Layout::Light), Likeness::Empty);
  EXPECT_EQ(like("08 01 10 00 1B 0B 0C 0B 0B 0C 0B 0C 0C 1C", Layout::Light), Likeness::Empty);
  EXPECT_EQ(like("08 01 10 00 1B 0B 0C 0B 0B 0C 0B 0C 1C", Layout::Light), Likeness::None);
  EXPECT_EQ(like("08 01 10 00", Layout::Light), Likeness::None);
  EXPECT_EQ(like("08 01 10 00 1B 0B", Layout::Light), Likeness::None);
}

}  // namespace
}  // namespace dotwire::protobuf_data

#include <gtest/gtest.h>

#include "formats/custom_formatter/custom_formatter.h"
#include "formats/custom_formatter/test_tables.h"
#include "support/hex.h"

namespace dotwire::custom_formatter {
namespace {

using model::Table;
using test::hex;

Table small_table() {
  Table table = type1_table("Every type", 3);
  for (const auto& column : table.columns) column->append_null();
  table.added_plain_rows(1);
  return table;
}

TEST(CustomFormatterHostile, EveryPrefixOfADocumentIsAnError) {
  Buffer in;
  ASSERT_TRUE(Writer().write(small_table(), in).ok());
  Reader reader;
  Table table;
  for (std::size_t size = 0; size < in.size(); ++size) {
    const Result<Document> document = reader.read(in.bytes().first(size), table);
    ASSERT_FALSE(document.ok()) << size;
    ASSERT_EQ(document.error().code(), ErrorCode::Truncated) << size << " " << document.error().to_string();
    ASSERT_LE(document.error().offset(), size);
    ASSERT_TRUE(table.columns.empty());
  }
  ASSERT_TRUE(reader.read(in, table).ok());
}

TEST(CustomFormatterHostile, EveryPrefixOfACompressedDocumentIsAnError) {
  WriteOptions options;
  options.compress = true;
  Buffer in;
  ASSERT_TRUE(Writer().write(type1_table("T", 40), in, options).ok());
  ASSERT_EQ(in.bytes()[0], 3);
  Reader reader;
  Table table;
  for (std::size_t size = 0; size < in.size(); ++size) ASSERT_FALSE(reader.read(in.bytes().first(size), table).ok());
}

TEST(CustomFormatterHostile, DamagedDocumentsGiveAnErrorOrATable) {
  Draw draw{7};
  Reader reader;
  Writer writer;
  Table table;
  for (const bool compress : {false, true}) {
    WriteOptions options;
    options.compress = compress;
    Buffer in;
    ASSERT_TRUE(writer.write(small_table(), in, options).ok());
    for (int round = 0; round < 1000; ++round) {
      Buffer damaged(in.bytes());
      for (std::uint32_t i = 0; i < 1 + draw() % 3; ++i) {
        damaged.data()[draw() % damaged.size()] = static_cast<std::uint8_t>(draw() % 3 == 0 ? draw() : draw() % 4);
      }
      if (!reader.read(damaged, table).ok()) continue;
      Buffer out;
      EXPECT_TRUE(writer.write(table, out).ok());
    }
  }
}

struct Case {
  const char* rule;
  const char* input;
  ErrorCode code;
  std::uint64_t offset;
  const char* path = "";
};

// A table "" of one column "A" and one row, up to its cell at offset 8 + name + type + 4.
#define ONE_INT32 "00 00  01000000  01 41 0C 53797374656D2E496E743332  01000000 "
#define ONE_STRING "00 00  01000000  01 41 0D 53797374656D2E537472696E67  01000000 "
#define ONE_CHAR "00 00  01000000  01 41 0B 53797374656D2E43686172  01000000 "
#define ONE_BYTES "00 00  01000000  01 41 0D 53797374656D2E427974655B5D  01000000 "
#define ONE_DECIMAL "00 00  01000000  01 41 0E 53797374656D2E446563696D616C  01000000 "
#define ONE_DATE "00 00  01000000  01 41 0F 53797374656D2E4461746554696D65  01000000 "

TEST(CustomFormatterHostile, RejectsWhatTheOriginalCannotHaveWritten) {
  const char* const cell = "rows/[0]/current/A";
  const Case cases[] = {
      {"nothing", "", ErrorCode::Truncated, 0},
      {"columns negative", "00 00  FFFFFFFF 00000000", ErrorCode::Malformed, 2},
      {"more columns than bytes", "00 00  FFFFFF7F 0000 0000", ErrorCode::Truncated, 2},
      {"equal names", "00 00  02000000 0141 0142 0141 0142 00000000", ErrorCode::Malformed, 2},
      {"table name not UTF-8", "00 02 41FF  00000000 00000000", ErrorCode::Malformed, 3},
      {"column name not UTF-8", "00 00  01000000 01FF 0142 00000000", ErrorCode::Malformed, 7},
      {"rows negative", "00 00  01000000  01 41 0C 53797374656D2E496E743332  FFFFFFFF", ErrorCode::Malformed, 21},
      {"more rows than bytes", "00 00  01000000  01 41 0C 53797374656D2E496E743332  FFFFFF7F 0000",
       ErrorCode::Truncated, 21},
      {"marker 3", ONE_INT32 "03 00000000", ErrorCode::Malformed, 25, cell},
      {"cut number", ONE_INT32 "00 000000", ErrorCode::Truncated, 25, cell},
      {"text too long", ONE_STRING "00 05 41414141", ErrorCode::Truncated, 27, cell},
      {"text of 2 GiB", ONE_STRING "00 FFFFFFFF07 41", ErrorCode::Truncated, 27, cell},
      {"text length negative", ONE_STRING "00 FFFFFFFF0F 41", ErrorCode::Malformed, 27, cell},
      {"text length of six bytes", ONE_STRING "00 808080808000", ErrorCode::Malformed, 27, cell},
      {"text not UTF-8", ONE_STRING "00 03 41C341", ErrorCode::Malformed, 29, cell},
      {"text with a surrogate", ONE_STRING "00 03 EDA080", ErrorCode::Malformed, 28, cell},
      {"Char of four bytes", ONE_CHAR "00 F09F9880", ErrorCode::Malformed, 25, cell},
      {"Char of half a pair", ONE_CHAR "00 EDA080", ErrorCode::Malformed, 25, cell},
      {"Char cut", ONE_CHAR "00 E282", ErrorCode::Truncated, 25, cell},
      {"Byte[] negative", ONE_BYTES "00 FFFFFFFF", ErrorCode::Malformed, 27, cell},
      {"Byte[] too long", ONE_BYTES "00 02000000 41", ErrorCode::Truncated, 27, cell},
      {"Decimal of scale 29", ONE_DECIMAL "00 000000000000000000000000 00001D00", ErrorCode::Malformed, 40, cell},
      {"Decimal with other flags", ONE_DECIMAL "00 000000000000000000000000 01000000", ErrorCode::Malformed, 40, cell},
      {"DateTime with a kind", ONE_DATE "00 0000000000000040", ErrorCode::OutOfRange, 29, cell},
      {"DateTime beyond 9999", ONE_DATE "00 0040375F95F4F72B00", ErrorCode::OutOfRange, 29, cell},
  };
  for (const Case& test : cases) {
    SCOPED_TRACE(test.rule);
    Table table;
    const Buffer in = hex(test.input);
    const Result<Document> document = Reader().read(in, table);
    ASSERT_FALSE(document.ok());
    EXPECT_EQ(document.error().code(), test.code) << document.error().to_string();
    EXPECT_EQ(document.error().offset(), test.offset) << document.error().to_string();
    EXPECT_EQ(document.error().path(), test.path);
  }
}

TEST(CustomFormatterHostile, RefusesATableNameOfDBNull) {
  Table table;
  const Result<Document> document = Reader().read(hex("01 00000000 00000000"), table);
  ASSERT_FALSE(document.ok());
}

TEST(CustomFormatterHostile, RejectsBytesBehindTheRowsInsideABlock) {
  Buffer content = hex("00 00  00000000 00000000 AA");
  Buffer block;
  ASSERT_TRUE(quicklz::compress(content, block).ok());
  Table table;
  const Result<Document> document = Reader().read(block, table);
  ASSERT_FALSE(document.ok());
  EXPECT_EQ(document.error().code(), ErrorCode::Malformed);
  EXPECT_EQ(document.error().offset(), 10U);
}

TEST(CustomFormatterHostile, HoldsToTheLimits) {
  Buffer in;
  ASSERT_TRUE(Writer().write(type2_table("T", 100), in).ok());
  ReadOptions options;
  options.limits.memory = 1000;
  Table table;
  const Result<Document> document = Reader().read(in, table, options);
  ASSERT_FALSE(document.ok());
  EXPECT_EQ(document.error().code(), ErrorCode::LimitExceeded);
}

// Many columns and one row: memory must follow the input, not a chunk's 65,536 rows for each column.
TEST(CustomFormatterHostile, ManyColumnsOfFewRowsStaySmall) {
  Table wide;
  for (int i = 0; i < 3000; ++i) wide.add_column("C" + std::to_string(i), model::ValueKind::Decimal);
  Buffer in;
  ASSERT_TRUE(Writer().write(wide, in).ok());
  in.data()[in.size() - 4] = 1;
  const std::size_t cells = 3000 * 17;
  in.resize(in.size() + cells);
  std::fill_n(in.data() + in.size() - cells, cells, 0);
  Table table;
  ASSERT_TRUE(Reader().read(in, table).ok());
  for (const auto& column : table.columns) ASSERT_LE(column->chunk(0).bytes.capacity(), 1024U);
}

// Eleven bytes ask for as many rows as they like.
TEST(CustomFormatterHostile, RowsWithoutCellsAreFew) {
  const auto with_rows = [](std::int32_t rows) {
    Table table;
    table.name = "T";
    table.added_plain_rows(static_cast<std::size_t>(rows));
    Buffer out;
    EXPECT_TRUE(Writer().write(table, out).ok());
    return out;
  };
  Table table;
  EXPECT_TRUE(Reader().read(with_rows(100'000), table).ok());
  EXPECT_EQ(table.row_count(), 100'000U);
  const Result<Document> refused = Reader().read(with_rows(1'000'000), table);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code(), ErrorCode::LimitExceeded);
  ReadOptions more;
  more.limits.expansion = std::uint64_t{1} << 30;
  EXPECT_TRUE(Reader().read(with_rows(1'000'000), table, more).ok());
}

TEST(CustomFormatterIdentify, KnowsItsOwnFromOthers) {
  Buffer plain;
  ASSERT_TRUE(Writer().write(type2_table("T", 100), plain).ok());
  EXPECT_EQ(identify(plain), Form::Plain);
  EXPECT_EQ(identify(plain.bytes().first(2000)), Form::Plain);  // cut in the rows

  Buffer block;
  ASSERT_TRUE(quicklz::compress(plain, block).ok());
  EXPECT_EQ(identify(block), Form::Compressed);
  block.clear();
  ASSERT_TRUE(quicklz::compress(as_bytes("some text and more of some text and more"), block).ok());
  EXPECT_EQ(identify(block), Form::None);

  EXPECT_EQ(identify({}), Form::None);
  EXPECT_EQ(identify(hex("00 01000000 FFFFFFFF 01000000 00000000 0B")), Form::None);  // BinaryFormatter
  EXPECT_EQ(identify(as_bytes("<?xml version=\"1.0\"?><a/>")), Form::None);
  EXPECT_EQ(identify(hex("00 00 00000000 00000000")), Form::Plain);
  EXPECT_EQ(identify(hex("00 00 00000000 00000000 00000000")), Form::None);
}

}  // namespace
}  // namespace dotwire::custom_formatter

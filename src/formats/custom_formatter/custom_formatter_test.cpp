#include "formats/custom_formatter/custom_formatter.h"

#include <cstring>

#include <gtest/gtest.h>

#include "formats/custom_formatter/test_calls.h"
#include "formats/custom_formatter/test_tables.h"
#include "support/hex.h"

namespace dotwire::custom_formatter {
namespace {

using model::Column;
using model::kNoRecord;
using model::RowState;
using model::Table;
using model::ValueKind;
using test::hex;

void expect_same_cells(const Table& a, const Table& b) {
  ASSERT_EQ(a.name, b.name);
  ASSERT_EQ(a.row_count(), b.row_count());
  ASSERT_EQ(a.columns.size(), b.columns.size());
  for (std::size_t c = 0; c < a.columns.size(); ++c) {
    const Column& x = *a.columns[c];
    const Column& y = *b.columns[c];
    ASSERT_EQ(x.name, y.name);
    ASSERT_EQ(x.type_name, y.type_name);
    ASSERT_EQ(x.kind(), y.kind());
    ASSERT_EQ(x.record_count(), y.record_count());
    for (std::size_t i = 0; i < x.record_count(); ++i) {
      ASSERT_EQ(x.is_null(i), y.is_null(i)) << x.name << " " << i;
      if (x.storage() == model::Storage::Varying) {
        ASSERT_EQ(x.text(i), y.text(i)) << x.name << " " << i;
      } else {
        const std::size_t at = i % model::kChunkRows * x.width();
        ASSERT_EQ(std::memcmp(x.chunk(i / model::kChunkRows).bytes.data() + at,
                              y.chunk(i / model::kChunkRows).bytes.data() + at, x.width()),
                  0)
            << x.name << " " << i;
      }
    }
  }
}

// The example of table-formats.md 7.1.
Table example_table() {
  Table table;
  table.name = "T";
  Column& number = table.add_column("A", ValueKind::Int32);
  Column& text = table.add_column("S", ValueKind::String);
  number.append(300);
  text.append_text("hi");
  number.append_null();
  text.append_null();
  table.added_plain_rows(2);
  return table;
}

Buffer example_bytes() {
  return hex(R"(
    00 01 54                                         # marker, "T"
    02 00 00 00                                      # two columns
    01 41  0C 53 79 73 74 65 6D 2E 49 6E 74 33 32    # "A", "System.Int32"
    01 53  0D 53 79 73 74 65 6D 2E 53 74 72 69 6E 67 # "S", "System.String"
    02 00 00 00                                      # two rows
    00 2C 01 00 00  00 02 68 69                      # 300, "hi"
    01  01                                           # two times DBNull
  )");
}

TEST(CustomFormatter, WritesTheExampleOfTheSpecification) {
  EXPECT_EQ(text_of(written(example_table())), text_of(example_bytes()));
}

TEST(CustomFormatter, ReadsTheExampleOfTheSpecification) {
  const Table table = read(example_bytes());
  expect_same_cells(table, example_table());
  EXPECT_TRUE(table.plain_rows());
}

TEST(CustomFormatter, CompressesWithTheHeadersOfBothVersions) {
  WriteOptions options;
  options.compress = true;
  options.version = quicklz::Version::V150;
  Buffer block = written(example_table(), options);
  EXPECT_EQ(text_of(block), text_of(hex("46 3E000000 35000000")) + text_of(example_bytes()));
  expect_same_cells(read(block), example_table());

  // 1.4.1 looks later whether it is worth it, and here too late: one byte more than stored.
  options.version = quicklz::Version::V141;
  block = written(example_table(), options);
  EXPECT_EQ(text_of(block.bytes().first(9)), text_of(hex("03 3F000000 35000000")));
  EXPECT_EQ(block.size(), 63U);
  expect_same_cells(read(block), example_table());
}

TEST(CustomFormatter, SaysWhatItRead) {
  WriteOptions options;
  options.compress = true;
  Buffer block = written(type2_table("T", 200), options);
  const std::size_t size = block.size();
  block.append("trailing");
  Table table;
  const Result<Document> document = Reader().read(block, table);
  ASSERT_TRUE(document.ok());
  EXPECT_TRUE(document->compressed);
  EXPECT_EQ(document->version, quicklz::Version::V141);
  EXPECT_EQ(document->size, size);
  EXPECT_EQ(document->content_size, 98U + 131U * 200U);

  Buffer plain = example_bytes();
  plain.append("trailing");
  const Result<Document> other = Reader().read(plain, table);
  ASSERT_TRUE(other.ok());
  EXPECT_FALSE(other->compressed);
  EXPECT_EQ(other->size, 53U);
}

// One row with a column of each type.
Table eighteen_table() {
  Table table;
  for (const ValueKind kind : kEighteen) table.add_column(std::string(model::clr_name(kind).substr(7)), kind);
  std::size_t at = 0;
  const auto next = [&]() -> Column& { return *table.columns[at++]; };
  next().append(true);
  next().append(std::uint8_t{0xAB});
  next().append_text("\x01\xFF");
  next().append(u'\u20AC');
  next().append(DateTime(0x1122334455, DateTimeKind::Utc));
  next().append(Decimal{1, 2, 3, 0x80020000});
  next().append(-0.0);
  next().append(Guid{{0x33, 0x22, 0x11, 0x00, 0x55, 0x44, 0x77, 0x66, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF}});
  next().append(std::int16_t{-2});
  next().append(std::int32_t{-3});
  next().append(std::int64_t{-4});
  next().append(std::int8_t{-5});
  next().append(1.5F);
  next().append_text("\xC3\xA9");
  next().append(TimeSpan{-1});
  next().append(std::uint16_t{0xFFFE});
  next().append(std::uint32_t{0xFFFFFFFD});
  next().append(std::uint64_t{0xFFFFFFFFFFFFFFFC});
  table.added_plain_rows(1);
  return table;
}

TEST(CustomFormatter, EncodesEachOfTheEighteenTypes) {
  const Buffer row = hex(R"(
    00 01                                               # Boolean
    00 AB                                               # Byte
    00 02 00 00 00 01 FF                                # Byte[]: length, bytes
    00 E2 82 AC                                         # Char: UTF-8
    00 55 44 33 22 11 00 00 00                          # DateTime: ticks without the kind
    00 01 00 00 00 02 00 00 00 03 00 00 00 00 00 02 80  # Decimal: lo, mid, hi, flags
    00 00 00 00 00 00 00 00 80                          # Double: -0
    00 33 22 11 00 55 44 77 66 88 99 AA BB CC DD EE FF  # Guid
    00 FE FF                                            # Int16
    00 FD FF FF FF                                      # Int32
    00 FC FF FF FF FF FF FF FF                          # Int64
    00 FB                                               # SByte
    00 00 00 C0 3F                                      # Single
    00 02 C3 A9                                         # String
    00 FF FF FF FF FF FF FF FF                          # TimeSpan
    00 FE FF                                            # UInt16
    00 FD FF FF FF                                      # UInt32
    00 FC FF FF FF FF FF FF FF                          # UInt64
  )");
  const Buffer out = written(eighteen_table());
  EXPECT_EQ(text_of(out.bytes().last(row.size())), text_of(row));

  const Table back = read(out);
  EXPECT_EQ(back.columns[4]->get<DateTime>(0), DateTime(0x1122334455, DateTimeKind::Unspecified));
  EXPECT_EQ(back.columns[3]->get<char16_t>(0), u'\u20AC');
  EXPECT_EQ(text_of(written(back)), text_of(out));
}

TEST(CustomFormatter, TakesTheSizesOfTheArticle) {
  EXPECT_EQ(written(type2_table("Synthetic.Type2Small", 10)).size(), 1'427U);
  EXPECT_EQ(written(type2_table("Synthetic.Type2Large", 50'000)).size(), 6'550'117U);
  EXPECT_EQ(written(type1_table("Synthetic.Type1Large", 10'000)).size(), 2'966'841U);
  WriteOptions options;
  options.compress = true;
  EXPECT_EQ(written(type2_table("Synthetic.Type2Small", 10), options).size(), 1'436U);
}

std::uint64_t splitmix(std::uint64_t& state) {
  std::uint64_t z = state += 0x9E3779B97F4A7C15U;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9U;
  z = (z ^ z >> 27) * 0x94D049BB133111EBU;
  return z ^ z >> 31;
}

// Letters of another generator, for which an independent compressor gave the article's size to the byte.
TEST(CustomFormatter, CompressesToTheSizeOfTheArticle) {
  Table table;
  table.name = "Synthetic.Type2Large";
  Column& index = table.add_column("Column1", ValueKind::Int32);
  for (int i = 2; i <= 4; ++i) table.add_column("Column" + std::to_string(i), ValueKind::String);
  std::uint64_t state = 10;
  for (int row = 0; row < 50'000; ++row) {
    index.append(row);
    for (std::size_t i = 1; i <= 3; ++i) {
      std::string text(i == 3 ? 100 : 10, '\0');
      for (char& letter : text) letter = static_cast<char>('a' + ((splitmix(state) >> 32) * 26 >> 32));
      table.columns[i]->append_text(text);
    }
  }
  table.added_plain_rows(50'000);
  WriteOptions options;
  options.compress = true;
  for (const quicklz::Version version : {quicklz::Version::V141, quicklz::Version::V150}) {
    options.version = version;
    EXPECT_EQ(written(table, options).size(), 6'045'369U);
  }
}

std::string random_text(Draw& draw) {
  static constexpr const char* kPieces[] = {"a",           "z", " ", "\xC3\xA9", "\xE6\xBC\xA2", "\xF0\x9F\x98\x80",
                                            "\xEF\xBF\xBD"};
  std::string text;
  for (std::size_t i = 0, count = draw() % (draw() % 9 == 0 ? 300 : 20); i < count; ++i) {
    text += kPieces[draw() % 5 == 0 ? draw() % 7 : 0];
  }
  return text;
}

Table random_table(std::uint64_t seed, std::size_t rows) {
  Draw draw{seed};
  Table table;
  table.name = random_text(draw);
  for (std::size_t i = 0, count = draw() % 40; i < count; ++i) {
    table.add_column(random_text(draw) + std::to_string(i), kEighteen[draw() % 18]);
  }
  for (std::size_t row = 0; row < rows; ++row) {
    for (const auto& column : table.columns) {
      if (draw() % 5 == 0) {
        column->append_null();
      } else if (column->kind() == ValueKind::String) {
        column->append_text(random_text(draw));
      } else {
        append_type1_value(*column, draw);
      }
    }
  }
  table.added_plain_rows(rows);
  return table;
}

TEST(CustomFormatter, ReadsBackRandomTables) {
  Reader reader;
  Writer writer;
  Table back;  // reused throughout: what it held before must not show
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const Table table = random_table(seed, seed * 3);
    for (const bool compress : {false, true}) {
      WriteOptions options;
      options.compress = compress;
      Buffer out;
      ASSERT_TRUE(writer.write(table, out, options).ok());
      for (int round = 0; round < 2; ++round) {
        const Result<Document> document = reader.read(out, back);
        ASSERT_TRUE(document.ok()) << document.error().to_string();
        expect_same_cells(back, table);
      }
    }
  }
}

TEST(CustomFormatter, ReadsTablesOfSeveralChunks) {
  Table table;
  table.add_column("Text", ValueKind::String);
  table.add_column("Number", ValueKind::Int16);
  const std::size_t rows = 2 * model::kChunkRows + 5;
  for (std::size_t row = 0; row < rows; ++row) {
    if (row % 1000 == 999) {
      table.columns[0]->append_null();
    } else {
      table.columns[0]->append_text(std::to_string(row));
    }
    table.columns[1]->append(static_cast<std::int16_t>(row));
  }
  table.added_plain_rows(rows);
  Table back = read(written(table));
  expect_same_cells(back, table);

  // Again into the same memory, then rows of another's making behind those read.
  Reader reader;
  ASSERT_TRUE(reader.read(written(example_table()), back).ok());
  ASSERT_TRUE(reader.read(written(example_table()), back).ok());
  for (int i = 0; i < 5000; ++i) {
    back.columns[0]->append(i);
    back.columns[1]->append_text("more");
  }
  back.added_plain_rows(5000);
  EXPECT_EQ(back.columns[0]->get<std::int32_t>(0), 300);
  EXPECT_EQ(back.columns[0]->get<std::int32_t>(5001), 4999);
}

TEST(CustomFormatter, HasTablesWithoutColumnsOrRows) {
  const Buffer empty = hex("00 00  00 00 00 00  00 00 00 00");
  EXPECT_EQ(text_of(written(Table())), text_of(empty));
  EXPECT_EQ(read(empty).columns.size(), 0U);
  EXPECT_EQ(read(hex("00 00  00 00 00 00  03 00 00 00")).row_count(), 3U);
  EXPECT_EQ(read_error(hex("00 00  00 00 00 00  FF FF FF 7F")).code(), ErrorCode::LimitExceeded);
  EXPECT_EQ(read_error(hex("00 00  00 00 00 00  80 96 98 00")).code(), ErrorCode::LimitExceeded) << "10,000,000 rows";
}

TEST(CustomFormatter, KeepsTheColumnsMemoryWhenReadAgain) {
  const Buffer in = written(type2_table("T", 100));
  Reader reader;
  Table table;
  ASSERT_TRUE(reader.read(in, table).ok());
  const Column* const column = table.columns[3].get();
  const std::uint8_t* const bytes = column->chunk(0).bytes.data();
  table.prefix = "old";
  ASSERT_TRUE(reader.read(in, table).ok());
  EXPECT_EQ(table.columns[3].get(), column);
  EXPECT_EQ(table.columns[3]->chunk(0).bytes.data(), bytes);
  EXPECT_TRUE(table.prefix.empty());

  table.columns[3]->caption_set = true;
  ASSERT_TRUE(reader.read(in, table).ok());
  EXPECT_FALSE(table.columns[3]->caption_set);
}

TEST(CustomFormatter, MarksRowsAddedWhenTold) {
  ReadOptions options;
  options.added_rows = true;
  const Table table = read(example_bytes(), options);
  ASSERT_EQ(table.row_count(), 2U);
  EXPECT_EQ(table.row(1).state, RowState::Added);
  EXPECT_EQ(table.row(1).current, 1U);
  EXPECT_EQ(table.row(1).original, kNoRecord);
  EXPECT_EQ(text_of(written(table)), text_of(example_bytes()));
}

}  // namespace
}  // namespace dotwire::custom_formatter

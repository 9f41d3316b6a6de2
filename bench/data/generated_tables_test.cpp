#include "data/generated_tables.h"

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data/graphics.h"
#include "data/lcg.h"
#include "support/golden.h"

namespace dotwire::bench {
namespace {

using model::Column;
using model::Table;
using model::ValueKind;

// The cells of an expected.json, one a line in that file, row by row.
std::vector<std::string> expected_cells(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::vector<std::string> cells;
  bool inside = false;
  for (std::string line; std::getline(in, line);) {
    line.erase(0, line.find_first_not_of(' '));
    if (line.ends_with(',')) line.pop_back();
    if (line == "]") inside = false;
    if (inside) cells.push_back(line);
    if (line == "\"current\":[") inside = true;
  }
  return cells;
}

std::string between(const std::string& text, std::string_view before, std::string_view after) {
  const std::size_t start = text.find(before);
  if (start == std::string::npos) return {};
  const std::size_t from = start + before.size();
  return text.substr(from, text.find(after, from) - from);
}

std::string member(std::string_view name, const std::string& value) {
  return "{\"" + std::string(name) + "\":\"" + value + "\"}";
}

std::string guid_text(const Guid& guid) {
  constexpr std::size_t kOrder[16] = {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};
  std::string text;
  for (std::size_t i = 0; i < 16; ++i) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", guid.bytes[kOrder[i]]);
    text += digits;
    if (i == 3 || i == 5 || i == 7 || i == 9) text += '-';
  }
  return text;
}

std::string decimal_text(const Decimal& value) {
  return std::to_string(value.lo) + "," + std::to_string(value.mid) + "," + std::to_string(value.hi) + "," +
         std::to_string(value.flags);
}

// The alphabet of the generator has nothing that JSON escapes but what lies beyond ASCII, at most U+FFFF.
std::string json_text(std::string_view utf8) {
  std::string text = "\"";
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    const auto byte = static_cast<unsigned char>(utf8[i]);
    if (byte < 0x80) {
      text += utf8[i];
      continue;
    }
    const bool three = byte >= 0xE0;
    unsigned code = three ? byte & 0x0FU : byte & 0x1FU;
    for (int more = three ? 2 : 1; more > 0; --more) code = code << 6 | (static_cast<unsigned char>(utf8[++i]) & 0x3FU);
    char escape[7];
    std::snprintf(escape, sizeof escape, "\\u%04x", code);
    text += escape;
  }
  return text + "\"";
}

std::string hex_text(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned char>(byte));
    text += digits;
  }
  return text;
}

// As expected.json says it; numbers with a fraction are compared as numbers.
::testing::AssertionResult cell_is(const Column& column, std::size_t row, const std::string& expected) {
  std::string actual;
  if (column.is_null(row)) {
    actual = "{\"dbnull\":true}";
  } else {
    switch (column.kind()) {
      case ValueKind::Boolean: actual = column.get<bool>(row) ? "{\"bool\":true}" : "{\"bool\":false}"; break;
      case ValueKind::Byte: actual = member("byte", std::to_string(column.get<std::uint8_t>(row))); break;
      case ValueKind::SByte: actual = member("sbyte", std::to_string(column.get<std::int8_t>(row))); break;
      case ValueKind::Int16: actual = member("short", std::to_string(column.get<std::int16_t>(row))); break;
      case ValueKind::UInt16: actual = member("ushort", std::to_string(column.get<std::uint16_t>(row))); break;
      case ValueKind::Int32: actual = member("int", std::to_string(column.get<std::int32_t>(row))); break;
      case ValueKind::UInt32: actual = member("uint", std::to_string(column.get<std::uint32_t>(row))); break;
      case ValueKind::Int64: actual = member("long", std::to_string(column.get<std::int64_t>(row))); break;
      case ValueKind::UInt64: actual = member("ulong", std::to_string(column.get<std::uint64_t>(row))); break;
      case ValueKind::TimeSpan: actual = member("timeSpan", std::to_string(column.get<TimeSpan>(row).ticks)); break;
      case ValueKind::Guid: actual = member("guid", guid_text(column.get<Guid>(row))); break;
      case ValueKind::Decimal: actual = member("decimal", decimal_text(column.get<Decimal>(row))); break;
      case ValueKind::DateTime:
        actual = member("dateTime", std::to_string(column.get<DateTime>(row).ticks()) + ";Unspecified");
        break;
      case ValueKind::Char: actual = "{\"char\":" + std::to_string(column.get<Char>(row)) + "}"; break;
      case ValueKind::String: actual = json_text(column.text(row)); break;
      case ValueKind::Bytes:
        actual = hex_text(column.text(row));
        if (between(expected, "\"hex\":\"", "\"") == actual) return ::testing::AssertionSuccess();
        break;
      case ValueKind::Single:
        actual = std::to_string(column.get<float>(row));
        if (std::strtof(between(expected, "{\"float\":\"", "\"").c_str(), nullptr) == column.get<float>(row)) {
          return ::testing::AssertionSuccess();
        }
        break;
      default:
        actual = std::to_string(column.get<double>(row));
        if (std::strtod(between(expected, "{\"double\":\"", "\"").c_str(), nullptr) == column.get<double>(row)) {
          return ::testing::AssertionSuccess();
        }
    }
  }
  if (actual == expected) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << column.name << " of row " << row << " is " << actual << ", not " << expected;
}

void expect_golden_cells(const Table& table, const char* case_name) {
  const test::GoldenRow* golden = test::find_golden("mono", "table", case_name, "expected");
  if (golden == nullptr) GTEST_SKIP() << "no golden files";
  const std::vector<std::string> cells = expected_cells(golden->path());
  ASSERT_EQ(cells.size(), table.row_count() * table.columns.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    ASSERT_TRUE(cell_is(*table.columns[i % table.columns.size()], i / table.columns.size(), cells[i]));
  }
}

// Bytes of the rows in the article's own format, table-formats.md 7.1: a marker a cell, and the value.
std::uint64_t custom_row_bytes(const Table& table) {
  std::uint64_t bytes = 0;
  for (const auto& column : table.columns) {
    for (std::size_t row = 0; row < table.row_count(); ++row) {
      ++bytes;
      if (column->is_null(row)) continue;
      if (column->kind() == ValueKind::Char) {
        bytes += column->get<Char>(row) < 0x80 ? 1 : 3;
      } else if (column->storage() == model::Storage::Fixed) {
        bytes += column->width();
      } else {
        bytes += column->text(row).size() + (column->kind() == ValueKind::Bytes ? 4 : 1);
      }
    }
  }
  return bytes;
}

TEST(GeneratedTables, Type2HasTheGoldenCells) {
  expect_golden_cells(article_type2("Synthetic.Type2Small", 10), "article-type2-small");
}

TEST(GeneratedTables, Type1HasTheGoldenCells) {
  expect_golden_cells(article_type1("Synthetic.Type1Small", 10), "article-type1-small");
}

TEST(GeneratedTables, Type1WithoutCharMakesTheSameDraws) {
  expect_golden_cells(article_type1("Synthetic.Type1Small", 10, false), "article-type1-small-nochar");
}

TEST(GeneratedTables, Types18HasTheGoldenCells) { expect_golden_cells(types18(100), "generated-types18"); }

TEST(GeneratedTables, Types18WithoutCharMakesTheSameDraws) {
  expect_golden_cells(types18(100, false), "generated-types18-nochar");
}

TEST(GeneratedTables, FourColumnsHasTheGoldenCells) { expect_golden_cells(four_columns(10), "generated-four-columns"); }

TEST(GeneratedTables, LargeTablesHaveTheArticlesSize) {
  EXPECT_EQ(custom_row_bytes(article_type1("Synthetic.Type1Large", 10'000)), 2'966'841U - 841U);
  EXPECT_EQ(custom_row_bytes(article_type2("Synthetic.Type2Large", 50'000)), 6'550'117U - 117U);
}

TEST(Graphics, KeepsToItsGenerator) {
  const std::vector<GraphicsPrimitive> primitives = graphics_primitives(100);
  ASSERT_EQ(primitives.size(), 100U);
  Lcg lcg(20040510);
  EXPECT_EQ(static_cast<std::uint32_t>(primitives[0].kind), lcg.next() % 4);
  EXPECT_EQ(primitives[0].x, static_cast<float>(lcg.next() % 10'000) / 8.0F);
  std::size_t images = 0;
  for (const GraphicsPrimitive& primitive : primitives) {
    images += primitive.kind == GraphicsKind::Image ? 1U : 0U;
    EXPECT_EQ(primitive.text.empty(),
              primitive.kind == GraphicsKind::Line || primitive.kind == GraphicsKind::Rectangle);
  }
  EXPECT_GT(images, 0U);
}

}  // namespace
}  // namespace dotwire::bench

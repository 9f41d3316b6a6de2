#include "peers/clickhouse_native.h"

#include <gmock/gmock.h>

#include "support/hex.h"

namespace dotwire::bench {
namespace {

using model::ValueKind;
using test::hex;

struct Small {
  Small() {
    table.add_column("Id", ValueKind::Int32);
    table.add_column("Name", ValueKind::String);
    table.add_column("Key", ValueKind::Guid);
    table.add_column("Price", ValueKind::Decimal);
    facts = {{ValueKind::Int32}, {ValueKind::String, true}, {ValueKind::Guid}, {ValueKind::Decimal, false, 2, 3}};
  }
  model::Table table;
  std::vector<ColumnFacts> facts;
};

constexpr const char* kBlock = R"(
    04 02                                             # 4 columns, 2 rows
    02 63 30  05 49 6E 74 33 32                       # c0 Int32
    07 00 00 00  FE FF FF FF                          # 7, -2
    02 63 31  10 4E 75 6C 6C 61 62 6C 65 28 53 74 72 69 6E 67 29  # c1 Nullable(String)
    00 01  01 61  00                                  # "a", null
    02 63 32  04 55 55 49 44                          # c2 UUID
    77 66 55 44 33 22 11 00 FF EE DD CC BB AA 99 88   # 00112233-4455-6677-8899-aabbccddeeff
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
    02 63 33  0D 44 65 63 69 6D 61 6C 28 33 2C 20 32 29  # c3 Decimal(3, 2)
    7D 00 00 00  83 FF FF FF                          # 1.25, -1.25
  )";

TEST(ClickHouseNative, ReadsABlockAsItsTypesSay) {
  Small small;
  EXPECT_EQ(append_native(hex(kBlock), small.facts, small.table).value(), 2U);
  EXPECT_EQ(small.table.columns[0]->get<std::int32_t>(1), -2);
  EXPECT_EQ(small.table.columns[1]->text(0), "a");
  EXPECT_TRUE(small.table.columns[1]->is_null(1));
  const Guid guid{{0x33, 0x22, 0x11, 0x00, 0x55, 0x44, 0x77, 0x66, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF}};
  EXPECT_EQ(small.table.columns[2]->get<Guid>(0), guid);
  EXPECT_EQ(small.table.columns[3]->get<Decimal>(0), (Decimal{125, 0, 0, 0x20000}));
  EXPECT_EQ(small.table.columns[3]->get<Decimal>(1), (Decimal{125, 0, 0, 0x80020000}));
}

TEST(ClickHouseNative, ReadsBlocksBehindOneAnother) {
  Small small;
  Buffer blocks = hex(kBlock);
  blocks.append(hex(kBlock));
  EXPECT_EQ(append_native(blocks, small.facts, small.table).value(), 4U);
  EXPECT_EQ(small.table.columns[0]->get<std::int32_t>(3), -2);
}

TEST(ClickHouseNative, RejectsACutBlockAndOtherTypes) {
  const Buffer block = hex(kBlock);
  for (std::size_t size = 1; size < block.size(); ++size) {
    Small small;
    EXPECT_FALSE(append_native(block.bytes().first(size), small.facts, small.table).ok()) << size;
  }
  Small small;
  small.facts[0].kind = ValueKind::UInt32;
  EXPECT_EQ(append_native(block, small.facts, small.table).error().code(), ErrorCode::TypeMismatch);
}

TEST(ClickHouseNative, NamesTheTypesThatHoldAColumn) {
  EXPECT_EQ(clickhouse_type_of({ValueKind::Decimal, false, -1, 0}), "FixedString(16)");
  EXPECT_EQ(clickhouse_type_of({ValueKind::Decimal, true, 4, 9}), "Nullable(Decimal(9, 4))");
  EXPECT_EQ(clickhouse_type_of({ValueKind::DateTime}), "Int64");
  EXPECT_EQ(clickhouse_type_of({ValueKind::DateTime, false, -1, 0, true}), "DateTime64(6)");
}

}  // namespace
}  // namespace dotwire::bench

#include "peers/callers_table.h"

#include <gmock/gmock.h>

#include "peers/cells.h"

namespace dotwire::bench {
namespace {

using model::ValueKind;

ColumnFacts facts_of_decimals(const std::vector<Decimal>& values) {
  model::Table table;
  table.name = "T";
  model::Column& column = table.add_column("D", ValueKind::Decimal);
  for (const Decimal& value : values) column.append(value);
  table.added_plain_rows(values.size());
  CallersTable callers;
  EXPECT_TRUE(callers.learn(table).ok());
  return callers.columns()[0];
}

bool plain_date(DateTime value) {
  model::Table table;
  table.name = "T";
  table.add_column("D", ValueKind::DateTime).append(value);
  table.added_plain_rows(1);
  CallersTable callers;
  EXPECT_TRUE(callers.learn(table).ok());
  return callers.columns()[0].plain_dates;
}

TEST(CallersTable, ADecimalColumnHasAScaleWhereAllValuesDo) {
  const Decimal price{12345, 0, 0, 0x20000}, zero{0, 0, 0, 0x20000}, minus_zero{0, 0, 0, 0x80020000}, whole{1, 0, 0, 0};
  EXPECT_EQ(facts_of_decimals({price, zero}).scale, 2);
  EXPECT_EQ(facts_of_decimals({price, zero}).digits, 5);
  EXPECT_EQ(facts_of_decimals({zero}).digits, 2);  // no fewer than the scale
  EXPECT_EQ(facts_of_decimals({price, whole}).scale, -1);
  EXPECT_EQ(facts_of_decimals({price, minus_zero}).scale, -1);
}

TEST(CallersTable, DatesArePlainWhereEveryClockHoldsThem) {
  constexpr std::int64_t kTicks = 630'822'816'000'000'000;  // 2000
  EXPECT_TRUE(plain_date({kTicks, DateTimeKind::Unspecified}));
  EXPECT_FALSE(plain_date({kTicks, DateTimeKind::Utc}));
  EXPECT_FALSE(plain_date({kTicks + 1, DateTimeKind::Unspecified}));
  EXPECT_FALSE(plain_date({std::int64_t{0}, DateTimeKind::Unspecified}));
}

TEST(CallersTable, GivesSchemaAndStatesBackForTheCells) {
  model::Table table;
  table.name = "Orders";
  table.add_column("Id", ValueKind::Int32).append(std::int32_t{5});
  table.columns[0]->allow_db_null = false;
  table.add_row({model::RowState::Added, model::kNoRecord, 0, model::kNoRecord});
  CallersTable callers;
  ASSERT_TRUE(callers.learn(table).ok());
  model::Table back;
  for (int time = 0; time < 2; ++time) {
    ASSERT_TRUE(callers.prepare(back).ok());
    back.columns[0]->append(std::int32_t{5});
    callers.finish(back, 1);
    EXPECT_EQ(model::first_difference(table, back), "");
  }
}

TEST(CallersTable, RefusesWhatNoPeerHolds) {
  model::Table objects;
  objects.add_column("O", ValueKind::Object);
  EXPECT_EQ(CallersTable().learn(objects).error().code(), ErrorCode::NotRepresentable);
  model::Table deleted;
  deleted.add_column("Id", ValueKind::Int32).append(std::int32_t{5});
  deleted.add_row({model::RowState::Deleted, 0, model::kNoRecord, model::kNoRecord});
  EXPECT_EQ(CallersTable().learn(deleted).error().code(), ErrorCode::NotRepresentable);
}

TEST(Cells, ComeBackFromWhatDatabasesHold) {
  const Decimal most{0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0x801C0000};
  EXPECT_EQ(decimal_of(digits_of(most), 28), most);
  const Guid guid{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};
  EXPECT_EQ(halves_of(guid).upper, 0x0302010005040706U);
  EXPECT_EQ(guid_of(halves_of(guid)), guid);
  const DateTime date{std::int64_t{630'822'816'000'000'010}, DateTimeKind::Unspecified};
  EXPECT_EQ(date_of(microseconds_of(date)), date);
}

}  // namespace
}  // namespace dotwire::bench

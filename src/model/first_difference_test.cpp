#include <functional>

#include <gtest/gtest.h>

#include "dotwire/table.h"

namespace dotwire::model {
namespace {

Table make_table() {
  Table table;
  table.name = "T";
  Column& id = table.add_column("Id", ValueKind::Int32);
  Column& text = table.add_column("Text", ValueKind::String);
  Column& number = table.add_column("Number", ValueKind::Double);
  Column& amount = table.add_column("Amount", ValueKind::Decimal);
  Column& when = table.add_column("When", ValueKind::DateTime);
  for (std::int32_t i = 0; i < 5; ++i) {
    id.append(i);
    text.append_text("text " + std::to_string(i));
    number.append(0.0);
    amount.append(Decimal{10, 0, 0, 0x10000});
    when.append(DateTime(1'000'000, DateTimeKind::Utc));
  }
  table.added_plain_rows(5);
  table.unique_constraints.push_back({"PK", {0}, true, {}});
  table.constraint_order.push_back({false, 0});
  table.set_extended_property("a", "1");
  table.set_extended_property("b", "2");
  return table;
}

// The path after one change, and that the comparison is symmetric.
std::string after(const std::function<void(Table&)>& change) {
  const Table original = make_table();
  Table changed = make_table();
  change(changed);
  std::string path = first_difference(original, changed);
  EXPECT_EQ(path.empty(), first_difference(changed, original).empty());
  return path;
}

template <class T>
void put(Table& table, std::size_t column, std::size_t record, T value) {
  std::memcpy(table.columns[column]->chunk(0).bytes.data() + record * sizeof(T), &value, sizeof(T));
}

TEST(FirstDifference, IsNothingForEqualTables) {
  EXPECT_EQ(after([](Table&) {}), "");
}

TEST(FirstDifference, SeesEveryBitOfACell) {
  EXPECT_EQ(after([](Table& t) { put(t, 2, 3, -0.0); }), "rows/[3]/current/Number");
  EXPECT_EQ(after([](Table& t) { put(t, 3, 2, Decimal{100, 0, 0, 0x20000}); }), "rows/[2]/current/Amount");
  EXPECT_EQ(after([](Table& t) { put(t, 4, 4, DateTime(1'000'000, DateTimeKind::Local)); }), "rows/[4]/current/When");
}

TEST(FirstDifference, NamesTheFirstRowOfAllColumns) {
  EXPECT_EQ(after([](Table& t) {
              put(t, 0, 4, 7);
              put(t, 2, 1, 1.5);
            }),
            "rows/[1]/current/Number");
}

TEST(FirstDifference, SeesStatesVersionsAndErrors) {
  EXPECT_EQ(after([](Table& t) { t.set_row(1, {RowState::Added, kNoRecord, 1, kNoRecord}); }), "rows/[1]/state");
  EXPECT_EQ(after([](Table& t) { t.set_row(1, {RowState::Unchanged, 1, 1, 2}); }), "rows/[1]/proposed");
  EXPECT_EQ(after([](Table& t) { t.row_errors.push_back({3, "wrong", {}}); }), "rows/[3]/rowError");
}

TEST(FirstDifference, SeesTheSchema) {
  EXPECT_EQ(after([](Table& t) { t.columns[1]->max_length = 5; }), "columns/Text/maxLength");
  EXPECT_EQ(after([](Table& t) { t.columns[1]->date_time_mode = DateTimeMode::Utc; }), "columns/Text/dateTimeMode");
  EXPECT_EQ(after([](Table& t) { t.columns[1]->default_value = t.graph().make_string("x"); }),
            "columns/Text/defaultValue");
  EXPECT_EQ(after([](Table& t) { t.unique_constraints[0].name = "other"; }), "constraints/[0]/name");
  EXPECT_EQ(after([](Table& t) { t.unique_constraints[0].primary_key = false; }), "primaryKey");
  EXPECT_EQ(after([](Table& t) { t.locale_set = true; }), "locale");
}

TEST(FirstDifference, DoesNotSeeWhatOnlyAPayloadRecords) {
  EXPECT_EQ(after([](Table& t) { t.columns[0]->assembly = "mscorlib"; }), "");
  EXPECT_EQ(after([](Table& t) { std::swap(t.extended_properties.entries[0], t.extended_properties.entries[1]); }), "");
  EXPECT_EQ(after([](Table& t) {
              t.columns[0]->caption = "Id";
              t.columns[0]->caption_set = true;
            }),
            "");
}

TEST(FirstDifference, ComparesRowsByWhatTheyHoldNotByTheirRecords) {
  EXPECT_EQ(after([](Table& t) { t.set_row(0, {RowState::Unchanged, 0, 0, kNoRecord}); }), "");
  EXPECT_EQ(after([](Table& t) { t.set_row(0, {RowState::Unchanged, 1, 1, kNoRecord}); }), "rows/[0]/current/Id");
}

}  // namespace
}  // namespace dotwire::model

#include <cstdio>
#include <string>

#include <gtest/gtest.h>

#include "codecs/dump/compare_dumps.h"
#include "codecs/dump/load_table.h"
#include "codecs/dump/table_dump.h"
#include "support/file.h"
#include "support/golden.h"

namespace dotwire::dump {
namespace {

using test::GoldenRow;

bool is_table_dump(const GoldenRow& row) {
  if (row.kind != "table" || row.format != "expected" || !row.stored()) return false;
  return row.size < 4'000'000;
}

Buffer dump(const LoadedTables& tables, bool flags) {
  Buffer out;
  TableDumpOptions options;
  options.flags = flags;
  const Status dumped =
      tables.table ? dump_table(*tables.table, out, options) : dump_table_set(*tables.set, out, options);
  EXPECT_TRUE(dumped.ok());
  return out;
}

TEST(GoldenTables, LoadFromExpectedJsonAndAreDumpedAsItSays) {
  std::size_t compared = 0;
  for (const GoldenRow& row : test::golden_rows()) {
    if (!is_table_dump(row)) continue;
    const std::string expected = test::read_text(row.expected_path());
    Result<LoadedTables> loaded = load_tables(as_bytes(expected));
    if (!loaded.ok() && loaded.error().code() == ErrorCode::Unsupported && expected.size() < 1000)
      continue;  // generated
    ASSERT_TRUE(loaded.ok()) << row.name() << " " << loaded.error().to_string();
    EXPECT_EQ(compare_dumps(dump(*loaded, true).text(), expected), "") << row.name();
    ++compared;
  }
  if (test::golden_rows().empty()) GTEST_SKIP() << "no golden corpus";
  EXPECT_GE(compared, 90U);
  std::printf("%zu files compared, %s\n", compared, std::string(test::golden_source()).c_str());
}

TEST(GoldenTables, EveryReadbackFileLoadsAndIsDumpedAlike) {
  std::size_t compared = 0;
  for (const GoldenRow& row : test::golden_rows()) {
    if (row.kind != "table" || !row.note_value("readback").ends_with(".json")) continue;
    const std::string expected = row.expected_after_reading();
    Result<LoadedTables> loaded = load_tables(as_bytes(expected));
    ASSERT_TRUE(loaded.ok()) << row.name() << " " << loaded.error().to_string();
    EXPECT_EQ(compare_dumps(dump(*loaded, false).text(), expected), "") << row.name();
    ++compared;
  }
  std::printf("%zu files compared\n", compared);
}

// The model has all that the dump has: two tables from one text are equal, and equal again through our own dump.
TEST(GoldenTables, AreEqualToThemselvesThroughTheDump) {
  for (const GoldenRow& row : test::golden_rows()) {
    if (!is_table_dump(row)) continue;
    const std::string expected = test::read_text(row.expected_path());
    Result<LoadedTables> first = load_tables(as_bytes(expected));
    if (!first.ok()) continue;
    const Buffer ours = dump(*first, true);
    Result<LoadedTables> second = load_tables(ours);
    ASSERT_TRUE(second.ok()) << row.name() << " " << second.error().to_string();
    if (first->table) {
      EXPECT_EQ(model::first_difference(*first->table, *second->table), "") << row.name();
    } else {
      EXPECT_EQ(model::first_difference(*first->set, *second->set), "") << row.name();
    }
  }
}

// Cases differ from one another, and the comparison says so.
TEST(GoldenTables, OfDifferentCasesAreDifferent) {
  const GoldenRow* a = test::find_golden("mono", "table", "strings", "expected");
  const GoldenRow* b = test::find_golden("mono", "table", "row-states", "expected");
  if (a == nullptr || b == nullptr) GTEST_SKIP() << "no golden corpus";
  const std::string one = test::read_text(a->expected_path());
  const std::string other = test::read_text(b->expected_path());
  EXPECT_NE(compare_dumps(one, other), "");
  Result<LoadedTables> first = load_tables(as_bytes(one));
  Result<LoadedTables> second = load_tables(as_bytes(other));
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_EQ(model::first_difference(*first->table, *second->table), "name");
}

}  // namespace
}  // namespace dotwire::dump

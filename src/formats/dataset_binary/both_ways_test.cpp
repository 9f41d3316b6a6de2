// Columns straight from the records, and over a whole graph: the same tables, the same refusals.
#include <gtest/gtest.h>

#include "base/reading_limits.h"
#include "formats/dataset_binary/reader.h"
#include "formats/dataset_binary/writer.h"
#include "support/golden.h"

namespace dotwire::dataset_binary {
namespace {

using model::Column;
using model::Table;
using model::TableSet;
using model::ValueKind;

// Which cells are one object is not part of what first_difference() compares.
void expect_same_identity(const Table& a, const Table& b, const std::string& what) {
  for (std::size_t i = 0; i < a.columns.size(); ++i) {
    const Column& left = *a.columns[i];
    const Column& right = *b.columns[i];
    ASSERT_EQ(left.record_count(), right.record_count()) << what;
    for (std::size_t c = 0; c < left.chunk_count(); ++c) {
      const auto number = [c](const Column& column, std::size_t cell) {
        const auto& identity = column.chunk(c).identity;
        return identity.empty() ? 0 : identity[cell];
      };
      for (std::size_t cell = 0; cell < left.chunk(c).size; ++cell) {
        ASSERT_EQ(number(left, cell), number(right, cell)) << what << ": column " << i << ", cell " << cell;
        ASSERT_EQ(left.chunk(c).is_null(cell), right.chunk(c).is_null(cell)) << what << ": " << i << ", " << cell;
      }
    }
  }
}

void expect_same_identity(const TableSet& a, const TableSet& b, const std::string& what) {
  for (std::size_t i = 0; i < a.tables.size(); ++i) expect_same_identity(*a.tables[i], *b.tables[i], what);
}

// A reader of each way, used again and again.
template <class Content>
class BothWays {
 public:
  explicit BothWays(ReadOptions options = {}) : direct_(with(options, 1)), general_(with(options, 0)) {}

  // Columns that were read straight from the records. `again`: the written form, which the table must give.
  std::size_t check(Bytes input, const std::string& what, Buffer* again = nullptr) {
    const Status direct = direct_.read(input, by_records_);
    const Status general = general_.read(input, by_graph_);
    EXPECT_EQ(general_.direct_columns(), 0U);
    EXPECT_EQ(direct.ok(), general.ok()) << what;
    if (!direct.ok() || !general.ok()) {
      if (!direct.ok() && !general.ok()) {
        EXPECT_EQ(direct.error().code(), general.error().code()) << what;
        EXPECT_EQ(direct.error().to_string(), general.error().to_string()) << what;
      }
      return 0;
    }
    EXPECT_EQ(model::first_difference(by_records_, by_graph_), "") << what;
    expect_same_identity(by_records_, by_graph_, what);
    if (again != nullptr) {
      again->clear();
      EXPECT_TRUE(Writer().write(by_records_, *again).ok()) << what;
    }
    return direct_.direct_columns();
  }

 private:
  static ReadOptions with(ReadOptions options, std::uint32_t direct_from) {
    options.direct_from = direct_from;
    return options;
  }

  Reader direct_;
  Reader general_;
  Content by_records_;
  Content by_graph_;
};

TEST(DatasetBinaryBothWays, GoldenTablesAreTheSame) {
  BothWays<Table> both;
  std::size_t columns = 0;
  const std::size_t rows = test::for_each_golden(
      "bf-remoting-binary", [&](const test::GoldenRow& row) { columns += both.check(row.bytes(), row.name()); });
  EXPECT_NE(rows, 0U);
  EXPECT_GT(columns, rows / 2);
}

TEST(DatasetBinaryBothWays, GoldenSetsAreTheSame) {
  BothWays<TableSet> both;
  std::size_t columns = 0;
  const std::size_t rows = test::for_each_golden("dataset-bf-remoting-binary", [&](const test::GoldenRow& row) {
    columns += both.check(row.bytes(), row.name());
  });
  EXPECT_NE(rows, 0U);
  EXPECT_GT(columns, rows / 2);
}

// Cuts and damaged bytes, from a fixed seed.
template <class Content>
void damage(Bytes payload, const std::string& what, std::uint64_t& state, int rounds, BothWays<Content>& both) {
  const auto draw = [&state] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>(state >> 33);
  };
  for (int round = 0; round < rounds; ++round) {
    Buffer damaged(payload);
    if (round % 4 == 0) damaged.resize(draw() % damaged.size());
    for (std::uint32_t i = damaged.size() == 0 ? 0 : draw() % 3; i != 0; --i) {
      std::uint8_t& byte = damaged.data()[draw() % static_cast<std::uint32_t>(damaged.size())];
      const std::uint32_t kind = draw() % 3;
      byte = static_cast<std::uint8_t>(kind == 0 ? draw() : kind == 1 ? byte + 1 : byte ^ 1U << draw() % 8);
    }
    both.check(damaged, what + ", round " + std::to_string(round));
  }
}

TEST(DatasetBinaryBothWays, DamagedTablesAreTheSame) {
  BothWays<Table> both;
  std::uint64_t state = 7;
  test::for_each_golden("bf-remoting-binary", [&](const test::GoldenRow& row) {
    if (row.size < 24'000) damage(row.bytes(), row.name(), state, 60, both);
  });
}

TEST(DatasetBinaryBothWays, DamagedSetsAreTheSame) {
  BothWays<TableSet> both;
  std::uint64_t state = 8;
  test::for_each_golden("dataset-bf-remoting-binary", [&](const test::GoldenRow& row) {
    if (row.size < 48'000) damage(row.bytes(), row.name(), state, 30, both);
  });
}

// --- strings that are shared

// Two columns of strings around one of objects, with nulls in runs of all records, long and foreign texts, and strings
// that stand in several cells, of both columns.
Table shared_strings(std::size_t rows) {
  Table table;
  table.name = "Shared";
  table.locale_set = true;
  table.add_column("First", ValueKind::String);
  table.add_column("Key", ValueKind::Guid);
  table.add_column("Second", ValueKind::String);
  const std::string long_text(300, 'x');
  for (std::size_t i = 0; i < rows; ++i) {
    for (const std::size_t c : {0U, 2U}) {
      Column& column = *table.columns[c];
      const std::size_t kind = (i * 7 + c) % 11;
      if (i % 400 >= 100 && i % 400 < 100 + 3 * (c + 1)) {
        column.append_null();
      } else if (kind == 0) {
        column.append_null();
      } else if (kind == 1) {
        column.append_text("");
      } else if (kind == 2) {
        column.append_text(long_text);
      } else if (kind == 3) {
        column.append_text("\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80");
      } else {
        column.append_text("text " + std::to_string(i % 5));
      }
    }
    table.columns[1]->append(Guid{});
  }
  table.added_plain_rows(rows);
  return table;
}

// Numbers cells: every cell of one text with the same remainder is one object.
void share(Table& table, std::size_t columns_step) {
  for (std::size_t c = 0; c < table.columns.size(); c += columns_step) {
    Column& column = *table.columns[c];
    if (column.kind() != ValueKind::String) continue;
    for (std::size_t k = 0; k < column.chunk_count(); ++k) {
      model::Chunk& chunk = column.chunk(k);
      chunk.identity.resize(chunk.size);
      for (std::size_t i = 0; i < chunk.size; ++i) {
        const std::string_view text = chunk.text(i);
        const bool shared = text.starts_with("text ") && i % 3 != 0;
        chunk.identity[i] = shared ? static_cast<std::uint32_t>(text.back() - '0' + 1) : 0;
      }
    }
  }
}

TEST(DatasetBinaryBothWays, SharedStringsAreTheSame) {
  BothWays<Table> both;
  for (const std::size_t rows : {3U, 50U, 1'000U, 70'000U}) {
    Table table = shared_strings(rows);
    share(table, 2);
    Buffer payload;
    ASSERT_TRUE(Writer().write(table, payload).ok());
    Buffer again;
    EXPECT_EQ(both.check(payload, std::to_string(rows) + " rows", &again), 2U);
    EXPECT_EQ(again.text(), payload.text());
  }
}

// A cell that is the very string of a caption, an error or a default value.
TEST(DatasetBinaryBothWays, StringsOfTheMetadataAreTheSame) {
  BothWays<Table> both;
  Table table = shared_strings(600);
  table.columns[0]->caption_set = true;
  table.columns[0]->caption = "text 1";
  table.columns[2]->default_value = table.graph().make_string("text 3");
  table.row_errors.push_back({4, "text 2", {{2, "text 4"}}});
  share(table, 1);
  for (const std::size_t c : {0U, 2U}) {
    model::Chunk& chunk = table.columns[c]->chunk(0);
    for (std::size_t i = 0; i < chunk.size; ++i) {
      if (chunk.text(i).starts_with("text ") && i % 2 == 0) chunk.identity[i] = model::kMetadataString;
    }
  }
  Buffer payload;
  ASSERT_TRUE(Writer().write(table, payload).ok());
  Buffer again;
  EXPECT_EQ(both.check(payload, "metadata", &again), 2U);
  EXPECT_EQ(again.text(), payload.text());
  std::uint64_t state = 9;
  damage(payload.bytes(), "metadata", state, 200, both);
}

// Strings by reference cost 5 bytes, whatever their length.
TEST(DatasetBinaryBothWays, RepeatsKeepToTheLimit) {
  Table table;
  table.name = "Repeats";
  table.locale_set = true;
  Column& column = table.add_column("Text", ValueKind::String);
  const std::string text(1'000, 'x');
  for (int i = 0; i < 100; ++i) column.append_text(text);
  column.chunk(0).identity.resize(100);
  for (std::size_t i = 0; i < 100; ++i) column.chunk(0).identity[i] = 1;
  table.added_plain_rows(100);
  Buffer payload;
  ASSERT_TRUE(Writer().write(table, payload).ok());
  ReadOptions options;
  options.limits.expansion = 99 * text.size();
  EXPECT_EQ(BothWays<Table>(options).check(payload, "just enough"), 1U);
  options.limits.expansion = 99 * text.size() - 1;
  BothWays<Table>(options).check(payload, "too little");
  Table read;
  const Status status = Reader(options).read(payload, read);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code(), ErrorCode::LimitExceeded);
}

}  // namespace
}  // namespace dotwire::dataset_binary

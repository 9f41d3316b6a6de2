#include "dotwire/table.h"

#include <functional>

#include <gtest/gtest.h>

#include "model/null_bits.h"

namespace dotwire::model {
namespace {

TEST(Column, OfNullsAloneHoldsNoCells) {
  for (const ValueKind kind : {ValueKind::Int32, ValueKind::String, ValueKind::Object}) {
    Column column("A", kind);
    column.append_nulls(100'000);
    column.append_null();
    ASSERT_EQ(column.record_count(), 100'001U);
    ASSERT_EQ(column.chunk_count(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_TRUE(column.chunk(i).is_bare());
      EXPECT_EQ(column.chunk(i).null_count, column.chunk(i).size);
      EXPECT_EQ(column.chunk(i).bytes.capacity(), 0U);
      EXPECT_EQ(column.chunk(i).nulls.size(), 0U);
    }
    EXPECT_TRUE(column.is_null(0));
    EXPECT_TRUE(column.is_null(100'000));
  }
}

TEST(Column, MakesCellsWhenAValueComes) {
  Column number("N", ValueKind::Int32);
  Column text("S", ValueKind::String);
  number.append_nulls(3);
  text.append_nulls(3);
  number.append(7);
  text.append_text("x");
  number.append_null();
  text.append_null();
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(number.is_null(i), i != 3) << i;
    EXPECT_EQ(text.is_null(i), i != 3) << i;
    EXPECT_EQ(number.get<std::int32_t>(i), i == 3 ? 7 : 0) << i;
    EXPECT_EQ(text.text(i), i == 3 ? "x" : "") << i;
  }
}

TEST(Column, KnowsItsNullsWhereverTheyStand) {
  // A pattern by which of the records, up to `count`, are null.
  const std::function<bool(std::size_t)> patterns[] = {
      [](std::size_t i) { return i < 70; }, [](std::size_t i) { return i >= 70; },
      [](std::size_t i) { return i == 64; }, [](std::size_t i) { return i < 64 || i == 130; },
      [](std::size_t i) { return i % 3 == 0; }};
  for (const auto& is_null : patterns) {
    constexpr std::size_t kCount = 200;
    Column column("A", ValueKind::Int32);
    for (std::size_t i = 0; i < kCount; ++i) is_null(i) ? column.append_null() : column.append<std::int32_t>(1);
    std::uint64_t words[4] = {~0ULL, ~0ULL, ~0ULL, ~0ULL};
    column.chunk(0).copy_null_bits(words);
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < kCount; ++i) {
      EXPECT_EQ(column.is_null(i), is_null(i)) << i;
      EXPECT_EQ((words[i / 64] >> (i % 64) & 1) != 0, is_null(i)) << i;
      count += is_null(i) ? 1 : 0;
    }
    EXPECT_EQ(column.chunk(0).null_count, count);
    EXPECT_EQ(words[3] >> (kCount - 192), 0U);
    EXPECT_LE(column.chunk(0).nulls.size(), 4U);
    column.clear_records();
    column.append<std::int32_t>(1);
    EXPECT_FALSE(column.is_null(0));
  }
}

TEST(Chunk, RunsOfNullBitsAreThoseOfSingleOnes) {
  for (const std::size_t first : {0U, 1U, 63U, 64U, 130U}) {
    for (const std::size_t count : {0U, 1U, 64U, 65U, 200U}) {
      for (const bool ahead : {false, true}) {  // whether a value stands in front
        Chunk runs;
        Chunk singles;
        for (Chunk* chunk : {&runs, &singles}) {
          for (std::size_t i = ahead ? 1 : 0; i < first; ++i) chunk->set_null_bit(i);
          chunk->size = static_cast<std::uint32_t>(first + count);
        }
        set_null_bits(runs, first, count);
        for (std::size_t i = first; i < first + count; ++i) singles.set_null_bit(i);
        EXPECT_EQ(runs.null_count, singles.null_count);
        for (std::size_t i = 0; i < first + count; ++i) EXPECT_EQ(runs.is_null(i), singles.is_null(i)) << i;
      }
    }
  }
}

TEST(FirstDifference, DoesNotSeeHowNullsLieInMemory) {
  Table bare;
  Table filled;
  bare.add_column("A", ValueKind::Int32).append_nulls(10);
  Column& column = filled.add_column("A", ValueKind::Int32);
  column.append(1);
  column.clear_records();
  for (int i = 0; i < 10; ++i) {
    Chunk& chunk = column.tail();
    const std::int32_t zero = 0;
    chunk.set_null_bit(chunk.size);
    chunk.bytes.append(&zero, sizeof zero);
    ++chunk.size;
    column.added(1);
  }
  bare.added_plain_rows(10);
  filled.added_plain_rows(10);
  EXPECT_FALSE(filled.columns[0]->chunk(0).is_bare());
  EXPECT_EQ(first_difference(bare, filled), "");
  EXPECT_EQ(first_difference(filled, bare), "");
}

}  // namespace
}  // namespace dotwire::model

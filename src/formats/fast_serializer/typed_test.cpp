// Rows without a schema of their own (table-formats.md 4.9, entry points).
#include <gtest/gtest.h>

#include "formats/fast_serializer/fast_serializer.h"
#include "formats/fast_serializer/test_tables.h"
#include "support/hex.h"

namespace dotwire::fast_serializer {
namespace {

using model::Table;
using model::TableSet;

TableSet schema_of_states() {
  TableSet set;
  make_states(*set.tables.emplace_back(std::make_unique<Table>()));
  set.tables[0]->clear_rows();
  return set;
}

ReadOptions with_schema(const TableSet& schema) {
  ReadOptions options;
  options.schema = &schema;
  return options;
}

TEST(FastSerializerTyped, RowsWithTheirStatesComeBackByTheSchema) {
  Table table;
  make_states(table);
  const TableSet schema = schema_of_states();
  for (const Dialect dialect : {Dialect::A, Dialect::B, Dialect::C}) {
    WriteOptions options = in_dialect(dialect);
    options.shape = Shape::TypedTable;
    const Buffer bytes = written(table, options);
    Table read;
    EXPECT_FALSE(Reader().read(bytes, read).ok());
    const Result<Recorded> recorded = Reader().read(bytes, read, with_schema(schema));
    ASSERT_TRUE(recorded.ok()) << recorded.error().to_string();
    EXPECT_EQ(recorded->shape, Shape::TypedTable);
    EXPECT_EQ(model::first_difference(read, table), "");
  }
}

TEST(FastSerializerTyped, TheSimpleFormHasCurrentValuesAlone) {
  Table table;
  make_states(table);
  const TableSet schema = schema_of_states();
  WriteOptions options = in_dialect(Dialect::A);
  options.shape = Shape::SimpleTyped;
  Buffer refused;
  EXPECT_EQ(Writer().write(table, refused, options).error().path(), "rows/[2]");
  options.omit_deleted_rows = true;
  const Buffer bytes = written(table, options);
  EXPECT_TRUE(test::same_bytes(bytes, test::hex("12 00 00 00  03  02 AE AC 02 00 00  02 83 01  02 A6 B7 71  "
                                                "01 03 62 79 65 00")));
  Table read;
  const Result<Recorded> recorded = Reader().read(bytes, read, with_schema(schema));
  ASSERT_TRUE(recorded.ok()) << recorded.error().to_string();
  EXPECT_EQ(recorded->shape, Shape::SimpleTyped);
  ASSERT_EQ(read.row_count(), 3U);
  EXPECT_TRUE(read.plain_rows());
  EXPECT_EQ(read.columns[1]->text(0), "bye");
}

TEST(FastSerializerTyped, ASetHasTheRowsOfEachTable) {
  TableSet set;
  make_set(set);
  set.tables[1]->columns[2]->clear_records();
  set.tables[1]->columns[2]->append_null();
  TableSet schema;
  make_set(schema);
  WriteOptions options = in_dialect(Dialect::A);
  options.shape = Shape::TypedDataSet;
  TableSet read;
  const Result<Recorded> recorded = Reader().read(written(set, options), read, with_schema(schema));
  ASSERT_TRUE(recorded.ok()) << recorded.error().to_string();
  EXPECT_EQ(recorded->shape, Shape::TypedDataSet);
  EXPECT_EQ(model::first_difference(read, set), "");
}

}  // namespace
}  // namespace dotwire::fast_serializer

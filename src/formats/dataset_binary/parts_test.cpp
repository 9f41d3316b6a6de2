#include <algorithm>

#include <gtest/gtest.h>

#include "formats/dataset_binary/assembly_names.h"
#include "formats/dataset_binary/hashtable.h"
#include "formats/dataset_binary/reader.h"
#include "formats/dataset_binary/representable.h"
#include "formats/dataset_binary/writer.h"
#include "model/type_names.h"

namespace dotwire::dataset_binary {
namespace {

using model::ValueKind;

// The row errors of the golden case row-states: rows 1, 5, 6 and 11 were added.
TEST(DatasetBinaryHashtable, ComesBucketByBucketTheLastFirst) {
  const std::int32_t keys[] = {1, 5, 6, 11};
  const std::vector<std::uint32_t> order = hashtable_order(keys);
  EXPECT_EQ(order, (std::vector<std::uint32_t>{2, 1, 3, 0}));
  EXPECT_EQ(shape_of_hashtable(4).hash_size, 7);
  EXPECT_EQ(shape_of_hashtable(4).version, 5);  // four adds and one growth
}

TEST(DatasetBinaryHashtable, StartsWithThreeBuckets) {
  EXPECT_EQ(shape_of_hashtable(0).hash_size, 3);
  EXPECT_EQ(shape_of_hashtable(2).hash_size, 3);
  EXPECT_EQ(shape_of_hashtable(3).hash_size, 7);
}

TEST(DatasetBinaryHashtable, KeepsAllOfManyKeys) {
  std::vector<std::int32_t> keys;
  for (std::int32_t i = 0; i < 1000; ++i) keys.push_back(i * 7);
  std::vector<bool> seen(keys.size());
  for (const std::uint32_t i : hashtable_order(keys)) seen[i] = true;
  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), 1000);
}

TEST(DatasetBinaryNames, AreSplitAtTheFirstCommaOutsideBrackets) {
  const model::QualifiedName name = model::split_qualified_name("A`1[[B, b, Version=2]], a, Version=1");
  EXPECT_EQ(name.type, "A`1[[B, b, Version=2]]");
  EXPECT_EQ(name.assembly, "a, Version=1");
  EXPECT_EQ(model::split_qualified_name("System.Int32").assembly, "");
}

TEST(DatasetBinaryNames, FollowTheDialectForFrameworkTypes) {
  const std::string_view mscorlib = assembly_of_type("System.Int32", "", Dialect::Framework);
  EXPECT_TRUE(mscorlib.starts_with("mscorlib, Version=4.0.0.0"));
  EXPECT_TRUE(assembly_of_type("System.Int32", mscorlib, Dialect::Net10).starts_with("System.Private.CoreLib, "));
  EXPECT_EQ(assembly_of_type("Cases.Money", "Oracle, Version=1.0.0.0", Dialect::Net10), "Oracle, Version=1.0.0.0");
  // Another version of the same assembly stays.
  EXPECT_EQ(assembly_of_type("System.Int32", "mscorlib, Version=2.0.0.0", Dialect::Mono), "mscorlib, Version=2.0.0.0");
}

Status write(const model::Table& table, Dialect dialect) {
  WriteOptions options;
  options.dialect = dialect;
  Writer writer(options);
  Buffer out;
  return writer.write(table, out);
}

TEST(DatasetBinaryRefusals, CharColumnsAreWrittenByTheFrameworkOnly) {
  model::Table table;
  table.add_column("A", ValueKind::Int32);
  table.add_column("Letter", ValueKind::Char);
  EXPECT_TRUE(write(table, Dialect::Framework).ok());
  for (const Dialect dialect : {Dialect::Mono, Dialect::Net10}) {
    const Status written = write(table, dialect);
    ASSERT_FALSE(written.ok());
    EXPECT_EQ(written.error().code(), ErrorCode::NotRepresentable);
    EXPECT_EQ(written.error().path(), "DataTable.DataColumn_1.SimpleType");
  }
}

TEST(DatasetBinaryRefusals, LengthLimitsAreWrittenByTheFrameworkOnly) {
  model::Table table;
  table.add_column("Text", ValueKind::String).max_length = 10;
  EXPECT_TRUE(write(table, Dialect::Framework).ok());
  EXPECT_FALSE(write(table, Dialect::Mono).ok());
}

TEST(DatasetBinaryRefusals, SomeSqlTypesAreNotSerializableOnNet10) {
  for (const ValueKind kind :
       {ValueKind::SqlSingle, ValueKind::SqlMoney, ValueKind::SqlDecimal, ValueKind::SqlBinary}) {
    model::Table table;
    table.add_column("A", kind);
    EXPECT_TRUE(write(table, Dialect::Mono).ok());
    EXPECT_FALSE(write(table, Dialect::Net10).ok());
  }
  model::Table table;
  table.add_column("A", ValueKind::SqlXml);
  EXPECT_FALSE(write(table, Dialect::Framework).ok());
}

TEST(DatasetBinaryRefusals, ExpressionsOverOtherTablesNeedTheirSet) {
  const auto with_expression = [](std::string text) {
    model::Table table;
    table.add_column("A", ValueKind::Int32).expression = std::move(text);
    return write(table, Dialect::Mono).ok();
  };
  EXPECT_FALSE(with_expression("Parent(Link).Name"));
  EXPECT_FALSE(with_expression("Sum(child.Amount)"));
  EXPECT_TRUE(with_expression("'Parent.Name' + [Child.Name]"));
  EXPECT_TRUE(with_expression("Parental.Name"));
}

// As XML and descriptions give them: cells of an object column, whose class is the program's.
TEST(DatasetBinaryCells, EnumsAreStoredAsTheirIntegers) {
  model::Table table;
  model::Column& color = table.add_column("Color", ValueKind::Object);
  color.type_name = "Acme.Color";
  color.assembly = "Acme";
  color.append_null();
  color.append_object(table.graph().make_scalar(ValueKind::Int32, std::int32_t{7}));
  table.added_plain_rows(2);
  Buffer payload;
  ASSERT_TRUE(Writer().write(table, payload).ok());
  const std::string_view array("\x02\0\0\0\x08\0\0\0\0\x07\0\0\0", 13);  // two Int32
  EXPECT_NE(payload.text().find(array), std::string_view::npos);
}

TEST(DatasetBinaryLosses, NameWhatThePayloadCannotHold) {
  model::Table table;
  table.name = "T";
  table.display_expression = "A";
  model::Column& price = table.add_column("Price", ValueKind::Decimal);
  price.append(Decimal{0, 0, 0, 0x80020000});
  table.add_column("Letter", ValueKind::Char).append(u'x');
  table.add_column("Text", ValueKind::String).append_text("\xED\xA0\x80");
  table.added_plain_rows(1);
  const std::vector<Loss> found = losses(table, Dialect::Mono);
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[0].path, "columns/Letter");
  EXPECT_EQ(found[1].path, "DisplayExpression");
  EXPECT_EQ(found[2].path, "columns/Price");
  EXPECT_EQ(found[3].path, "columns/Text");
  EXPECT_EQ(losses(table, Dialect::Framework).size(), 3U);
}

TEST(DatasetBinaryLosses, NameEveryColumnThatIsRefusedAndItsTable) {
  model::TableSet set;
  set.tables.push_back(std::make_unique<model::Table>());
  set.tables[0]->name = "T";
  set.tables[0]->add_column("A", ValueKind::Char);
  set.tables[0]->add_column("B", ValueKind::Char);
  const std::vector<Loss> found = losses(set, Dialect::Mono);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].path, "tables/T/columns/A");
  EXPECT_EQ(found[1].path, "tables/T/columns/B");
}

// As a scalar of the table's graph, where it lies as in a cell: of a default, and in a column of Object.
TEST(DatasetBinaryValues, OffsetsWestOfGreenwichComeBack) {
  constexpr model::DateTimeOffsetCell kWest{631'368'458'963'530'000, -792};
  model::Table table;
  table.name = "T";
  model::Column& dates = table.add_column("D", ValueKind::DateTimeOffset);
  model::Column& objects = table.add_column("O", ValueKind::Object);
  const model::ScalarNode* scalar = table.graph().make_scalar(ValueKind::DateTimeOffset, kWest);
  dates.default_value = scalar;
  dates.append(kWest);
  objects.append_object(scalar);
  table.added_plain_rows(1);
  Buffer out;
  ASSERT_TRUE(Writer().write(table, out).ok());
  model::Table again;
  ASSERT_TRUE(Reader().read(out.bytes(), again).ok());
  for (const model::Node* node : {again.columns[0]->default_value, again.columns[1]->object(0)}) {
    const auto* read = model::as_scalar(node);
    ASSERT_NE(read, nullptr);
    EXPECT_EQ(read->get<model::DateTimeOffsetCell>(), kWest);
  }
  EXPECT_EQ(again.columns[0]->get<model::DateTimeOffsetCell>(0), kWest);
}

}  // namespace
}  // namespace dotwire::dataset_binary

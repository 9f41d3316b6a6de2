// Names of column types that are no names of types: no format writes them, and no reader takes them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/byte_reader.h"
#include "dotwire/convert.h"
#include "model/type_names.h"

namespace dotwire {
namespace {

using testing::HasSubstr;

void make(Document& document, std::string_view type_name) {
  model::Table& table = document.make_table();
  table.name = "Kinds";
  model::Column& column = table.add_column("Kind", model::ValueKind::Object);
  column.type_name = type_name;
  column.assembly = "Samples, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null";
  column.append_nulls(1);
  table.added_plain_rows(1);
}

TEST(ColumnTypes, HaveNamesThatStandBeforeAnAssembly) {
  for (const std::string_view name :
       {"A", "N.A+B", "A`1[[B, b]]", "A`1[[B`1[[C, c]], b]][,]", "A\\,B", "A\\[", "A\\\\"}) {
    EXPECT_TRUE(model::is_type_name(name)) << name;
    const std::string qualified = std::string(name) + ", x, Version=1";
    EXPECT_EQ(model::split_qualified_name(qualified).type, name);
    EXPECT_EQ(model::split_qualified_name(qualified).assembly, "x, Version=1");
  }
  for (const std::string_view name : {"", "[A", "A]", "A][", "A,B", "A\\", "A[[B]"}) {
    EXPECT_FALSE(model::is_type_name(name)) << name;
  }
}

// Keys that lead nowhere, and texts that are none.
TEST(Tables, ThatMakeNoSenseAreNotWritten) {
  for (const Format& format : builtin_formats()) {
    if (format.write == nullptr || !format.holds(DocumentKind::Table)) continue;
    const auto error_of = [&](auto&& change) {
      Document document;
      model::Table& table = document.make_table();
      table.name = "Kinds";
      model::Column& column = table.add_column("Kind", model::ValueKind::String);
      column.append_text("fine");
      column.append_text("\xC3\xA9");
      table.added_plain_rows(2);
      change(table);
      Buffer bytes;
      const Status written = write_document(document, format, bytes);
      return written.ok() ? std::string(format.name) + ": no error" : written.error().to_string();
    };
    EXPECT_THAT(error_of([](model::Table& table) {
                  model::ForeignKeyConstraint& key = table.foreign_keys.emplace_back();
                  key.name = "Lost";
                  key.parent_table = 3;
                  key.parent_columns = key.child_columns = {0};
                  table.constraint_order.push_back({true, 0});
                }),
                HasSubstr("tables/Kinds/constraints/Lost"));
    EXPECT_THAT(error_of([](model::Table& table) {
                  model::UniqueConstraint& key = table.unique_constraints.emplace_back();
                  key.name = "Beyond";
                  key.columns = {1};
                  table.constraint_order.push_back({false, 0});
                }),
                HasSubstr("tables/Kinds/constraints/Beyond"));
    EXPECT_THAT(error_of([](model::Table& table) {
                  table.columns[0]->append_text("\xFF");
                  table.added_plain_rows(1);
                }),
                HasSubstr("tables/Kinds/columns/Kind/records/2"));
    EXPECT_THAT(error_of([](model::Table& table) {
                  model::Column& objects = table.add_column("Objects", model::ValueKind::Object);
                  objects.type_name = "System.Object";
                  objects.append_nulls(1);
                  objects.append_object(table.graph().make_string("\xC3"));
                }),
                HasSubstr("tables/Kinds/columns/Objects/records/1"));
    EXPECT_THAT(error_of([](model::Table& table) {
                  model::UniqueConstraint& key = table.unique_constraints.emplace_back();
                  key.name = "\xFF";
                  key.columns = {0};
                  table.constraint_order.push_back({false, 0});
                }),
                HasSubstr("tables/Kinds/constraints/"));
    EXPECT_THAT(error_of([](model::Table& table) { table.display_expression = "\x80"; }),
                HasSubstr("tables/Kinds/DisplayExpression"));
    EXPECT_THAT(error_of([](model::Table& table) { table.set_extended_property("key", "\xED"); }),
                HasSubstr("tables/Kinds/ExtendedProperties"));
    EXPECT_THAT(error_of([](model::Table& table) {
                  table.row_errors.push_back({0, "\xFF", {}});
                }),
                HasSubstr("tables/Kinds/rows/[0]/RowError"));
  }
}

TEST(ColumnTypes, OfOtherNamesAreNotWritten) {
  for (const Format& format : builtin_formats()) {
    if (format.write == nullptr || !format.holds(DocumentKind::Table)) continue;
    Document document;
    make(document, "Samples.Kind[");
    Buffer bytes;
    const Status written = write_document(document, format, bytes);
    ASSERT_FALSE(written.ok()) << format.name;
    EXPECT_THAT(written.error().to_string(), HasSubstr("tables/Kinds/columns/Kind")) << format.name;
  }
}

TEST(ColumnTypes, OfOtherNamesAreNotRead) {
  constexpr std::string_view kName = "Samples.Kind";
  std::size_t formats = 0;
  for (const Format& format : builtin_formats()) {
    if (format.read == nullptr || format.write == nullptr || !format.holds(DocumentKind::Table)) continue;
    Document document;
    make(document, kName);
    Buffer bytes;
    if (!write_document(document, format, bytes).ok()) continue;
    std::string text(bytes.text());
    const std::size_t at = text.find(kName);
    if (at == std::string::npos) continue;
    ASSERT_TRUE(read_document(bytes, format).ok()) << format.name;
    for (std::size_t i = at; i != std::string::npos; i = text.find(kName, i)) text[i] = '[';
    const Result<Document> damaged = read_document(as_bytes(text), format);
    EXPECT_FALSE(damaged.ok()) << format.name;
    ++formats;
  }
  EXPECT_GE(formats, 5U);
}

}  // namespace
}  // namespace dotwire

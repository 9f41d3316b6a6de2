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

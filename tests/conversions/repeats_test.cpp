// A payload that refers to one long text from many cells is short; a text would spell each.
#include <string>

#include <gtest/gtest.h>

#include "dotwire/dotwire.h"

namespace dotwire::test {
namespace {

constexpr std::size_t kCells = 200;
constexpr std::size_t kLength = 65'536;

Document table_of_one_text() {
  Document document;
  model::Table& table = document.make_table();
  table.name = "T";
  model::Column& column = table.add_column("O", model::ValueKind::Object);
  const model::Node* text = table.graph().make_string(std::string(kLength, 'x'));
  for (std::size_t i = 0; i < kCells; ++i) column.append_object(text);
  table.added_plain_rows(kCells);
  return document;
}

TEST(Repeats, OfAnObjectInManyCellsAreBounded) {
  const Document made = table_of_one_text();
  Buffer payload;
  ASSERT_TRUE(write_document(made, *find_format("datatable-binary"), payload).ok());
  EXPECT_LT(payload.size(), 2 * kLength);
  const Result<Document> read = read_document(payload);
  ASSERT_TRUE(read.ok()) << read.error().to_string();
  for (const char* name :
       {"csv", "ndjson", "json", "datatable-xml", "datatable-datacontract", "datatable-binary-xml"}) {
    const Format& format = *find_format(name);
    Buffer out;
    const Status refused = write_document(*read, format, out);
    ASSERT_FALSE(refused.ok()) << name;
    EXPECT_EQ(refused.error().code(), ErrorCode::LimitExceeded) << name << ": " << refused.error().to_string();
    EXPECT_EQ(refused.error().path(), "tables/T/columns/O") << name;
    // Who wants it says so, and a program may write what it likes.
    Options options;
    options.limits.expansion = 20'000'000;
    for (const Document* document : {&*read, &made}) {
      out.clear();
      const Status written = write_document(*document, format, out, options);
      EXPECT_TRUE(written.ok()) << name << ": " << written.error().to_string();
      EXPECT_GT(out.size(), kCells * kLength) << name;
    }
  }
  // Where references stay references nothing grows.
  Buffer again;
  EXPECT_TRUE(write_document(*read, *find_format("datatable-binary"), again).ok());
  EXPECT_TRUE(again.text() == payload.text());
}

}  // namespace
}  // namespace dotwire::test

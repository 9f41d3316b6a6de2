// Every table of the golden corpus as JSON and back to the same table.
#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "dotwire/dotwire.h"
#include "support/golden.h"

namespace dotwire::test {
namespace {

std::string difference(const Document& a, const Document& b) {
  if (a.kind() != b.kind()) return "kind";
  if (a.kind() == DocumentKind::Table) return model::first_difference(a.table(), b.table());
  return model::first_difference(a.table_set(), b.table_set());
}

// Where the table of the JSON differs; empty: nowhere. `lossy`: something was named as a loss.
std::string by_json(std::span<const std::uint8_t> input, JsonNumbers numbers, bool& lossy) {
  const Format& as_json = *find_format("json");
  Options options;
  options.numbers = numbers;
  Result<Document> document = read_document(input);
  if (!document.ok() || document->kind() == DocumentKind::Graph) return "no table";
  lossy = !find_losses(*document, as_json, options).empty();
  Buffer text;
  if (const Status put = write_document(*document, as_json, text, options); !put.ok()) return put.error().to_string();
  const Result<Document> again = read_document(text);
  if (!again.ok()) return again.error().to_string();
  if (std::string path = difference(*document, *again); !path.empty()) return path;
  Buffer second;
  if (const Status put = write_document(*again, as_json, second, options); !put.ok()) return put.error().to_string();
  return second.text() == text.text() ? "" : "the JSON of the JSON is another";
}

TEST(TableJsonGolden, EveryTableComesBackByItsJson) {
  std::map<std::string, std::size_t> counts;
  std::size_t lossy_count = 0;
  std::set<std::string> not_read;
  for (const GoldenRow& row : golden_rows()) {
    if (!row.stored() || row.kind == "graph" || row.format == "expected") continue;
    bool lossy = false;
    const JsonNumbers numbers = counts.size() % 2 == 0 ? JsonNumbers::Text : JsonNumbers::Json;
    const std::string problem = by_json(row.bytes(), numbers, lossy);
    if (problem == "no table") {
      not_read.insert(row.format);
      continue;
    }
    if (lossy) {
      ++lossy_count;
      continue;
    }
    EXPECT_EQ(problem, "") << row.name();
    ++counts[row.format];
  }
  if (golden_rows().empty()) GTEST_SKIP() << "no golden corpus";
  for (const auto& [format, count] : counts) std::printf("%s: %zu\n", format.c_str(), count);
  std::printf("with objects that JSON leaves out: %zu\n", lossy_count);
  EXPECT_GT(counts["bf-remoting-binary"], 5U);
  EXPECT_GT(counts["xml-schema"], 5U);
}

// JSON does not say which equal values are one object.
void forget_objects(Document& document) {
  document.recorded.reset();
  for (const model::Table* table : document.tables()) {
    for (const auto& column : table->columns) {
      for (std::size_t i = 0; i < column->chunk_count(); ++i) column->chunk(i).identity.clear();
    }
  }
}

// The bytes are those of the payload, or of its tables where all cells are objects of their own.
TEST(TableJsonGolden, BinaryPayloadsComeBackInTheirDialect) {
  const Format& as_json = *find_format("json");
  const Format& binary = *find_format("datatable-binary");
  std::size_t same = 0;
  std::size_t others = 0;
  for (const GoldenRow& row : golden_rows()) {
    if (!row.stored() || !row.format.ends_with("bf-remoting-binary")) continue;
    Result<Document> document = read_document(row.bytes());
    if (!document.ok() || document->format != &binary || !find_losses(*document, as_json).empty()) continue;
    Buffer text;
    ASSERT_TRUE(write_document(*document, as_json, text).ok()) << row.name();
    const Result<Document> again = read_document(text);
    ASSERT_TRUE(again.ok()) << row.name();
    EXPECT_EQ(again->dialect, document->dialect) << row.name();
    Buffer payload;
    ASSERT_TRUE(write_document(*again, binary, payload).ok()) << row.name();
    if (payload.text() == row.bytes().text()) {
      ++same;
      continue;
    }
    ++others;
    forget_objects(*document);
    Buffer expected;
    ASSERT_TRUE(write_document(*document, binary, expected).ok()) << row.name();
    EXPECT_EQ(payload.text() == expected.text(), true) << row.name();
  }
  if (golden_rows().empty()) GTEST_SKIP() << "no golden corpus";
  std::printf("same bytes: %zu, others: %zu\n", same, others);
  EXPECT_GT(same, 3 * others);
}

}  // namespace
}  // namespace dotwire::test

// Tables of the generators against the sizes and hashes that .NET's output had, and the article's sizes.
#include <cstring>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "data/generated_tables.h"
#include "formats/dataset_binary/reader.h"
#include "formats/dataset_binary/writer.h"
#include "support/golden.h"
#include "support/sha256.h"

namespace dotwire::dataset_binary {
namespace {

Buffer written(const model::Table& table, Dialect dialect) {
  WriteOptions options;
  options.dialect = dialect;
  Writer writer(options);
  Buffer out;
  const Status status = writer.write(table, out);
  EXPECT_TRUE(status.ok()) << status.error().to_string();
  return out;
}

// The article's tables repeat a pool of boxed Guids: equal ones are one object there.
void share_equal_guids(model::Table& table) {
  std::map<std::string, std::uint32_t> numbers;
  for (const auto& column : table.columns) {
    if (column->kind() != model::ValueKind::Guid) continue;
    for (std::size_t c = 0; c < column->chunk_count(); ++c) {
      model::Chunk& chunk = column->chunk(c);
      chunk.identity.resize(chunk.size);
      for (std::size_t i = 0; i < chunk.size; ++i) {
        const std::string text(reinterpret_cast<const char*>(chunk.bytes.data()) + i * 16, 16);
        chunk.identity[i] = numbers.try_emplace(text, static_cast<std::uint32_t>(numbers.size() + 1)).first->second;
      }
    }
  }
}

void expect_golden(const model::Table& table, const std::string& case_name) {
  for (const char* runtime : {"mono", "net10"}) {
    const test::GoldenRow* row = test::find_golden(runtime, "table", case_name, "bf-remoting-binary");
    if (row == nullptr) continue;  // in no corpus, or not in the packed one
    const Buffer out = written(table, std::strcmp(runtime, "mono") == 0 ? Dialect::Mono : Dialect::Net10);
    EXPECT_EQ(out.size(), row->size) << row->name();
    EXPECT_EQ(test::sha256(out), row->sha256) << row->name();
  }
}

TEST(DatasetBinaryGenerated, ArticleTablesHaveTheArticlesSizes) {
  EXPECT_EQ(written(bench::article_type2("Synthetic.Type2Small", 10), Dialect::Framework).size(), 7'609U);
  EXPECT_EQ(written(bench::article_type2("Synthetic.Type2Large", 50'000), Dialect::Framework).size(), 7'149'929U);
}

TEST(DatasetBinaryGenerated, ArticleType2HasTheGoldenBytes) {
  expect_golden(bench::article_type2("Synthetic.Type2Small", 10), "article-type2-small");
  expect_golden(bench::article_type2("Synthetic.Type2Large", 50'000), "article-type2-large");
}

TEST(DatasetBinaryGenerated, ArticleType1HasTheGoldenBytes) {
  model::Table small = bench::article_type1("Synthetic.Type1Small", 10, false);
  share_equal_guids(small);
  expect_golden(small, "article-type1-small-nochar");
  model::Table large = bench::article_type1("Synthetic.Type1Large", 10'000, false);
  share_equal_guids(large);
  expect_golden(large, "article-type1-large-nochar");
}

TEST(DatasetBinaryGenerated, Types18HasTheGoldenBytes) {
  expect_golden(bench::types18(100, false), "generated-types18-nochar");
  expect_golden(bench::types18(10'000, false), "generated-types18-nochar-10000");
}

TEST(DatasetBinaryGenerated, FourColumnsHasTheGoldenBytes) {
  expect_golden(bench::four_columns(1'000), "generated-four-columns-1000");
  expect_golden(bench::four_columns(50'000), "generated-four-columns-50000");
}

// Three chunks, so that arrays are put together and texts are written chunk by chunk.
TEST(DatasetBinaryGenerated, TablesOfSeveralChunksComeBackEqual) {
  const model::Table table = bench::types18(150'000, true);
  const Buffer bytes = written(table, Dialect::Framework);
  Reader reader;
  model::Table read;
  const Status status = reader.read(bytes, read);
  ASSERT_TRUE(status.ok()) << status.error().to_string();
  EXPECT_EQ(model::first_difference(table, read), "");
  EXPECT_TRUE(written(read, Dialect::Framework).text() == bytes.text());
}

}  // namespace
}  // namespace dotwire::dataset_binary

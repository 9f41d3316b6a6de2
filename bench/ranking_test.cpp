#include "ranking.h"

#include <gmock/gmock.h>

#include "article.h"

namespace dotwire::bench {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Measurement measured(std::string_view format, std::uint64_t size, double write, double read) {
  Measurement measurement{};
  for (const TableFormat& one : table_formats()) {
    if (one.name == format) measurement.format = &one;
  }
  if (size == 0) measurement.verdict.failure = "it differs";
  measurement.size = size;
  measurement.write = {write, write, write};
  measurement.read = {read, read, read};
  return measurement;
}

// The article has XML 415,908 bytes, 9.178 and 12.013 ms; BinaryFormatter 114,997, 7.518 and 7.172; Protocol Buffers
// Failed; Custom Formatter 79,342, 1.207 and 2.197.
SuiteResult product() {
  SuiteResult suite{};
  suite.data = "Production.Product";
  suite.as_in_article = true;
  suite.measurements = {measured(kXml, 415'908, 300, 10), measured(kBinary, 114'997, 200, 400),
                        measured(kProtobuf, 0, 0, 0), measured(kCustom, 114'997, 400, 50)};
  return suite;
}

SuiteResult review() {
  SuiteResult suite{};
  suite.data = "Production.ProductReview";  // 7,839 and 15,450 bytes, 0.150 and 0.437 ms, 0.379 and 0.546 ms
  suite.as_in_article = true;
  suite.measurements = {measured(kXml, 1'000, 2, 8), measured(kBinary, 4'000, 8, 2)};
  return suite;
}

std::vector<std::pair<unsigned, unsigned>> ranks_by(const SuiteResult& suite, Metric metric) {
  std::vector<std::pair<unsigned, unsigned>> pairs;
  for (const Ranks& ranks : ranks_of(suite)) {
    const Rank& rank = ranks[static_cast<std::size_t>(metric)];
    pairs.emplace_back(rank.article, rank.ours);
  }
  return pairs;
}

TEST(Ranking, CountsFromTheBestAndLeavesOutWhatFailed) {
  using Pair = std::pair<unsigned, unsigned>;
  EXPECT_THAT(ranks_by(product(), Metric::Write), ElementsAre(Pair(3, 2), Pair(2, 1), Pair(0, 0), Pair(1, 3)));
  EXPECT_THAT(ranks_by(product(), Metric::Read), ElementsAre(Pair(3, 1), Pair(2, 3), Pair(0, 0), Pair(1, 2)));
}

TEST(Ranking, GivesOneRankToEqualSizes) {
  using Pair = std::pair<unsigned, unsigned>;
  EXPECT_THAT(ranks_by(product(), Metric::Size), ElementsAre(Pair(3, 3), Pair(2, 1), Pair(0, 0), Pair(1, 1)));
}

TEST(Ranking, OfTablesThatTheArticleHasNotIsOursAlone) {
  SuiteResult suite = product();
  suite.as_in_article = false;
  using Pair = std::pair<unsigned, unsigned>;
  EXPECT_THAT(ranks_by(suite, Metric::Write), ElementsAre(Pair(0, 2), Pair(0, 1), Pair(0, 0), Pair(0, 3)));
  EXPECT_EQ(ranking_text({suite}), "");
}

TEST(Ranking, AllInAllIsAGeometricMeanOverTablesThatNoFormatFailed) {
  SuiteResult other = review();
  other.data = "Synthetic.Type2Small";  // 3,707 and 7,609 bytes
  other.measurements[1].size = 9'000;
  const Overall overall = overall_ranking({review(), other});
  ASSERT_THAT(overall.data, ElementsAre("Production.ProductReview", "Synthetic.Type2Small"));
  const Standing& binary = overall.standings.at(1)[static_cast<std::size_t>(Metric::Size)];
  EXPECT_NEAR(binary.ours, 6, 1e-9);          // 4 and 9
  EXPECT_NEAR(binary.article, 2.0114, 1e-4);  // 1.97092 and 2.05260
  EXPECT_EQ(binary.rank.ours, 2U);
  EXPECT_TRUE(overall_ranking({product()}).data.empty());
}

TEST(Ranking, ShowsWhatMoved) {
  const std::string text = ranking_text({product()});
  EXPECT_THAT(text, HasSubstr("by write                   Product\n"
                              "xml                          3 > 2\n"
                              "binaryformatter              2 > 1\n"
                              "protobuf-net-data                -\n"
                              "custom                       1 > 3\n"));
  EXPECT_THAT(ranks_json(ranks_of(product())[2]), HasSubstr("\"write\":{\"article\":null,\"ours\":null}"));
  EXPECT_THAT(ranking_json({review()}),
              HasSubstr("{\"format\":\"binaryformatter\",\"size\":{\"article\":{\"times_best\":1.9709,\"rank\":2},"
                        "\"ours\":{\"times_best\":4.0000,\"rank\":2}}"));
}

}  // namespace
}  // namespace dotwire::bench

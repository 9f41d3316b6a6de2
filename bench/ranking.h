// The order of the formats by size and by time, in the article and here.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "report.h"

namespace dotwire::bench {

enum class Metric : std::uint8_t { Size, Write, Read };
inline constexpr std::array<Metric, 3> kMetrics = {Metric::Size, Metric::Write, Metric::Read};
// "size", "write", "read".
std::string_view name_of(Metric metric);

// From 1; formats with the same figure share a rank. 0: failed, or the article has no such table.
struct Rank {
  unsigned article = 0;
  unsigned ours = 0;
};

// By `Metric`.
using Ranks = std::array<Rank, kMetrics.size()>;

// Ours alone: peers, which the article does not have, stand in no order.
std::vector<const Measurement*> ranked_of(const SuiteResult& suite);

// One entry for each of ranked_of(). The article's ranks are among the formats that were measured.
std::vector<Ranks> ranks_of(const SuiteResult& suite);

// How many times the best one's size or time a format takes, as a geometric mean over data sets.
struct Standing {
  double article = 0;
  double ours = 0;
  Rank rank;
};
struct Overall {
  // The tables of the article that every format came through, there and here; nothing stands below where there are
  // none.
  std::vector<std::string> data;
  // One entry a format, by `Metric`.
  std::vector<std::array<Standing, kMetrics.size()>> standings;
};
// All suites are of the same formats.
Overall overall_ranking(const std::vector<SuiteResult>& suites);

// A table for each metric, data sets side by side, and the closing one. Empty without a table of the article.
std::string ranking_text(const std::vector<SuiteResult>& suites);
// "size":{"article":1,"ours":2}, and so on, in braces.
std::string ranks_json(const Ranks& ranks);
// "ranking":{...}, a member of the document.
std::string ranking_json(const std::vector<SuiteResult>& suites);

}  // namespace dotwire::bench

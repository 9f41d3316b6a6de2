#include "ranking.h"

#include <algorithm>
#include <cmath>

#include "article.h"

namespace dotwire::bench {
namespace {

// 0: failed, or none of the article's.
double ours(const Measurement& measurement, Metric metric) {
  if (measurement.verdict.failed() || !measurement.format->in_article()) return 0;
  switch (metric) {
    case Metric::Size: return static_cast<double>(measurement.size);
    case Metric::Write: return measurement.write.median;
    case Metric::Read: return measurement.read.median;
  }
  return 0;
}

double articles(const SuiteResult& suite, const Measurement& measurement, Metric metric) {
  const ArticleCell* cell = suite.as_in_article ? find_article_cell(suite.data, measurement.format->name) : nullptr;
  if (cell == nullptr || cell->failed()) return 0;
  switch (metric) {
    case Metric::Size: return static_cast<double>(cell->size);
    case Metric::Write: return cell->write_ms;
    case Metric::Read: return cell->read_ms;
  }
  return 0;
}

struct Figures {
  std::vector<double> article;
  std::vector<double> ours;
};

Figures figures_of(const SuiteResult& suite, const std::vector<const Measurement*>& measurements, Metric metric) {
  Figures figures;
  for (const Measurement* measurement : measurements) {
    figures.article.push_back(articles(suite, *measurement, metric));
    figures.ours.push_back(ours(*measurement, metric));
  }
  return figures;
}

unsigned rank_among(const std::vector<double>& figures, double figure) {
  if (figure == 0) return 0;
  return 1 + static_cast<unsigned>(std::count_if(figures.begin(), figures.end(),
                                                 [figure](double other) { return other != 0 && other < figure; }));
}

bool all_known(const std::vector<double>& figures) {
  return std::none_of(figures.begin(), figures.end(), [](double figure) { return figure == 0; });
}

// Sums of logarithms, one for each format.
void add_ratios(const std::vector<double>& figures, std::vector<double>& sums) {
  const double best = *std::min_element(figures.begin(), figures.end());
  for (std::size_t i = 0; i < figures.size(); ++i) sums[i] += std::log(figures[i] / best);
}

bool compares(const SuiteResult& suite) {
  const std::vector<const Measurement*> ranked = ranked_of(suite);
  return !ranked.empty() && std::all_of(kMetrics.begin(), kMetrics.end(), [&](Metric metric) {
    const Figures figures = figures_of(suite, ranked, metric);
    return all_known(figures.article) && all_known(figures.ours);
  });
}

}  // namespace

std::string_view name_of(Metric metric) {
  switch (metric) {
    case Metric::Size: return "size";
    case Metric::Write: return "write";
    case Metric::Read: return "read";
  }
  return {};
}

std::vector<const Measurement*> ranked_of(const SuiteResult& suite) {
  std::vector<const Measurement*> ranked;
  for (const Measurement& measurement : suite.measurements) {
    if (measurement.format->in_article()) ranked.push_back(&measurement);
  }
  return ranked;
}

std::vector<Ranks> ranks_of(const SuiteResult& suite) {
  const std::vector<const Measurement*> ranked = ranked_of(suite);
  std::vector<Ranks> ranks(ranked.size());
  for (const Metric metric : kMetrics) {
    const Figures figures = figures_of(suite, ranked, metric);
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      ranks[i][static_cast<std::size_t>(metric)] = {rank_among(figures.article, figures.article[i]),
                                                    rank_among(figures.ours, figures.ours[i])};
    }
  }
  return ranks;
}

Overall overall_ranking(const std::vector<SuiteResult>& suites) {
  Overall overall;
  std::vector<const SuiteResult*> compared;
  for (const SuiteResult& suite : suites) {
    if (!compares(suite)) continue;
    compared.push_back(&suite);
    overall.data.push_back(suite.data);
  }
  if (compared.empty()) return overall;
  overall.standings.resize(ranked_of(*compared[0]).size());
  for (const Metric metric : kMetrics) {
    std::vector<double> articles(overall.standings.size());
    std::vector<double> ours(overall.standings.size());
    for (const SuiteResult* suite : compared) {
      const Figures figures = figures_of(*suite, ranked_of(*suite), metric);
      add_ratios(figures.article, articles);
      add_ratios(figures.ours, ours);
    }
    for (std::vector<double>* sums : {&articles, &ours}) {
      for (double& sum : *sums) sum = std::exp(sum / static_cast<double>(compared.size()));
    }
    for (std::size_t i = 0; i < overall.standings.size(); ++i) {
      overall.standings[i][static_cast<std::size_t>(metric)] = {
          articles[i], ours[i], {rank_among(articles, articles[i]), rank_among(ours, ours[i])}};
    }
  }
  return overall;
}

}  // namespace dotwire::bench

#include <algorithm>

#include "ranking.h"

namespace dotwire::bench {
namespace {

constexpr int kNameWidth = 26;

std::string padded(std::string_view text, std::size_t width) {
  return std::string(text.size() < width ? width - text.size() : 0, ' ').append(text);
}

std::string named(std::string_view name) {
  return format_text("%-*.*s", kNameWidth, static_cast<int>(name.size()), name.data());
}

std::string number(unsigned rank) { return rank == 0 ? "-" : std::to_string(rank); }

// "4", where it moved "4 > 2".
std::string rank_text(const Rank& rank) {
  return rank.article == rank.ours ? number(rank.ours) : number(rank.article) + " > " + number(rank.ours);
}

// "Type2Small" of "Synthetic.Type2Small".
std::string_view short_name(std::string_view data) { return data.substr(data.find('.') + 1); }

std::size_t column_width(const SuiteResult& suite) {
  return std::max<std::size_t>(short_name(suite.data).size(), 7) + 1;
}

std::string metric_text(const std::vector<const SuiteResult*>& suites, Metric metric) {
  std::string text = named("by " + std::string(name_of(metric)));
  std::vector<std::vector<Ranks>> ranks;
  for (const SuiteResult* suite : suites) {
    text += padded(short_name(suite->data), column_width(*suite));
    ranks.push_back(ranks_of(*suite));
  }
  text += '\n';
  const std::vector<const Measurement*> ranked = ranked_of(*suites[0]);
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    text += named(ranked[i]->format->name);
    for (std::size_t at = 0; at < suites.size(); ++at) {
      text += padded(rank_text(ranks[at][i][static_cast<std::size_t>(metric)]), column_width(*suites[at]));
    }
    text += '\n';
  }
  return text + '\n';
}

std::string overall_text(const std::vector<SuiteResult>& suites) {
  const Overall overall = overall_ranking(suites);
  if (overall.data.empty()) return {};
  std::string text = "All in all, over the " + std::to_string(overall.data.size()) +
                     " tables that no format failed: times the best, geometric mean, article > ours (rank)\n" +
                     named("");
  for (const Metric metric : kMetrics) text += padded(name_of(metric), 28);
  text += '\n';
  for (std::size_t i = 0; i < overall.standings.size(); ++i) {
    text += named(ranked_of(suites[0])[i]->format->name);
    for (const Standing& standing : overall.standings[i]) {
      text += padded(format_text("%.2f > %.2f (%s)", standing.article, standing.ours, rank_text(standing.rank).c_str()),
                     28);
    }
    text += '\n';
  }
  return text;
}

std::string rank_json(const Rank& rank) {
  const auto of = [](unsigned value) { return value == 0 ? "null" : std::to_string(value); };
  return "{\"article\":" + of(rank.article) + ",\"ours\":" + of(rank.ours) + "}";
}

std::string standing_json(const Standing& standing) {
  return format_text("{\"article\":{\"times_best\":%.4f,\"rank\":%u},\"ours\":{\"times_best\":%.4f,\"rank\":%u}}",
                     standing.article, standing.rank.article, standing.ours, standing.rank.ours);
}

template <class Values, class Spell>
std::string metrics_json(const Values& values, Spell&& spell) {
  std::string text;
  for (const Metric metric : kMetrics) {
    if (!text.empty()) text += ',';
    text += json_text(name_of(metric)) + ":" + spell(values[static_cast<std::size_t>(metric)]);
  }
  return text;
}

}  // namespace

std::string ranking_text(const std::vector<SuiteResult>& suites) {
  std::vector<const SuiteResult*> ranked;
  for (const SuiteResult& suite : suites) {
    if (suite.as_in_article && !ranked_of(suite).empty()) ranked.push_back(&suite);
  }
  if (ranked.empty()) return {};
  std::string text = "Ranking: the rank in the article, and where ours is another, > ours; - is Failed\n\n";
  for (const Metric metric : kMetrics) text += metric_text(ranked, metric);
  return text + overall_text(suites);
}

std::string ranks_json(const Ranks& ranks) { return "{" + metrics_json(ranks, rank_json) + "}"; }

std::string ranking_json(const std::vector<SuiteResult>& suites) {
  const Overall overall = overall_ranking(suites);
  std::string text = "\"ranking\":{\"data\":[";
  for (std::size_t i = 0; i < overall.data.size(); ++i) text += (i == 0 ? "" : ",") + json_text(overall.data[i]);
  text += "],\"formats\":[";
  for (std::size_t i = 0; i < overall.standings.size(); ++i) {
    text += std::string(i == 0 ? "" : ",") + "{\"format\":" + json_text(ranked_of(suites[0])[i]->format->name) + "," +
            metrics_json(overall.standings[i], standing_json) + "}";
  }
  return text + "]}";
}

}  // namespace dotwire::bench

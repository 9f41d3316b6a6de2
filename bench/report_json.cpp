#include "article.h"
#include "peers/ratios.h"
#include "ranking.h"
#include "report.h"

namespace dotwire::bench {
namespace {

// "same" and "equal" are the good ones; "models" otherwise says where the first difference is.
std::string verdicts_json(const Verdict& verdict) {
  if (verdict.failed() && verdict.first_difference.empty()) {
    return "{\"article\":\"failed\",\"models\":\"failed\",\"message\":" + json_text(verdict.failure) + "}";
  }
  return std::string("{\"article\":") + (verdict.same_xml ? "\"same\"" : "\"differs\"") +
         ",\"models\":" + json_text(verdict.first_difference.empty() ? "equal" : verdict.first_difference) +
         (verdict.remark.empty() ? "" : ",\"remark\":" + json_text(verdict.remark)) + "}";
}

std::string count_json(const std::optional<std::uint64_t>& count) { return count ? std::to_string(*count) : "null"; }

std::string allocations_json(const std::optional<Allocations>& allocations) {
  if (!allocations) return "null";
  return "{\"count\":" + std::to_string(allocations->count) + ",\"bytes\":" + std::to_string(allocations->bytes) + "}";
}

std::string optional_interval_json(const Interval& interval) {
  return interval.median > 0 ? json_interval(interval) : "null";
}

// What is not given is null.
std::string costs_json(const std::string& name, const Costs& costs) {
  const auto key = [&name](const char* what) { return ",\"" + name + what + "\":"; };
  return key("_anew_ns") + optional_interval_json(costs.anew) + key("_first_ns") + optional_interval_json(costs.first) +
         key("_peak") + count_json(costs.peak) + key("_allocations") + allocations_json(costs.allocations) +
         key("_anew_allocations") + allocations_json(costs.allocations_anew) + key("_instructions") +
         count_json(costs.instructions);
}

std::string rate_json(const Measurement& measurement, const Interval& time) {
  return format_text("%.1f", static_cast<double>(measurement.size) / time.median * 1e3);
}

std::string figures_json(const Measurement& measurement) {
  return ",\"size\":" + std::to_string(measurement.size) +
         ",\"gzip_size\":" + std::to_string(measurement.compressed.gzip) +
         ",\"zstd_size\":" + std::to_string(measurement.compressed.zstd) +
         ",\"write_ns\":" + json_interval(measurement.write) + ",\"read_ns\":" + json_interval(measurement.read) +
         ",\"round_trip_ns\":" + json_interval(measurement.round_trip) +
         ",\"memcpy_ns\":" + json_interval(measurement.copy) +
         ",\"write_mb_s\":" + rate_json(measurement, measurement.write) +
         ",\"read_mb_s\":" + rate_json(measurement, measurement.read) + costs_json("write", measurement.writing) +
         costs_json("read", measurement.reading);
}

std::string article_json(const ArticleCell& cell) {
  if (cell.failed()) return ",\"article_failed\":true";
  std::string text = ",\"article_size\":" + std::to_string(cell.size) +
                     format_text(",\"article_write_ms\":%.3f,\"article_read_ms\":%.3f", cell.write_ms, cell.read_ms);
  const std::string_view reason = size_reason(cell.data, cell.format);
  if (!reason.empty()) text += ",\"size_reason\":" + json_text(reason);
  return text;
}

std::string row_json(const SuiteResult& suite, const Measurement& measurement, const Ranks* ranks) {
  const TableFormat& format = *measurement.format;
  std::string text = "{\"suite\":\"datatable\",\"data\":" + json_text(suite.data) +
                     ",\"origin\":" + json_text(suite.origin) + ",\"columns\":" + std::to_string(suite.columns) +
                     ",\"rows\":" + std::to_string(suite.rows) + ",\"format\":" + json_text(format.name) +
                     ",\"title\":" + json_text(format.title) + ",\"variant\":" + json_text(format.variant);
  if (format.peer) text += ",\"peer\":true";
  if (!format.later_than.empty()) text += ",\"later_than\":" + json_text(format.later_than);
  if (!measurement.verdict.failed()) text += figures_json(measurement);
  text += "," + noise_json(suite.noise);
  const ArticleCell* article = suite.as_in_article ? find_article_cell(suite.data, format.name) : nullptr;
  if (article != nullptr) text += article_json(*article);
  if (ranks != nullptr) text += ",\"ranks\":" + ranks_json(*ranks);
  text += ratios_json(suite, measurement);
  return text + ",\"verdicts\":" + verdicts_json(measurement.verdict) + "}";
}

}  // namespace

std::string json_report(const RunRecord& run, const std::vector<std::string>& rows,
                        const std::vector<std::string>& members) {
  std::string text = "{" + to_json_members(run);
  for (const std::string& member : members) text += "," + member;
  text += ",\"rows\":[";
  for (std::size_t i = 0; i < rows.size(); ++i) text += (i == 0 ? "\n" : ",\n") + rows[i];
  return text + "\n]}\n";
}

std::vector<std::string> json_rows(const std::vector<SuiteResult>& suites) {
  std::vector<std::string> rows;
  for (const SuiteResult& suite : suites) {
    const std::vector<Ranks> ranks = ranks_of(suite);
    auto rank = ranks.begin();
    for (const Measurement& measurement : suite.measurements) {
      const bool is_ranked = suite.as_in_article && measurement.format->in_article();
      rows.push_back(row_json(suite, measurement, is_ranked ? &*rank++ : nullptr));
    }
  }
  return rows;
}

}  // namespace dotwire::bench

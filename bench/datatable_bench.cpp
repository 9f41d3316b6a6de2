#include "datatable_bench.h"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "article.h"
#include "measure.h"
#include "peers/peers.h"
#include "report.h"

namespace dotwire::bench {
namespace {

constexpr int kFine = 0, kRoundTripFailed = 1, kUsage = 64, kFileError = 74;

constexpr Effort kThorough = {10, 11, 201};
constexpr Effort kQuick = {0.4, 3, 51};

// Peers stand behind ours.
std::vector<const TableFormat*> all_formats(const Peers* peers) {
  std::vector<const TableFormat*> all;
  for (const TableFormat& format : table_formats()) all.push_back(&format);
  if (peers == nullptr) return all;
  for (const TableFormat& format : peers->formats()) all.push_back(&format);
  for (const std::string& line : peers->left_out()) std::fprintf(stderr, "left out: %s\n", line.c_str());
  return all;
}

std::string names_and_titles(const std::vector<const TableFormat*>& formats) {
  std::string text;
  for (const TableFormat* format : formats) {
    text += std::string(format->name) + "\t" + std::string(format->title) + "\n";
  }
  return text;
}

// In the order of the table, whatever the order of the names; empty if a name is none.
std::vector<const TableFormat*> chosen_formats(const std::vector<const TableFormat*>& all,
                                               const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (std::any_of(all.begin(), all.end(), [&name](auto* format) { return format->name == name; })) continue;
    std::fprintf(stderr, "unknown format %s; the formats are\n%s", name.c_str(), names_and_titles(all).c_str());
    return {};
  }
  std::vector<const TableFormat*> chosen;
  for (const TableFormat* format : all) {
    if (names.empty() || std::find(names.begin(), names.end(), format->name) != names.end()) chosen.push_back(format);
  }
  return chosen;
}

// What failed in the article too fails as it should, and what a peer cannot do is no fault of ours.
bool any_failed(const SuiteResult& suite) {
  return std::any_of(suite.measurements.begin(), suite.measurements.end(), [&suite](const Measurement& measurement) {
    const ArticleCell* article = find_article_cell(suite.data, measurement.format->name);
    return measurement.verdict.failed() && !measurement.format->peer && (article == nullptr || !article->failed());
  });
}

std::string csv_interval(const Interval& interval) {
  char text[96];
  std::snprintf(text, sizeof text, "%.1f,%.1f,%.1f", interval.median, interval.low, interval.high);
  return text;
}

std::string csv_report(const std::vector<SuiteResult>& suites) {
  std::string text =
      "data,columns,rows,format,size,write_ns,write_low,write_high,read_ns,read_low,read_high,memcpy_ns,failure\n";
  for (const SuiteResult& suite : suites) {
    for (const Measurement& one : suite.measurements) {
      text += suite.data + "," + std::to_string(suite.columns) + "," + std::to_string(suite.rows) + "," +
              std::string(one.format->name) + ",";
      if (one.verdict.failed()) {
        std::string why = one.verdict.failure;
        std::replace(why.begin(), why.end(), '"', '\'');
        text += ",,,,,,,,\"" + why + "\"\n";
      } else {
        text += std::to_string(one.size) + "," + csv_interval(one.write) + "," + csv_interval(one.read) + "," +
                std::to_string(one.copy.median) + ",\n";
      }
    }
  }
  return text;
}

}  // namespace

int run_datatable_bench(const Options& options) {
  std::optional<Peers> peers;
  if (!options.peers_folder.empty()) peers.emplace(options.peers_folder, options.quick);
  const std::vector<const TableFormat*> formats =
      chosen_formats(all_formats(peers ? &*peers : nullptr), options.formats);
  if (formats.empty()) return kUsage;
  Result<std::vector<DataSet>> sets = make_data_sets(options);
  if (!sets.ok()) return std::fprintf(stderr, "%s\n", sets.error().to_string().c_str()), kFileError;

  const Machine machine = this_machine();
  std::FILE* const out = options.json_file == "-" || options.csv_file == "-" ? stderr : stdout;
  std::fprintf(out,
               "%s\n%s; memory warm and reused; median and 95 %% interval. The article: .NET "
               "Framework, "
               "Core i3-540.\n",
               to_string(machine).c_str(), peers ? "Wall time" : "Processor time of one thread");
  std::vector<SuiteResult> suites;
  bool failed = false;
  for (const DataSet& data : *sets) {
    SuiteResult& suite = suites.emplace_back(SuiteResult{data.table.name, data.origin, data.table.columns.size(),
                                                         data.table.row_count(), data.as_in_article,
                                                         measure(data, formats, options.quick ? kQuick : kThorough)});
    std::fprintf(out, "\n%s", text_report(suite).c_str());
    std::fflush(out);
    failed = failed || any_failed(suite);
  }
  if (!options.csv_file.empty()) {
    if (const int code = write_json(options.csv_file, csv_report(suites)); code != kFine) return code;
  }
  const int written = options.json_file.empty() ? kFine : write_json(options.json_file, json_report(machine, suites));
  return written != kFine ? written : failed ? kRoundTripFailed : kFine;
}

std::string list_formats() { return names_and_titles(all_formats(nullptr)); }

}  // namespace dotwire::bench

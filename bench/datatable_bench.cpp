#include "datatable_bench.h"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "article.h"
#include "first_call.h"
#include "measure.h"
#include "peers/peers.h"
#include "ranking.h"
#include "report.h"
#include "reports.h"

namespace dotwire::bench {
namespace {

constexpr int kFine = 0, kRoundTripFailed = 1, kUsage = 64, kFileError = 74;

constexpr Effort kThorough = {8, 11, 201};
constexpr Effort kQuick = {0.4, 3, 51};
constexpr FirstCallEffort kThoroughFirst = {3, 6, 11};
constexpr FirstCallEffort kQuickFirst = {0.3, 1, 5};

// Peers stand behind ours, and before them what the article did not have.
std::vector<const TableFormat*> all_formats(const Peers* peers) {
  std::vector<const TableFormat*> all;
  for (const TableFormat& format : table_formats()) all.push_back(&format);
  for (const TableFormat& format : later_formats()) all.push_back(&format);
  if (peers == nullptr) return all;
  for (const TableFormat& format : peers->formats()) all.push_back(&format);
  for (const std::string& line : peers->left_out()) std::fprintf(stderr, "dotwire: left out: %s\n", line.c_str());
  return all;
}

std::string names_and_titles(const std::vector<const TableFormat*>& formats) {
  std::string text;
  for (const TableFormat* format : formats) {
    text += std::string(format->name) + "\t" + std::string(format->title) + "\n";
  }
  return text;
}

// Names that `dotwire formats` has for what the table calls otherwise.
constexpr std::pair<std::string_view, std::string_view> kOtherNames[] = {
    {"datatable-xml", "xml"},
    {"datatable-binary", "binaryformatter"},
    {"datatable-binary-quicklz", "binaryformatter-quicklz"},
    {"custom-formatter", "custom"},
    {"custom-formatter-quicklz", "custom-quicklz"}};

std::string_view name_in_table(std::string_view name) {
  for (const auto& [other, name_here] : kOtherNames) {
    if (name == other) return name_here;
  }
  return name;
}

// In the order of the table, whatever the order of the names; empty if a name is none.
std::vector<const TableFormat*> chosen_formats(const std::vector<const TableFormat*>& all,
                                               const std::vector<std::string>& names) {
  std::vector<std::string_view> wanted;
  for (const std::string& name : names) {
    wanted.push_back(name_in_table(name));
    if (std::any_of(all.begin(), all.end(), [&](auto* format) { return format->name == wanted.back(); })) continue;
    std::fprintf(stderr, "dotwire: --formats: there is no format %s; the formats are\n%s", name.c_str(),
                 names_and_titles(all).c_str());
    return {};
  }
  std::vector<const TableFormat*> chosen;
  for (const TableFormat* format : all) {
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), format->name) != wanted.end())
      chosen.push_back(format);
  }
  return chosen;
}

// What failed in the article too fails as it should, or may fail in a later release; what a peer cannot do is no fault
// of ours.
bool any_failed(const SuiteResult& suite) {
  return std::any_of(suite.measurements.begin(), suite.measurements.end(), [&suite](const Measurement& measurement) {
    const TableFormat& format = *measurement.format;
    const ArticleCell* article =
        find_article_cell(suite.data, format.later_than.empty() ? format.name : format.later_than);
    return measurement.verdict.failed() && !format.peer && (article == nullptr || !article->failed());
  });
}

}  // namespace

int run_datatable_bench(const Options& options) {
  std::optional<Peers> peers;
  if (!options.peers_folder.empty()) peers.emplace(options.peers_folder, options.quick);
  const std::vector<const TableFormat*> formats =
      chosen_formats(all_formats(peers ? &*peers : nullptr), options.formats);
  if (formats.empty()) return kUsage;
  Reports reports(options);
  if (const int code = reports.open(); code != kFine) return code;
  Result<std::vector<DataSet>> sets = make_data_sets(options);
  if (!sets.ok()) return std::fprintf(stderr, "dotwire: --data: %s\n", sets.error().message().c_str()), kFileError;

  const std::string clock = clock_of(formats) == Clock::Wall ? "Wall time" : "Processor time of one thread";
  reports.print_head((clock + ", memory warm and reused: medians, +- the 95 % interval's farther side.\n"
                              "The article: .NET Framework, Core i3-540.")
                         .c_str());
  std::vector<SuiteResult> suites;
  bool failed = false;
  for (const DataSet& data : *sets) {
    SuiteResult& suite = suites.emplace_back(SuiteResult{
        data.table.name, data.origin, data.table.columns.size(), data.table.row_count(), data.as_in_article, {}, {}});
    suite.measurements = measure(data, formats, options.quick ? kQuick : kThorough, &suite.noise);
    failed = failed || any_failed(suite);
    const FirstCallEffort& effort = options.quick ? kQuickFirst : kThoroughFirst;
    failed = !measure_first_calls(options, data, effort, suite.measurements) || failed;
    std::fprintf(reports.out(), "\n%s", text_report(suite).c_str());
    if (options.details) std::fprintf(reports.out(), "%s", text_details(suite).c_str());
    std::fflush(reports.out());
  }
  std::fprintf(reports.out(), "\n%s", ranking_text(suites).c_str());
  const int code = reports.finish(json_rows(suites), {ranking_json(suites)}, csv_report(suites));
  return code != kFine ? code : failed ? kRoundTripFailed : kFine;
}

std::string list_formats() { return names_and_titles(all_formats(nullptr)); }

}  // namespace dotwire::bench

#include <algorithm>

#include "baseline.h"
#include "figures.h"

namespace dotwire::bench {
namespace {

std::string time_text(double nanoseconds) {
  return nanoseconds < 1e4 ? format_text("%.0f ns", nanoseconds) : milliseconds(nanoseconds) + " ms";
}

// Without the suite, where the rest says enough: there are no tables in the other suites.
std::string_view short_row(std::string_view row) {
  for (const std::string_view suite : {"datatable ", "own "}) {
    if (row.starts_with(suite)) return row.substr(suite.size());
  }
  return row;
}

std::string changes_text(const char* title, const std::vector<Change>& changes, bool are_times) {
  if (changes.empty()) return {};
  std::size_t width = 0;
  for (const Change& change : changes) width = std::max(width, short_row(change.row).size());
  std::string text = std::string(title) + "\n";
  for (const Change& change : changes) {
    const auto figure = [are_times](double value) {
      return are_times ? time_text(value) : with_commas(static_cast<std::uint64_t>(value));
    };
    text += format_text("  %-*s %-16s %s > %s", static_cast<int>(width), std::string(short_row(change.row)).c_str(),
                        change.what.c_str(), figure(change.before).c_str(), figure(change.after).c_str());
    text += change.before > 0 ? format_text(" (%+.1f %%)\n", (change.ratio() - 1) * 100) : "\n";
  }
  return text;
}

std::string rows_text(const char* title, const std::vector<std::string>& rows) {
  if (rows.empty()) return {};
  std::string text = title;
  for (const std::string& row : rows) text += "\n  " + row;
  return text + "\n";
}

std::string changes_json(const char* name, const std::vector<Change>& changes) {
  std::string text = std::string("\"") + name + "\":[";
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const Change& change = changes[i];
    text += (i == 0 ? "{\"row\":" : ",{\"row\":") + json_text(change.row) + ",\"what\":" + json_text(change.what) +
            format_text(",\"before\":%.1f,\"after\":%.1f}", change.before, change.after);
  }
  return text + "]";
}

std::string texts_json(const char* name, const std::vector<std::string>& texts) {
  std::string json = std::string("\"") + name + "\":[";
  for (std::size_t i = 0; i < texts.size(); ++i) json += (i == 0 ? "" : ",") + json_text(texts[i]);
  return json + "]";
}

}  // namespace

std::string baseline_text(const Comparison& comparison) {
  std::string text = "Against " + comparison.file;
  if (!comparison.date.empty()) text += " of " + comparison.date;
  if (!comparison.command.empty()) text += ", " + comparison.command;
  text = wrapped(text);
  text +=
      format_text("\nA time moved if the 95 %% intervals do not overlap and the medians differ by more than %.0f %%.",
                  (kBeyondNoise - 1) * 100);
  if (comparison.copy_ratio > 0) text += format_text(" memcpy itself: x %.2f.", comparison.copy_ratio);
  text += format_text("\n%zu of %zu times are slower, %zu faster; %zu rows are in both, %zu new, %zu gone.\n",
                      comparison.slower.size(), comparison.times, comparison.faster.size(), comparison.rows,
                      comparison.added.size(), comparison.gone.size());
  if (comparison.unsure > 0) {
    text +=
        format_text("%zu times have too few samples to tell, with --quick or of large tables.\n", comparison.unsure);
  }
  text += rows_text("Not the same here and there:", comparison.differences);
  text += rows_text("Failed now, not then:", comparison.now_failed);
  text += rows_text("Failed then, not now:", comparison.no_longer_failed);
  text += changes_text("Sizes and allocations:", comparison.sizes, false);
  text += changes_text("Slower:", comparison.slower, true);
  text += changes_text("Faster:", comparison.faster, true);
  text += rows_text("New:", comparison.added);
  return text + rows_text("Gone:", comparison.gone);
}

std::string baseline_json(const Comparison& comparison) {
  return "\"baseline\":{\"file\":" + json_text(comparison.file) + ",\"date\":" + json_text(comparison.date) +
         ",\"command\":" + json_text(comparison.command) +
         format_text(",\"beyond_noise\":%.2f,\"rows\":%zu,\"times\":%zu,\"unsure\":%zu,\"memcpy_ratio\":%.4f,",
                     kBeyondNoise, comparison.rows, comparison.times, comparison.unsure, comparison.copy_ratio) +
         texts_json("differences", comparison.differences) + "," + changes_json("slower", comparison.slower) + "," +
         changes_json("faster", comparison.faster) + "," + changes_json("sizes", comparison.sizes) + "," +
         texts_json("now_failed", comparison.now_failed) + "," +
         texts_json("no_longer_failed", comparison.no_longer_failed) + "," + texts_json("new", comparison.added) + "," +
         texts_json("gone", comparison.gone) + "}";
}

}  // namespace dotwire::bench

// What the main job found, for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "figures.h"
#include "measure.h"
#include "run_record.h"

namespace dotwire::bench {

struct SuiteResult {
  std::string data;  // "Synthetic.Type2Small"
  std::string origin;
  std::size_t columns;
  std::size_t rows;
  bool as_in_article;
  std::vector<Measurement> measurements;
  Noise noise{};
};

// One of the article's tables, ours beside the article's figures, and the failures below it.
std::string text_report(const SuiteResult& suite);
// Below it: intervals, first calls, calls with all made anew, allocations, memory, instructions, compressed sizes.
std::string text_details(const SuiteResult& suite);
// A JSON object for each data set and format: docs/benchmarks.md.
std::vector<std::string> json_rows(const std::vector<SuiteResult>& suites);
// The document: what the run was, further members ("\"name\":..."), and the rows.
std::string json_report(const RunRecord& run, const std::vector<std::string>& rows,
                        const std::vector<std::string>& members = {});
// A line for each data set and format: docs/benchmarks.md.
std::string csv_report(const std::vector<SuiteResult>& suites);

}  // namespace dotwire::bench

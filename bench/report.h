// What the main job found, for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "machine.h"
#include "measure.h"

namespace dotwire::bench {

struct SuiteResult {
  std::string data;  // "Synthetic.Type2Small"
  std::string origin;
  std::size_t columns;
  std::size_t rows;
  bool as_in_article;
  std::vector<Measurement> measurements;
};

// One of the article's tables, ours beside the article's figures, and the failures below it.
std::string text_report(const SuiteResult& suite);
// Version, machine, and a row for each data set and format: docs/benchmarks.md.
std::string json_report(const Machine& machine, const std::vector<SuiteResult>& suites);

// The same of rows that are JSON objects already.
std::string json_report(const Machine& machine, const std::vector<std::string>& rows);
std::string json_text(std::string_view text);
std::string json_interval(const Interval& interval);
// Into a file, or to stdout for "-". Returns the exit code: 74 where that failed, which has been said.
int write_json(const std::string& name, const std::string& text);

// 13889857 as "13,889,857".
std::string with_commas(std::uint64_t number);
// Milliseconds with as many digits as tell something.
std::string milliseconds(double nanoseconds);

}  // namespace dotwire::bench

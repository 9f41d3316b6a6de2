// Figures as text: for people, for JSON and for CSV.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sampling.h"

namespace dotwire::bench {

// 13889857 as "13,889,857".
std::string with_commas(std::uint64_t number);
// Milliseconds with as many digits as tell something.
std::string milliseconds(double nanoseconds);
// printf to a string of at most 511 bytes.
[[gnu::format(printf, 1, 2)]] std::string format_text(const char* format, ...);

// Lines of at most 120 columns, broken at spaces; those after the first begin with four spaces.
std::string wrapped(std::string_view text);

// Quoted and escaped.
std::string json_text(std::string_view text);
// {"median":...,"low":...,"high":...,"samples":...}
std::string json_interval(const Interval& interval);

// Quoted where it has to be.
std::string csv_text(std::string_view text);
// Median, low, high.
std::string csv_interval(const Interval& interval);

}  // namespace dotwire::bench

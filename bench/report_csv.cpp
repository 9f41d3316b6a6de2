#include <algorithm>

#include "report.h"

namespace dotwire::bench {
namespace {

std::string count_csv(const std::optional<std::uint64_t>& count) { return count ? std::to_string(*count) : ""; }

std::string allocations_csv(const std::optional<Allocations>& allocations) {
  return allocations ? std::to_string(allocations->count) + "," + std::to_string(allocations->bytes) : ",";
}

// Empty where it was not measured.
std::string interval_csv(const Interval& interval) { return interval.median > 0 ? csv_interval(interval) : ",,"; }

// An interval is three columns, allocations are two.
struct Column {
  const char* names;
  std::string (*cells)(const Measurement& one);
};

constexpr Column kColumns[] = {
    {"size", [](const Measurement& one) { return std::to_string(one.size); }},
    {"write_ns,write_low,write_high", [](const Measurement& one) { return interval_csv(one.write); }},
    {"read_ns,read_low,read_high", [](const Measurement& one) { return interval_csv(one.read); }},
    {"memcpy_ns", [](const Measurement& one) { return format_text("%.1f", one.copy.median); }},
    {"gzip_size", [](const Measurement& one) { return std::to_string(one.compressed.gzip); }},
    {"zstd_size", [](const Measurement& one) { return std::to_string(one.compressed.zstd); }},
    {"round_trip_ns,round_trip_low,round_trip_high",
     [](const Measurement& one) { return interval_csv(one.round_trip); }},
    {"write_anew_ns,write_anew_low,write_anew_high",
     [](const Measurement& one) { return interval_csv(one.writing.anew); }},
    {"read_anew_ns,read_anew_low,read_anew_high",
     [](const Measurement& one) { return interval_csv(one.reading.anew); }},
    {"write_first_ns,write_first_low,write_first_high",
     [](const Measurement& one) { return interval_csv(one.writing.first); }},
    {"read_first_ns,read_first_low,read_first_high",
     [](const Measurement& one) { return interval_csv(one.reading.first); }},
    {"write_peak,read_peak",
     [](const Measurement& one) { return count_csv(one.writing.peak) + "," + count_csv(one.reading.peak); }},
    {"write_allocations,write_allocated",
     [](const Measurement& one) { return allocations_csv(one.writing.allocations); }},
    {"read_allocations,read_allocated",
     [](const Measurement& one) { return allocations_csv(one.reading.allocations); }},
    {"write_anew_allocations,write_anew_allocated",
     [](const Measurement& one) { return allocations_csv(one.writing.allocations_anew); }},
    {"read_anew_allocations,read_anew_allocated",
     [](const Measurement& one) { return allocations_csv(one.reading.allocations_anew); }},
    {"write_instructions", [](const Measurement& one) { return count_csv(one.writing.instructions); }},
    {"read_instructions", [](const Measurement& one) { return count_csv(one.reading.instructions); }},
};

std::string row_of(const SuiteResult& suite, const Measurement& one) {
  std::string row = csv_text(suite.data) + "," + std::to_string(suite.columns) + "," + std::to_string(suite.rows) +
                    "," + std::string(one.format->name) + ",";
  for (const Column& column : kColumns) {
    const std::string names = column.names;
    const auto commas = static_cast<std::size_t>(std::count(names.begin(), names.end(), ','));
    row += (one.verdict.failed() ? std::string(commas, ',') : column.cells(one)) + ",";
  }
  return row + csv_text(one.verdict.failure) + "\n";
}

}  // namespace

std::string csv_report(const std::vector<SuiteResult>& suites) {
  std::string text = "data,columns,rows,format,";
  for (const Column& column : kColumns) text += std::string(column.names) + ",";
  text += "failure\n";
  for (const SuiteResult& suite : suites) {
    for (const Measurement& one : suite.measurements) text += row_of(suite, one);
  }
  return text;
}

}  // namespace dotwire::bench

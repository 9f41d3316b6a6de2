#include <algorithm>
#include <span>

#include "report.h"

namespace dotwire::bench {
namespace {

constexpr const char* kNotGiven = "-";

std::string time_text(const Interval& interval) {
  return interval.median > 0 ? milliseconds(interval.median) : kNotGiven;
}

std::string interval_text(const Interval& interval) {
  return milliseconds(interval.median) + " (" + milliseconds(interval.low) + ".." + milliseconds(interval.high) + ")";
}

std::string rate_text(const Measurement& one, const Interval& time) {
  return format_text("%.0f", static_cast<double>(one.size) / time.median * 1e3);
}

std::string ratio_text(const Interval& time, const Interval& floor) {
  return format_text("%.1f", time.median / floor.median);
}

std::string size_text(std::uint64_t size) { return size == 0 ? kNotGiven : with_commas(size); }

std::string count_text(const std::optional<std::uint64_t>& count) { return count ? with_commas(*count) : kNotGiven; }

std::string kibibytes_text(const std::optional<std::uint64_t>& bytes) {
  return bytes ? with_commas(*bytes / 1024) : kNotGiven;
}

// "3 / 4": calls and KiB.
std::string allocations_text(const std::optional<Allocations>& allocations) {
  constexpr std::uint64_t kKibibyte = 1024;
  if (!allocations) return kNotGiven;
  return with_commas(allocations->count) + " / " + with_commas((allocations->bytes + kKibibyte - 1) / kKibibyte);
}

std::string per_byte_text(const Measurement& one, const std::optional<std::uint64_t>& count) {
  return count ? format_text("%.2f", static_cast<double>(*count) / static_cast<double>(one.size)) : kNotGiven;
}

struct Column {
  const char* title;
  int width;
  std::string (*cell)(const Measurement& one);
};

constexpr Column kTimes[] = {
    {"write, ms", 27, [](const Measurement& one) { return interval_text(one.write); }},
    {"read, ms", 27, [](const Measurement& one) { return interval_text(one.read); }},
    {"both", 8, [](const Measurement& one) { return time_text(one.round_trip); }},
    {"w MB/s", 8, [](const Measurement& one) { return rate_text(one, one.write); }},
    {"r MB/s", 8, [](const Measurement& one) { return rate_text(one, one.read); }},
    {"w/copy", 7, [](const Measurement& one) { return ratio_text(one.write, one.copy); }},
    {"r/copy", 7, [](const Measurement& one) { return ratio_text(one.read, one.copy); }},
};

constexpr Column kColdTimes[] = {
    {"write, ms", 10, [](const Measurement& one) { return time_text(one.write); }},
    {"anew", 10, [](const Measurement& one) { return time_text(one.writing.anew); }},
    {"first", 10, [](const Measurement& one) { return time_text(one.writing.first); }},
    {"peak, KiB", 11, [](const Measurement& one) { return kibibytes_text(one.writing.peak); }},
    {"read, ms", 12, [](const Measurement& one) { return time_text(one.read); }},
    {"anew", 10, [](const Measurement& one) { return time_text(one.reading.anew); }},
    {"first", 10, [](const Measurement& one) { return time_text(one.reading.first); }},
    {"peak, KiB", 11, [](const Measurement& one) { return kibibytes_text(one.reading.peak); }},
};

constexpr Column kSizes[] = {
    {"gzip", 11, [](const Measurement& one) { return size_text(one.compressed.gzip); }},
    {"zstd", 11, [](const Measurement& one) { return size_text(one.compressed.zstd); }},
    {"write: allocs/KiB", 19, [](const Measurement& one) { return allocations_text(one.writing.allocations); }},
    {"anew", 15, [](const Measurement& one) { return allocations_text(one.writing.allocations_anew); }},
    {"read: allocs/KiB", 18, [](const Measurement& one) { return allocations_text(one.reading.allocations); }},
    {"anew", 18, [](const Measurement& one) { return allocations_text(one.reading.allocations_anew); }},
};

constexpr Column kInstructions[] = {
    {"write, instructions", 21, [](const Measurement& one) { return count_text(one.writing.instructions); }},
    {"a byte", 9, [](const Measurement& one) { return per_byte_text(one, one.writing.instructions); }},
    {"read, instructions", 21, [](const Measurement& one) { return count_text(one.reading.instructions); }},
    {"a byte", 9, [](const Measurement& one) { return per_byte_text(one, one.reading.instructions); }},
};

std::string table_text(const SuiteResult& suite, std::span<const Column> columns) {
  std::string text = format_text("%-26s", "");
  for (const Column& column : columns) text += format_text("%*s", column.width, column.title);
  text += '\n';
  for (const Measurement& one : suite.measurements) {
    if (one.verdict.failed()) continue;
    text += format_text("%-26s", std::string(one.format->name).c_str());
    for (const Column& column : columns) text += format_text("%*s", column.width, column.cell(one).c_str());
    text += '\n';
  }
  return text;
}

bool has_instructions(const Measurement& one) { return one.writing.instructions || one.reading.instructions; }

}  // namespace

std::string text_details(const SuiteResult& suite) {
  std::string text = table_text(suite, kTimes) + table_text(suite, kColdTimes) + table_text(suite, kSizes);
  if (std::any_of(suite.measurements.begin(), suite.measurements.end(), has_instructions)) {
    return text + table_text(suite, kInstructions);
  }
  return text + "instructions: not given by this machine\n";
}

}  // namespace dotwire::bench

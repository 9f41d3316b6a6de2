#include "baseline.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <optional>

#include "base/arena.h"
#include "base/try.h"
#include "figures.h"
#include "sampling.h"
#include "wire/json/document.h"

namespace dotwire::bench {
namespace {

using json::Value;

// Members of a row that are numbers and have no noise.
constexpr std::string_view kSizes[] = {"size", "bytes", "gzip_size", "zstd_size"};
// Instructions and allocated bytes have next to none: they moved when they differ by more than 1 %.
constexpr double kBeyondCounting = 0.01;
constexpr std::string_view kCopy = "memcpy_ns";

std::string_view text_of(const Value& object, std::string_view member) {
  const Value* value = object.find(member);
  return value != nullptr && value->is_string() ? value->text : std::string_view();
}

std::optional<double> number_of(const Value* value) {
  if (value == nullptr || value->kind != json::Kind::Number) return std::nullopt;
  double number = 0;
  const char* const end = value->text.data() + value->text.size();
  const auto [at, error] = std::from_chars(value->text.data(), end, number);
  if (error != std::errc() || at != end) return std::nullopt;
  return number;
}

std::optional<Interval> interval_of(const Value* value) {
  if (value == nullptr || !value->is_object()) return std::nullopt;
  const auto median = number_of(value->find("median"));
  const auto low = number_of(value->find("low"));
  const auto high = number_of(value->find("high"));
  if (!median || !low || !high) return std::nullopt;
  const auto samples = number_of(value->find("samples"));
  return Interval{*median, *low, *high, samples ? static_cast<std::size_t>(*samples) : Interval::kEnoughSamples};
}

// What tells a row from the others: its suite, its data set and format, or its name and the order of its size.
std::string key_of(const Value& row) {
  std::string key;
  for (const std::string_view member : {"suite", "data", "format", "name"}) {
    const std::string_view text = text_of(row, member);
    if (!text.empty()) key += (key.empty() ? "" : " ") + std::string(text);
  }
  if (text_of(row, "suite") != "growth") return key;
  const double megabytes = number_of(row.find("bytes")).value_or(0) / 1e6;
  return key + format_text(", about %.1g MB", megabytes);
}

using Rows = std::map<std::string, const Value*>;

bool is_asked(const Value& row, const Asked& asked) {
  const std::string_view format = text_of(row, "format");
  if (!asked.formats.empty() && std::find(asked.formats.begin(), asked.formats.end(), format) == asked.formats.end()) {
    return false;
  }
  return text_of(row, "name").find(asked.only) != std::string_view::npos;
}

Result<Rows> rows_of(const Value& document, const Asked& asked) {
  const Value* rows = document.find("rows");
  if (rows == nullptr || !rows->is_array()) return Error(ErrorCode::Malformed, "no report of `dotwire bench --json`");
  Rows found;
  for (const Value& row : *rows) {
    if (row.is_object() && is_asked(row, asked)) found.emplace(key_of(row), &row);
  }
  return found;
}

bool has_failed(const Value& row) { return row.find("size") == nullptr && row.find("bytes") == nullptr; }

bool overlap(const Interval& a, const Interval& b) { return a.low <= b.high && b.low <= a.high; }

class Comparer {
 public:
  explicit Comparer(Comparison& found) : found_(found) {}

  void compare_rows(const std::string& key, const Value& before, const Value& after) {
    ++found_.rows;
    if (has_failed(before) != has_failed(after)) {
      (has_failed(after) ? found_.now_failed : found_.no_longer_failed).push_back(key);
    }
    for (const Value& member : after) {
      const Value* earlier = before.find(member.name);
      if (earlier == nullptr) continue;
      if (const auto now = interval_of(&member), then = interval_of(earlier); now && then) {
        compare_times(key, member.name, *then, *now);
      } else if (member.name.ends_with("_allocations") && member.is_object() && earlier->is_object()) {
        for (const Value& part : member) {
          const double tolerance = part.name == "bytes" ? kBeyondCounting : 0;
          compare_sizes(key, std::string(member.name) + "." + std::string(part.name), earlier->find(part.name), &part,
                        tolerance);
        }
      } else if (std::find(std::begin(kSizes), std::end(kSizes), member.name) != std::end(kSizes)) {
        compare_sizes(key, std::string(member.name), earlier, &member);
      } else if (member.name.ends_with("_instructions")) {
        compare_sizes(key, std::string(member.name), earlier, &member, kBeyondCounting);
      }
    }
  }

  void finish() {
    if (!copies_.empty()) found_.copy_ratio = median_interval(copies_).median;
    const auto further = [](const Change& a, const Change& b) { return a.ratio() > b.ratio(); };
    std::stable_sort(found_.slower.begin(), found_.slower.end(), further);
    std::stable_sort(found_.faster.rbegin(), found_.faster.rend(), further);
  }

 private:
  void compare_times(const std::string& key, std::string_view what, const Interval& before, const Interval& after) {
    if (before.median <= 0 || after.median <= 0) return;
    const double ratio = after.median / before.median;
    if (what == kCopy) return copies_.push_back(ratio);
    ++found_.times;
    if (std::min(before.samples, after.samples) < Interval::kEnoughSamples) return void(++found_.unsure);
    if (overlap(before, after) || (ratio < kBeyondNoise && ratio > 1 / kBeyondNoise)) return;
    (ratio > 1 ? found_.slower : found_.faster).push_back({key, std::string(what), before.median, after.median});
  }

  void compare_sizes(const std::string& key, const std::string& what, const Value* before, const Value* after,
                     double tolerance = 0) {
    const auto then = number_of(before);
    const auto now = number_of(after);
    if (then && now && std::abs(*now - *then) > *then * tolerance) found_.sizes.push_back({key, what, *then, *now});
  }

  Comparison& found_;
  std::vector<double> copies_;
};

void compare_machines(const Value& before, const Value& after, std::vector<std::string>& differences) {
  const auto compare = [&](const Value* then, const Value* now, std::string_view member) {
    if (then == nullptr || now == nullptr) return;
    const Value* a = then->find(member);
    const Value* b = now->find(member);
    if (a == nullptr || b == nullptr || a->text == b->text) return;
    differences.push_back(std::string(member) + ": " + std::string(a->text) + " > " + std::string(b->text));
  };
  for (const std::string_view member : {"processor", "cores", "system", "compiler", "build"}) {
    compare(before.find("machine"), after.find("machine"), member);
  }
  compare(&before, &after, "dotwire");
  const Value* libraries = after.find("libraries");
  if (libraries == nullptr) return;
  for (const Value& library : *libraries) compare(before.find("libraries"), libraries, library.name);
}

}  // namespace

Result<Buffer> read_baseline(const std::string& file) {
  std::FILE* const in = std::fopen(file.c_str(), "rb");
  if (in == nullptr) return Error(ErrorCode::Io, "cannot open " + file + ": " + std::strerror(errno));
  Buffer bytes;
  constexpr std::size_t kBlock = 65'536;
  constexpr std::size_t kMost = std::size_t{1} << 26;
  for (std::size_t count = 1; count > 0;) {
    count = std::fread(bytes.reserve_more(kBlock), 1, kBlock, in);
    bytes.resize(bytes.size() + count);
    if (bytes.size() <= kMost) continue;
    std::fclose(in);
    return Error(ErrorCode::LimitExceeded, file + " is larger than any report");
  }
  const bool failed = std::ferror(in) != 0;
  std::fclose(in);
  if (failed) return Error(ErrorCode::Io, "cannot read " + file);
  // What it says of itself is looked at before minutes of measuring.
  Arena arena;
  Result<const Value*> document = json::parse(bytes, arena);
  if (document.ok()) {
    Result<Rows> rows = rows_of(**document, {});
    if (rows.ok()) return bytes;
    return Error(ErrorCode::Malformed, file + ": " + rows.error().message());
  }
  return Error(ErrorCode::Malformed, file + ": " + document.error().to_string());
}

Result<Comparison> compare(const std::string& file, std::span<const std::uint8_t> before, std::string_view after,
                           const Asked& asked) {
  Arena arena;
  DOTWIRE_TRY(const Value* const earlier, json::parse(before, arena));
  DOTWIRE_TRY(const Value* const now,
              json::parse({reinterpret_cast<const std::uint8_t*>(after.data()), after.size()}, arena));
  DOTWIRE_TRY(const Rows old_rows, rows_of(*earlier, asked));
  DOTWIRE_TRY(const Rows new_rows, rows_of(*now, asked));
  Comparison found;
  found.file = file;
  found.date = text_of(*earlier, "date");
  found.command = text_of(*earlier, "command");
  compare_machines(*earlier, *now, found.differences);
  Comparer comparer(found);
  for (const auto& [key, row] : new_rows) {
    const auto old_row = old_rows.find(key);
    if (old_row == old_rows.end()) {
      found.added.push_back(key);
    } else {
      comparer.compare_rows(key, *old_row->second, *row);
    }
  }
  for (const auto& [key, row] : old_rows) {
    if (!new_rows.contains(key)) found.gone.push_back(key);
  }
  comparer.finish();
  return found;
}

}  // namespace dotwire::bench

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "datatable_bench.h"
#include "dotwire/buffer.h"
#include "figures.h"
#include "reports.h"
#include "rounds.h"
#include "speed.h"

// A name that valgrind's --toggle-collect finds.
extern "C" void dotwire_bench_counted_run(const std::function<void()>* run);
extern "C" __attribute__((noinline)) void dotwire_bench_counted_run(const std::function<void()>* run) { (*run)(); }

namespace dotwire::bench {
namespace {

// Source and target of the memcpy that stands beside every figure.
class Copier {
 public:
  explicit Copier(std::uint64_t size) {
    from_.resize(size);
    to_.resize(size);
    std::memset(from_.data(), 1, size);
    std::memset(to_.data(), 2, size);
  }
  void copy(std::uint64_t size) {
    std::memcpy(to_.data(), from_.data(), size);
    asm volatile("" : : "r"(to_.data()) : "memory");
  }

 private:
  Buffer from_;
  Buffer to_;
};

std::vector<SpeedResult> measure_cases(const std::vector<SpeedCase>& cases, const Effort& effort, Noise& noise) {
  std::uint64_t largest = 1;
  for (const SpeedCase& subject : cases) largest = std::max(largest, subject.bytes);
  Copier copier(largest);
  Rounds rounds;
  for (const SpeedCase& subject : cases) {
    rounds.add([&subject] { subject.run(); });
    rounds.add([&copier, size = subject.bytes] { copier.copy(size); });
  }
  rounds.run(effort);
  noise = rounds.noise();
  std::vector<SpeedResult> results;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    results.push_back({&cases[i], rounds.time(2 * i), rounds.time(2 * i + 1)});
  }
  return results;
}

std::string figure_text(double value, const char* unit) {
  char text[48];
  std::snprintf(text, sizeof text, value < 10 ? "%.2f %s" : value < 100 ? "%.1f %s" : "%.0f %s", value, unit);
  return text;
}

double megabytes_per_second(const SpeedCase& subject, double nanoseconds) {
  return static_cast<double>(subject.bytes) / nanoseconds * 1e3;
}

bool is_held(const SpeedCase& subject) { return subject.must.value != 0; }

std::string target_text(const Target& target) {
  if (target.value == 0) return {};
  switch (target.unit) {
    case Unit::None: return {};
    case Unit::MegabytesPerSecond: return figure_text(target.value, "MB/s");
    case Unit::Milliseconds: return figure_text(target.value, "ms");
    case Unit::Nanoseconds: return figure_text(target.value, "ns");
  }
  return {};
}

bool reached(const SpeedResult& result, const Target& target) {
  switch (target.unit) {
    case Unit::None: return true;
    case Unit::MegabytesPerSecond: return megabytes_per_second(*result.subject, result.time.median) >= target.value;
    case Unit::Milliseconds: return result.time.median <= target.value * 1e6;
    case Unit::Nanoseconds: return result.time.median <= target.value;
  }
  return true;
}

std::string time_text(const SpeedCase& subject, double nanoseconds) {
  if (subject.must.unit == Unit::Nanoseconds) return figure_text(nanoseconds, "ns");
  return figure_text(nanoseconds / 1e6, "ms");
}

std::string row_text(const SpeedResult& result) {
  const SpeedCase& subject = *result.subject;
  const Interval& time = result.time;
  const std::string interval = time_text(subject, time.median) + " (" + time_text(subject, time.low) + " .. " +
                               time_text(subject, time.high) + ")";
  const char* verdict = !reached(result, subject.must) ? "MISSED" : reached(result, subject.goal) ? "goal" : "must";
  char text[320];
  std::snprintf(text, sizeof text, "%-48s %12s  %-34s %12s %8.2f  %-10s %-10s %-7s [%.*s]\n", subject.name.c_str(),
                with_commas(subject.bytes).c_str(), interval.c_str(),
                figure_text(megabytes_per_second(subject, time.median), "MB/s").c_str(),
                time.median / result.copy.median, target_text(subject.must).c_str(), target_text(subject.goal).c_str(),
                is_held(subject) ? verdict : "", static_cast<int>(subject.dotnet.size()), subject.dotnet.data());
  return text;
}

// What goes into the JSON report.
std::string row_json(const SpeedResult& result, const Noise& noise) {
  const SpeedCase& subject = *result.subject;
  const bool held = is_held(subject);
  std::string text = "{\"suite\":\"speed\",\"name\":" + json_text(subject.name) +
                     ",\"bytes\":" + std::to_string(subject.bytes) + ",\"ns\":" + json_interval(result.time) +
                     ",\"memcpy_ns\":" + json_interval(result.copy);
  if (held) {
    text += ",\"must\":" + json_text(target_text(subject.must)) + ",\"goal\":" + json_text(target_text(subject.goal));
    const char* verdict = !reached(result, subject.must) ? "missed" : reached(result, subject.goal) ? "goal" : "must";
    text += std::string(",\"verdict\":\"") + verdict + "\"";
  }
  if (!subject.dotnet.empty()) text += ",\"dotnet\":" + json_text(subject.dotnet);
  return text + "," + noise_json(noise) + "}";
}

std::string growth_json(const std::string& name, const SpeedResult& result, const Noise& noise) {
  return "{\"suite\":\"growth\",\"name\":" + json_text(name) + ",\"bytes\":" + std::to_string(result.subject->bytes) +
         ",\"ns\":" + json_interval(result.time) + ",\"memcpy_ns\":" + json_interval(result.copy) + "," +
         noise_json(noise) + "}";
}

constexpr const char* kCsvHead = "suite,name,bytes,ns,low,high,memcpy_ns,memcpy_low,memcpy_high,must,goal,noisy\n";

std::string row_csv(const char* suite, const std::string& name, const SpeedResult& result, const Noise& noise) {
  const SpeedCase& subject = *result.subject;
  return std::string(suite) + "," + csv_text(name) + "," + std::to_string(subject.bytes) + "," +
         csv_interval(result.time) + "," + csv_interval(result.copy) + "," + target_text(subject.must) + "," +
         target_text(subject.goal) + "," + (noise.is_noisy() ? "true" : "false") + "\n";
}

// The rows of a run, for both kinds of document.
struct Rows {
  std::vector<std::string> json;
  std::string csv = kCsvHead;
};

void print_targets(std::FILE* out, const Effort& effort, const std::string& only, Rows& rows) {
  std::vector<SpeedCase> cases;
  add_nrbf_cases(cases);
  add_typed_cases(cases);
  add_table_cases(cases);
  std::erase_if(cases,
                [&](const SpeedCase& subject) { return !subject.run || subject.name.find(only) == std::string::npos; });
  if (cases.empty()) return;
  std::fprintf(out, "\n%-48s %12s  %-34s %12s %8s  %-10s %-10s %-7s %s\n", "", "bytes", "time", "rate", "x memcpy",
               "must", "goal", "", "[.NET 10, on a like machine]");
  Noise noise;
  for (const SpeedResult& result : measure_cases(cases, effort, noise)) {
    std::fputs(row_text(result).c_str(), out);
    rows.json.push_back(row_json(result, noise));
    rows.csv += row_csv("speed", result.subject->name, result, noise);
  }
  std::fputs(noise_text(noise).c_str(), out);
}

std::vector<GrowthCase> growth_cases(const std::string& only) {
  std::vector<GrowthCase> growths;
  add_nrbf_growth(growths);
  add_typed_growth(growths);
  add_table_growth(growths);
  std::erase_if(growths, [&](const GrowthCase& growth) { return growth.name.find(only) == std::string::npos; });
  return growths;
}

// Each case once, after two runs that warm it up.
void count_runs(const Options& options) {
  for (const GrowthCase& growth : growth_cases(options.only)) {
    const SpeedCase subject = growth.make(options.count_at);
    if (!subject.run) continue;
    subject.run();
    subject.run();
    dotwire_bench_counted_run(&subject.run);
    std::printf("%s\t%llu\n", growth.name.c_str(), static_cast<unsigned long long>(subject.bytes));
  }
}

// Sizes one after another, so that the largest payload is alone in memory.
void print_growth(std::FILE* out, const Effort& effort, const Options& options, Rows& rows) {
  constexpr std::uint64_t kSizes[] = {1'000'000, 10'000'000, 100'000'000};
  const std::vector<GrowthCase> growths = growth_cases(options.only);
  if (growths.empty()) return;
  std::fprintf(out, "\n%-48s %27s %20s %22s\n", "growth: ns/byte", "1, 10 and 100 MB", "largest / smallest",
               "x memcpy");
  Noise worst;
  for (const GrowthCase& growth : growths) {
    double least = 1e300;
    double most = 0;
    std::string figures;
    std::string copies;
    for (const std::uint64_t size : kSizes) {
      if (options.quick && size == kSizes[2]) continue;
      const std::vector<SpeedCase> cases = {growth.make(size)};
      if (!cases[0].run) continue;
      Noise noise;
      const SpeedResult result = measure_cases(cases, effort, noise)[0];
      if (noise.spread > worst.spread) worst = noise;
      const double each = result.time.median / static_cast<double>(cases[0].bytes);
      least = std::min(least, each);
      most = std::max(most, each);
      char text[16];
      std::snprintf(text, sizeof text, " %8.4f", each);
      figures += text;
      std::snprintf(text, sizeof text, " %6.2f", result.time.median / result.copy.median);
      copies += text;
      rows.json.push_back(growth_json(growth.name, result, noise));
      rows.csv += row_csv("growth", growth.name, result, noise);
    }
    if (figures.empty()) continue;
    std::fprintf(out, "%-48s %27s %20.2f %22s\n", growth.name.c_str(), figures.c_str(), most / least, copies.c_str());
    std::fflush(out);
  }
  std::fputs(noise_text(worst).c_str(), out);
}

}  // namespace

void report_unusable(std::string_view name, std::string_view why) {
  std::fprintf(stderr, "dotwire: left out: %.*s: %.*s\n", static_cast<int>(name.size()), name.data(),
               static_cast<int>(why.size()), why.data());
}

int run_speed_bench(const Options& options) {
  if (options.count_at != 0) {
    count_runs(options);
    return 0;
  }
  Reports reports(options);
  if (const int code = reports.open(); code != 0) return code;
  reports.print_head(
      "Processor time of one thread; memory warm and reused; median and 95 % interval; memcpy of as many bytes in the "
      "same rounds.");
  Rows rows;
  print_targets(reports.out(), options.quick ? Effort{2, 3, 21} : Effort{30, 15, 201}, options.only, rows);
  print_growth(reports.out(), options.quick ? Effort{0.2, 3, 11} : Effort{1.5, 7, 51}, options, rows);
  const int code = reports.finish(rows.json, {}, rows.csv);
  if (!rows.json.empty() || options.only.empty()) return code;
  std::fprintf(stderr, "dotwire: no row has %s in its name\n", options.only.c_str());
  constexpr int kUsage = 64;
  return kUsage;
}

}  // namespace dotwire::bench

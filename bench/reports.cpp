#include "reports.h"

#include <algorithm>

#include "baseline.h"
#include "report.h"

namespace dotwire::bench {
namespace {

constexpr int kFine = 0, kFileError = 74;

int say(const std::string& why) { return std::fprintf(stderr, "dotwire: %s\n", why.c_str()), kFileError; }

}  // namespace

Reports::Reports(const Options& options)
    : options_(options),
      run_(this_run(options.arguments)),
      out_(options.json_file == "-" || options.csv_file == "-" ? stderr : stdout) {}

int Reports::open() {
  if (options_.baseline_file.empty()) return kFine;
  Result<Buffer> baseline = read_baseline(options_.baseline_file);
  if (!baseline.ok()) return say(baseline.error().message());
  baseline_ = std::move(baseline).value();
  return kFine;
}

void Reports::print_head(const char* method) const {
  std::fprintf(out_, "%s%s\n", to_string(run_).c_str(), method);
  std::fflush(out_);
}

int Reports::finish(const std::vector<std::string>& rows, std::vector<std::string> members, const std::string& csv) {
  int code = kFine;
  if (!baseline_.empty()) {
    Result<Comparison> found =
        compare(options_.baseline_file, baseline_, json_report(run_, rows), {options_.formats, options_.only});
    if (!found.ok()) return say(options_.baseline_file + ": " + found.error().to_string());
    std::fprintf(out_, "\n%s", baseline_text(*found).c_str());
    members.push_back(baseline_json(*found));
  }
  if (!options_.csv_file.empty()) code = std::max(code, write_report(options_.csv_file, csv));
  if (!options_.json_file.empty()) {
    code = std::max(code, write_report(options_.json_file, json_report(run_, rows, members)));
  }
  return code;
}

int write_report(const std::string& file, const std::string& text) {
  std::FILE* const out = file == "-" ? stdout : std::fopen(file.c_str(), "wb");
  if (out == nullptr) return say("cannot create " + file);
  bool written = std::fwrite(text.data(), 1, text.size(), out) == text.size() && std::fflush(out) == 0;
  if (out != stdout) written = std::fclose(out) == 0 && written;
  return written ? kFine : say("cannot write " + file);
}

}  // namespace dotwire::bench

#include "interop/judge.h"

#include <cstdio>
#include <regex>
#include <set>

#include "codecs/dump/compare_dumps.h"
#include "interop/differences.h"
#include "interop/job.h"
#include "interop/read_like_dotnet.h"
#include "support/file.h"

namespace dotwire::interop {
namespace {

// Empty: it is read as its control is.
std::string fault(const std::filesystem::path& folder, const Job& job, const std::string& runtime,
                  const std::map<std::string, Answer>& answers) {
  const auto ours = answers.find(job.file);
  const auto control = answers.find(job.control);
  if (ours == answers.end() || control == answers.end()) return "no answer";
  const bool lossy = job.how.find("lossy") != std::string::npos;
  if (lossy && control->second.verdict == "refused") return "";  // what .NET stumbles over may be what was lost
  if (control->second.verdict != ours->second.verdict)
    return ours->second.verdict + " " + ours->second.message + ", while .NET's own is " + control->second.verdict;
  if (ours->second.verdict != "read" || lossy) return "";
  return dump::compare_dumps(read_dump(folder, job.file, runtime), read_dump(folder, job.control, runtime));
}

}  // namespace

int judge_written(const std::filesystem::path& folder, const std::string& runtime) {
  const std::map<std::string, Answer> answers = read_answers(folder, runtime);
  int faults = 0;
  std::size_t files = 0;
  std::size_t read = 0;
  std::size_t own = 0;
  for (const Job& job : read_list(folder)) {
    const auto answer = answers.find(job.file);
    const bool is_read = answer != answers.end() && answer->second.verdict == "read";
    if (job.is_control()) {
      own += is_read;
      continue;
    }
    ++files;
    read += is_read;
    const std::string what = fault(folder, job, runtime, answers);
    if (what.empty()) continue;
    ++faults;
    std::fprintf(stderr, "%s %s %s (%s): %s\n", job.file.c_str(), job.case_name.c_str(), job.format.c_str(),
                 job.how.c_str(), what.c_str());
  }
  std::printf("%s reads %zu of our %zu files, %zu of .NET's; %d not as .NET's own\n", runtime.c_str(), read, files, own,
              faults);
  return faults;
}

namespace {

struct Verdict {
  std::string kind;  // empty: they agree
  std::string text;
};

// XML names assemblies of few types, and the description those of all: they are left out.
std::string without_assemblies(const Job& job, const std::string& dump) {
  if (job.kind == "graph" || job.format.find("binary") != std::string::npos) return dump;
  static const std::regex assembly(R"re("assembly": ?"[^"]*",)re");
  return std::regex_replace(dump, assembly, "");
}

Verdict compare(const std::filesystem::path& folder, const Job& job, const std::string& runtime, const Answer& theirs) {
  const Buffer input = test::read_bytes(folder / job.file);
  const Result<std::string> ours = read_like_dotnet(job, input, runtime);
  const bool read = theirs.verdict == "read";
  if (!read && !ours.ok()) return {};
  if (!read) return {"we-read", theirs.message};
  if (!ours.ok()) return {"we-refuse", ours.error().to_string()};
  std::string difference = dump::compare_dumps(without_assemblies(job, *ours),
                                               without_assemblies(job, read_dump(folder, job.file, runtime)));
  if (difference.empty()) return {};
  return {"other-value", std::move(difference)};
}

}  // namespace

int judge_mutants(const std::filesystem::path& folder, const std::string& runtime,
                  const std::filesystem::path& differences_file) {
  const std::map<std::string, Answer> answers = read_answers(folder, runtime);
  std::vector<Difference> differences = read_differences(differences_file);
  std::set<std::string> seeds;
  std::size_t agreed = 0;
  std::size_t listed = 0;
  std::size_t left_out = 0;
  int faults = 0;
  for (const Job& job : read_list(folder)) {
    const auto answer = answers.find(job.file);
    const bool asked = answer != answers.end() && answer->second.verdict != "unasked";
    if (job.is_control()) {
      if (!asked || answer->second.verdict != "read") continue;
      const Verdict verdict = compare(folder, job, runtime, answer->second);
      if (verdict.kind.empty()) {
        seeds.insert(job.file);
      } else {
        std::fprintf(stderr, "left out: %s %s %s: %s: %s\n", job.runtime.c_str(), job.case_name.c_str(),
                     job.format.c_str(), verdict.kind.c_str(), verdict.text.c_str());
      }
      continue;
    }
    if (!asked || answer->second.verdict == "ended" || !seeds.contains(job.control)) {
      ++left_out;
      continue;
    }
    const Verdict verdict = compare(folder, job, runtime, answer->second);
    if (verdict.kind.empty()) {
      ++agreed;
    } else if (find_difference(differences, job.case_name + "/" + job.format, runtime, verdict.kind, verdict.text) !=
               nullptr) {
      ++listed;
    } else {
      ++faults;
      std::fprintf(stderr, "%s %s %s %s (%s): %s: %s\n", job.file.c_str(), job.runtime.c_str(), job.case_name.c_str(),
                   job.format.c_str(), job.how.c_str(), verdict.kind.c_str(), verdict.text.c_str());
    }
  }
  for (const Difference& each : differences) {
    std::fprintf(stderr, "%5zu %s %s\n", each.met, each.kind.c_str(), each.pattern.c_str());
  }
  std::printf("%s and dotwire agree on %zu mutants, differ as listed on %zu, are not compared on %zu; %d unexplained\n",
              runtime.c_str(), agreed, listed, left_out, faults);
  return faults;
}

}  // namespace dotwire::interop

#include "interop/judge.h"

#include <cstdio>

#include "codecs/dump/compare_dumps.h"
#include "interop/job.h"

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

}  // namespace dotwire::interop

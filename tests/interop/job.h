// Files that .NET is asked to read, and what it made of them.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dotwire::interop {

// A line of list.tsv: KIND, CASE and FORMAT are what the oracle must take the file for.
struct Job {
  std::string file;  // in the list's folder
  std::string kind;
  std::string case_name;
  std::string format;
  std::string runtime;  // whose golden file it was made from
  std::string control;  // the file that it must be read like; its own name: it is .NET's; empty: none
  std::string how;      // how it was made: "computed framework", "converted", "lossy", "byte 17 is 255"

  bool is_control() const { return control == file; }
};

void write_list(const std::filesystem::path& folder, const std::vector<Job>& jobs);
std::vector<Job> read_list(const std::filesystem::path& folder);

struct Answer {
  std::string verdict;  // "read", "refused", "crash", "hang"
  std::string message;  // of the exceptions, outermost first
};

// What `runtime` said, by file; empty where it was not asked.
std::map<std::string, Answer> read_answers(const std::filesystem::path& folder, const std::string& runtime);
// The dump of what it read.
std::string read_dump(const std::filesystem::path& folder, const std::string& file, const std::string& runtime);

}  // namespace dotwire::interop

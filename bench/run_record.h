// What one run was: where, when, of what, and how it was called. The head of every report.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "machine.h"

namespace dotwire::bench {

struct RunRecord {
  Machine machine;
  std::string date;     // "2026-01-31T12:00:00Z"
  std::string command;  // "dotwire bench datatable --quick"
  std::string version;  // of dotwire
  // Libraries by name, with the version that runs.
  std::vector<std::pair<std::string, std::string>> libraries;
};

RunRecord this_run(const std::vector<std::string>& arguments);

// Two lines for people.
std::string to_string(const RunRecord& run);
// "version":...,"machine":{...} and so on: members without the braces around them.
std::string to_json_members(const RunRecord& run);

}  // namespace dotwire::bench

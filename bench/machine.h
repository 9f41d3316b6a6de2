// Where a measurement was made, for reports.
#pragma once

#include <string>

namespace dotwire::bench {

struct Machine {
  std::string processor;
  unsigned cores;
  std::string system;
  std::string compiler;
  std::string build;  // "Release", with "sanitized" where it is
  double load;        // processes that ran in the minute before, on average
};

Machine this_machine();
// "Intel Xeon, 2 cores, load 0.10, Linux 6.1, g++ 12.2, Release"
std::string to_string(const Machine& machine);

}  // namespace dotwire::bench

// Where a measurement was made, for reports.
#pragma once

#include <string>

namespace dotwire::bench {

struct Machine {
  std::string processor;
  unsigned cores;
  std::string system;
  std::string compiler;
};

Machine this_machine();
// "Intel Xeon, 2 cores, Linux 6.1, g++ 12.2"
std::string to_string(const Machine& machine);

}  // namespace dotwire::bench

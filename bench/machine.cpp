#include "machine.h"

#include <sys/utsname.h>

#include <fstream>
#include <thread>

namespace dotwire::bench {
namespace {

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown processor";
}

std::string system_name() {
  utsname names;
  if (uname(&names) != 0) return "unknown system";
  return std::string(names.sysname) + " " + names.release;
}

std::string compiler_name() {
#if defined(__clang__)
  return "clang " __clang_version__;
#elif defined(__GNUC__)
  return "g++ " __VERSION__;
#else
  return "unknown compiler";
#endif
}

}  // namespace

Machine this_machine() {
  return {processor_name(), std::thread::hardware_concurrency(), system_name(), compiler_name()};
}

std::string to_string(const Machine& machine) {
  return machine.processor + ", " + std::to_string(machine.cores) + " cores, " + machine.system + ", " +
         machine.compiler;
}

}  // namespace dotwire::bench

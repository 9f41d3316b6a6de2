#include "machine.h"

#include <sys/utsname.h>

#include <cstdlib>
#include <fstream>
#include <thread>

#include "figures.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define DOTWIRE_CLANG_SANITIZER
#endif
#endif

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

std::string build_name() {
  std::string name = DOTWIRE_BUILD_TYPE;
  if (name.empty()) name = "no build type";
#if !defined(__OPTIMIZE__)
  name += ", not optimised";
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(DOTWIRE_CLANG_SANITIZER)
  name += ", sanitized";
#endif
  return name;
}

double load_now() {
  double load = 0;
  return getloadavg(&load, 1) == 1 ? load : 0;
}

}  // namespace

Machine this_machine() {
  return {processor_name(), std::thread::hardware_concurrency(), system_name(), compiler_name(), build_name(),
          load_now()};
}

std::string to_string(const Machine& machine) {
  return machine.processor + ", " + std::to_string(machine.cores) + " cores, " +
         format_text("load %.2f, ", machine.load) + machine.system + ", " + machine.compiler + ", " + machine.build;
}

}  // namespace dotwire::bench

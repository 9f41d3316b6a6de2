// Our side of `./run interop`: dotwire_interop COMMAND FOLDER [RUNTIME]
#include <cstdio>
#include <filesystem>
#include <string>

#include "interop/judge.h"
#include "interop/judge_random.h"
#include "interop/write_anew.h"
#include "interop/write_mutants.h"

int main(int count, char** arguments) {
  const std::string command = count > 1 ? arguments[1] : "";
  const std::filesystem::path folder = count > 2 ? arguments[2] : "";
  const std::string runtime = count > 3 ? arguments[3] : "";
  if (command == "write" && count == 3) {
    std::filesystem::create_directories(folder);
    return dotwire::interop::write_anew(folder) == 0 ? 0 : 1;
  }
  if (command == "judge-written" && count == 4) return dotwire::interop::judge_written(folder, runtime) == 0 ? 0 : 1;
  if (command == "mutate" && count == 3) {
    std::filesystem::create_directories(folder);
    dotwire::interop::write_mutants(folder);
    return 0;
  }
  if (command == "judge-mutants" && count == 5) {
    return dotwire::interop::judge_mutants(folder, runtime, arguments[4]) == 0 ? 0 : 1;
  }
  if (command == "judge-random" && count == 3) return dotwire::interop::judge_random(folder) == 0 ? 0 : 1;
  std::fprintf(stderr,
               "usage: dotwire_interop write|mutate FOLDER | judge-written FOLDER RUNTIME\n"
               "       dotwire_interop judge-mutants FOLDER RUNTIME DIFFERENCES | judge-random DIFFERENCES\n");
  return 64;
}

// Runs the program as a user does, without a shell.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace dotwire::test {

struct ProgramRun {
  int code = -1;  // what it returned; 128 + N when signal N ended it
  std::string out;
  std::string err;
};

// Standard input is `input`.
ProgramRun run(const std::vector<std::string>& arguments, std::span<const std::uint8_t> input = {});
// Standard output is this file (/dev/full), and ProgramRun::out stays empty.
ProgramRun run_into(const std::string& file, const std::vector<std::string>& arguments);
// Standard output is a pipe whose reader has gone.
ProgramRun run_into_closed_pipe(const std::vector<std::string>& arguments);

// Standard output, standard error or both are a terminal; what comes there is ProgramRun::out or err ("\r\n" as the
// terminal has it), both in `out` where both are.
struct Terminal {
  bool out = false;
  bool err = false;
  std::vector<std::string> environment = {"TERM=xterm"};  // all of it
};
ProgramRun run_on_terminal(const Terminal& terminal, const std::vector<std::string>& arguments,
                           std::span<const std::uint8_t> input = {});

}  // namespace dotwire::test

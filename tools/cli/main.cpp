// The program: reads, shows, converts and verifies .NET's serialization formats. docs/command-line.md
#include <csignal>
#include <cstdio>
#include <new>

#include "cli/command_line.h"
#include "cli/exit_code.h"
#include "cli/settings.h"

namespace dotwire::cli {
namespace {

int run(const Settings& settings) {
  switch (settings.command) {
    case Command::None: return kUsage;
    case Command::Identify: return run_identify(settings);
    case Command::Inspect: return run_inspect(settings);
    case Command::Convert: return run_convert(settings);
    case Command::Verify: return run_verify(settings);
    case Command::BenchDatatable:
    case Command::BenchSpeed:
    case Command::BenchMemory:
    case Command::BenchOwn:
    case Command::BenchFirstCall: return run_bench(settings);
    case Command::Losses: return run_losses(settings);
    case Command::Formats: return run_formats(settings);
  }
  return kUsage;
}

}  // namespace
}  // namespace dotwire::cli

int main(int argc, char** argv) {
  // A reader that has gone shows as a failed write, which Output handles.
  std::signal(SIGPIPE, SIG_IGN);
  int code = 0;
  const auto settings = dotwire::cli::parse_command_line(argc, argv, code);
  if (!settings) return code;
  try {
    return dotwire::cli::run(*settings);
  } catch (const std::bad_alloc&) {
    // The library lets it pass through; here is where it ends.
    std::fputs("dotwire: not enough memory\n", stderr);
    return dotwire::cli::kInputOutput;
  }
}

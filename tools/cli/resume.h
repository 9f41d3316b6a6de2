// The file that says how far a run over many inputs came.
#pragma once

#include <cstdint>
#include <string>

#include "cli/summary.h"
#include "dotwire/result.h"

namespace dotwire::cli {

struct Progress {
  std::uint64_t inputs = 0;  // that are done
  std::uint64_t output = 0;  // bytes of the output, with those before the first run
  bool was_saved = false;    // it comes from a file
  int code = kFine;
  Summary summary;
};

// `command` says what is run on what: a file of another one is refused (InvalidArgument). A file that is not there
// changes nothing.
Status load_progress(const std::string& file, const std::string& command, Progress& progress);
Status save_progress(const std::string& file, const std::string& command, const Progress& progress);

}  // namespace dotwire::cli

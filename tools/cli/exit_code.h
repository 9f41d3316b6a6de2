// What the program returns. Of several files the highest counts.
#pragma once

#include "dotwire/error.h"

namespace dotwire::cli {

enum ExitCode : int {
  kFine = 0,
  kDifferences = 1,
  kDamaged = 2,
  kUnknownFormat = 3,
  kCannotHold = 4,
  kUsage = 64,
  kInputOutput = 74,  // a file could not be read or written
};

ExitCode exit_code_of(ErrorCode code);

}  // namespace dotwire::cli

// The command line, from words to Settings.
#pragma once

#include <optional>

#include "cli/settings.h"

namespace dotwire::cli {

// Nothing if the program is done: help was asked for, or something was wrong, which has been said. `code` is then what
// to return.
std::optional<Settings> parse_command_line(int argc, char** argv, int& code);

}  // namespace dotwire::cli

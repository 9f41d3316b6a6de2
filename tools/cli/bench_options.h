// The options of `dotwire bench`.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/settings.h"
#include "cli/shared_options.h"

namespace dotwire::cli {

// The settings must live as long as the command.
void add_bench(CLI::App& app, Settings& settings, const SharedOptions& shared);

}  // namespace dotwire::cli

// `convert` over the rows of a column, or a folder.
#pragma once

#include "cli/settings.h"

namespace dotwire::cli {

int run_convert_many(const Settings& settings, const Loaded& loaded);

}  // namespace dotwire::cli

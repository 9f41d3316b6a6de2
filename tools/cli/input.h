// Files, and standard input as "-".
#pragma once

#include <string>

#include "dotwire/buffer.h"
#include "dotwire/result.h"

namespace dotwire::cli {

// Io if it cannot be read. Standard input can be read once.
Result<Buffer> read_input(const std::string& name);

}  // namespace dotwire::cli

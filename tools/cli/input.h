// Files, and standard input as "-".
#pragma once

#include <cstdint>
#include <string>

#include "dotwire/buffer.h"
#include "dotwire/result.h"

namespace dotwire::cli {

// Io if it cannot be read. Standard input can be read once. The first `offset` bytes are left out.
Result<Buffer> read_input(const std::string& name, std::uint64_t offset = 0);

}  // namespace dotwire::cli

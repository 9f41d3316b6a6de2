// Files, and standard input as "-".
#pragma once

#include <cstdint>
#include <string>

#include "dotwire/buffer.h"
#include "dotwire/result.h"

namespace dotwire::cli {

// What has no size that is known before may have no end.
inline constexpr std::uint64_t kMostEndless = std::uint64_t{1} << 30;

// What is read beside the inputs (schema, contract, names of types), where it has no size that is known before.
inline constexpr std::uint64_t kMostBeside = std::uint64_t{1} << 26;

// Io if it cannot be read, LimitExceeded where a pipe or device gives more than `most` bytes. Standard input can be
// read once.
Result<Buffer> read_input(const std::string& name, std::uint64_t most = kMostEndless);

}  // namespace dotwire::cli

// Files for tests. A file that cannot be read or written is a broken test set-up, so these abort with its name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "dotwire/buffer.h"

namespace dotwire::test {

Buffer read_bytes(const std::filesystem::path& path);
std::string read_text(const std::filesystem::path& path);
void write_bytes(const std::filesystem::path& path, std::span<const std::uint8_t> bytes);

}  // namespace dotwire::test

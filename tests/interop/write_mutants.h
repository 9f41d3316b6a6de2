// Part C: damaged documents, on which dotwire and .NET should agree.
#pragma once

#include <filesystem>

namespace dotwire::interop {

inline constexpr std::size_t kMutants = 1000;  // of each format

// Fills the folder with small golden files of each format, as they are, and with mutants of them, whose control is the
// file that they were made from.
void write_mutants(const std::filesystem::path& folder);

}  // namespace dotwire::interop

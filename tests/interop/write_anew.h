// Part A: what dotwire writes by its own rules, for .NET to read.
#pragma once

#include <filesystem>

namespace dotwire::interop {

// Fills the folder with files and their list: each golden payload of a graph computed anew in every dialect, each table
// of a description (expected.json) written in every form and dialect, each table of a payload or document converted
// into every other form, and beside each .NET's own file as control. Gives the number of writes that should have
// succeeded and did not; they are named on standard error.
int write_anew(const std::filesystem::path& folder);

}  // namespace dotwire::interop

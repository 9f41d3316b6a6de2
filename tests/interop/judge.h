// What .NET made of the files against what it should have.
#pragma once

#include <filesystem>
#include <string>

namespace dotwire::interop {

// Each file of part A must be read as its control is: refused where that is, or to the same dump. A file whose `how`
// says "lossy" need only be read. Gives the number of those that are not.
int judge_written(const std::filesystem::path& folder, const std::string& runtime);

}  // namespace dotwire::interop

// What .NET made of the files against what it should have.
#pragma once

#include <filesystem>
#include <string>

namespace dotwire::interop {

// Each file of part A must be read as its control is: refused where that is, or to the same dump. A file whose `how`
// says "lossy" need only be read. Gives the number of those that are not.
int judge_written(const std::filesystem::path& folder, const std::string& runtime);

// Each mutant of part C must be refused by both, or be read to the same by both, unless `differences` lists why not.
// Mutants of files that are not read alike in the first place are left out. Gives the number of the unexplained.
int judge_mutants(const std::filesystem::path& folder, const std::string& runtime,
                  const std::filesystem::path& differences);

}  // namespace dotwire::interop

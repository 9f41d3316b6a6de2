// Random graphs and tables, as .NET's serializers wrote them, against what dotwire makes of them.
#pragma once

#include <filesystem>

namespace dotwire::interop {

// Of the golden rows, which are those of tests/interop/random/RandomCases.cs: each payload and document must be written
// again to its bytes, each payload of a graph computed anew to them too (tables have no such way), and both be read to
// what .NET reads, unless `differences` lists why not. Gives the number of the unexplained.
int judge_random(const std::filesystem::path& differences);

}  // namespace dotwire::interop

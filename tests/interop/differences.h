// Differences from .NET that are meant or cannot be helped, each with its reason: differences.tsv.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dotwire::interop {

// One class of differences. A line of the file: FORMATS, RUNTIME, KIND, PATTERN, REASON, with tabs between; "*" stands
// for all. FORMATS are parts of names of cases and formats, with commas between. KIND is "we-read" (and .NET refuses),
// "we-refuse" (and .NET reads) or "other-value". PATTERN is a regular expression that is found in the exception, in our
// error, or in the first difference.
struct Difference {
  std::string formats;
  std::string runtime;
  std::string kind;
  std::string pattern;
  std::string reason;
  std::size_t met = 0;
};

std::vector<Difference> read_differences(const std::filesystem::path& file);
// The first that explains it, counted; null: none.
const Difference* find_difference(std::vector<Difference>& differences, const std::string& name,
                                  const std::string& runtime, const std::string& kind, const std::string& text);

}  // namespace dotwire::interop

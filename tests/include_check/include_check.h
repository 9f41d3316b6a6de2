// Holds every #include of the tree to the table of layers in docs/architecture.md.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace dotwire::test {

// The block "```layers" of the page. A line is "WHO: WHAT...", where a name may end in "/*". WHO is a folder of src/,
// or tools, bench, fuzz, examples; it takes what all lines that match it give, and may always include itself. WHAT is a
// folder of src/, or "public" for all public headers. "include WHO: HEADER..." says which public headers count as part
// of a folder; those in no such line belong to "api".
struct LayerTable {
  std::map<std::string, std::vector<std::string>> may_include;
  std::map<std::string, std::string> layer_of_header;  // "values" -> "clr"
};

LayerTable parse_layers(std::string_view page);

// "src/wire/xml/reader.cpp:7: wire/xml may not include model/table.h", one a bad include, in the files' order.
std::vector<std::string> check_includes(const std::filesystem::path& root, const LayerTable& table);

}  // namespace dotwire::test

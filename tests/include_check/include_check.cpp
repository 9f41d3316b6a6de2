#include "include_check/include_check.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <sstream>

#include "support/file.h"

namespace dotwire::test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHeaderLine = "include ";
constexpr std::string_view kPublicPrefix = "dotwire/";

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

bool matches(std::string_view pattern, std::string_view folder) {
  if (!pattern.ends_with("/*")) return pattern == folder;
  return folder.starts_with(pattern.substr(0, pattern.size() - 1));
}

bool is_source(const fs::path& path) { return path.extension() == ".h" || path.extension() == ".cpp"; }

bool is_test(const fs::path& path) { return path.stem().string().ends_with("_test"); }

bool is_library(const fs::path& file) { return *file.begin() == "src" || *file.begin() == "include"; }

// "wire" of "wire/xml/reader.h", "codecs/*" and "wire".
std::string_view top_of(std::string_view path) { return path.substr(0, path.find('/')); }

bool is_layer(std::string_view top, const LayerTable& table) {
  return std::any_of(table.may_include.begin(), table.may_include.end(),
                     [&](const auto& line) { return top_of(line.first) == top; });
}

// The folder or public header that a path from the root of the tree stands for: "wire/xml", "tools/cli".
std::string owner_of(const fs::path& file, const LayerTable& table) {
  const std::string folder = file.parent_path().generic_string();
  if (folder.starts_with("src/")) return folder.substr(4);
  if (!folder.starts_with("include/")) return folder.substr(0, folder.find('/'));
  const auto found = table.layer_of_header.find(file.stem().string());
  return found == table.layer_of_header.end() ? "api" : found->second;
}

// What an #include names: the folder for ours, nothing for the system's and for neighbours in the same folder.
std::optional<std::string> target_of(std::string_view included, const LayerTable& table) {
  if (included.starts_with(kPublicPrefix)) {
    const std::string stem = fs::path(included).stem().string();
    const auto found = table.layer_of_header.find(stem);
    return found == table.layer_of_header.end() ? "public" : found->second;
  }
  const std::size_t slash = included.rfind('/');
  if (slash == std::string_view::npos) return std::nullopt;
  return std::string(included.substr(0, slash));
}

bool allowed(const std::string& who, const std::string& what, const LayerTable& table) {
  if (who == what) return true;
  for (const auto& [pattern, targets] : table.may_include) {
    if (!matches(pattern, who)) continue;
    const auto fits = [&](const std::string& target) { return matches(target, what); };
    if (std::any_of(targets.begin(), targets.end(), fits)) return true;
  }
  return false;
}

// The name between the quotes of `#include "..."`.
std::optional<std::string> quoted_include(std::string_view line) {
  constexpr std::string_view kDirective = "#include \"";
  if (!line.starts_with(kDirective)) return std::nullopt;
  line.remove_prefix(kDirective.size());
  return std::string(line.substr(0, line.find('"')));
}

bool include_is_fine(const fs::path& file, const std::string& included, const LayerTable& table) {
  const bool serves_tests =
      included.starts_with("support/") || fs::path(included).parent_path().filename() == "examples";
  if (is_test(file) && serves_tests) return true;
  const bool ours_is_public = file.generic_string().starts_with("include/");
  if (ours_is_public && !included.starts_with(kPublicPrefix)) return false;
  const std::optional<std::string> target = target_of(included, table);
  if (!target) return true;
  const std::string who = owner_of(file, table);
  if (included.starts_with(kPublicPrefix)) return allowed(who, *target, table) || allowed(who, "public", table);
  // What is not a layer is a folder of the program's own: "cli/options.h" within tools.
  if (!is_library(file) && !is_layer(top_of(included), table)) return true;
  return allowed(who, *target, table);
}

void check_file(const fs::path& root, const fs::path& file, const LayerTable& table, std::vector<std::string>& bad) {
  const std::string text = read_text(root / file);
  std::istringstream in(text);
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::optional<std::string> included = quoted_include(line);
    if (!included || include_is_fine(file, *included, table)) continue;
    bad.push_back(file.generic_string() + ":" + std::to_string(number) + ": " + owner_of(file, table) +
                  " may not include " + *included);
  }
}

}  // namespace

LayerTable parse_layers(std::string_view page) {
  LayerTable table;
  constexpr std::string_view kStart = "```layers\n";
  const std::size_t start = page.find(kStart);
  if (start == std::string_view::npos) return table;
  page.remove_prefix(start + kStart.size());
  std::istringstream in{std::string(page.substr(0, page.find("```")))};
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::string who = line.substr(0, colon);
    const std::vector<std::string> what = words_of(std::string_view(line).substr(colon + 1));
    if (who.starts_with(kHeaderLine)) {
      for (const std::string& header : what) table.layer_of_header[header] = who.substr(kHeaderLine.size());
    } else {
      table.may_include[who] = what;
    }
  }
  return table;
}

std::vector<std::string> check_includes(const fs::path& root, const LayerTable& table) {
  std::vector<fs::path> files;
  for (const char* top : {"include", "src", "tools", "bench", "fuzz", "examples"}) {
    if (!fs::exists(root / top)) continue;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
      if (is_source(entry.path())) files.push_back(fs::relative(entry.path(), root));
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> bad;
  for (const fs::path& file : files) check_file(root, file, table, bad);
  return bad;
}

}  // namespace dotwire::test

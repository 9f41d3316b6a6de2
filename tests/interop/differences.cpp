#include "interop/differences.h"

#include <fstream>
#include <regex>
#include <sstream>

namespace dotwire::interop {
namespace {

bool names(const std::string& formats, const std::string& name) {
  if (formats == "*") return true;
  std::istringstream parts(formats);
  for (std::string part; std::getline(parts, part, ',');) {
    if (name.find(part) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

std::vector<Difference> read_differences(const std::filesystem::path& file) {
  std::vector<Difference> differences;
  std::ifstream in(file, std::ios::binary);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    Difference found;
    std::getline(fields, found.formats, '\t');
    std::getline(fields, found.runtime, '\t');
    std::getline(fields, found.kind, '\t');
    std::getline(fields, found.pattern, '\t');
    std::getline(fields, found.reason);
    differences.push_back(std::move(found));
  }
  return differences;
}

const Difference* find_difference(std::vector<Difference>& differences, const std::string& name,
                                  const std::string& runtime, const std::string& kind, const std::string& text) {
  for (Difference& each : differences) {
    if (each.kind != kind || (each.runtime != "*" && each.runtime != runtime) || !names(each.formats, name)) continue;
    if (each.pattern != "*" && !std::regex_search(text, std::regex(each.pattern))) continue;
    ++each.met;
    return &each;
  }
  return nullptr;
}

}  // namespace dotwire::interop

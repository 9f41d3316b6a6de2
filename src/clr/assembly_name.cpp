// Assembly names: the second half of type_name.h.
#include <algorithm>

#include "clr/digits.h"
#include "clr/type_name.h"
#include "clr/version.h"

namespace dotwire {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_number_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_number_space(text.back())) text.remove_suffix(1);
  return text;
}

// Index of the comma that ends a part, or the size.
std::size_t end_of_part(std::string_view text) {
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      quoted = !quoted;
    } else if (text[i] == ',' && !quoted) {
      return i;
    }
  }
  return text.size();
}

std::string unescape(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    out += text[i];
  }
  return out;
}

}  // namespace

std::string_view simple_name(std::string_view assembly) { return trim(assembly.substr(0, end_of_part(assembly))); }

bool is_core_library(std::string_view assembly) {
  const std::string_view name = simple_name(assembly);
  for (const std::string_view core : {"mscorlib", "System.Private.CoreLib", "System.Runtime", "netstandard"}) {
    if (equal_ignoring_case(name, core)) return true;
  }
  return false;
}

bool is_framework_assembly(std::string_view assembly) {
  if (is_core_library(assembly)) return true;
  const std::string_view name = simple_name(assembly);
  return name == "System" || name.starts_with("System.") || name == "WindowsBase" || name == "PresentationCore" ||
         name == "PresentationFramework";
}

Result<AssemblyName> parse_assembly_name(std::string_view text) {
  AssemblyName assembly;
  std::size_t at = end_of_part(text);
  assembly.name = unescape(trim(text.substr(0, at)));
  if (assembly.name.empty()) return Error(ErrorCode::Malformed, 0, "assembly name is empty");
  while (at < text.size()) {
    const std::size_t start = at + 1;
    at = start + end_of_part(text.substr(start));
    const std::string_view part = text.substr(start, at - start);
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos)
      return Error(ErrorCode::Malformed, start, "assembly name part without a value");
    const std::string_view key = trim(part.substr(0, equals));
    const std::string_view value = trim(part.substr(equals + 1));
    if (equal_ignoring_case(key, "Version")) {
      Result<Version> version = parse_version(value);
      if (!version.ok()) return std::move(version.error().set_offset(start));
      assembly.version = *version;
    } else if (equal_ignoring_case(key, "Culture")) {
      assembly.culture = value;
    } else if (equal_ignoring_case(key, "PublicKeyToken")) {
      assembly.public_key_token = value;
    }
  }
  return assembly;
}

}  // namespace dotwire

#include "cli/summary.h"

#include <algorithm>
#include <vector>

#include "cli/output.h"

namespace dotwire::cli {
namespace {

// Names of one kind that are counted apart: input must not fill the memory with them.
constexpr std::size_t kMostNames = 10'000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }
bool is_hex_digit(char c) { return is_digit(c) || (c >= 'A' && c <= 'F'); }

// "12", the byte "4E", "0x1F"; not "base64", nor the end of "UTF-8".
bool is_number(const std::string& cause, std::size_t at, std::string_view word) {
  if (word.starts_with("0x") || (word.size() == 2 && std::ranges::all_of(word, is_hex_digit))) return true;
  if (!std::ranges::all_of(word, is_digit)) return false;
  return at < 2 || cause[at - 1] != '-' || !is_letter(cause[at - 2]);
}

// Numbers differ from row to row where the cause is one.
std::string without_numbers(const std::string& cause) {
  std::string out;
  for (std::size_t i = 0; i < cause.size();) {
    std::size_t end = i;
    while (end < cause.size() && (is_digit(cause[end]) || is_letter(cause[end]))) ++end;
    if (end == i) {
      out += cause[i++];
      continue;
    }
    const std::string_view word = std::string_view(cause).substr(i, end - i);
    out += is_number(cause, i, word) ? "N" : word;
    i = end;
  }
  return out;
}

}  // namespace

void Summary::add(const std::string& kind, const std::string& name, std::uint64_t count) {
  auto& names = counts_[kind];
  const auto found = names.find(name);
  if (found != names.end()) {
    found->second += count;
  } else {
    names[names.size() < kMostNames ? name : "others"] += count;
  }
}

void Summary::add(const Entry& entry) {
  add("result", entry.code == kFine ? "fine" : "failed", 1);
  if (!entry.format_name.empty()) add("format", entry.format_name, 1);
  if (!entry.dialect.empty()) add("dialect", entry.dialect, 1);
  if (!entry.type.empty()) add("type", entry.type, 1);
  if (!entry.cause.empty()) add("failure", without_numbers(entry.cause), 1);
}

std::string Summary::text() const {
  std::string out;
  for (const char* kind : {"result", "format", "dialect", "type", "failure"}) {
    const auto found = counts_.find(kind);
    if (found == counts_.end()) continue;
    std::vector<std::pair<std::uint64_t, std::string>> sorted;
    for (const auto& [name, count] : found->second) sorted.emplace_back(count, name);
    std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) { return a.first > b.first; });
    out += std::string(kind) + "s:\n";
    for (const auto& [count, name] : sorted) {
      const std::string number = std::to_string(count);
      out += std::string(number.size() < 12 ? 12 - number.size() : 1, ' ') + number + "  " + printable(name) + "\n";
    }
  }
  return out;
}

std::string type_of_content(const Document& document) { return root_type(document); }

}  // namespace dotwire::cli

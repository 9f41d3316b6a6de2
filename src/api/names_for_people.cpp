#include "api/names_for_people.h"

#include <algorithm>
#include <array>
#include <vector>

namespace dotwire {
namespace {

std::string_view without_namespace(std::string_view name) {
  constexpr std::array<std::string_view, 2> kCommon = {"System.Collections.Generic.", "System."};
  for (const std::string_view prefix : kCommon) {
    if (!name.starts_with(prefix)) continue;
    const std::string_view rest = name.substr(prefix.size());
    if (rest.find('.') == std::string_view::npos) return rest;
  }
  return name;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Reads name`N[[arg, assembly],[...]] from left to right; what is open is a count, not the call stack.
class Reader {
 public:
  explicit Reader(std::string_view name) : rest_(name) {}

  bool run() {
    plain_name();
    while (!rest_.empty()) {
      if (rest_.starts_with("[[")) {
        ++open_;
        take(2, "<");
        plain_name();
      } else if (open_ > 0 && rest_.front() == ',') {
        skip_assembly();
      } else if (open_ > 0 && rest_.starts_with("],[")) {
        take(3, ", ");
        plain_name();
      } else if (open_ > 0 && rest_.starts_with("]]")) {
        --open_;
        take(2, ">");
      } else if (rest_.front() == '[') {
        if (!array_ranks()) return false;
      } else if (rest_.front() == '+' || rest_.front() == '*' || rest_.front() == '&') {
        take(1, rest_.substr(0, 1));
        plain_name();
      } else {
        return false;
      }
    }
    return open_ == 0;
  }
  std::string take_text() { return std::move(text_); }

 private:
  void take(std::size_t count, std::string_view shown) {
    rest_.remove_prefix(count);
    text_ += shown;
  }

  void plain_name() {
    const std::size_t end = rest_.find_first_of("`[],+*&");
    text_ += without_namespace(rest_.substr(0, end));
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end);
    if (rest_.empty() || rest_.front() != '`') return;
    rest_.remove_prefix(1);
    while (!rest_.empty() && is_digit(rest_.front())) rest_.remove_prefix(1);
  }

  void skip_assembly() {
    const std::size_t end = rest_.find(']');
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end);
  }

  bool array_ranks() {
    const std::size_t end = rest_.find(']');
    if (end == std::string_view::npos || rest_.substr(1, end - 1).find_first_not_of(",*") != std::string_view::npos) {
      return false;
    }
    const std::string ranks(rest_.substr(0, end + 1));
    take(end + 1, ranks);
    return true;
  }

  std::string_view rest_;
  std::string text_;
  int open_ = 0;
};

}  // namespace

std::string whole_type_name(std::string_view name, std::string_view library) {
  const auto open = std::count(name.begin(), name.end(), '[') - std::count(name.begin(), name.end(), ']');
  std::string whole(name);
  if (open <= 0) return whole;
  std::size_t end = 0;
  for (auto left = open; left > 0; --left) {
    end = library.find(']', end);
    if (end == std::string_view::npos) return whole;
    ++end;
  }
  whole.append(", ").append(library.substr(0, end));
  return whole;
}

std::string type_for_people(std::string_view name) {
  constexpr std::size_t kLongest = 4096;
  if (name.size() > kLongest) return std::string(name);
  Reader reader(name);
  return reader.run() ? reader.take_text() : std::string(name);
}

}  // namespace dotwire

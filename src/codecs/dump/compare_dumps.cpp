#include "codecs/dump/compare_dumps.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <optional>
#include <unordered_map>
#include <vector>

namespace dotwire::dump {
namespace {

using json::Kind;
using json::Value;

constexpr std::string_view kOptional[] = {"kind", "case",           "note",           "types",
                                          "lcid", "compareOptions", "stringIdentity", "autoIncrementCurrent"};

bool is_optional(std::string_view name) {
  return name.ends_with("Set") || std::ranges::find(kOptional, name) != std::end(kOptional);
}

// A pair of values that are being compared. `parent` is the index of what they lie in.
struct Work {
  const Value* ours;
  const Value* expected;
  std::size_t parent;
  std::size_t index;  // in an array
  bool named;         // the parent's members have names of the user's choice
};

constexpr std::size_t kNoParent = ~std::size_t{0};

std::string path_of(const std::vector<Work>& work, std::size_t at) {
  std::vector<std::string> steps;
  for (; work[at].parent != kNoParent; at = work[at].parent) {
    const Value& value = work[at].expected != nullptr ? *work[at].expected : *work[at].ours;
    steps.push_back(value.name.empty() ? "[" + std::to_string(work[at].index) + "]" : std::string(value.name));
  }
  std::string path;
  std::size_t left = steps.size();
  for (std::size_t i = steps.size(); i-- > 0;) {
    // The middle of a very deep path says nothing.
    if (steps.size() > 40 && i > 20 && i + 20 < steps.size()) continue;
    path += "/" + steps[i];
    --left;
  }
  return path.empty() ? "/" : path;
}

std::string shown(const Value* value) {
  if (value == nullptr) return "nothing";
  switch (value->kind) {
    case Kind::Null: return "null";
    case Kind::Boolean: return value->boolean ? "true" : "false";
    case Kind::Number: return std::string(value->text);
    case Kind::String: return '"' + std::string(value->text.substr(0, 80)) + '"';
    case Kind::Array: return "an array of " + std::to_string(value->count);
    case Kind::Object: {
      if (value->count == 0) return "{}";
      std::string text = "{" + std::string(value->first->name);
      for (const Value* member = value->first->next; member != nullptr && text.size() < 80; member = member->next) {
        text += "," + std::string(member->name);
      }
      return text + "}";
    }
  }
  return {};
}

template <class T>
std::optional<T> number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Equal as numbers of that width, the sign of zero included.
bool same_floating(std::string_view tag, std::string_view ours, std::string_view expected) {
  if (tag == "float") {
    const auto a = number<float>(ours);
    const auto b = number<float>(expected);
    return a && b && std::bit_cast<std::uint32_t>(*a) == std::bit_cast<std::uint32_t>(*b);
  }
  const auto a = number<double>(ours);
  const auto b = number<double>(expected);
  return a && b && std::bit_cast<std::uint64_t>(*a) == std::bit_cast<std::uint64_t>(*b);
}

bool same_leaf(const Value& ours, const Value& expected) {
  if (ours.kind == Kind::Boolean) return ours.boolean == expected.boolean;
  if (ours.text == expected.text) return true;
  const bool floating = expected.name == "float" || expected.name == "double";
  return floating && ours.kind == Kind::String && same_floating(expected.name, ours.text, expected.text);
}

class Comparison {
 public:
  std::string run(const Value& ours, const Value& expected) {
    push(&ours, &expected, kNoParent, 0, false);
    while (!open_.empty()) {
      const std::size_t at = open_.back();
      open_.pop_back();
      if (!compare(at))
        return path_of(work_, at) + ": " + shown(work_[at].ours) + " against " + shown(work_[at].expected);
    }
    return {};
  }

 private:
  void push(const Value* ours, const Value* expected, std::size_t parent, std::size_t index, bool named) {
    open_.push_back(work_.size());
    work_.push_back({ours, expected, parent, index, named});
  }

  bool compare(std::size_t at) {
    const Work work = work_[at];
    if (work.ours == nullptr || work.expected == nullptr) return false;
    if (work.ours->kind != work.expected->kind) return false;
    if (work.ours->is_array()) return compare_items(at);
    if (work.ours->is_object()) return compare_members(at);
    return same_leaf(*work.ours, *work.expected);
  }

  // Items are pushed last to first, so that the first difference is found first.
  bool compare_items(std::size_t at) {
    const Work work = work_[at];
    if (work.ours->count != work.expected->count) return false;
    if (work.expected->name == "extendedProperties") return compare_properties(at);
    const std::size_t start = open_.size();
    const Value* ours = work.ours->first;
    std::size_t index = 0;
    for (const Value& expected : *work.expected) {
      push(ours, &expected, at, index++, false);
      ours = ours->next;
    }
    std::reverse(open_.begin() + static_cast<std::ptrdiff_t>(start), open_.end());
    return true;
  }

  // Pairs of key and value in any order, where keys are text or one tagged value.
  bool compare_properties(std::size_t at) {
    const Work work = work_[at];
    std::unordered_map<std::string_view, const Value*> by_key;
    for (const Value& property : *work.ours) by_key.emplace(key_text(property), &property);
    std::size_t index = 0;
    for (const Value& property : *work.expected) {
      const auto found = by_key.find(key_text(property));
      push(found == by_key.end() ? nullptr : found->second, &property, at, index++, false);
    }
    return true;
  }

  static std::string_view key_text(const Value& property) {
    const Value* key = property.first;
    while (key != nullptr && key->first != nullptr) key = key->first;
    return key == nullptr ? std::string_view() : key->text;
  }

  bool compare_members(std::size_t at) {
    const Work work = work_[at];
    const bool named = work.expected->name == "members" || work.expected->name == "notSerialized";
    const std::size_t start = open_.size();
    const Value* hint = work.ours->first;
    for (const Value& expected : *work.expected) {
      if (!named && expected.name == "state" && expected.is_object()) continue;
      const Value* ours = hint != nullptr && hint->name == expected.name ? hint : work.ours->find(expected.name);
      if (ours != nullptr) hint = ours->next;
      if (ours == nullptr && !named && is_optional(expected.name)) continue;
      push(ours, &expected, at, 0, named);
    }
    for (const Value& ours : *work.ours) {
      if (!named && (is_optional(ours.name) || (ours.name == "state" && ours.is_object()))) continue;
      if (work.expected->find(ours.name) == nullptr) push(&ours, nullptr, at, 0, named);
    }
    std::reverse(open_.begin() + static_cast<std::ptrdiff_t>(start), open_.end());
    return true;
  }

  std::vector<Work> work_;
  std::vector<std::size_t> open_;
};

}  // namespace

std::string compare_dumps(const Value& ours, const Value& expected) { return Comparison().run(ours, expected); }

std::string compare_dumps(std::string_view ours, std::string_view expected, const Limits& limits) {
  Arena arena;
  Result<const Value*> a = json::parse(as_bytes(ours), arena, limits);
  if (!a.ok()) return "ours: " + a.error().to_string();
  Result<const Value*> b = json::parse(as_bytes(expected), arena, limits);
  if (!b.ok()) return "expected: " + b.error().to_string();
  return compare_dumps(**a, **b);
}

}  // namespace dotwire::dump

// Strings by number: equal strings get equal numbers, counted from 0 in the order of their coming.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/arena.h"

namespace dotwire::xml {

class StringTable {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  StringTable();

  // Copies a string that is new.
  std::uint32_t intern(std::string_view text);
  // kNone if the string was never interned.
  std::uint32_t find(std::string_view text) const;

  std::string_view operator[](std::uint32_t id) const { return strings_[id]; }
  std::size_t size() const { return strings_.size(); }
  void clear();

 private:
  std::uint64_t hash(std::string_view text) const;
  std::size_t slot_of(std::string_view text, std::uint64_t hash) const;
  void rehash();

  struct Slot {
    std::uint32_t hash;
    std::uint32_t id;
  };
  std::vector<Slot> slots_;  // a power of two, at most half full, linear probing
  std::vector<std::string_view> strings_;
  Arena arena_;
  std::uint64_t seed_;
};

}  // namespace dotwire::xml

// What a reader may still make of Limits.
#pragma once

#include <cstdint>

#include "dotwire/limits.h"

namespace dotwire::fast_serializer {

struct Budget {
  explicit Budget(const Limits& limits)
      : objects(limits.objects), memory(limits.memory), expansion(limits.expansion), depth(limits.depth) {}

  std::uint64_t objects;
  std::uint64_t memory;     // bytes
  std::uint64_t expansion;  // elements of runs, and bytes of texts by token
  std::uint32_t depth;

  // False: there is no more.
  static bool take(std::uint64_t& left, std::uint64_t count) {
    if (count > left) return false;
    left -= count;
    return true;
  }
};

}  // namespace dotwire::fast_serializer

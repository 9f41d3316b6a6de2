// What a reader may still make of Limits.
#pragma once

#include <cstdint>

#include "base/reading_limits.h"

namespace dotwire::fast_serializer {

struct Budget {
  // The expansion as it stands.
  explicit Budget(const Limits& limits)
      : objects(limits.objects), memory(limits.memory), expansion(expansion_limit(limits)), depth(limits.depth) {}
  Budget(const Limits& limits, std::uint64_t document_size) : Budget(limits) {
    expansion = reading_expansion(limits, document_size);
  }

  std::uint64_t objects;
  std::uint64_t memory;     // bytes
  std::uint64_t expansion;  // bytes of cells in runs, of nulls that nothing stands for, and of texts by token
  std::uint32_t depth;

  // False: there is no more.
  static bool take(std::uint64_t& left, std::uint64_t count) {
    if (count > left) return false;
    left -= count;
    return true;
  }
};

}  // namespace dotwire::fast_serializer

// Object and library ids of one payload. They share one number space and are nearly dense: .NET counts from 1.
// Ids of strings that need no nodes are skipped, and take no room.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/memory_budget.h"
#include "base/pages.h"
#include "dotwire/graph.h"

namespace dotwire::nrbf {

// What an id stands for: a node, a library, or nothing yet.
class IdTable {
 public:
  static constexpr std::uintptr_t kLibrary = 1;

  // The dense part grows to `max_dense` entries at most, so that one large id costs no memory.
  void reset(std::size_t max_dense) {
    std::fill_n(dense_.begin(), std::min(used_, dense_.size()), 0);
    used_ = 0;
    sparse_.clear();
    gaps_.clear();
    has_far_ = false;
    direct_ = dense_.size();
    max_dense_ = max_dense;
  }

  std::uintptr_t find(std::int32_t id) const {
    const auto index = static_cast<std::uint32_t>(id);
    if (index < direct_) [[likely]]
      return dense_[index];
    return find_slow(id);
  }
  const model::Node* find_node(std::int32_t id) const {
    const std::uintptr_t entry = find(id);
    return (entry & kLibrary) != 0 ? nullptr : reinterpret_cast<const model::Node*>(entry);
  }
  bool is_library(std::int32_t id) const { return (find(id) & kLibrary) != 0; }

  // The entry of an id, to be filled; 0 if it was free.
  std::uintptr_t& entry(std::int32_t id) {
    const auto index = static_cast<std::uint32_t>(id);
    if (index < direct_) [[likely]] {
      used_ = std::max<std::size_t>(used_, std::size_t{index} + 1);
      return dense_[index];
    }
    return entry_slow(id);
  }

  // Memory that is taken from now on counts. Null: it does not.
  void set_budget(MemoryBudget* budget) { budget_ = budget; }

  // No id from here on is taken. Beyond INT32_MAX: unknown, since ids are not as .NET counts them.
  std::int64_t free_from() const;
  // Ids from `first` on, which are free, up to `end` are strings without nodes: taken, but not to be found.
  void skip(std::int64_t first, std::int64_t end);
  // Such a string got a node after all.
  void set_skipped(std::int32_t id, const model::Node* node) { sparse_[id] = reinterpret_cast<std::uintptr_t>(node); }

 private:
  struct Gap {
    std::int64_t first;
    std::int64_t end;
    std::int64_t before;  // ids in the gaps before
  };
  // Multiplies by an odd number that differs from process to process, so that no payload can be made to collide.
  struct Hash {
    std::size_t operator()(std::int32_t id) const;
  };

  std::uintptr_t find_slow(std::int32_t id) const;
  std::uintptr_t& entry_slow(std::int32_t id);
  // Where in the dense part an id has its place; -1: nowhere.
  std::int64_t place_of(std::int32_t id) const;

  PageVector<std::uintptr_t> dense_;
  std::size_t direct_ = 0;  // ids below have the place of their number
  std::size_t used_ = 0;    // dense entries that may hold something
  std::unordered_map<std::int32_t, std::uintptr_t, Hash> sparse_;
  std::size_t max_dense_ = 0;
  std::vector<Gap> gaps_;  // in order
  bool has_far_ = false;   // ids in the sparse part that are not negative
  std::uintptr_t taken_ = kLibrary;
  MemoryBudget* budget_ = nullptr;
};

}  // namespace dotwire::nrbf

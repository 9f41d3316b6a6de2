// Numbers for nodes, by identity.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dotwire::model {

// Open addressing. Insertion order does not matter and is not kept.
class NodeMap {
 public:
  // The number of that node, 0 at first. Valid until the next call.
  std::uint32_t& operator[](const void* node) {
    if (2 * (used_ + 1) > entries_.size()) grow();
    Entry& entry = entries_[place_of(node)];
    if (entry.node == nullptr) {
      entry.node = node;
      ++used_;
    }
    return entry.number;
  }

  // Of a node that may not be there: 0.
  std::uint32_t find(const void* node) const { return entries_.empty() ? 0 : entries_[place_of(node)].number; }

  // Keeps the memory of as many nodes as there were.
  void clear() {
    if (entries_.size() > 8 * used_ + 64) entries_.resize(entries_.size() / 2);
    std::fill(entries_.begin(), entries_.end(), Entry());
    used_ = 0;
  }

 private:
  struct Entry {
    const void* node = nullptr;
    std::uint32_t number = 0;
  };

  // Where it is, or would be.
  std::size_t place_of(const void* node) const {
    const std::size_t mask = entries_.size() - 1;
    auto i = static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(node) * 0x9E3779B97F4A7C15U >> 20) & mask;
    while (entries_[i].node != nullptr && entries_[i].node != node) i = (i + 1) & mask;
    return i;
  }

  void grow() {
    std::vector<Entry> old(entries_.empty() ? 64 : 2 * entries_.size());
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.node != nullptr) entries_[place_of(entry.node)] = entry;
    }
  }

  std::vector<Entry> entries_;
  std::size_t used_ = 0;
};

}  // namespace dotwire::model

// Numbers for nodes, by identity.
#pragma once

#include <cstdint>
#include <vector>

namespace dotwire::model {

// Open addressing. Insertion order does not matter and is not kept.
class NodeMap {
 public:
  // The number of that node, 0 at first. Valid until the next call.
  std::uint32_t& operator[](const void* node) {
    if (2 * (used_ + 1) > entries_.size()) grow();
    Entry& entry = find(node);
    if (entry.node == nullptr) {
      entry.node = node;
      ++used_;
    }
    return entry.number;
  }

  void clear() {
    entries_.clear();
    used_ = 0;
  }

 private:
  struct Entry {
    const void* node = nullptr;
    std::uint32_t number = 0;
  };

  Entry& find(const void* node) {
    const std::size_t mask = entries_.size() - 1;
    auto i = static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(node) * 0x9E3779B97F4A7C15U >> 20) & mask;
    while (entries_[i].node != nullptr && entries_[i].node != node) i = (i + 1) & mask;
    return entries_[i];
  }

  void grow() {
    std::vector<Entry> old(entries_.empty() ? 64 : 2 * entries_.size());
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.node != nullptr) find(entry.node) = entry;
    }
  }

  std::vector<Entry> entries_;
  std::size_t used_ = 0;
};

}  // namespace dotwire::model

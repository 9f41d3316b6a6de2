// Which objects already have an id. Forgetting everything costs nothing: entries carry the number of their document.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace dotwire::nrbf {

// Open addressing. A key is two words: address and descriptor, since a struct and its first member share an address.
class IdentityMap {
 public:
  void start_document() {
    ++document_;
    count_ = 0;
  }
  // The id of the key, to be set where it is 0. Valid until the next call.
  std::int32_t& find(std::uintptr_t address, std::uintptr_t type) {
    if ((count_ + 1) * 2 > entries_.size()) [[unlikely]]
      grow();
    std::size_t index = hash(address, type) & (entries_.size() - 1);
    while (true) {
      Entry& entry = entries_[index];
      if (entry.document != document_) {
        entry = {address, type, document_, 0};
        ++count_;
        return entry.id;
      }
      if (entry.address == address && entry.type == type) return entry.id;
      index = (index + 1) & (entries_.size() - 1);
    }
  }

 private:
  struct Entry {
    std::uintptr_t address;
    std::uintptr_t type;
    std::uint32_t document;
    std::int32_t id;
  };
  static std::size_t hash(std::uintptr_t address, std::uintptr_t type) {
    const std::uint64_t mixed = (address ^ type * 0x9E3779B97F4A7C15U) * 0xD6E8FEB86659FD93U;
    return mixed ^ mixed >> 32;
  }
  void grow() {
    std::vector<Entry> old(entries_.empty() ? 64 : entries_.size() * 2, Entry{});
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.document != document_) continue;
      std::size_t index = hash(entry.address, entry.type) & (entries_.size() - 1);
      while (entries_[index].document == document_) index = (index + 1) & (entries_.size() - 1);
      entries_[index] = entry;
    }
  }

  std::vector<Entry> entries_;
  std::uint32_t document_ = 1;
  std::size_t count_ = 0;
};

}  // namespace dotwire::nrbf

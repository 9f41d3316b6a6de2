// The strings of a stream that is written, each with its number in order of first use (table-formats.md 4.3).
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/pages.h"

namespace dotwire::fast_serializer {

// Keeps its memory for the next document. Texts are borrowed until clear().
class TokenTable {
 public:
  TokenTable();
  void clear();

  // The number of the text, the next one for a new text. Texts are equal byte by byte.
  DOTWIRE_ALWAYS_INLINE std::uint32_t add(std::string_view text, std::uint64_t hash, bool& is_new) {
    if (strings_.size() >= limit_) [[unlikely]]
      grow();
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
      Slot& slot = slots_[at];
      if (slot.number <= base_) {
        slot = {tag, base_ + static_cast<std::uint32_t>(strings_.size() + 1)};
        strings_.push_back(text);
        is_new = true;
        return slot.number - base_ - 1;
      }
      if (slot.tag == tag && strings_[slot.number - base_ - 1] == text) {
        is_new = false;
        return slot.number - base_ - 1;
      }
    }
  }
  // The same for a text that will not live as long.
  std::uint32_t add_copy(std::string_view text, bool& is_new);
  std::uint32_t add(std::string_view text, bool& is_new) { return add(text, hash_of(text), is_new); }

  std::uint64_t hash_of(std::string_view text) const;
  // Fetches what add() will look at first: it is somewhere in a large table.
  void prefetch(std::uint64_t hash) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[hash & mask_], 1);
  }

  const PageVector<std::string_view>& strings() const { return strings_; }

 private:
  // Numbers up to base_ are of earlier documents, and so of free slots: clear() does not touch them.
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t number = 0;
  };
  void grow();

  PageVector<std::string_view> strings_;
  PageVector<Slot> slots_;
  std::size_t mask_ = 0;
  std::size_t limit_ = 0;
  std::uint32_t base_ = 0;
  std::uint64_t seed_;  // so that nobody can choose texts that collide
  std::deque<std::string> copies_;
};

}  // namespace dotwire::fast_serializer

// The strings of a stream that is written, each with its number in order of first use (table-formats.md 4.3).
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"

namespace dotwire::fast_serializer {

// Keeps its memory for the next document. Texts are borrowed until clear().
class TokenTable {
 public:
  void clear();

  // The number of the text, the next one for a new text. Texts are equal byte by byte.
  DOTWIRE_ALWAYS_INLINE std::uint32_t add(std::string_view text, std::uint64_t hash, bool& is_new) {
    if (strings_.size() * 2 >= slots_.size()) [[unlikely]]
      grow();
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    for (std::size_t at = hash & mask_;; at = (at + 1) & mask_) {
      Slot& slot = slots_[at];
      if (slot.number == 0) {
        slot = {tag, static_cast<std::uint32_t>(strings_.size() + 1)};
        strings_.push_back(text);
        is_new = true;
        return slot.number - 1;
      }
      if (slot.tag == tag && strings_[slot.number - 1] == text) {
        is_new = false;
        return slot.number - 1;
      }
    }
  }
  // The same for a text that will not live as long.
  std::uint32_t add_copy(std::string_view text, bool& is_new);
  std::uint32_t add(std::string_view text, bool& is_new) { return add(text, hash_of(text), is_new); }

  static std::uint64_t hash_of(std::string_view text);

  const std::vector<std::string_view>& strings() const { return strings_; }

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t number = 0;  // from 1; 0: free
  };
  void grow();

  std::vector<std::string_view> strings_;
  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
  std::deque<std::string> copies_;
};

}  // namespace dotwire::fast_serializer

#include "wire/fast_serializer/tokens.h"

#include <algorithm>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace dotwire::fast_serializer {
namespace {

constexpr std::size_t kFirstSlots = 1024;
// A table that was grown for a large document would cost a small one its clearing.
constexpr std::size_t kMostSlotsToClear = std::size_t{1} << 16;

}  // namespace

void TokenTable::clear() {
  strings_.clear();
  copies_.clear();
  if (slots_.size() > kMostSlotsToClear) {
    slots_.resize(kFirstSlots);
    mask_ = kFirstSlots - 1;
  }
  std::fill(slots_.begin(), slots_.end(), Slot());
}

std::uint64_t TokenTable::hash_of(std::string_view text) { return XXH3_64bits(text.data(), text.size()); }

std::uint32_t TokenTable::add_copy(std::string_view text, bool& is_new) {
  const std::uint32_t number = add(text, is_new);
  if (is_new) strings_.back() = copies_.emplace_back(text);
  return number;
}

void TokenTable::grow() {
  const std::size_t size = std::max(kFirstSlots, slots_.size() * 4);
  slots_.assign(size, Slot());
  mask_ = size - 1;
  for (std::size_t i = 0; i < strings_.size(); ++i) {
    const std::uint64_t hash = hash_of(strings_[i]);
    std::size_t at = hash & mask_;
    while (slots_[at].number != 0) at = (at + 1) & mask_;
    slots_[at] = {static_cast<std::uint32_t>(hash >> 32), static_cast<std::uint32_t>(i + 1)};
  }
}

}  // namespace dotwire::fast_serializer

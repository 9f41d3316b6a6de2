#include "wire/fast_serializer/tokens.h"

#include <algorithm>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace dotwire::fast_serializer {
namespace {

constexpr std::size_t kFirstSlots = 1024;
constexpr std::uint32_t kLargestBase = std::uint32_t{1} << 31;

}  // namespace

TokenTable::TokenTable() : seed_(reinterpret_cast<std::uintptr_t>(this) * 0x9E3779B97F4A7C15U) {}

void TokenTable::clear() {
  base_ += static_cast<std::uint32_t>(strings_.size());
  strings_.clear();
  copies_.clear();
  if (base_ < kLargestBase) return;
  std::fill(slots_.begin(), slots_.end(), Slot());
  base_ = 0;
}

std::uint64_t TokenTable::hash_of(std::string_view text) const {
  return XXH3_64bits_withSeed(text.data(), text.size(), seed_);
}

std::uint32_t TokenTable::add_copy(std::string_view text, bool& is_new) {
  const std::uint32_t number = add(text, is_new);
  if (is_new) strings_.back() = copies_.emplace_back(text);
  return number;
}

void TokenTable::grow() {
  const std::size_t size = std::max(kFirstSlots, slots_.size() * 2);
  slots_.assign(size, Slot());
  mask_ = size - 1;
  limit_ = size / 4 * 3;
  base_ = 0;
  for (std::size_t i = 0; i < strings_.size(); ++i) {
    const std::uint64_t hash = hash_of(strings_[i]);
    std::size_t at = hash & mask_;
    while (slots_[at].number != 0) at = (at + 1) & mask_;
    slots_[at] = {static_cast<std::uint32_t>(hash >> 32), static_cast<std::uint32_t>(i + 1)};
  }
}

}  // namespace dotwire::fast_serializer

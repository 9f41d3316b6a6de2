#include "wire/xml/string_table.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace dotwire::xml {

namespace {
constexpr std::size_t kFirstSize = 64;
}

// The address differs from run to run: who writes a document cannot know which names collide.
StringTable::StringTable() : seed_(reinterpret_cast<std::uintptr_t>(this) * 0x9E3779B97F4A7C15U) {
  slots_.assign(kFirstSize, Slot{0, kNone});
}

std::uint64_t StringTable::hash(std::string_view text) const {
  return XXH3_64bits_withSeed(text.data(), text.size(), seed_);
}

std::size_t StringTable::slot_of(std::string_view text, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  const auto short_hash = static_cast<std::uint32_t>(hash >> 32);
  std::size_t at = hash & mask;
  while (slots_[at].id != kNone && (slots_[at].hash != short_hash || strings_[slots_[at].id] != text)) {
    at = (at + 1) & mask;
  }
  return at;
}

std::uint32_t StringTable::find(std::string_view text) const { return slots_[slot_of(text, hash(text))].id; }

std::uint32_t StringTable::intern(std::string_view text) {
  const std::uint64_t h = hash(text);
  std::size_t at = slot_of(text, h);
  if (slots_[at].id != kNone) return slots_[at].id;
  const auto id = static_cast<std::uint32_t>(strings_.size());
  strings_.push_back(arena_.copy(text));
  if (strings_.size() * 2 > slots_.size()) {
    rehash();
    at = slot_of(text, h);
  }
  slots_[at] = {static_cast<std::uint32_t>(h >> 32), id};
  return id;
}

void StringTable::rehash() {
  slots_.assign(slots_.size() * 2, Slot{0, kNone});
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t id = 0; id + 1 < strings_.size(); ++id) {
    const std::uint64_t h = hash(strings_[id]);
    std::size_t at = h & mask;
    while (slots_[at].id != kNone) at = (at + 1) & mask;
    slots_[at] = {static_cast<std::uint32_t>(h >> 32), id};
  }
}

void StringTable::clear() {
  slots_.assign(kFirstSize, Slot{0, kNone});
  strings_.clear();
  arena_.reset();
}

}  // namespace dotwire::xml

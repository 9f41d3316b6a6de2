#include "codecs/nrbf_graph/id_table.h"

#include <algorithm>
#include <random>

namespace dotwire::nrbf {

std::size_t IdTable::Hash::operator()(std::int32_t id) const {
  static const std::uint64_t kFactor = (std::uint64_t{std::random_device()()} << 32 | std::random_device()()) | 1;
  const std::uint64_t product = (static_cast<std::uint32_t>(id) + 1ULL) * kFactor;
  return product ^ product >> 32;
}

std::int64_t IdTable::place_of(std::int32_t id) const {
  if (gaps_.empty() || id < gaps_.front().first) return id < 0 ? -1 : id;
  const Gap& last = gaps_.back();
  if (id >= last.end) return id - last.before - (last.end - last.first);
  const auto behind = std::upper_bound(gaps_.begin(), gaps_.end(), std::int64_t{id},
                                       [](std::int64_t wanted, const Gap& gap) { return wanted < gap.first; });
  const Gap& gap = behind[-1];
  return id < gap.end ? -1 : id - gap.before - (gap.end - gap.first);
}

std::uintptr_t IdTable::find_slow(std::int32_t id) const {
  const std::int64_t place = place_of(id);
  if (place >= 0 && static_cast<std::size_t>(place) < dense_.size()) return dense_[static_cast<std::size_t>(place)];
  if (sparse_.empty()) return 0;
  const auto found = sparse_.find(id);
  return found == sparse_.end() ? 0 : found->second;
}

std::int64_t IdTable::free_from() const {
  if (has_far_) return std::int64_t{INT32_MAX} + 1;
  const auto used = static_cast<std::int64_t>(used_);
  if (gaps_.empty()) return used;
  const Gap& last = gaps_.back();
  return std::max(last.end, used + last.before + (last.end - last.first));
}

void IdTable::skip(std::int64_t first, std::int64_t end) {
  if (first == end) return;
  if (!gaps_.empty() && gaps_.back().end == first) {
    gaps_.back().end = end;
    return;
  }
  const std::int64_t before = gaps_.empty() ? 0 : gaps_.back().before + (gaps_.back().end - gaps_.back().first);
  gaps_.push_back({first, end, before});
  direct_ = std::min(direct_, static_cast<std::size_t>(first));
}

std::uintptr_t& IdTable::entry_slow(std::int32_t id) {
  const std::int64_t place = place_of(id);
  if (id >= 0 && place < 0) return taken_ = kLibrary;
  const auto index = static_cast<std::size_t>(place);
  if (id < 0 || index >= max_dense_) {
    has_far_ |= id >= 0;
    constexpr std::uint64_t kEntry = 48;  // about what an entry of the map takes
    if (budget_ != nullptr) budget_->take(kEntry);
    return sparse_[id];
  }
  if (index >= dense_.size()) {
    // Ids that went to the sparse part before the dense one grew over them stay there: growth moves them.
    const std::size_t size = std::max(index + 1, std::min(max_dense_, std::max<std::size_t>(64, index * 2)));
    if (budget_ != nullptr) budget_->take((size - dense_.size()) * sizeof(dense_[0]));
    dense_.reserve(size);  // resize() alone would take twice as much again
    dense_.resize(size, 0);
    direct_ = gaps_.empty() ? dense_.size() : std::min(dense_.size(), static_cast<std::size_t>(gaps_.front().first));
    for (auto at = sparse_.begin(); at != sparse_.end();) {
      const std::int64_t to = place_of(at->first);
      const bool covered = to >= 0 && static_cast<std::size_t>(to) < dense_.size();
      if (covered) {
        dense_[static_cast<std::size_t>(to)] = at->second;
        used_ = std::max(used_, static_cast<std::size_t>(to) + 1);
      }
      at = covered ? sparse_.erase(at) : std::next(at);
    }
  }
  used_ = std::max(used_, index + 1);
  return dense_[index];
}

}  // namespace dotwire::nrbf

#include "codecs/nrbf_graph/id_table.h"

#include <random>

namespace dotwire::nrbf {

std::size_t IdTable::Hash::operator()(std::int32_t id) const {
  static const std::uint64_t kFactor = (std::uint64_t{std::random_device()()} << 32 | std::random_device()()) | 1;
  const std::uint64_t product = (static_cast<std::uint32_t>(id) + 1ULL) * kFactor;
  return product ^ product >> 32;
}

std::uintptr_t& IdTable::entry_slow(std::int32_t id) {
  const auto index = static_cast<std::uint32_t>(id);
  if (id < 0 || index >= max_dense_) return sparse_[id];
  // Ids that went to the sparse part before the dense one grew over them stay there: growth moves them.
  const std::size_t size = std::min(max_dense_, std::max<std::size_t>(64, std::size_t{index} * 2));
  const std::size_t before = dense_.size();
  dense_.resize(std::max<std::size_t>(size, index + 1), 0);
  for (auto at = sparse_.begin(); at != sparse_.end();) {
    const bool covered = at->first >= 0 && static_cast<std::size_t>(at->first) < dense_.size() &&
                         static_cast<std::size_t>(at->first) >= before;
    if (covered) {
      dense_[static_cast<std::size_t>(at->first)] = at->second;
      used_ = std::max(used_, static_cast<std::size_t>(at->first) + 1);
    }
    at = covered ? sparse_.erase(at) : std::next(at);
  }
  used_ = std::max<std::size_t>(used_, std::size_t{index} + 1);
  return dense_[index];
}

}  // namespace dotwire::nrbf

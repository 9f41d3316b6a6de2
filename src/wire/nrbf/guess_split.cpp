#include "wire/nrbf/guess_split.h"

#include <algorithm>
#include <array>

namespace dotwire::nrbf {
namespace {

constexpr std::array<Width, 4> kWidths = {Width::Four, Width::Eight, Width::One, Width::Two};

}  // namespace

NumberSplits::NumberSplits(std::span<const WalkedMember> members, std::span<const std::uint8_t* const> places,
                           std::uint32_t size)
    : members_(members), places_(places.size()), size_(size) {
  const auto count = static_cast<std::uint32_t>(members.size());
  costs_.assign(std::size_t{size} * kWidths.size(), kNoWay);
  for (std::uint32_t offset = 0; offset < size; ++offset) {
    for (std::size_t i = 0; i < kWidths.size(); ++i) {
      if (bytes_of(kWidths[i]) > size - offset) continue;
      std::int64_t cost = 0;
      for (const std::uint8_t* place : places) cost += number_cost(kWidths[i], place + offset);
      costs_[offset * kWidths.size() + i] = cost;
    }
  }
  names_.reserve(count * kWidths.size());
  for (const WalkedMember& member : members) {
    for (const Width width : kWidths) {
      names_.push_back(name_cost(member.name, width) * static_cast<std::int64_t>(places_));
    }
  }
  best_.assign((std::size_t{count} + 1) * (std::size_t{size} + 1), kNoWay);
  best_[0] = 0;
  for (std::uint32_t member = 0; member < count; ++member) {
    for (std::uint32_t offset = member; offset < size && offset <= 8 * member; ++offset) {
      const std::int64_t before = best_[at(member, offset)];
      if (before == kNoWay) continue;
      for (std::size_t i = 0; i < kWidths.size(); ++i) {
        const std::uint32_t bytes = bytes_of(kWidths[i]);
        if (bytes > size - offset) continue;
        std::int64_t& best = best_[at(member + 1, offset + bytes)];
        best = std::min(best, before + width_cost(member, offset, i));
      }
    }
  }
}

std::int64_t NumberSplits::width_cost(std::uint32_t member, std::uint32_t offset, std::size_t width) const {
  return costs_[offset * kWidths.size() + width] + names_[member * kWidths.size() + width];
}

std::uint64_t NumberSplits::steps() const {
  const std::uint64_t cells = std::uint64_t{size_} * kWidths.size();
  return cells * (places_ + members_.size() / 2 + 1);
}

std::vector<Width> NumberSplits::widths(std::uint32_t count, std::uint32_t size) const {
  std::vector<Width> widths(count);
  for (std::uint32_t member = count; member > 0; --member) {
    for (std::size_t i = 0; i < kWidths.size(); ++i) {
      const std::uint32_t bytes = bytes_of(kWidths[i]);
      if (bytes > size || best_[at(member - 1, size - bytes)] == kNoWay) continue;
      if (best_[at(member - 1, size - bytes)] + width_cost(member - 1, size - bytes, i) != cost(member, size)) continue;
      widths[member - 1] = kWidths[i];
      size -= bytes;
      break;
    }
  }
  return widths;
}

// The cheapest way from a member and an offset to the end.
std::vector<std::int64_t> NumberSplits::to_the_end() const {
  const auto count = static_cast<std::uint32_t>(members_.size());
  std::vector<std::int64_t> rest(best_.size(), kNoWay);
  rest[at(count, size_)] = 0;
  for (std::uint32_t member = count; member-- > 0;) {
    for (std::uint32_t offset = 0; offset < size_; ++offset) {
      std::int64_t& best = rest[at(member, offset)];
      for (std::size_t i = 0; i < kWidths.size(); ++i) {
        const std::uint32_t bytes = bytes_of(kWidths[i]);
        if (bytes > size_ - offset || rest[at(member + 1, offset + bytes)] == kNoWay) continue;
        best = std::min(best, rest[at(member + 1, offset + bytes)] + width_cost(member, offset, i));
      }
    }
  }
  return rest;
}

std::vector<bool> NumberSplits::doubtful(std::int64_t margin) const {
  const auto count = static_cast<std::uint32_t>(members_.size());
  const std::vector<std::int64_t> rest = to_the_end();
  const std::vector<Width> taken = widths(count, size_);
  std::vector<bool> doubtful(count);
  for (std::uint32_t member = 0; member < count; ++member) {
    for (std::uint32_t offset = 0; offset < size_ && !doubtful[member]; ++offset) {
      for (std::size_t i = 0; i < kWidths.size(); ++i) {
        const std::uint32_t bytes = bytes_of(kWidths[i]);
        if (bytes > size_ - offset || kWidths[i] == taken[member]) continue;
        const std::int64_t before = best_[at(member, offset)];
        const std::int64_t after = rest[at(member + 1, offset + bytes)];
        if (before == kNoWay || after == kNoWay) continue;
        if (before + width_cost(member, offset, i) + after <= cost(count, size_) + margin) doubtful[member] = true;
      }
    }
  }
  return doubtful;
}

}  // namespace dotwire::nrbf

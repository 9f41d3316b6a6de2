// Splitting bytes into numbers of 1, 2, 4 and 8 bytes: the way that takes the fewest bits, over all objects of a class.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wire/nrbf/guess_walk.h"

namespace dotwire::nrbf {

class NumberSplits {
 public:
  static constexpr std::int64_t kNoWay = INT64_MAX / 4;

  // Of the values of these members, which lie one behind the other at each of the places. `size` bytes there are read.
  NumberSplits(std::span<const WalkedMember> members, std::span<const std::uint8_t* const> places, std::uint32_t size);

  // Bits of the cheapest way to split the first `size` bytes among the first `count` members.
  std::int64_t cost(std::uint32_t count, std::uint32_t size) const { return best_[at(count, size)]; }
  std::vector<Width> widths(std::uint32_t count, std::uint32_t size) const;
  // Of all members and bytes: those that another way, of at most so many bits more, splits otherwise.
  std::vector<bool> doubtful(std::int64_t margin) const;
  // That making it took.
  std::uint64_t steps() const;

 private:
  std::size_t at(std::uint32_t count, std::uint32_t size) const {
    return std::size_t{count} * (std::size_t{size_} + 1) + size;
  }
  std::int64_t width_cost(std::uint32_t member, std::uint32_t offset, std::size_t width) const;
  std::vector<std::int64_t> to_the_end() const;

  std::span<const WalkedMember> members_;
  std::size_t places_;
  std::uint32_t size_;
  std::vector<std::int64_t> costs_;  // by offset and width, over all places
  std::vector<std::int64_t> names_;  // by member and width
  std::vector<std::int64_t> best_;   // by members and bytes before
};

}  // namespace dotwire::nrbf

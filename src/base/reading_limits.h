// What Limits::expansion means where nobody has set it: in reading a share of the input, so that a short input cannot
// take much memory or time. What real payloads need is in SECURITY.md.
#pragma once

#include <algorithm>
#include <cstdint>

#include "dotwire/limits.h"

namespace dotwire {

struct Growth {
  std::uint64_t least;  // bytes, for short inputs
  std::uint64_t times;  // the input
};

// Cells that are repeated or null, and compressed layers, whose content is read by its own length.
inline constexpr Growth kContentGrowth = {std::uint64_t{8} << 20, 64};
// The same in XML and JSON text, which spells much for each cell.
inline constexpr Growth kTextGrowth = {std::uint64_t{8} << 20, 16};

// Columns, tables and members of classes, which take memory by their mere names.
inline constexpr Growth kSchemaGrowth = {std::uint64_t{16} << 20, 3};

// The most where no input says more: for text that is written, and for runs of nulls that take no memory.
inline std::uint64_t expansion_limit(const Limits& limits) { return limits.expansion.value_or(std::uint64_t{1} << 30); }

// What reading so many bytes may make. An expansion that the caller chose stays as it is.
inline std::uint64_t reading_expansion(const Limits& limits, std::uint64_t input_size, Growth growth = kContentGrowth) {
  const std::uint64_t most = expansion_limit(limits);
  if (limits.expansion) return most;
  const std::uint64_t share = input_size > most ? most : input_size * growth.times;
  return std::min(most, std::max(growth.least, share));
}

}  // namespace dotwire

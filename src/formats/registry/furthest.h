// Documents that do not say whose they are: of several ways to write one again, the one that gives its bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "dotwire/buffer.h"
#include "dotwire/result.h"

namespace dotwire::registry {

// Appends what write(way, out) does for the first of the ways that gives the bytes of `source`; where none does, for
// the one that goes along with it the furthest, so that what differs is what the document holds and not who wrote it.
template <class Way, class Write>
Status write_furthest(std::span<const Way> ways, std::span<const std::uint8_t> source, const Write& write,
                      Buffer& out) {
  const std::size_t start = out.size();
  const Way* best = &ways.front();
  std::size_t furthest = 0;
  for (const Way& way : ways) {
    out.resize(start);
    const Status written = write(way, out);
    if (!written.ok()) continue;
    const auto mine = out.bytes().subspan(start);
    const auto [differs, theirs] = std::ranges::mismatch(mine, source);
    if (differs == mine.end() && theirs == source.end()) return {};
    const auto same = static_cast<std::size_t>(differs - mine.begin());
    if (same <= furthest) continue;
    furthest = same;
    best = &way;
  }
  out.resize(start);
  return write(*best, out);
}

}  // namespace dotwire::registry

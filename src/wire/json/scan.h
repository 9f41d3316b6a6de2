// Finding the bytes of a JSON string that are not plain, eight at a time.
#pragma once

#include <bit>
#include <cstdint>

#include "base/load.h"

namespace dotwire::json {

inline constexpr std::uint64_t kOnes = 0x0101010101010101U;
inline constexpr std::uint64_t kHighBits = 0x8080808080808080U;

// High bit of each byte that is a quote, a backslash or below a blank. Bytes behind the first hit may be wrong.
inline std::uint64_t special_bytes(std::uint64_t word) {
  const std::uint64_t quote = word ^ kOnes * '"';
  const std::uint64_t backslash = word ^ kOnes * '\\';
  const std::uint64_t hit =
      ((quote - kOnes) & ~quote) | ((backslash - kOnes) & ~backslash) | ((word - kOnes * 0x20) & ~word);
  return hit & kHighBits;
}

inline bool is_special(std::uint8_t byte) { return byte == '"' || byte == '\\' || byte < 0x20; }

// The first special byte, or `end`. `high_bits` collects the high bits of what was passed, and perhaps of what follows.
inline const std::uint8_t* find_special(const std::uint8_t* at, const std::uint8_t* end, std::uint64_t& high_bits) {
  for (; end - at >= 8; at += 8) {
    const auto word = load<std::uint64_t>(at);
    high_bits |= word & kHighBits;
    if (const std::uint64_t hit = special_bytes(word); hit != 0) return at + std::countr_zero(hit) / 8;
  }
  for (; at != end && !is_special(*at); ++at) high_bits |= *at & 0x80U;
  return at;
}

// The first byte that is special, DEL or beyond ASCII, or `end`.
inline const std::uint8_t* find_special_or_high(const std::uint8_t* at, const std::uint8_t* end) {
  for (; end - at >= 8; at += 8) {
    const auto word = load<std::uint64_t>(at);
    const std::uint64_t del = word ^ kOnes * 0x7F;
    const std::uint64_t hit = special_bytes(word) | (word & kHighBits) | ((del - kOnes) & ~del & kHighBits);
    if (hit != 0) return at + std::countr_zero(hit) / 8;
  }
  while (at != end && !is_special(*at) && *at < 0x7F) ++at;
  return at;
}

}  // namespace dotwire::json

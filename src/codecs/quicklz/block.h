// What the compressor and the decompressor must agree on.
#pragma once

#include <cstdint>

#include "base/load.h"

namespace dotwire::quicklz {

inline constexpr std::uint32_t kSlots = 4096;
inline constexpr std::uint32_t kLongHeader = 9;
inline constexpr std::uint32_t kShortHeader = 3;
inline constexpr std::uint32_t kControlSize = 4;
inline constexpr std::uint32_t kItemsPerControl = 31;
inline constexpr std::uint32_t kControlEnd = 0x80000000U;

// No match starts in the last ten bytes or reaches into the last four.
inline constexpr std::uint32_t kTail = 10;
inline constexpr std::uint32_t kUncompressedEnd = 4;

inline constexpr std::uint32_t kMinMatch = 3;
inline constexpr std::uint32_t kMaxMatch = 255;
// Level 1 matches from here on take three bytes.
inline constexpr std::uint32_t kLongMatch = 18;
inline constexpr std::uint32_t kMinDistance = 3;

// The slot of three bytes; what lies above them in `bytes` does not matter.
inline std::uint32_t slot_of(std::uint32_t bytes) { return (bytes >> 12 ^ bytes) & (kSlots - 1); }

inline constexpr std::uint8_t kFlagCompressed = 1;
inline constexpr std::uint8_t kFlagLongHeader = 2;
inline constexpr std::uint8_t kFlagVersion150 = 0x40;

}  // namespace dotwire::quicklz

// Varints on raw pointers, for loops that check their room once.
#pragma once

#include <cstdint>

#include "base/check.h"
#include "wire/protobuf/wire_type.h"

namespace dotwire::protobuf {

// Writes the shortest form behind `at` and returns the end. Needs ten bytes of room.
inline std::uint8_t* put_varint(std::uint8_t* at, std::uint64_t value) {
  while (value >= 0x80) {
    *at++ = static_cast<std::uint8_t>(value | 0x80);
    value >>= 7;
  }
  *at++ = static_cast<std::uint8_t>(value);
  return at;
}

// int32 and int64 of the .proto language: negative ones take ten bytes.
inline std::uint8_t* put_signed(std::uint8_t* at, std::int64_t value) {
  return put_varint(at, static_cast<std::uint64_t>(value));
}

constexpr std::uint64_t to_zigzag(std::int64_t value) {
  return static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
}
constexpr std::int64_t from_zigzag(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1 ^ (~(value & 1) + 1));
}

inline std::uint8_t* put_tag(std::uint8_t* at, Tag tag) { return put_varint(at, to_number(tag)); }

// The varint's end, or a null pointer where the bytes end inside it or it has more than 64 bits. Longer forms than
// needed are taken, as by all readers.
DOTWIRE_NOINLINE const std::uint8_t* take_long_varint(const std::uint8_t* at, const std::uint8_t* end,
                                                      std::uint64_t& value);

DOTWIRE_ALWAYS_INLINE const std::uint8_t* take_varint(const std::uint8_t* at, const std::uint8_t* end,
                                                      std::uint64_t& value) {
  if (at != end && *at < 0x80) [[likely]] {
    value = *at;
    return at + 1;
  }
  if (end - at >= 3) {
    if (at[1] < 0x80) {
      value = (at[0] & 0x7FU) | std::uint64_t{at[1]} << 7;
      return at + 2;
    }
    if (at[2] < 0x80) {
      value = (at[0] & 0x7FU) | (at[1] & 0x7FU) << 7 | std::uint64_t{at[2]} << 14;
      return at + 3;
    }
  }
  return take_long_varint(at, end, value);
}

}  // namespace dotwire::protobuf

// Cells on their way between our columns and those of a database.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

#include "dotwire/table.h"
#include "dotwire/values.h"

namespace dotwire::bench {

// The digits of a decimal with its sign, and back.
__extension__ using Int128 = __int128;
inline Int128 digits_of(const Decimal& value) {
  const Int128 digits =
      static_cast<Int128>(value.hi) << 64 | static_cast<Int128>(std::uint64_t{value.mid} << 32 | value.lo);
  return value.negative() ? -digits : digits;
}
inline Decimal decimal_of(Int128 digits, int scale) {
  const bool negative = digits < 0;
  if (negative) digits = -digits;
  return {static_cast<std::uint32_t>(digits), static_cast<std::uint32_t>(digits >> 32),
          static_cast<std::uint32_t>(digits >> 64),
          static_cast<std::uint32_t>(scale) << 16 | (negative ? 0x8000'0000U : 0U)};
}

// Microseconds since 1970, as databases count.
inline constexpr std::int64_t kTicksOf1970 = 621'355'968'000'000'000;
inline std::int64_t microseconds_of(DateTime value) { return (value.ticks() - kTicksOf1970) / 10; }
inline DateTime date_of(std::int64_t microseconds) {
  return {microseconds * 10 + kTicksOf1970, DateTimeKind::Unspecified};
}

// The 16 bytes of a Guid in the order in which it is spelled, as two numbers; its own first three groups lie with the
// least significant byte first.
struct GuidHalves {
  std::uint64_t upper;
  std::uint64_t lower;
};
inline GuidHalves halves_of(const Guid& guid) {
  std::uint32_t first;
  std::uint16_t second, third;
  std::uint64_t lower;
  std::memcpy(&first, guid.bytes.data(), 4);
  std::memcpy(&second, guid.bytes.data() + 4, 2);
  std::memcpy(&third, guid.bytes.data() + 6, 2);
  std::memcpy(&lower, guid.bytes.data() + 8, 8);
  return {std::uint64_t{first} << 32 | std::uint64_t{second} << 16 | third, __builtin_bswap64(lower)};
}
inline Guid guid_of(GuidHalves halves) {
  Guid guid;
  const auto first = static_cast<std::uint32_t>(halves.upper >> 32);
  const auto second = static_cast<std::uint16_t>(halves.upper >> 16);
  const auto third = static_cast<std::uint16_t>(halves.upper);
  const std::uint64_t lower = __builtin_bswap64(halves.lower);
  std::memcpy(guid.bytes.data(), &first, 4);
  std::memcpy(guid.bytes.data() + 4, &second, 2);
  std::memcpy(guid.bytes.data() + 6, &third, 2);
  std::memcpy(guid.bytes.data() + 8, &lower, 8);
  return guid;
}

// Appends plain values that lie as ours do, none of them null.
inline void append_run(model::Column& column, const void* values, std::size_t count) {
  const auto* from = static_cast<const std::uint8_t*>(values);
  while (count > 0) {
    model::Chunk& chunk = column.tail();
    const std::size_t part = std::min(count, column.room());
    chunk.bytes.append(from, part * column.width());
    chunk.size += static_cast<std::uint32_t>(part);
    column.added(part);
    from += part * column.width();
    count -= part;
  }
}

// One plain value of a column's width.
inline void append_plain(model::Column& column, const void* value) { append_run(column, value, 1); }

}  // namespace dotwire::bench

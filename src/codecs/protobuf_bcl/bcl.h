// .NET's values as protobuf-net's bcl.proto has them: TimeSpan, DateTime, Decimal and Guid as small messages, and the
// choices of its writer. Parts that are 0 are left out, so that zero is an empty message.
//
// Bodies only: the tag in front, and the length or the end of the group, are the caller's.
#pragma once

#include <cstdint>
#include <iterator>

#include "base/byte_reader.h"
#include "base/byte_writer.h"
#include "dotwire/result.h"
#include "dotwire/values.h"
#include "wire/protobuf/varint.h"

namespace dotwire::protobuf_bcl {

// Room that the put functions need behind `at`; they return the end.
inline constexpr std::size_t kLongestTicks = 13;
inline constexpr std::size_t kLongestDecimal = 20;
inline constexpr std::size_t kLongestGuid = 18;

enum class Scale : std::uint8_t {
  Days = 0,
  Hours = 1,
  Minutes = 2,
  Seconds = 3,
  Milliseconds = 4,
  Ticks = 5,
  MinMax = 15
};

inline constexpr std::int64_t kEpochTicks = 621'355'968'000'000'000;  // of 1970-01-01

// The largest unit that divides the ticks.
inline std::uint8_t* put_time_span(std::uint8_t* at, std::int64_t ticks) {
  constexpr std::int64_t kMillisecond = 10'000;
  constexpr std::int64_t kUnits[] = {86'400'000 * kMillisecond, 3'600'000 * kMillisecond, 60'000 * kMillisecond,
                                     1'000 * kMillisecond};
  auto scale = Scale::Ticks;
  std::int64_t value = ticks;
  if (ticks == INT64_MAX || ticks == INT64_MIN) {
    scale = Scale::MinMax;
    value = ticks == INT64_MAX ? 1 : -1;
  } else if (ticks % kMillisecond == 0) {
    scale = Scale::Milliseconds;
    value = ticks / kMillisecond;
    for (std::uint8_t unit = 0; unit < 4; ++unit) {
      if (ticks % kUnits[unit] != 0) continue;
      scale = static_cast<Scale>(unit);
      value = ticks / kUnits[unit];
      break;
    }
  }
  if (value != 0) {
    *at++ = 0x08;
    at = protobuf::put_varint(at, protobuf::to_zigzag(value));
  }
  if (scale != Scale::Days) {
    *at++ = 0x10;
    *at++ = static_cast<std::uint8_t>(scale);
  }
  return at;
}

// The clock's distance from 1970; the kind has no place.
inline std::uint8_t* put_date_time(std::uint8_t* at, DateTime value) {
  const std::int64_t ticks = value.ticks();
  if (ticks == 0) return put_time_span(at, INT64_MIN);
  return put_time_span(at, ticks == DateTime::kMaxTicks ? INT64_MAX : ticks - kEpochTicks);
}

// With the scale, and with the sign of a negative zero.
inline std::uint8_t* put_decimal(std::uint8_t* at, const Decimal& value) {
  const std::uint64_t low = value.lo | std::uint64_t{value.mid} << 32;
  const std::uint32_t sign_scale = (value.flags >> 16 & 0xFF) << 1 | value.flags >> 31;
  if (low != 0) {
    *at++ = 0x08;
    at = protobuf::put_varint(at, low);
  }
  if (value.hi != 0) {
    *at++ = 0x10;
    at = protobuf::put_varint(at, value.hi);
  }
  if (sign_scale != 0) {
    *at++ = 0x18;
    at = protobuf::put_varint(at, sign_scale);
  }
  return at;
}

inline std::uint8_t* put_guid(std::uint8_t* at, const std::uint8_t* bytes) {
  const auto low = load<std::uint64_t>(bytes);
  const auto high = load<std::uint64_t>(bytes + 8);
  if ((low | high) == 0) return at;
  *at++ = 0x09;
  at = put(at, low);
  *at++ = 0x11;
  return put(at, high);
}

// Of the units of time, which MinMax is not. False: no unit, or more ticks than there can be.
inline bool scale_ticks(std::int64_t value, std::uint64_t scale, std::int64_t& ticks) {
  constexpr std::int64_t kUnits[] = {864'000'000'000, 36'000'000'000, 600'000'000, 10'000'000, 10'000, 1};
  return scale < std::size(kUnits) && !__builtin_mul_overflow(value, kUnits[scale], &ticks);
}

// Where a body ends: at the end of the bytes, or with the end of the group of that field, which is passed.
struct BodyEnd {
  std::uint32_t group = 0;  // 0: with the bytes
};

// Fail with Truncated, Malformed or OutOfRange at the field that is wrong. Unknown fields are skipped. Of a field that
// comes twice the last counts.
Result<std::int64_t> decode_time_span(ByteReader& in, BodyEnd end);
Result<DateTime> decode_date_time(ByteReader& in, BodyEnd end);
Result<Decimal> decode_decimal(ByteReader& in, BodyEnd end);
Result<Guid> decode_guid(ByteReader& in, BodyEnd end);

// The ticks since 1970 that a Fixed64 in place of the message holds. OutOfRange beyond the year 9999.
Result<DateTime> date_time_of_ticks(std::int64_t since_1970, std::uint64_t offset);

}  // namespace dotwire::protobuf_bcl

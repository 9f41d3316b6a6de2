#include "wire/fast_serializer/packed.h"

#include <cstdlib>

#include "base/byte_writer.h"
#include "base/load.h"
#include "clr/date_time.h"
#include "clr/decimal.h"

namespace dotwire::fast_serializer {
namespace {

// Bits of a packed time.
constexpr std::uint32_t kNegative = 1;
constexpr std::uint32_t kHasDays = 2;
constexpr std::uint32_t kHasTime = 4;
constexpr std::uint32_t kHasSeconds = 8;
constexpr std::uint32_t kHasMilliseconds = 16;

constexpr std::int64_t kTicksPerMillisecond = 10'000;
constexpr std::uint32_t kMostDays = 10'675'199;  // of a TimeSpan

constexpr const char* kTruncated = "the input ends inside a value";

// Time of day below the days; `bits` are the two lowest.
std::uint8_t* put_time(std::uint8_t* at, std::uint64_t ticks_of_day, std::uint32_t bits) {
  const auto milliseconds = static_cast<std::uint32_t>(ticks_of_day / kTicksPerMillisecond % 1000);
  const auto seconds = static_cast<std::uint32_t>(ticks_of_day / kTicksPerSecond % 60);
  const auto minutes = static_cast<std::uint32_t>(ticks_of_day / kTicksPerMinute % 60);
  const auto hours = static_cast<std::uint32_t>(ticks_of_day / kTicksPerHour);
  const bool has_time = hours != 0 || minutes != 0;
  std::size_t size = 2;
  if (has_time) bits |= kHasTime | hours << 5 | minutes << 10;
  if (seconds != 0) {
    bits |= kHasSeconds;
    if (!has_time && milliseconds == 0) {
      bits |= seconds << 10;  // in the place of the minutes
    } else {
      bits |= seconds << 16;
      size = 3;
    }
  }
  if (milliseconds != 0) {
    bits |= kHasMilliseconds | milliseconds << 22;
    size = 4;
  }
  store(at, bits);
  return at + size;
}

// The bits but for the two lowest, which are the caller's.
const std::uint8_t* decode_time(const std::uint8_t* at, const std::uint8_t* end, std::int64_t& ticks, Fault& fault) {
  if (end - at < 2) return fail(fault, ErrorCode::Truncated, at, kTruncated);
  std::uint32_t bits = load<std::uint16_t>(at);
  std::size_t size = 2;
  if ((bits & kHasMilliseconds) != 0) {
    size = 4;
  } else if ((bits & kHasSeconds) != 0 && (bits & kHasTime) != 0) {
    size = 3;
  }
  if (static_cast<std::size_t>(end - at) < size) return fail(fault, ErrorCode::Truncated, at, kTruncated);
  for (std::size_t i = 2; i < size; ++i) bits |= std::uint32_t{at[i]} << (8 * i);
  ticks = 0;
  if ((bits & kHasTime) != 0) ticks = (bits >> 5 & 31) * kTicksPerHour + (bits >> 10 & 63) * kTicksPerMinute;
  if ((bits & kHasSeconds) != 0) {
    const bool in_minutes = (bits & (kHasTime | kHasMilliseconds)) == 0;
    ticks += (in_minutes ? bits >> 10 & 63 : bits >> 16 & 63) * kTicksPerSecond;
  }
  if ((bits & kHasMilliseconds) != 0) ticks += (bits >> 22) * kTicksPerMillisecond;
  return at + size;
}

const std::uint8_t* decode_word(const std::uint8_t* at, const std::uint8_t* end, bool zero, bool packed,
                                std::uint32_t& word, Fault& fault) {
  word = 0;
  if (zero) return at;
  if (packed) return decode_7bit(at, end, word, fault);
  if (end - at < 4) return fail(fault, ErrorCode::Truncated, at, kTruncated);
  word = load<std::uint32_t>(at);
  return at + 4;
}

template <class T>
const std::uint8_t* decode_any_7bit(const std::uint8_t* at, const std::uint8_t* end, T& value, Fault& fault) {
  constexpr int kBits = sizeof(T) * 8;
  const std::uint8_t* const start = at;
  value = 0;
  for (int shift = 0; shift < kBits; shift += 7) {
    if (at == end) return fail(fault, ErrorCode::Truncated, start, "the input ends inside an integer");
    const std::uint8_t byte = *at++;
    const T part = byte & 0x7F;
    if (shift + 7 > kBits && part >> (kBits - shift) != 0) break;
    value |= static_cast<T>(part << shift);
    if (byte < 0x80) return at;
  }
  return fail(fault, ErrorCode::Malformed, start, "7-bit integer is too long");
}

}  // namespace

const std::uint8_t* fail(Fault& fault, ErrorCode code, const std::uint8_t* at, const char* message) {
  fault = {code, at, message};
  return nullptr;
}

const std::uint8_t* decode_7bit(const std::uint8_t* at, const std::uint8_t* end, std::uint32_t& value, Fault& fault) {
  if (at != end && *at < 0x80) [[likely]] {
    value = *at;
    return at + 1;
  }
  return decode_any_7bit(at, end, value, fault);
}

const std::uint8_t* decode_7bit(const std::uint8_t* at, const std::uint8_t* end, std::uint64_t& value, Fault& fault) {
  return decode_any_7bit(at, end, value, fault);
}

std::uint8_t* put_7bit_long(std::uint8_t* at, std::uint64_t value) {
  while (value >= 0x80) {
    *at++ = static_cast<std::uint8_t>(value | 0x80);
    value >>= 7;
  }
  *at++ = static_cast<std::uint8_t>(value);
  return at;
}

std::uint8_t* put_packed(std::uint8_t* at, TimeSpan value) {
  const std::uint64_t ticks =
      value.ticks < 0 ? 0 - static_cast<std::uint64_t>(value.ticks) : static_cast<std::uint64_t>(value.ticks);
  const std::uint64_t days = ticks / kTicksPerDay;
  at = put_time(at, ticks % kTicksPerDay, (value.ticks < 0 ? kNegative : 0) | (days != 0 ? kHasDays : 0));
  return days != 0 ? put_7bit(at, static_cast<std::uint32_t>(days)) : at;
}

std::uint8_t* put_packed(std::uint8_t* at, DateTime value) {
  const std::int64_t ticks = value.ticks();
  const CivilDate date = civil_from_days(static_cast<std::int32_t>(ticks / kTicksPerDay));
  const std::int64_t time = ticks % kTicksPerDay;
  const auto kind = static_cast<std::uint32_t>(value.kind());
  const bool more = time != 0 || kind != 0;
  store(at, static_cast<std::uint32_t>(date.year) | static_cast<std::uint32_t>(date.month) << 14 |
                static_cast<std::uint32_t>(date.day) << 18 | (more ? 1U << 23 : 0));
  return more ? put_time(at + 3, static_cast<std::uint64_t>(time), kind) : at + 3;
}

const std::uint8_t* decode_packed(const std::uint8_t* at, const std::uint8_t* end, TimeSpan& value, Fault& fault) {
  const std::uint8_t* const start = at;
  std::int64_t ticks = 0;
  at = decode_time(at, end, ticks, fault);
  if (at == nullptr) return nullptr;
  std::uint32_t days = 0;
  if ((*start & kHasDays) != 0) {
    at = decode_7bit(at, end, days, fault);
    if (at == nullptr) return nullptr;
  }
  const std::uint64_t all =
      std::uint64_t{days} * static_cast<std::uint64_t>(kTicksPerDay) + static_cast<std::uint64_t>(ticks);
  if (days > kMostDays || all > static_cast<std::uint64_t>(INT64_MAX)) {
    return fail(fault, ErrorCode::OutOfRange, start, "time span is longer than a TimeSpan");
  }
  value.ticks = (*start & kNegative) != 0 ? -static_cast<std::int64_t>(all) : static_cast<std::int64_t>(all);
  return at;
}

const std::uint8_t* decode_packed(const std::uint8_t* at, const std::uint8_t* end, DateTime& value, Fault& fault) {
  const std::uint8_t* const start = at;
  if (end - at < 3) return fail(fault, ErrorCode::Truncated, at, kTruncated);
  const std::uint32_t bits = at[0] | std::uint32_t{at[1]} << 8 | std::uint32_t{at[2]} << 16;
  const CivilDate date{static_cast<std::int32_t>(bits & 0x3FFF), static_cast<std::int32_t>(bits >> 14 & 15),
                       static_cast<std::int32_t>(bits >> 18 & 31)};
  if (!is_valid(date)) return fail(fault, ErrorCode::OutOfRange, start, "date is none of the calendar");
  at += 3;
  std::int64_t ticks = ticks_from_civil(date);
  DateTimeKind kind = DateTimeKind::Unspecified;
  if ((bits >> 23 & 1) != 0) {
    const std::uint8_t* const time_start = at;
    std::int64_t time = 0;
    at = decode_time(at, end, time, fault);
    if (at == nullptr) return nullptr;
    if ((*time_start & 3) == 3) return fail(fault, ErrorCode::Malformed, time_start, "kind of a DateTime is 3");
    kind = static_cast<DateTimeKind>(*time_start & 3);
    ticks += time;
  }
  if (ticks > DateTime::kMaxTicks) return fail(fault, ErrorCode::OutOfRange, start, "date is beyond the year 9999");
  value = DateTime(ticks, kind);
  return at;
}

std::uint8_t* put_packed(std::uint8_t* at, const Decimal& value, Dialect dialect) {
  const bool as_low = dialect == Dialect::A;
  const std::uint32_t words[] = {value.lo, value.mid, value.hi};
  std::uint8_t flags = value.negative() ? 1 : 0;
  if (value.scale() != 0) flags |= 2;
  for (int i = 0; i < 3; ++i) {
    const auto word = static_cast<std::int32_t>(words[i]);
    const std::int32_t tested = as_low ? static_cast<std::int32_t>(words[0]) : word;
    if (word == 0) {
      flags |= static_cast<std::uint8_t>(4 << i);
    } else if (word <= kHighest32 && tested >= 0) {
      flags |= static_cast<std::uint8_t>(32 << i);
    }
  }
  *at++ = flags;
  if (value.scale() != 0) *at++ = static_cast<std::uint8_t>(value.scale());
  for (int i = 0; i < 3; ++i) {
    if ((flags & 4 << i) != 0) continue;
    at = (flags & 32 << i) != 0 ? put_7bit(at, words[i]) : put(at, words[i]);
  }
  return at;
}

const std::uint8_t* decode_packed(const std::uint8_t* at, const std::uint8_t* end, Decimal& value, Fault& fault) {
  const std::uint8_t* const start = at;
  if (at == end) return fail(fault, ErrorCode::Truncated, at, kTruncated);
  const std::uint8_t flags = *at++;
  std::uint32_t scale = 0;
  if ((flags & 2) != 0) {
    if (at == end) return fail(fault, ErrorCode::Truncated, start, kTruncated);
    scale = *at++;
  }
  std::uint32_t* const words[] = {&value.lo, &value.mid, &value.hi};
  for (int i = 0; i < 3; ++i) {
    at = decode_word(at, end, (flags & 4 << i) != 0, (flags & 32 << i) != 0, *words[i], fault);
    if (at == nullptr) return nullptr;
  }
  value.flags = scale << 16 | std::uint32_t{flags & 1U} << 31;
  if (!is_valid(value)) return fail(fault, ErrorCode::OutOfRange, start, "scale of a Decimal is over 28");
  return at;
}

}  // namespace dotwire::fast_serializer

#include "codecs/protobuf_bcl/bcl.h"

#include <string>

#include "base/checked.h"
#include "wire/protobuf/fields.h"

namespace dotwire::protobuf_bcl {
namespace {

using protobuf::Tag;
using protobuf::WireType;

// Unknown fields may hold groups, but nobody writes them deep.
constexpr std::uint32_t kUnknownDepth = 64;

// Calls take(tag) for each field of the body; false: the field is unknown.
template <class Take>
Status for_each_field(ByteReader& in, BodyEnd end, Take&& take) {
  for (;;) {
    if (end.group == 0 && in.at_end()) return {};
    const std::uint64_t start = in.offset();
    DOTWIRE_TRY(const Tag tag, protobuf::decode_tag(in));
    if (tag.type == WireType::EndGroup) {
      if (tag.field == end.group) return {};
      return Error(ErrorCode::Malformed, start, "end of group " + std::to_string(tag.field) + " inside another one");
    }
    DOTWIRE_TRY(const bool known, take(tag, start));
    if (!known) {
      DOTWIRE_TRY(protobuf::skip_value(in, tag, kUnknownDepth));
    }
  }
}

Error wrong_type(Tag tag, std::uint64_t start) {
  return Error(ErrorCode::Malformed, start,
               "field " + std::to_string(tag.field) + " of a value of .NET is no " + std::string(to_string(tag.type)));
}

struct ScaledTicks {
  std::int64_t value = 0;
  std::uint64_t scale = 0;
  std::uint64_t kind = 0;
};

Result<ScaledTicks> decode_scaled(ByteReader& in, BodyEnd end) {
  ScaledTicks ticks;
  Status done = for_each_field(in, end, [&](Tag tag, std::uint64_t start) -> Result<bool> {
    if (tag.field > 3) return false;
    if (tag.type != WireType::Varint) return wrong_type(tag, start);
    DOTWIRE_TRY(const std::uint64_t value, protobuf::decode_varint(in));
    if (tag.field == 1) ticks.value = protobuf::from_zigzag(value);
    if (tag.field == 2) ticks.scale = value;
    if (tag.field == 3) ticks.kind = value;
    return true;
  });
  if (!done.ok()) return std::move(done).error();
  return ticks;
}

Result<std::int64_t> ticks_of(const ScaledTicks& scaled, std::uint64_t offset) {
  if (scaled.scale <= static_cast<std::uint64_t>(Scale::Ticks)) {
    std::int64_t ticks = 0;
    if (scale_ticks(scaled.value, scaled.scale, ticks)) return ticks;
    return Error(ErrorCode::OutOfRange, offset, "time is beyond what a TimeSpan holds");
  }
  if (scaled.scale == static_cast<std::uint64_t>(Scale::MinMax)) {
    if (scaled.value == 1) return INT64_MAX;
    if (scaled.value == -1) return INT64_MIN;
    return Error(ErrorCode::Malformed, offset, "smallest and largest time are -1 and 1, not another number");
  }
  return Error(ErrorCode::Malformed, offset, "there is no unit of time " + std::to_string(scaled.scale));
}

}  // namespace

Result<std::int64_t> decode_time_span(ByteReader& in, BodyEnd end) {
  const std::uint64_t start = in.offset();
  DOTWIRE_TRY(const ScaledTicks scaled, decode_scaled(in, end));
  return ticks_of(scaled, start);
}

Result<DateTime> date_time_of_ticks(std::int64_t since_1970, std::uint64_t offset) {
  std::int64_t ticks;
  if (__builtin_add_overflow(since_1970, kEpochTicks, &ticks) || ticks < 0 || ticks > DateTime::kMaxTicks) {
    return Error(ErrorCode::OutOfRange, offset, "DateTime is not within the years 1 to 9999");
  }
  return DateTime(ticks, DateTimeKind::Unspecified);
}

Result<DateTime> decode_date_time(ByteReader& in, BodyEnd end) {
  const std::uint64_t start = in.offset();
  DOTWIRE_TRY(const ScaledTicks scaled, decode_scaled(in, end));
  DOTWIRE_TRY(const std::int64_t ticks, ticks_of(scaled, start));
  if (scaled.kind > 2) return Error(ErrorCode::Malformed, start, "there is no kind of DateTime beyond 2");
  if (ticks == INT64_MIN) return DateTime(0, DateTimeKind::Unspecified);
  if (ticks == INT64_MAX) return DateTime(DateTime::kMaxTicks, DateTimeKind::Unspecified);
  DOTWIRE_TRY(const DateTime clock, date_time_of_ticks(ticks, start));
  return DateTime(clock.ticks(), static_cast<DateTimeKind>(scaled.kind));
}

Result<Decimal> decode_decimal(ByteReader& in, BodyEnd end) {
  const std::uint64_t start = in.offset();
  std::uint64_t parts[3] = {};
  Status done = for_each_field(in, end, [&](Tag tag, std::uint64_t at) -> Result<bool> {
    if (tag.field > 3) return false;
    if (tag.type != WireType::Varint) return wrong_type(tag, at);
    DOTWIRE_TRY(parts[tag.field - 1], protobuf::decode_varint(in));
    return true;
  });
  if (!done.ok()) return std::move(done).error();
  if (parts[1] > UINT32_MAX) return Error(ErrorCode::OutOfRange, start, "Decimal has more than 96 bits");
  if (parts[2] > 28 * 2 + 1) return Error(ErrorCode::Malformed, start, "scale of a Decimal is not up to 28");
  Decimal value;
  value.lo = static_cast<std::uint32_t>(parts[0]);
  value.mid = static_cast<std::uint32_t>(parts[0] >> 32);
  value.hi = static_cast<std::uint32_t>(parts[1]);
  value.flags = static_cast<std::uint32_t>(parts[2] >> 1 << 16 | (parts[2] & 1) << 31);
  return value;
}

Result<Guid> decode_guid(ByteReader& in, BodyEnd end) {
  Guid value;
  Status done = for_each_field(in, end, [&](Tag tag, std::uint64_t at) -> Result<bool> {
    if (tag.field > 2) return false;
    if (tag.type != WireType::Fixed64) return wrong_type(tag, at);
    DOTWIRE_TRY(const std::uint64_t half, in.read_u64());
    store(value.bytes.data() + 8 * (tag.field - 1), half);
    return true;
  });
  if (!done.ok()) return std::move(done).error();
  return value;
}

}  // namespace dotwire::protobuf_bcl

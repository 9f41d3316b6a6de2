// .NET's simple values, with everything they hold: scale, kind, sign of zero, lone surrogates.
// Plain data; every type here may be copied bit by bit but for those that own memory (BigInteger, Uri).
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace dotwire {

// One UTF-16 code unit, as System.Char.
using Char = char16_t;

// 96-bit integer, scaled by a power of ten. Equality is that of the bits: 1.0 and 1.00 differ, as do 0 and -0.
struct Decimal {
  std::uint32_t lo = 0;
  std::uint32_t mid = 0;
  std::uint32_t hi = 0;
  std::uint32_t flags = 0;  // bits 16..23 scale (0..28), bit 31 sign; the rest is zero

  constexpr int scale() const { return static_cast<int>(flags >> 16 & 0xFF); }
  constexpr bool negative() const { return (flags >> 31) != 0; }
  constexpr bool is_zero() const { return (lo | mid | hi) == 0; }
  friend constexpr bool operator==(const Decimal&, const Decimal&) = default;
};

enum class DateTimeKind : std::uint8_t { Unspecified = 0, Utc = 1, Local = 2 };

// Ticks of 100 ns since 0001-01-01 and a kind, in .NET's own 64 bits: 62 of ticks, 2 of kind. Kind bits 11 say local,
// in the first pass, by daylight time, through an hour that comes twice.
struct DateTime {
  std::uint64_t data = 0;

  static constexpr std::uint64_t kTicksMask = 0x3FFFFFFFFFFFFFFFU;
  static constexpr std::int64_t kMaxTicks = 3155378975999999999;

  constexpr DateTime() = default;
  constexpr explicit DateTime(std::uint64_t bits) : data(bits) {}
  constexpr DateTime(std::int64_t ticks, DateTimeKind kind)
      : data(static_cast<std::uint64_t>(ticks) | static_cast<std::uint64_t>(kind) << 62) {}

  constexpr std::int64_t ticks() const { return static_cast<std::int64_t>(data & kTicksMask); }
  constexpr DateTimeKind kind() const {
    const auto bits = data >> 62;
    return bits == 3 ? DateTimeKind::Local : static_cast<DateTimeKind>(bits);
  }
  constexpr bool ambiguous() const { return data >> 62 == 3; }
  friend constexpr bool operator==(const DateTime&, const DateTime&) = default;
};

struct TimeSpan {
  std::int64_t ticks = 0;
  friend constexpr auto operator<=>(const TimeSpan&, const TimeSpan&) = default;
};

// The clock time shown at that place, and the place's distance from UTC.
struct DateTimeOffset {
  std::int64_t clock_ticks = 0;
  std::int16_t offset_minutes = 0;
  constexpr std::int64_t utc_ticks() const { return clock_ticks - std::int64_t{offset_minutes} * 600'000'000; }
  friend constexpr bool operator==(const DateTimeOffset&, const DateTimeOffset&) = default;
};

// In the order of Guid.ToByteArray: the first three groups little-endian.
struct Guid {
  std::array<std::uint8_t, 16> bytes{};
  friend constexpr bool operator==(const Guid&, const Guid&) = default;
};

// Parts that are absent are -1.
struct Version {
  std::int32_t major = 0;
  std::int32_t minor = 0;
  std::int32_t build = -1;
  std::int32_t revision = -1;
  friend constexpr bool operator==(const Version&, const Version&) = default;
};

// Magnitude in 32-bit words, least significant first, without leading zero words. Zero has none.
struct BigInteger {
  bool negative = false;
  std::vector<std::uint32_t> words;
  friend bool operator==(const BigInteger&, const BigInteger&) = default;
};

// As System.Uri keeps it: the text it was made from.
struct Uri {
  std::string text;
  friend bool operator==(const Uri&, const Uri&) = default;
};

// System.Data.SqlTypes. Each may be null, as it is unless it is given a value.
template <class T>
struct SqlValue {
  bool is_null = true;
  T value{};
  friend bool operator==(const SqlValue&, const SqlValue&) = default;
};
struct SqlBoolean : SqlValue<bool> {};
struct SqlByte : SqlValue<std::uint8_t> {};
struct SqlInt16 : SqlValue<std::int16_t> {};
struct SqlInt32 : SqlValue<std::int32_t> {};
struct SqlInt64 : SqlValue<std::int64_t> {};
struct SqlSingle : SqlValue<float> {};
struct SqlDouble : SqlValue<double> {};
struct SqlGuid : SqlValue<Guid> {};
struct SqlBinary : SqlValue<std::vector<std::uint8_t>> {};
struct SqlBytes : SqlValue<std::vector<std::uint8_t>> {};
struct SqlChars : SqlValue<std::u16string> {};

// In ten-thousandths.
struct SqlMoney {
  bool is_null = true;
  std::int64_t value = 0;
  friend constexpr bool operator==(const SqlMoney&, const SqlMoney&) = default;
};

// Up to 38 digits, the magnitude in 32-bit words, least significant first.
struct SqlDecimal {
  bool is_null = true;
  bool negative = false;
  std::uint8_t precision = 1;
  std::uint8_t scale = 0;
  std::array<std::uint32_t, 4> data{};
  friend constexpr bool operator==(const SqlDecimal&, const SqlDecimal&) = default;
};

// Days since 1900-01-01 and 1/300 s of the day.
struct SqlDateTime {
  bool is_null = true;
  std::int32_t days = 0;
  std::int32_t ticks = 0;
  friend constexpr bool operator==(const SqlDateTime&, const SqlDateTime&) = default;
};

// Text in WTF-8 with the culture and the SqlCompareOptions that compare it.
struct SqlString {
  bool is_null = true;
  std::string value;
  std::int32_t lcid = 0;
  std::int32_t compare_options = 25;
  friend bool operator==(const SqlString&, const SqlString&) = default;
};

// The primitives of the CLR and of the formats, with the codes of MS-NRBF 2.1.2.3 (PrimitiveTypeEnumeration).
enum class Primitive : std::uint8_t {
  Boolean = 1,
  Byte = 2,
  Char = 3,
  Decimal = 5,
  Double = 6,
  Int16 = 7,
  Int32 = 8,
  Int64 = 9,
  SByte = 10,
  Single = 11,
  TimeSpan = 12,
  DateTime = 13,
  UInt16 = 14,
  UInt32 = 15,
  UInt64 = 16,
  Null = 17,
  String = 18,
};

// Bytes that a primitive takes in memory: 0 for Null and String.
constexpr std::uint32_t size_of(Primitive primitive) {
  switch (primitive) {
    case Primitive::Boolean:
    case Primitive::Byte:
    case Primitive::SByte: return 1;
    case Primitive::Char:
    case Primitive::Int16:
    case Primitive::UInt16: return 2;
    case Primitive::Int32:
    case Primitive::UInt32:
    case Primitive::Single: return 4;
    case Primitive::Int64:
    case Primitive::UInt64:
    case Primitive::Double:
    case Primitive::TimeSpan:
    case Primitive::DateTime: return 8;
    case Primitive::Decimal: return 16;
    case Primitive::Null:
    case Primitive::String: return 0;
  }
  return 0;
}

}  // namespace dotwire

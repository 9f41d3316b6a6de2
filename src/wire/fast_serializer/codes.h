// Type codes of SimmoTech's SerializationWriter (table-formats.md 4.1, 4.4). Names are those of its SerializedType.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace dotwire::fast_serializer {

enum class Dialect : std::uint8_t {
  A,  // 2006: tables of tokens behind the payload
  B,  // 2.0 and 2.1: as A, with more type codes
  C,  // 2.2: texts where they come first, and a longer header
};

// Numbered as in B and C. A byte below Null is a string token.
enum class Code : std::uint8_t {
  String = 0x00,  // stands for every string, whatever its form
  Null = 0x80,
  NullSequence,
  DBNull,
  DBNullSequence,
  Other,
  BooleanTrue,
  BooleanFalse,
  Byte,
  SByte,
  Char,
  Decimal,
  Double,
  Single,
  Int16,
  Int32,
  Int64,
  UInt16,
  UInt32,
  UInt64,
  ZeroByte,
  ZeroSByte,
  ZeroChar,
  ZeroDecimal,
  ZeroDouble,
  ZeroSingle,
  ZeroInt16,
  ZeroInt32,
  ZeroInt64,
  ZeroUInt16,
  ZeroUInt32,
  ZeroUInt64,
  OneByte,
  OneSByte,
  OneChar,
  OneDecimal,
  OneDouble,
  OneSingle,
  OneInt16,
  OneInt32,
  OneInt64,
  OneUInt16,
  OneUInt32,
  OneUInt64,
  MinusOneInt16,
  MinusOneInt32,
  MinusOneInt64,
  OptimizedInt16,
  OptimizedInt16Negative,
  OptimizedUInt16,
  OptimizedInt32,
  OptimizedInt32Negative,
  OptimizedUInt32,
  OptimizedInt64,
  OptimizedInt64Negative,
  OptimizedUInt64,
  OptimizedDateTime,
  OptimizedTimeSpan,
  EmptyString,
  SingleSpace,
  SingleCharString,
  YString,
  NString,
  DateTime,
  MinDateTime,
  MaxDateTime,
  TimeSpan,
  ZeroTimeSpan,
  Guid,
  EmptyGuid,
  BitVector32,
  DuplicateValue,
  DuplicateValueSequence,
  BitArray,
  Type,
  SingleInstance,
  ArrayList,
  ObjectArray,
  EmptyTypedArray,
  EmptyObjectArray,
  NonOptimizedTypedArray,
  FullyOptimizedTypedArray,
  PartiallyOptimizedTypedArray,
  OtherTypedArray,
  BooleanArray,
  ByteArray,
  CharArray,
  DateTimeArray,
  DecimalArray,
  DoubleArray,
  SingleArray,
  GuidArray,
  Int16Array,
  Int32Array,
  Int64Array,
  SByteArray,
  TimeSpanArray,
  UInt16Array,
  UInt32Array,
  UInt64Array,
  StringArray,
  OwnedDataSerializableAndRecreatable,
  Enum,
  OptimizedEnum,
  SurrogateHandled,
  OptimizedDecimal = 0xFE,  // A only, as B4
  Invalid = 0xFF,           // a byte that is no code of the dialect
};
static_assert(static_cast<int>(Code::EmptyString) == 0xB9 && static_cast<int>(Code::ByteArray) == 0xD4 &&
              static_cast<int>(Code::SurrogateHandled) == 0xE7);

// The byte of a code, 0 if the dialect has none.
constexpr std::uint8_t byte_of(Code code, Dialect dialect) {
  const auto number = static_cast<std::uint8_t>(code);
  if (dialect != Dialect::A) return code <= Code::SurrogateHandled ? number : 0;
  if (code <= Code::MinusOneInt64) return number;
  switch (code) {
    case Code::OptimizedInt32: return 0xAE;
    case Code::OptimizedUInt32: return 0xAF;
    case Code::OptimizedInt64: return 0xB0;
    case Code::OptimizedUInt64: return 0xB1;
    case Code::OptimizedDateTime: return 0xB2;
    case Code::OptimizedTimeSpan: return 0xB3;
    case Code::OptimizedDecimal: return 0xB4;
    default: break;
  }
  return code >= Code::EmptyString && code <= Code::OwnedDataSerializableAndRecreatable
             ? static_cast<std::uint8_t>(number - 4)
             : 0;
}

// The code of each byte.
using CodeTable = std::array<Code, 256>;
const CodeTable& codes_of(Dialect dialect);

// "OptimizedInt32"; "String" for tokens.
std::string_view name_of(Code code);

inline constexpr std::int64_t kHighest16 = 127;
inline constexpr std::int64_t kHighest32 = 2'097'151;
inline constexpr std::int64_t kHighest64 = 562'949'953'421'311;

}  // namespace dotwire::fast_serializer

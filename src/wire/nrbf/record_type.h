// The enumerations of MS-NRBF 2.1.2 that readers and writers share.
#pragma once

#include <cstdint>
#include <string_view>

namespace dotwire::nrbf {

enum class RecordType : std::uint8_t {
  SerializedStreamHeader = 0,
  ClassWithId = 1,
  SystemClassWithMembers = 2,
  ClassWithMembers = 3,
  SystemClassWithMembersAndTypes = 4,
  ClassWithMembersAndTypes = 5,
  BinaryObjectString = 6,
  BinaryArray = 7,
  MemberPrimitiveTyped = 8,
  MemberReference = 9,
  ObjectNull = 10,
  MessageEnd = 11,
  BinaryLibrary = 12,
  ObjectNullMultiple256 = 13,
  ObjectNullMultiple = 14,
  ArraySinglePrimitive = 15,
  ArraySingleObject = 16,
  ArraySingleString = 17,
  MethodCall = 21,
  MethodReturn = 22,
};

enum class BinaryArrayType : std::uint8_t {
  Single = 0,
  Jagged = 1,
  Rectangular = 2,
  SingleOffset = 3,
  JaggedOffset = 4,
  RectangularOffset = 5,
};

// "ClassWithId"; empty if there is no such record.
std::string_view to_string(RecordType type);

// Array lengths of .NET end here.
inline constexpr std::int32_t kMaxArrayLength = 2147483591;
inline constexpr int kMaxRank = 32;
// A bound of ours: real payloads have fewer than a hundred.
inline constexpr std::size_t kMostLibraries = 65'536;
inline constexpr std::size_t kHeaderSize = 17;

}  // namespace dotwire::nrbf

// Descriptors of values that .NET serializes as structs of its own: constant, shared by all threads.
#pragma once

#include <string_view>

#include "dotwire/type.h"
#include "dotwire/values.h"

namespace dotwire::model {

// System.Guid: the eleven fields, which lie in memory as in a stream.
const Type& guid_type();
// System.DateTimeOffset: an instant in UTC and minutes. Codecs compute both: offsets mean nothing.
const Type& offset_type();
// A primitive of the CLR.
const Type& primitive_type(Primitive primitive);

// The object that a primitive is when it is boxed as a root: System.Int32 { m_value }. That of DateTime lies in memory
// as a BoxedDate, the others as the primitive.
const Type* boxed_type(Primitive primitive);

// System.DateTime { ticks, dateData }: the same ticks twice, the second time with the kind's bits.
struct BoxedDate {
  explicit BoxedDate(DateTime date);
  std::int64_t ticks;
  std::uint64_t date_data;
};

// The core library's display name in .NET Framework 4 and Mono, as generic arguments name it.
inline constexpr std::string_view kMscorlib =
    "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";

}  // namespace dotwire::model

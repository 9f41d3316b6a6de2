// What a writer of object graphs may choose.
#pragma once

#include <cstdint>

#include "wire/nrbf/class_types.h"

namespace dotwire::nrbf {

// Which strings of C++ structs are one .NET object. Graphs know themselves.
enum class StringIdentity : std::uint8_t {
  Distinct,   // each is an object of its own, as deserialized ones are
  ByValue,    // equal text is one object, as literals and interned strings are
  ByAddress,  // those behind one shared_ptr are
};

// FormatterTypeStyle (A.11), with the numbers of .NET.
enum class TypeStyle : std::uint8_t { WhenNeeded = 0, Always = 1, XsdString = 2 };

struct WriteOptions {
  StringIdentity strings = StringIdentity::Distinct;
  // A repeated reference takes a number that is never used, as all but old Mono do (dialects.h).
  bool burns_ids = true;
  TypeStyle types = TypeStyle::Always;
  // Decimal, BitArray and the comparer of strings serialize themselves (dialects.h).
  bool serializes_decimal = false;
  // Who knows classes; may be null. Must outlive the writer.
  const ClassTypes* classes = nullptr;

  bool names_all_types() const { return types == TypeStyle::Always; }
  bool strings_in_place() const { return types == TypeStyle::XsdString; }
};

}  // namespace dotwire::nrbf

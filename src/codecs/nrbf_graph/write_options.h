// What a writer of object graphs may choose.
#pragma once

#include <cstdint>

namespace dotwire::nrbf {

// Which strings of C++ structs are one .NET object. Graphs know themselves.
enum class StringIdentity : std::uint8_t {
  Distinct,   // each is an object of its own, as deserialized ones are
  ByValue,    // equal text is one object, as literals and interned strings are
  ByAddress,  // those behind one shared_ptr are
};

struct WriteOptions {
  StringIdentity strings = StringIdentity::Distinct;
  // A repeated reference takes a number that is never used, as all but old Mono do (dialects.h).
  bool burns_ids = true;
};

}  // namespace dotwire::nrbf

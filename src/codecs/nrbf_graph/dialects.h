// What the runtimes' BinaryFormatters do differently, as one table (nrbf-soap.md A.12, runtime-differences.md 6).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/byte_reader.h"
#include "dotwire/format.h"

namespace dotwire::nrbf {

struct DialectSwitches {
  Dialect dialect;
  // Asking for a known object again takes a number that is never used (A.7).
  bool burns_ids;
  // The kind of a DateTime is written; otherwise its ticks only.
  bool keeps_date_kind;
  // Header[], MethodCall and MethodReturn can be written.
  bool writes_messages;
  // Type, delegates and CultureInfo can be written.
  bool writes_reflection;
  // A primitive in a member declared as an interface or ValueType becomes a boxed object of its own; otherwise raw
  // bytes that nothing can read.
  bool boxes_in_interfaces;
  // Exceptions have the entry WatsonBuckets, and their ExceptionMethod is typed String.
  bool has_watson_buckets;
  // Fields of List<T> come plain and prefixed in a derived class.
  bool doubles_list_fields;
  // Decimal, BitArray and the default comparer of strings are ISerializable, and so always typed.
  bool serializes_decimal;
  // The one member of a UIntPtr.
  std::string_view uintptr_member;
  // What generic arguments of the core library without TypeForwardedFrom name; no such types where it is mscorlib.
  std::string_view core_library;
};

// One row for each dialect but Recorded.
std::span<const DialectSwitches> dialect_table();
// Of Recorded: the row of the Framework.
const DialectSwitches& switches_of(Dialect dialect);

// Whose writer made a payload, by the names in its first MiB and by how ids were given out; Recorded where nothing
// says. Takes any bytes.
Dialect guess_dialect(Bytes payload);

// Whether repeated references burn ids in this payload; nothing where none could have. Looks at the first records only.
std::optional<bool> burns_ids(Bytes payload);

}  // namespace dotwire::nrbf

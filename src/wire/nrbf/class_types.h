// Types of members that a payload leaves out: records 2 and 3 (FormatterTypeStyle.TypesWhenNeeded, nrbf-soap.md A.11)
// name their members only. They come from whoever knows the classes; those of the framework are known here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/byte_reader.h"
#include "dotwire/result.h"

namespace dotwire::nrbf {

// As a record with types would say it (2.1.2.2). How a value looks depends on `binary_type` and `primitive` alone.
struct MemberType {
  std::uint8_t binary_type = 2;
  std::uint8_t primitive = 0;  // of binary types 0 and 7
  std::string_view name;     // of binary types 3 and 4: the declared type; may be empty. Of 2: Object itself, or empty
  std::string_view library;  // of that type; empty: the core library
};

struct DeclaredMember {
  std::string_view name;  // as it is written
  MemberType type;
};

// Says what members of classes are declared as. Constant: may be asked by several threads.
class ClassTypes {
 public:
  virtual ~ClassTypes() = default;
  // For messages.
  virtual std::string_view title() const { return "the contract"; }
  // The members of a class in the order in which they are written; nothing if the class is unknown. `class_name` is
  // that of the record. The members live as long as this object.
  virtual std::optional<std::span<const DeclaredMember>> find(std::string_view class_name) const = 0;
  // Whether the class names entries of its own (ISerializable), so that its records always have types. Nothing if that
  // is not known.
  virtual std::optional<bool> serializes_itself(std::string_view /*class_name*/) const { return std::nullopt; }
};

// Fills `types` for the members that an untyped class record names: from `known` (may be null), else from what is known
// of the framework's classes. Unsupported, at `offset`, names the class and the member that nobody knows.
Status resolve_member_types(std::string_view class_name, std::span<const std::string_view> names,
                            const ClassTypes* known, std::uint64_t offset, std::span<MemberType> types);

// Of a class of the framework, whatever the runtime; nothing if it is none or its members are not known.
std::optional<MemberType> framework_member_type(std::string_view class_name, std::string_view member);

// Whether a class of these members serializes itself: what is known of the framework's classes, else what the names of
// members show. Nothing if they show nothing. `in_core`: the runtime's Decimal, BitArray and comparer of strings do.
std::optional<bool> serializes_itself(std::string_view class_name, std::span<const std::string_view> members,
                                      bool in_core);

// The primitive of that CLR name ("System.Int32": 8), 0 if it is none.
std::uint8_t primitive_code(std::string_view clr_name);

}  // namespace dotwire::nrbf

// What writing an object of one type comes to: its class record, ready but for ids, and the steps of its values.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dotwire/type.h"

namespace dotwire::nrbf {

enum class WriteOp : std::uint8_t {
  Copy,  // `length` bytes that lie in memory as in the stream
  Char,
  Decimal,
  Slot,        // a Slot of a graph
  Text,        // a std::string in place
  TextOrNull,  // behind PointerOps
  Inline,      // a value type in place
  Offset,      // a DateTimeOffset, a value type of two entries
  Object,      // a reference type in place: written later, under an id
  Pointer,     // PointerOps
  Nullable,    // PointerOps, to a value type
};

struct Plan;

struct WriteStep {
  WriteOp op;
  bool repeated = false;                  // Text: another member is the same string (inherited fields come twice)
  Primitive primitive = Primitive::Null;  // Nullable: of the element, if it is one
  std::uint32_t member = 0;
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
  const model::Type* type = nullptr;  // of the member; Pointer and Nullable: of the element
  const model::PointerOps* pointer = nullptr;
};

// Of an array's or list's elements.
struct ElementPlan;

struct Plan {
  const model::Type* type = nullptr;
  std::vector<WriteStep> steps;
  // Class record behind the object id; up to the member types only, where those depend on values (not fixed_head).
  std::string head;
  struct Patch {
    std::uint32_t offset;  // in `head`, of a library id
    std::int32_t library;  // index in the writer's table
  };
  std::vector<Patch> patches;
  bool fixed_head = false;
  bool typed = true;   // the record names the types of members
  bool nests = false;  // values may be objects in place, which need frames
  std::uint32_t class_number = 0;
  std::int32_t library = -1;     // of the type; -1: the core library
  bool fixed_libraries = false;  // values do not change which libraries the record asks for
  bool libraries_known = false;
  std::vector<std::int32_t> member_libraries;  // fixed_libraries: what need_libraries() asks for, once it is known

  std::shared_ptr<ElementPlan> element;  // Array, List; once it was needed

  // State of one document.
  std::uint64_t document = 0;
  std::int32_t metadata_id = 0;  // 0: no record of this class yet
  bool always_full = false;      // another class of this name came first (A.8)
  bool libraries_done = false;
};

// Declared type info of a member or element of this type (A.8). Names borrow from the type.
struct TypeInfo {
  model::BinaryType binary_type = model::BinaryType::Object;
  Primitive primitive = Primitive::Null;
  std::string name;
  std::string_view library;  // empty: the core library
};
TypeInfo type_info(const model::Type& type);
// Of T[] of this element type.
TypeInfo array_info(const model::Type& element);

// "System.Int32".
std::string_view primitive_name(Primitive primitive);

// What a List<T> that grew by adding has room for.
std::uint64_t list_capacity(std::uint64_t count);

// Whether one object can be met twice in what this type leads to: only pointers that share or observe can do that.
bool may_alias(const model::Type& root);

// Whether the type is a CLR value type: in place, without identity.
bool is_value_type(const model::Type& type);

struct ElementPlan {
  WriteStep step;
  TypeInfo info;
  std::int32_t library = -1;
};

// How to write a value of this type that lies at the address itself.
WriteStep make_step(const model::Type& type);

// The steps for the members of a type, runs of plain ones joined.
std::vector<WriteStep> make_steps(const model::Type& type);

}  // namespace dotwire::nrbf

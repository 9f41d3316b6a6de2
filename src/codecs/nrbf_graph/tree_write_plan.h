// How TreeWriter writes all that one C++ type leads to: for each class, list and array the bytes of its record and the
// steps of its values.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "dotwire/type.h"

namespace dotwire::nrbf {

enum class TreeOp : std::uint8_t {
  Copy,
  Copy4,
  Decimal,
  Text,
  FlaggedText,  // std::optional, whose flag lies at a known place
  PointedText,  // PointerOps
  Object,
  FlaggedObject,
  PointedObject,
  Nullable,  // PointerOps, to a primitive
  End,       // of the steps
};

struct TreeClass;

struct TreeStep {
  TreeOp op = TreeOp::Copy;
  Primitive primitive = Primitive::Null;  // Nullable
  std::uint32_t offset = 0;
  std::uint32_t flag = 0;    // offset of the flag in the object
  std::uint32_t length = 0;  // Copy, Nullable: bytes
  const model::PointerOps* pointer = nullptr;
  TreeClass* target = nullptr;  // objects
};

enum class TreeKind : std::uint8_t { Class, List, Objects, Primitives, Texts };

// A class, a List<T>, or an array by its elements: Objects in place, Primitives, Texts.
struct TreeClass {
  TreeKind kind = TreeKind::Class;
  bool has_capacity = false;  // arrays: of a List<T>, with spare room
  const model::Type* type = nullptr;
  const model::ContainerOps* container = nullptr;  // lists and arrays
  TreeClass* element = nullptr;                    // List: its array. Objects: the class
  TreeStep text;                                   // Texts: how to get one
  std::uint32_t stride = 0;                        // Objects, Texts: bytes from one element to the next
  // Class: bytes that the values take at most, but for long texts, and how many objects they lead to.
  std::uint32_t room = 0;
  std::uint32_t references = 0;
  std::vector<TreeStep> steps;  // the last is End

  // What the record says behind the id; of arrays, behind the length. Where a member's type goes by its value, the two
  // forms are in `varying`, and `head` ends before the first member's info.
  std::string head;
  struct Info {
    std::string bytes;               // as declared, or with a value
    std::string without_value;       // of a Nullable that is null
    std::int32_t library = -1;       // index in TreePlan::libraries of an id behind the bytes
    const TreeStep* step = nullptr;  // null: does not vary
  };
  std::vector<Info> varying;
  struct Patch {
    std::uint32_t offset;   // in `head`, of a library id
    std::uint32_t library;  // index in TreePlan::libraries
  };
  std::vector<Patch> patches;            // see patch_heads()
  std::vector<std::uint32_t> libraries;  // that must come before the record, in order
  std::int32_t own_library = -1;         // of a class; -1: the core library

  std::int32_t metadata_id = 0;  // in this document; 0: no record yet
};
inline constexpr std::int32_t kRecordIsThere = -1;  // metadata_id of a root whose record is in the prefix

struct TreePlan {
  std::vector<std::unique_ptr<TreeClass>> classes;  // the root's first
  struct Library {
    std::string record;           // behind the id
    std::int32_t id = 0;          // in this document; 0: not written yet
    std::int32_t patched_id = 0;  // what the heads say
  };
  std::vector<Library> libraries;
  // What every document begins with: the header, the root's libraries, and its class record where nothing varies.
  std::string prefix;
  std::size_t prefix_libraries = 0;
  bool prefix_has_record = false;
};

// Puts the library's id into all heads that name it.
void patch_heads(TreePlan& plan, std::size_t library);

// Null: what the type leads to is no tree, or holds what TreeWriter does not write.
std::unique_ptr<TreePlan> make_tree_plan(const model::Type& root);

}  // namespace dotwire::nrbf

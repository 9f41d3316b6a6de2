// Type descriptors: what an object in memory looks like, and what .NET calls it.
//
// The same descriptor serves C++ structs (made once per type by bind.h, then constant and shared by all threads) and
// the class records of a payload (made at run time, living as long as the Graph that holds them). Codecs are written
// once, over (address, Type).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "dotwire/values.h"

namespace dotwire::model {

struct Type;

enum class TypeKind : std::uint8_t {
  Primitive,   // a value of Type::primitive, laid out as in values.h
  Enum,        // Type::primitive is the underlying type
  String,      // text in place: std::string, or with PointerOps one that may be null or shared
  Struct,      // a CLR value type with members in place
  Class,       // a CLR reference type with members in place
  Pointer,     // a C++ pointer to Type::element
  Nullable,    // std::optional of Type::element, a CLR Nullable<T>
  Array,       // a CLR array of Type::element
  List,        // System.Collections.Generic.List<T>
  Dictionary,  // System.Collections.Generic.Dictionary<K, V>
  Guid,        // dotwire::Guid
  Offset,      // dotwire::DateTimeOffset
  Converted,   // written as Type::element, see ConvertOps
  Node,        // a Slot of a Graph: null, or any Node
};

// BinaryTypeEnumeration of MS-NRBF 2.1.2.2: how a class record announces a member.
enum class BinaryType : std::uint8_t {
  Primitive = 0,
  String = 1,
  Object = 2,
  SystemClass = 3,
  Class = 4,
  ObjectArray = 5,
  StringArray = 6,
  PrimitiveArray = 7,
};

// What a record says of a member or of an array's elements, beside its value.
struct RecordedType {
  BinaryType binary_type = BinaryType::Object;
  Primitive primitive = Primitive::Null;  // Primitive, PrimitiveArray
  std::string_view name;                  // SystemClass, Class
  std::int32_t library_id = 0;            // Class
};

struct Member {
  std::string_view name;  // as BinaryFormatter writes it: "<Name>k__BackingField"
  const Type* type = nullptr;
  std::uint32_t offset = 0;  // bytes from the start of the object
  bool optional = false;     // C++ types: payloads may lack it ([OptionalField])
  // What the payload said (dynamic types), or what the declared type gives (C++ types).
  RecordedType recorded;
};

// How to walk and grow a container. Functions get the container's address.
struct ContainerOps {
  std::size_t (*size)(const void* container);
  // Contiguous containers: the first element; the stride is the element type's size. Otherwise null.
  const void* (*data)(const void* container);
  // Contiguous containers: makes it hold `count` elements and gives the first.
  void* (*resize)(void* container, std::size_t count);
  // A resumable cursor of at most kCursorSize bytes, for containers whose elements lie apart. next() gives null at the
  // end.
  void (*begin)(const void* container, void* cursor);
  const void* (*next)(const void* container, void* cursor);
  // Dictionary: empties it; takes a finished element, moved from memory of the element type.
  void (*clear)(void* container);
  // Gives where the element lies now; null if its key is there already.
  void* (*insert)(void* container, void* element);
};
inline constexpr std::size_t kCursorSize = 48;

// Owning and sharing: Pointer, Nullable, and String that may be null. A function that is null: the pointer cannot do
// that.
struct PointerOps {
  // The object pointed to, or null.
  const void* (*get)(const void* pointer);
  // Makes a new object and owns it; gives the most derived object. Of a Pointer `type` is the element type or one
  // derived from it: null if it is neither.
  void* (*emplace)(void* pointer, const Type* type);
  void (*reset)(void* pointer);
  // shared_ptr: what keeps the object alive, and pointing to an object that something else keeps alive.
  std::shared_ptr<void> (*owner)(const void* pointer);
  void (*share)(void* pointer, const std::shared_ptr<void>& owner, void* object);
  // Raw pointers: points to an object that lives elsewhere and will not move.
  void (*observe)(void* pointer, void* object);
  // A most derived object of `type` as the element type: null if it is none. Then fit for share() and observe().
  void* (*upcast)(void* most_derived, const Type* type);
  // Owning pointers: gives the object away and leaves null.
  std::shared_ptr<void> (*detach)(void* pointer);
  // Null function: objects are of the element type itself. Gives null for an object of a class that is not described.
  const Type* (*dynamic_type)(const void* object, const void** most_derived);
  // The type of that CLR name among the element type and those derived from it; null if there is none.
  const Type* (*find_type)(std::string_view clr_name);
};

// A type that is written and read as another: one that only a factory can make, or that hides its members.
// The stand-in has no identity of its own; the object has.
struct ConvertOps {
  void (*to)(const void* object, void* stand_in);
  // Null, or why the stand-in's values make no object. The text is static.
  const char* (*from)(void* object, const void* stand_in);
};

// Default-constructs in raw memory, destroys, moves. Null in descriptors of payloads.
struct LifeOps {
  void (*construct)(void* memory);
  void (*destroy)(void* object);
};

struct Type {
  TypeKind kind = TypeKind::Node;
  Primitive primitive = Primitive::Null;
  bool contiguous = false;  // containers: elements lie side by side
  bool plain = false;       // no pointers inside: may be copied bit by bit
  std::uint32_t size = 0;   // bytes in memory
  std::uint32_t alignment = 1;
  // Nullable, Pointer, String as a std::optional: where the byte lies that says whether there is a value; the value
  // lies at the start then. 0: only PointerOps can tell.
  std::uint32_t flag_offset = 0;
  std::string_view
      name;  // CLR full name as on the wire: "System.Collections.Generic.List`1[[System.Int32, mscorlib, ...]]"
  std::string_view library;       // assembly display name; empty for the core library
  const Type* element = nullptr;  // Array, List, Pointer, Nullable, Converted; of a Dictionary its KeyValuePair struct
  std::span<const Member> members;
  const ContainerOps* container = nullptr;
  const PointerOps* pointer = nullptr;
  const ConvertOps* convert = nullptr;
  const LifeOps* life = nullptr;

  // Of class records in a payload: the id of the record that defined the members, and its library. 0 for C++ types.
  std::int32_t defining_id = 0;
  std::int32_t library_id = 0;
  // Of class records: what the reader made of the members, its own.
  const void* decode_plan = nullptr;
  // Of C++ types: a small number of its own, under which a Writer or Reader keeps its plan. 0 for the others.
  std::uint32_t serial = 0;
};

}  // namespace dotwire::model

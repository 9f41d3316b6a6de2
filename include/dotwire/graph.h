// The graph model: any object graph of a payload, with the form in which it was recorded.
//
// Nodes live in the arena of their Graph and borrow text and primitive arrays from the input, which must outlive it
// (Graph::keep() takes an input over). Reading nodes is safe from several threads while nobody changes or writes it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "dotwire/buffer.h"
#include "dotwire/type.h"
#include "dotwire/values.h"

namespace dotwire {
class Arena;
}

namespace dotwire::model {

enum class NodeKind : std::uint8_t {
  Object,  // ObjectNode: named members
  String,  // StringNode
  Array,   // ArrayNode
  Scalar,  // ScalarNode: a boxed primitive, or a value with a meaning of its own (Guid, DBNull ...)
};

// Kinds of single values. The first are those of Primitive, with the same numbers.
enum class ValueKind : std::uint8_t {
  None = 0,
  Boolean = 1,
  Byte = 2,
  Char = 3,
  Decimal = 5,
  Double = 6,
  Int16 = 7,
  Int32 = 8,
  Int64 = 9,
  SByte = 10,
  Single = 11,
  TimeSpan = 12,
  DateTime = 13,
  UInt16 = 14,
  UInt32 = 15,
  UInt64 = 16,
  String = 18,  // text
  Guid = 32,
  DateTimeOffset = 33,
  BigInteger = 34,  // text: decimal digits
  Uri = 35,         // text
  Version = 36,     // text
  Type = 37,        // text: assembly-qualified name
  DBNull = 38,
  Bytes = 39,  // byte[]: bytes
  Chars = 40,  // char[]: text
  // System.Data.SqlTypes. Null is a null cell, or a ScalarNode with `sql_null`.
  SqlBinary = 64,  // bytes
  SqlBoolean = 65,
  SqlByte = 66,
  SqlBytes = 67,  // bytes
  SqlChars = 68,  // text
  SqlDateTime = 69,
  SqlDecimal = 70,
  SqlDouble = 71,
  SqlGuid = 72,
  SqlInt16 = 73,
  SqlInt32 = 74,
  SqlInt64 = 75,
  SqlMoney = 76,
  SqlSingle = 77,
  SqlString = 78,  // text
  SqlXml = 79,     // text
  Object = 96,     // a graph value, of System.Object or of any type that is not above
};

// Common head of all nodes. A node never moves.
struct Node {
  NodeKind kind;
  // RecordType under which it was recorded (MS-NRBF 2.1.2.1); 0 for nodes made by a program.
  std::uint8_t record = 0;
  // Of a ScalarNode: what its value is, and whether it is one of System.Data.SqlTypes without a value.
  ValueKind value_kind = ValueKind::None;
  bool sql_null = false;
  // Object id as recorded; 0 where the record has none.
  std::int32_t id = 0;
  // Scratch of the writer that holds the graph at the moment.
  mutable std::int32_t written_id = 0;
  mutable std::uint32_t written_pass = 0;
};

// What a member or element holds: null, a run of nulls (arrays only), or a node, either recorded in place or referred
// to.
class Slot {
 public:
  constexpr Slot() = default;
  static Slot in_place(const Node* node) { return Slot(reinterpret_cast<std::uintptr_t>(node)); }
  static Slot reference(const Node* node) { return Slot(reinterpret_cast<std::uintptr_t>(node) | 1); }
  // `record` is the record that said it: ObjectNull (10), ObjectNullMultiple256 (13), ObjectNullMultiple (14).
  static Slot null_run(std::uint32_t count, std::uint8_t record = 10) {
    return Slot(std::uint64_t{count} << 16 | std::uint64_t{record} << 8 | 2);
  }
  // A reference whose target has not been read yet; readers only, never seen by others.
  static Slot pending(std::int32_t id) { return Slot(std::uint64_t{static_cast<std::uint32_t>(id)} << 32 | 4); }

  bool is_null() const { return word_ == 0 || (word_ & 7) == 2; }
  bool is_pending() const { return (word_ & 7) == 4; }
  std::int32_t pending_id() const { return static_cast<std::int32_t>(word_ >> 32); }
  bool is_reference() const { return (word_ & 7) == 1; }
  // Array elements that this slot stands for.
  std::uint32_t count() const { return (word_ & 7) == 2 ? static_cast<std::uint32_t>(word_ >> 16) : 1; }
  std::uint8_t null_record() const { return word_ == 0 ? 10 : static_cast<std::uint8_t>(word_ >> 8 & 0xFF); }
  // Null for nulls.
  const Node* node() const {
    return (word_ & 6) != 0 ? nullptr : reinterpret_cast<const Node*>(word_ & ~std::uint64_t{1});
  }

 private:
  constexpr explicit Slot(std::uint64_t word) : word_(word) {}
  std::uint64_t word_ = 0;
};
static_assert(sizeof(Slot) == 8);

// A class instance. Its data follows in memory: first a Slot for each member that is no primitive, then the primitives
// packed without gaps, each where Member::offset says.
struct ObjectNode : Node {
  const Type* type;

  const std::uint8_t* data() const { return reinterpret_cast<const std::uint8_t*>(this + 1); }
  std::uint8_t* data() { return reinterpret_cast<std::uint8_t*>(this + 1); }
  const Member* find(std::string_view name) const;
  // Of a member that is no primitive.
  const Slot& slot(const Member& member) const { return *reinterpret_cast<const Slot*>(data() + member.offset); }
  Slot& slot(const Member& member) { return *reinterpret_cast<Slot*>(data() + member.offset); }
  template <class T>
  T get(const Member& member) const {
    T value;
    std::memcpy(&value, data() + member.offset, sizeof(T));
    return value;
  }
  template <class T>
  void set(const Member& member, T value) {
    std::memcpy(data() + member.offset, &value, sizeof(T));
  }
};

// UTF-8 as recorded (models made by programs may hold WTF-8).
struct StringNode : Node {
  const char* text;
  std::uint32_t size;
  std::string_view view() const { return {text, size}; }
};

// A column of text as an array, so that a table's strings need no nodes: element i ends at ends[i].
struct TextElements {
  const char* text;
  const std::uint64_t* ends;  // offsets into text; the first element starts at `start`
  std::uint64_t start;
  const std::uint64_t* nulls;     // a set bit is a null; null pointer: none is
  const std::uint32_t* identity;  // same number, same string object; 0 or null pointer: an object of its own
};

struct ArrayNode : Node {
  std::uint8_t array_kind;  // BinaryArrayTypeEnumeration of 2.4.1.1, for the other array records 0
  std::uint8_t rank;
  std::uint32_t chunk_count;  // of `chunks` below
  RecordedType element;
  std::uint64_t length;              // of all dimensions together
  const std::int32_t* lengths;       // rank of them
  const std::int32_t* lower_bounds;  // rank of them; null: all zero
  // Exactly one of the three: primitive elements as in values.h (perhaps not aligned), slots, or text of a table.
  const std::uint8_t* primitives;
  Slot* slots;
  std::uint64_t slot_count;    // fewer than length where nulls were recorded as runs
  const TextElements* chunks;  // chunk_count of them, in order
  const std::uint32_t* chunk_lengths;

  bool is_primitive() const { return primitives != nullptr || element.binary_type == BinaryType::Primitive; }
};

// Boxed primitives of a payload have no identity: a reader may use one node for several that are equal.
struct ScalarNode : Node {
  // In place for kinds of fixed size (as in values.h), otherwise where the text lies.
  alignas(8) std::uint8_t value[16] = {};

  template <class T>
  T get() const {
    static_assert(sizeof(T) <= sizeof(value));
    return *reinterpret_cast<const T*>(value);
  }
  // Whether the value is text or bytes of any length, or too wide for its place (SqlDecimal).
  bool has_text() const;
  // Of those only.
  std::string_view text() const {
    std::string_view text;
    std::memcpy(&text, value, sizeof(std::string_view));
    return text;
  }
  void set_text(std::string_view text) { std::memcpy(value, &text, sizeof(std::string_view)); }
};
static_assert(sizeof(ScalarNode) == 32 && sizeof(std::string_view) <= 16);

struct Library {
  std::int32_t id;
  std::string_view name;
  // Records (of any kind but libraries) that came before it: where rewriting puts it again.
  std::uint64_t position;
};

// How a payload was framed.
struct Framing {
  std::int32_t root_id = 1;
  std::int32_t header_id = -1;
  std::int32_t major_version = 1;
  std::int32_t minor_version = 0;
};

// A MethodCall or MethodReturn record (MS-NRBF 2.2.3): a remoting message in place of a root object. What stands in
// the record itself is here; the rest is in the call array, in the order that the flags give.
struct MethodMessage {
  bool is_call = true;
  std::uint32_t flags = 0;                // MessageFlags of 2.2.1.1
  std::string_view method_name;           // calls
  std::string_view type_name;             // calls: assembly-qualified
  std::string_view context;               // ContextInline
  Slot return_value;                      // ReturnValueInline
  std::span<const Slot> arguments;        // ArgsInline: strings, primitives and nulls
  const ArrayNode* call_array = nullptr;  // null: there is none
};

class Graph {
 public:
  Graph();
  Graph(Graph&&) noexcept;
  Graph& operator=(Graph&&) noexcept;
  ~Graph();

  const Node* root() const { return root_; }
  void set_root(const Node* root) { root_ = root; }

  const Framing& framing() const { return framing_; }
  Framing& framing() { return framing_; }
  // Top-level records in the order of the payload. Empty for graphs made by a program.
  std::span<const Node* const> top_level() const { return top_level_; }
  std::vector<const Node*>& top_level() { return top_level_; }
  std::span<const Library> libraries() const { return libraries_; }
  std::vector<Library>& libraries() { return libraries_; }
  // Empty if the payload has no such library.
  std::string_view library_name(std::int32_t id) const;

  // The id of the library of that name, made if there is none: what RecordedType::library_id wants.
  std::int32_t add_library(std::string_view name);

  // Not null: the payload is a remoting message. Then root() is an object made from it, of the class
  // "System.Runtime.Remoting.Messaging.MethodCall" or "...MethodReturn", which no record holds.
  const MethodMessage* message() const { return message_; }
  void set_message(const MethodMessage* message) { message_ = message; }

  // The reader stopped early, as it was asked to. What it did not read is stood in for by objects of class kNotRead
  // with the ids of those, and an array that was cut ends with one. Such a graph cannot be written as a payload.
  static constexpr std::string_view kNotRead = "(not read)";
  bool is_partial() const { return partial_; }
  void set_partial(bool partial) { partial_ = partial; }

  // Bytes of the payload, which ends with its MessageEnd record; what follows is not part of it.
  std::uint64_t payload_size() const { return payload_size_; }
  void set_payload_size(std::uint64_t size) { payload_size_ = size; }

  // The graph keeps the bytes that its nodes borrow from.
  std::span<const std::uint8_t> keep(Buffer input);

  // Keeps what nodes point to beside the arena (class records that a reader has learnt).
  void keep_alive(std::shared_ptr<const void> owner) { owners_.push_back(std::move(owner)); }

  Arena& arena() { return *arena_; }
  // Forgets all nodes and keeps the memory.
  void clear();

  // For programs that make graphs. Text is copied.
  StringNode* make_string(std::string_view text);
  ScalarNode* make_scalar(ValueKind kind);
  template <class T>
  ScalarNode* make_scalar(ValueKind kind, T value) {
    static_assert(sizeof(T) <= 16);
    ScalarNode* node = make_scalar(kind);
    *reinterpret_cast<T*>(node->value) = value;
    return node;
  }
  ScalarNode* make_text_scalar(ValueKind kind, std::string_view text);
  // Members get offsets; all text is copied. The library is an assembly's display name, empty for the core's. What
  // is no BinaryType::Primitive becomes a Slot.
  Type* make_type(std::string_view name, std::string_view library, std::span<const Member> members);
  ObjectNode* make_object(const Type* type);
  ArrayNode* make_array(RecordedType element, std::uint64_t length);                                 // slots, all null
  ArrayNode* make_primitive_array(Primitive primitive, std::uint64_t length, const void* elements);  // copied

 private:
  std::unique_ptr<Arena> arena_;
  const Node* root_ = nullptr;
  Framing framing_;
  std::vector<const Node*> top_level_;
  std::vector<Library> libraries_;
  const MethodMessage* message_ = nullptr;
  bool partial_ = false;
  std::uint64_t payload_size_ = 0;
  std::vector<Buffer> kept_;
  std::vector<std::shared_ptr<const void>> owners_;
};

inline const ObjectNode* as_object(const Node* node) {
  return node != nullptr && node->kind == NodeKind::Object ? static_cast<const ObjectNode*>(node) : nullptr;
}
inline const StringNode* as_string(const Node* node) {
  return node != nullptr && node->kind == NodeKind::String ? static_cast<const StringNode*>(node) : nullptr;
}
inline const ArrayNode* as_array(const Node* node) {
  return node != nullptr && node->kind == NodeKind::Array ? static_cast<const ArrayNode*>(node) : nullptr;
}
inline const ScalarNode* as_scalar(const Node* node) {
  return node != nullptr && node->kind == NodeKind::Scalar ? static_cast<const ScalarNode*>(node) : nullptr;
}

}  // namespace dotwire::model

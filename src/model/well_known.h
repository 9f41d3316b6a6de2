// What raw records mean: the framework's types by their recorded members, whichever runtime laid them out
// (nrbf-soap.md A.10, runtime-differences.md 6). Nothing is changed: the records stay as they are in the graph.
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dotwire/graph.h"
#include "dotwire/table.h"
#include "model/type_names.h"

namespace dotwire::model {

// What a member or an element holds. Borrows from the graph.
struct Value {
  enum class Kind : std::uint8_t {
    Null,       // `count` of them
    Node,       // node()
    Primitive,  // `primitive` at `pointer`, perhaps not aligned
    Text,       // a string without a node of its own, in a table's array or made from several
  };
  Kind kind = Kind::Null;
  Primitive primitive = Primitive::Null;
  bool reference = false;  // Node: recorded elsewhere
  std::uint32_t count = 1;
  const void* pointer = nullptr;
  std::uint64_t size = 0;  // Text: bytes

  const model::Node* node() const { return kind == Kind::Node ? static_cast<const model::Node*>(pointer) : nullptr; }
  std::string_view text() const { return {static_cast<const char*>(pointer), static_cast<std::size_t>(size)}; }
};

Value null_value(std::uint32_t count = 1);
Value node_value(const Node* node, bool reference = true);  // null: a null
Value text_value(std::string_view text);
Value value_of(const Slot& slot);
Value value_of(const ObjectNode& object, const Member& member);

// Part of an array; all dimensions are one row.
struct ArraySlice {
  const ArrayNode* array = nullptr;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
};

// Gives a slice's elements in order. Runs of nulls come as one Value.
class ElementCursor {
 public:
  ElementCursor() = default;
  explicit ElementCursor(ArraySlice slice);
  // False at the end.
  bool next(Value& value);
  std::uint64_t remaining() const { return remaining_; }

 private:
  void skip(std::uint64_t elements);

  const ArrayNode* array_ = nullptr;
  std::uint64_t remaining_ = 0;
  std::uint64_t at_ = 0;           // primitives: element; slots: slot; text: element of the chunk
  std::uint64_t chunk_ = 0;        // text
  std::uint64_t used_of_run_ = 0;  // elements of the current null run that were given
};

// A single value of any record. Bytes lie as in values.h and table.h (a SqlDecimalCell too; ScalarNodes keep that one
// in `text`). IntPtr and UIntPtr are no kinds of their own: see Shape.
struct Scalar {
  ValueKind kind = ValueKind::None;
  bool sql_null = false;
  alignas(8) std::uint8_t bytes[24] = {};
  std::string_view text;  // of kinds that are text or bytes; borrows from the graph or from `storage`
  std::string storage;

  template <class T>
  T get() const {
    static_assert(sizeof(T) <= sizeof(bytes));
    T value;
    std::memcpy(&value, bytes, sizeof(T));
    return value;
  }
  template <class T>
  void set(ValueKind value_kind, T value) {
    static_assert(sizeof(T) <= sizeof(bytes));
    kind = value_kind;
    std::memcpy(bytes, &value, sizeof(T));
  }
  // A copy must not borrow from another's storage.
  Scalar() = default;
  Scalar(const Scalar&) = delete;
  Scalar& operator=(const Scalar&) = delete;
  void clear();
};

enum class Shape : std::uint8_t {
  Object,    // members; also what is not recognised or not as it should be
  Scalar,    // View::scalar
  Enum,      // View::values[0] is the number
  Pointer,   // IntPtr: View::scalar, an Int64
  UPointer,  // UIntPtr: View::scalar, a UInt64
  Text,      // StringBuilder, CultureInfo, Uri, Version: an object of the framework that is one text, View::scalar.text
  Items,     // View::slice where they lie in one array in their order, else View::values
  Entries,   // View::values: key, value, key, value ...
  Bits,      // BitArray: View::scalar.text, '0' and '1'
  Pair,      // KeyValuePair, DictionaryEntry: View::values, key and value
  Delegate,  // View::values: method, declaring type, target, for each of the list; View::type_name is the delegate's
};

struct View {
  Shape shape = Shape::Object;
  bool hash_order = false;  // Entries: of a Hashtable without a comparer, whose order says nothing
  Scalar scalar;
  ArraySlice slice;
  std::vector<Value> values;
  std::string_view type_name;
  std::list<std::string> texts;  // what values may borrow from

  void clear();
};

// What a type is, by name: "System.Collections.Generic.List`1[[...]]" (or as Type.ToString gives it) is List.
// Values of one kind are read by one function; None: the type has no meaning but its members.
enum class WellKnown : std::uint8_t {
  None,
  Primitive,  // System.Int32 ...: boxed as an object
  Decimal,
  DateTime,
  TimeSpan,
  IntPtr,
  UIntPtr,
  Guid,
  DateTimeOffset,
  Version,
  Uri,
  BigInteger,
  StringBuilder,
  CultureInfo,
  Unity,  // UnitySerializationHolder: a Type, DBNull ...
  Delegate,
  Sql,
  List,
  Stack,
  Queue,
  Elements,  // HashSet, SortedSet, LinkedList: an array of their own
  Wrapper,   // Collection, ReadOnlyCollection, StringCollection, CollectionBase: a list inside
  Dictionary,
  Hashtable,
  SortedDictionary,
  SortedList,
  ListDictionary,
  HybridDictionary,
  OrderedDictionary,
  NameValueCollection,
  DictionaryWrapper,  // ReadOnlyDictionary
  BitArray,
  KeyValuePair,
  DictionaryEntry,
};
WellKnown well_known(std::string_view type_name);
// Types whose objects a user sees as a sequence or a dictionary.
bool is_collection(WellKnown type);

// Fills `view` (cleared first) with what `object` is as an instance of the framework type `type_name`, its own or a
// base. Enums are recognised whatever the name. Gives Shape::Object where the members are not those of that type.
void look_at(const ObjectNode& object, std::string_view type_name, View& view);
inline void look_at(const ObjectNode& object, View& view) { look_at(object, object.type->name, view); }

// The single value of a node, if it is one: a boxed primitive, String, Guid, DateTime, Uri, Type, SqlTypes ... whether
// recorded as an object or held in a ScalarNode. False for all else (enums, pointers and StringBuilder as well).
bool scalar_of(const Node& node, Scalar& scalar);
void scalar_of(const Value& primitive, Scalar& scalar);

// A member by name; for an object of a derived class also under "Base+name".
const Member* find_member(const ObjectNode& object, std::string_view base_simple_name, std::string_view name);
// An integer or Boolean member, in place or boxed.
std::optional<std::int64_t> integer_member(const ObjectNode& object, std::string_view name);

// Type.ToString() of a name on the wire: "List`1[[System.Int32, mscorlib, ...]]" is "List`1[System.Int32]".
std::string display_name(std::string_view wire_name);
// The same for a Type object, which may be an open generic: "List`1" is "List`1[T]", with the parameters' names as far
// as the framework's are known.
std::string open_display_name(std::string_view wire_name);

// The property behind a compiler's field: "<Name>k__BackingField" is "Name", "Base+<Name>k__BackingField" "Base+Name".
std::string property_name(std::string_view member);

std::string_view clr_name(Primitive primitive);  // "System.Int32"
// Type.ToString() of what a record says of a member or element: "System.String", "System.Int32[]".
std::string display_name(const RecordedType& type);

}  // namespace dotwire::model

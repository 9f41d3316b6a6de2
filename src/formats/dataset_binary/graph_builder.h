// Makes the graph of a payload: framework objects, metadata strings by value, entries of the root object.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/arena.h"
#include "dotwire/graph.h"
#include "dotwire/table.h"
#include "formats/dataset_binary/node_copier.h"
#include "formats/dataset_binary/options.h"
#include "formats/dataset_binary/shapes.h"

namespace dotwire::dataset_binary {

// What an entry or element holds, and how a class record announces it.
struct TypedSlot {
  model::RecordedType type;
  model::Slot slot;
  const std::uint8_t* primitive = nullptr;  // BinaryType::Primitive: where its bytes are
};

// The nodes live until the next start(), and borrow texts and cells from the tables that are written.
class GraphBuilder {
 public:
  // Memory of the last graph is used again.
  void start(Dialect dialect);

  model::Graph& graph() { return graph_; }
  Arena& arena() { return graph_.arena(); }
  Dialect dialect() const { return dialect_; }

  // --- strings
  // The one metadata string of that text. Borrows the text.
  const model::StringNode* text(std::string_view text);
  // A string object of its own.
  const model::StringNode* own_text(std::string_view text);
  // The string object of the cells with that identity.
  const model::StringNode* shared_text(std::uint32_t identity, std::string_view text);

  // Where the object of the cells with that identity is kept; null before its first use.
  model::Slot& shared_object(std::uint32_t identity) { return shared_objects_[identity]; }

  // --- objects
  model::ObjectNode* make(Shape shape);
  model::RecordedType recorded(Shape shape);
  model::RecordedType recorded_class(std::string_view name, Home home);
  // Value types stand in place, objects are referred to.
  TypedSlot in_place(Shape shape, const model::ObjectNode* object);
  TypedSlot reference(Shape shape, const model::ObjectNode* object);
  TypedSlot enumeration(Shape shape, std::int32_t value);

  const model::ObjectNode* version_2_0();
  const model::ObjectNode* array_list(std::span<const model::Slot> items);
  const model::ObjectNode* bit_array(std::uint64_t bits, std::uint64_t changes, std::uint32_t*& words);
  const model::ObjectNode* hashtable(Shape shape, std::span<const model::Slot> keys,
                                     std::span<const model::Slot> values, std::int32_t hash_size, std::int32_t version);
  const model::ObjectNode* db_null();
  // System.Type as UnitySerializationHolder; one object for each type.
  const model::ObjectNode* type_object(std::string_view type_name, std::string_view assembly);
  const model::ArrayNode* int32_array(std::span<const std::uint32_t> numbers);
  // Borrows the elements.
  const model::ArrayNode* array_over(Primitive primitive, std::uint64_t length, const void* elements);
  model::Slot boxed_bool(bool value);
  model::Slot boxed_int32(std::int32_t value);

  // Sets the n-th field.
  template <class T>
  static void set(model::ObjectNode* object, std::size_t field, T value) {
    object->set(object->type->members[field], value);
  }
  static void set_slot(model::ObjectNode* object, std::size_t field, model::Slot slot) {
    object->slot(object->type->members[field]) = slot;
  }

  // A node of a table's graph, copied with what it refers to.
  const model::Node* copy(const model::Node* node, const model::Graph& from);

  // --- entries of the root object, in the order of adding
  void add(std::string_view prefix, std::string_view name, const TypedSlot& value);
  void add_text(std::string_view prefix, std::string_view name, std::string_view value);
  void add_bool(std::string_view prefix, std::string_view name, bool value);
  void add_int32(std::string_view prefix, std::string_view name, std::int32_t value);
  void add_int64(std::string_view prefix, std::string_view name, std::int64_t value);
  void add_null(std::string_view prefix, std::string_view name);
  const model::ObjectNode* finish(std::string_view type_name, std::string_view library);

  // Nodes that stand for scalars of a table's graph: one object there is one here.
  std::unordered_map<const model::Node*, model::Slot>& made() { return made_; }

 private:
  const model::Type* type_of(Shape shape);
  template <class T>
  void add_primitive(std::string_view prefix, std::string_view name, Primitive type, T value);
  void add_member(std::string_view prefix, std::string_view name, const model::RecordedType& recorded);

  Dialect dialect_ = Dialect::Framework;
  model::Graph graph_;
  std::array<const model::Type*, kShapeCount> types_{};
  std::unordered_map<std::string_view, const model::StringNode*> texts_;
  std::unordered_map<std::uint32_t, const model::StringNode*> shared_texts_;
  std::unordered_map<std::uint32_t, model::Slot> shared_objects_;
  std::unordered_map<std::string_view, const model::ObjectNode*> type_objects_;
  std::string type_key_;  // scratch
  std::unordered_map<const model::Node*, model::Slot> made_;
  std::unordered_map<const model::Graph*, NodeCopier> copiers_;
  const model::ObjectNode* db_null_ = nullptr;
  const model::ArrayNode* empty_items_ = nullptr;
  const model::StringNode* empty_text_ = nullptr;

  struct EntryValue {
    std::uint64_t primitive[2];
    model::Slot slot;
  };
  std::vector<model::Member> members_;
  std::vector<model::Member> shape_members_;  // of type_of, for its memory
  std::vector<EntryValue> values_;
};

}  // namespace dotwire::dataset_binary

#include "formats/dataset_binary/graph_builder.h"

#include <algorithm>

#include "formats/dataset_binary/assembly_names.h"

namespace dotwire::dataset_binary {

using model::ArrayNode;
using model::BinaryType;
using model::Member;
using model::Node;
using model::ObjectNode;
using model::RecordedType;
using model::Slot;
using model::StringNode;

namespace {

constexpr RecordedType kObjectElement{};

}  // namespace

void GraphBuilder::start(Dialect dialect) {
  graph_.clear();
  dialect_ = dialect;
  types_.fill(nullptr);
  texts_.clear();
  shared_texts_.clear();
  shared_objects_.clear();
  type_objects_.clear();
  made_.clear();
  copiers_.clear();
  db_null_ = nullptr;
  empty_items_ = nullptr;
  empty_text_ = nullptr;
  members_.clear();
  values_.clear();
}

// --- strings

const StringNode* GraphBuilder::own_text(std::string_view text) {
  auto* node = arena().make<StringNode>();
  node->kind = model::NodeKind::String;
  node->text = text.data();
  node->size = static_cast<std::uint32_t>(text.size());
  return node;
}

const StringNode* GraphBuilder::text(std::string_view text) {
  if (text.empty() && empty_text_ != nullptr) return empty_text_;
  const auto [at, added] = texts_.try_emplace(text, nullptr);
  if (added) at->second = own_text(text);
  if (text.empty()) empty_text_ = at->second;
  return at->second;
}

const StringNode* GraphBuilder::shared_text(std::uint32_t identity, std::string_view text) {
  const auto [at, added] = shared_texts_.try_emplace(identity, nullptr);
  if (added) at->second = own_text(text);
  // A table made by hand may give one number to two texts; they are two objects then.
  return at->second->view() == text ? at->second : own_text(text);
}

// --- objects

const model::Type* GraphBuilder::type_of(Shape shape) {
  const model::Type*& type = types_[static_cast<std::size_t>(shape)];
  if (type != nullptr) return type;
  const ShapeInfo& info = shape_info(shape);
  const bool shorten = dialect_ == Dialect::Mono && has_short_field_names(shape);
  shape_members_.clear();
  for (const ShapeField& field : info.fields) {
    Member& member = shape_members_.emplace_back();
    member.name = field.name.substr(shorten ? 1 : 0);
    member.recorded.binary_type = field.binary_type;
    member.recorded.primitive = field.primitive;
    member.recorded.name = field.type_name;
    if (field.binary_type == BinaryType::Class) {
      member.recorded.library_id = graph_.add_library(library_of(field.home, dialect_));
    }
  }
  return type = graph_.make_type(info.name, library_of(info.home, dialect_), shape_members_);
}

ObjectNode* GraphBuilder::make(Shape shape) { return graph_.make_object(type_of(shape)); }

RecordedType GraphBuilder::recorded_class(std::string_view name, Home home) {
  RecordedType type;
  type.name = name;
  type.binary_type = home == Home::Core ? BinaryType::SystemClass : BinaryType::Class;
  if (home != Home::Core) type.library_id = graph_.add_library(library_of(home, dialect_));
  return type;
}

RecordedType GraphBuilder::recorded(Shape shape) {
  const ShapeInfo& info = shape_info(shape);
  return recorded_class(info.name, info.home);
}

TypedSlot GraphBuilder::in_place(Shape shape, const ObjectNode* object) {
  return {recorded(shape), Slot::in_place(object), nullptr};
}

TypedSlot GraphBuilder::reference(Shape shape, const ObjectNode* object) {
  return {recorded(shape), Slot::reference(object), nullptr};
}

TypedSlot GraphBuilder::enumeration(Shape shape, std::int32_t value) {
  ObjectNode* object = make(shape);
  set(object, 0, value);
  return in_place(shape, object);
}

const ObjectNode* GraphBuilder::version_2_0() {
  ObjectNode* version = make(Shape::Version);
  set(version, 0, std::int32_t{2});
  set(version, 1, std::int32_t{0});
  set(version, 2, std::int32_t{-1});
  set(version, 3, std::int32_t{-1});
  return version;
}

// Filled by Add: the capacity doubles from 4, and all empty lists share one array.
const ObjectNode* GraphBuilder::array_list(std::span<const Slot> items) {
  std::uint64_t capacity = items.empty() ? 0 : 4;
  while (capacity < items.size()) capacity *= 2;
  const ArrayNode* array = empty_items_;
  if (!items.empty() || array == nullptr) {
    ArrayNode* made = graph_.make_array(kObjectElement, capacity);
    std::copy(items.begin(), items.end(), made->slots);
    array = made;
    if (items.empty()) empty_items_ = made;
  }
  ObjectNode* list = make(Shape::ArrayList);
  set_slot(list, 0, Slot::reference(array));
  set(list, 1, static_cast<std::int32_t>(items.size()));
  set(list, 2, static_cast<std::int32_t>(items.size()));
  return list;
}

const ObjectNode* GraphBuilder::bit_array(std::uint64_t bits, std::uint64_t changes, std::uint32_t*& words) {
  const std::uint64_t count = (bits + 31) / 32;
  words = arena().allocate_array<std::uint32_t>(count + 1);
  std::fill_n(words, count, 0U);
  ObjectNode* object = make(Shape::BitArray);
  set_slot(object, 0, Slot::reference(array_over(Primitive::Int32, count, words)));
  set(object, 1, static_cast<std::int32_t>(bits));
  set(object, 2, static_cast<std::int32_t>(changes));
  return object;
}

const ObjectNode* GraphBuilder::hashtable(Shape shape, std::span<const Slot> keys, std::span<const Slot> values,
                                          std::int32_t hash_size, std::int32_t version) {
  const auto array_of = [&](std::span<const Slot> slots) {
    ArrayNode* array = graph_.make_array(kObjectElement, slots.size());
    std::copy(slots.begin(), slots.end(), array->slots);
    return Slot::reference(array);
  };
  ObjectNode* table = make(shape);
  set(table, 0, 0.72F);
  set(table, 1, version);
  set(table, 4, hash_size);
  set_slot(table, 5, array_of(keys));
  set_slot(table, 6, array_of(values));
  return table;
}

const ObjectNode* GraphBuilder::db_null() {
  if (db_null_ != nullptr) return db_null_;
  ObjectNode* holder = make(Shape::Holder);
  set(holder, 1, std::int32_t{2});
  set_slot(holder, 2, Slot::in_place(text({})));
  return db_null_ = holder;
}

const ObjectNode* GraphBuilder::type_object(std::string_view type_name, std::string_view assembly) {
  type_key_ = type_name;
  type_key_ += ", ";
  type_key_ += assembly;
  const auto found = type_objects_.find(type_key_);
  if (found != type_objects_.end()) return found->second;
  ObjectNode* holder = make(Shape::Holder);
  set_slot(holder, 0, Slot::in_place(text(arena().copy(type_name))));
  set(holder, 1, std::int32_t{4});
  set_slot(holder, 2, Slot::in_place(text(arena().copy(assembly))));
  type_objects_.emplace(arena().copy(type_key_), holder);
  return holder;
}

const ArrayNode* GraphBuilder::int32_array(std::span<const std::uint32_t> numbers) {
  return graph_.make_primitive_array(Primitive::Int32, numbers.size(), numbers.data());
}

const ArrayNode* GraphBuilder::array_over(Primitive primitive, std::uint64_t length, const void* elements) {
  static constexpr std::uint8_t kNothing = 0;
  auto* node = arena().make<ArrayNode>();
  node->kind = model::NodeKind::Array;
  node->rank = 1;
  node->element.binary_type = BinaryType::Primitive;
  node->element.primitive = primitive;
  node->length = length;
  node->lengths = arena().make<std::int32_t>(static_cast<std::int32_t>(length));
  node->primitives = elements == nullptr ? &kNothing : static_cast<const std::uint8_t*>(elements);
  return node;
}

Slot GraphBuilder::boxed_bool(bool value) {
  return Slot::in_place(graph_.make_scalar(model::ValueKind::Boolean, value));
}

Slot GraphBuilder::boxed_int32(std::int32_t value) {
  return Slot::in_place(graph_.make_scalar(model::ValueKind::Int32, value));
}

const Node* GraphBuilder::copy(const Node* node, const model::Graph& from) {
  return copiers_.try_emplace(&from, from, graph_).first->second.copy(node);
}

// --- entries

void GraphBuilder::add_member(std::string_view prefix, std::string_view name, const RecordedType& recorded) {
  char* to = static_cast<char*>(arena().allocate(prefix.size() + name.size() + 1, 1));
  std::copy(prefix.begin(), prefix.end(), to);
  std::copy(name.begin(), name.end(), to + prefix.size());
  Member& member = members_.emplace_back();
  member.name = {to, prefix.size() + name.size()};
  member.recorded = recorded;
  values_.emplace_back();
}

template <class T>
void GraphBuilder::add_primitive(std::string_view prefix, std::string_view name, Primitive type, T value) {
  RecordedType recorded;
  recorded.binary_type = BinaryType::Primitive;
  recorded.primitive = type;
  add_member(prefix, name, recorded);
  std::memcpy(values_.back().primitive, &value, sizeof(T));
}

void GraphBuilder::add(std::string_view prefix, std::string_view name, const TypedSlot& value) {
  add_member(prefix, name, value.type);
  values_.back().slot = value.slot;
  if (value.primitive != nullptr) std::memcpy(values_.back().primitive, value.primitive, size_of(value.type.primitive));
}

void GraphBuilder::add_text(std::string_view prefix, std::string_view name, std::string_view value) {
  RecordedType type;
  type.binary_type = BinaryType::String;
  add(prefix, name, {type, Slot::in_place(text(value)), nullptr});
}

void GraphBuilder::add_bool(std::string_view prefix, std::string_view name, bool value) {
  add_primitive(prefix, name, Primitive::Boolean, value);
}

void GraphBuilder::add_int32(std::string_view prefix, std::string_view name, std::int32_t value) {
  add_primitive(prefix, name, Primitive::Int32, value);
}

void GraphBuilder::add_int64(std::string_view prefix, std::string_view name, std::int64_t value) {
  add_primitive(prefix, name, Primitive::Int64, value);
}

void GraphBuilder::add_null(std::string_view prefix, std::string_view name) {
  add(prefix, name, {kObjectElement, Slot(), nullptr});
}

const ObjectNode* GraphBuilder::finish(std::string_view type_name, std::string_view library) {
  ObjectNode* object = graph_.make_object(graph_.make_type(type_name, library, members_));
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Member& member = object->type->members[i];
    if (member.recorded.binary_type == BinaryType::Primitive) {
      std::memcpy(object->data() + member.offset, values_[i].primitive, size_of(member.recorded.primitive));
    } else {
      object->slot(member) = values_[i].slot;
    }
  }
  graph_.set_root(object);
  return object;
}

}  // namespace dotwire::dataset_binary

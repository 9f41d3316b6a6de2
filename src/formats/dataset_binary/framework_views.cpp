#include "formats/dataset_binary/framework_views.h"

#include <string>

#include "base/try.h"

namespace dotwire::dataset_binary {

using model::ArrayNode;
using model::Member;
using model::Node;
using model::ObjectNode;

namespace {

Error malformed(std::string message) { return Error(ErrorCode::Malformed, std::move(message)); }

}  // namespace

const ArrayNode* as_primitives(const Node* node, Primitive kind) {
  const ArrayNode* array = model::as_array(node);
  if (array == nullptr || array->rank != 1 || !array->is_primitive() || array->element.primitive != kind)
    return nullptr;
  return array->primitives != nullptr || array->length == 0 ? array : nullptr;
}

const ArrayNode* as_slots(const Node* node) {
  const ArrayNode* array = model::as_array(node);
  if (array == nullptr || array->rank != 1 || array->is_primitive() || array->chunks != nullptr) return nullptr;
  return array->slots != nullptr || array->length == 0 ? array : nullptr;
}

Result<std::int32_t> int32_field(const ObjectNode& object, std::string_view name) {
  const Member* member = object.find(name);
  if (member == nullptr || member->recorded.binary_type != model::BinaryType::Primitive ||
      member->recorded.primitive != Primitive::Int32) {
    return malformed(std::string(object.type->name) + " has no Int32 " + std::string(name));
  }
  return object.get<std::int32_t>(*member);
}

const Node* field(const ObjectNode& object, std::string_view name) {
  const Member* member = object.find(name);
  return member == nullptr ? nullptr : field(object, *member);
}

const Node* field(const ObjectNode& object, const Member& member) {
  return member.recorded.binary_type == model::BinaryType::Primitive ? nullptr : object.slot(member).node();
}

bool has_type(const Node* node, std::string_view type_name) {
  const ObjectNode* object = model::as_object(node);
  return object != nullptr && object->type->name == type_name;
}

Result<ListView> list_view(const Node* node) {
  if (!has_type(node, "System.Collections.ArrayList")) return malformed("is no ArrayList");
  const ObjectNode& object = *model::as_object(node);
  DOTWIRE_TRY(const std::int32_t size, int32_field(object, "_size"));
  const ArrayNode* items = as_slots(field(object, "_items"));
  if (items == nullptr) return malformed("ArrayList has no _items");
  if (size < 0 || static_cast<std::uint64_t>(size) > items->length) {
    return malformed("ArrayList of " + std::to_string(size) + " has " + std::to_string(items->length) + " items");
  }
  return ListView{items, static_cast<std::uint32_t>(size)};
}

Result<BitsView> bits_view(const Node* node, std::uint64_t bit_count) {
  if (!has_type(node, "System.Collections.BitArray")) return malformed("is no BitArray");
  const ObjectNode& object = *model::as_object(node);
  DOTWIRE_TRY(const std::int32_t length, int32_field(object, "m_length"));
  const ArrayNode* words = as_primitives(field(object, "m_array"), Primitive::Int32);
  if (words == nullptr) return malformed("BitArray has no m_array of Int32");
  if (length < 0 || static_cast<std::uint64_t>(length) < bit_count || words->length < (bit_count + 31) / 32) {
    return malformed("BitArray of " + std::to_string(length) + " bits in " + std::to_string(words->length) +
                     " words is too short for " + std::to_string(bit_count));
  }
  return BitsView{words->primitives, words->length};
}

Result<HashtableView> hashtable_view(const Node* node) {
  const ObjectNode* object = model::as_object(node);
  if (object == nullptr || object->find("HashSize") == nullptr) return malformed("is no Hashtable");
  HashtableView view;
  DOTWIRE_TRY(view.hash_size, int32_field(*object, "HashSize"));
  DOTWIRE_TRY(view.version, int32_field(*object, "Version"));
  view.keys = as_slots(field(*object, "Keys"));
  view.values = as_slots(field(*object, "Values"));
  if (view.keys == nullptr || view.values == nullptr) return malformed("Hashtable without Keys or Values");
  if (view.keys->length != view.values->length) return malformed("Hashtable with more Keys than Values, or fewer");
  view.count = view.keys->length;
  return view;
}

Result<Int32View> int32_view(const Node* node) {
  const ArrayNode* array = as_primitives(node, Primitive::Int32);
  if (array == nullptr) return malformed("is no array of Int32");
  return Int32View{array->primitives, array->length};
}

}  // namespace dotwire::dataset_binary

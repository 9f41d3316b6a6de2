#include "formats/dataset_binary/node_copier.h"

#include <cstring>

#include "base/arena.h"

namespace dotwire::dataset_binary {

using model::ArrayNode;
using model::Member;
using model::Node;
using model::NodeKind;
using model::ObjectNode;
using model::RecordedType;
using model::ScalarNode;
using model::Slot;
using model::StringNode;
using model::Type;

const Node* NodeCopier::copy_of(const Node* node) const {
  const auto found = nodes_.find(node);
  return found == nodes_.end() ? nullptr : found->second;
}

const Node* NodeCopier::copy(const Node* node) {
  if (node == nullptr) return nullptr;
  if (const Node* known = copy_of(node); known != nullptr) return known;
  const Node* copy = copy_shell(node);
  while (!waiting_.empty()) {
    Node* next = waiting_.back();
    waiting_.pop_back();
    finish(next);
  }
  return copy;
}

Node* NodeCopier::copy_shell(const Node* node) {
  Node* copy = nullptr;
  switch (node->kind) {
    case NodeKind::String: copy = to_.make_string(static_cast<const StringNode*>(node)->view()); break;
    case NodeKind::Scalar: {
      const auto& scalar = *static_cast<const ScalarNode*>(node);
      ScalarNode* made = scalar.has_text() ? to_.make_text_scalar(scalar.value_kind, scalar.text())
                                           : to_.make_scalar(scalar.value_kind);
      made->sql_null = scalar.sql_null;
      if (!scalar.has_text()) std::memcpy(made->value, scalar.value, sizeof(made->value));
      copy = made;
      break;
    }
    case NodeKind::Object:
      copy = copy_object(*static_cast<const ObjectNode*>(node));
      waiting_.push_back(copy);
      break;
    case NodeKind::Array:
      copy = copy_array(*static_cast<const ArrayNode*>(node));
      waiting_.push_back(copy);
      break;
  }
  // Its sign tells values from objects.
  copy->id = node->id;
  nodes_.emplace(node, copy);
  return copy;
}

Node* NodeCopier::copy_object(const ObjectNode& node) {
  ObjectNode* copy = to_.make_object(copy_type(node.type));
  for (std::size_t i = 0; i < node.type->members.size(); ++i) {
    const Member& old = node.type->members[i];
    const Member& made = copy->type->members[i];
    if (old.recorded.binary_type == model::BinaryType::Primitive) {
      std::memcpy(copy->data() + made.offset, node.data() + old.offset, size_of(old.recorded.primitive));
    } else {
      copy->slot(made) = node.slot(old);
    }
  }
  return copy;
}

Node* NodeCopier::copy_array(const ArrayNode& node) {
  Arena& arena = to_.arena();
  auto* copy = arena.make<ArrayNode>(node);
  copy->record = 0;
  copy->written_id = 0;
  copy->written_pass = 0;
  copy->element = copy_recorded(node.element);
  const auto copy_numbers = [&](const std::int32_t* numbers) {
    if (numbers == nullptr) return numbers;
    auto* made = arena.allocate_array<std::int32_t>(node.rank);
    std::memcpy(made, numbers, node.rank * sizeof(std::int32_t));
    return static_cast<const std::int32_t*>(made);
  };
  copy->lengths = copy_numbers(node.lengths);
  copy->lower_bounds = copy_numbers(node.lower_bounds);
  met_hidden_elements_ |= node.length != 0 && node.primitives == nullptr && node.slots == nullptr;
  if (node.primitives != nullptr) {
    const std::size_t size = node.length * size_of(node.element.primitive);
    auto* bytes = static_cast<std::uint8_t*>(arena.allocate(size + 1));
    std::memcpy(bytes, node.primitives, size);
    copy->primitives = bytes;
  }
  if (node.slots != nullptr) {
    copy->slots = arena.allocate_array<Slot>(node.slot_count);
    std::memcpy(static_cast<void*>(copy->slots), node.slots, node.slot_count * sizeof(Slot));
  }
  return copy;
}

Slot NodeCopier::copied_slot(Slot slot) {
  const Node* node = slot.node();
  if (node == nullptr) return slot;
  const Node* copy = copy_of(node);
  if (copy == nullptr) copy = copy_shell(node);
  return slot.is_reference() ? Slot::reference(copy) : Slot::in_place(copy);
}

void NodeCopier::finish(Node* copy) {
  if (copy->kind == NodeKind::Array) {
    auto& array = *static_cast<ArrayNode*>(copy);
    for (std::uint64_t i = 0; array.slots != nullptr && i < array.slot_count; ++i) {
      array.slots[i] = copied_slot(array.slots[i]);
    }
    return;
  }
  auto& object = *static_cast<ObjectNode*>(copy);
  for (const Member& member : object.type->members) {
    if (member.recorded.binary_type == model::BinaryType::Primitive) continue;
    object.slot(member) = copied_slot(object.slot(member));
  }
}

RecordedType NodeCopier::copy_recorded(const RecordedType& recorded) {
  RecordedType copy = recorded;
  copy.name = to_.arena().copy(recorded.name);
  if (recorded.binary_type == model::BinaryType::Class) {
    copy.library_id = to_.add_library(from_.library_name(recorded.library_id));
  }
  return copy;
}

const Type* NodeCopier::copy_type(const Type* type) {
  const auto found = types_.find(type);
  if (found != types_.end()) return found->second;
  std::vector<Member> members(type->members.begin(), type->members.end());
  for (Member& member : members) member.recorded = copy_recorded(member.recorded);
  const std::string_view library = type->library.empty() ? from_.library_name(type->library_id) : type->library;
  const Type* copy = to_.make_type(type->name, library, members);
  types_.emplace(type, copy);
  return copy;
}

}  // namespace dotwire::dataset_binary

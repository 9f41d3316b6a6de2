#include "codecs/nrbf_graph/untyped_members.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/arena.h"
#include "codecs/nrbf_graph/shape_store.h"
#include "codecs/nrbf_graph/write_plan.h"
#include "model/node_pass.h"

namespace dotwire::nrbf {
namespace {

using model::ArrayNode;
using model::BinaryType;
using model::Graph;
using model::Member;
using model::Node;
using model::NodeKind;
using model::RecordedType;

RecordedType class_type(std::string_view name, std::int32_t library) {
  RecordedType type;
  type.binary_type = library == 0 ? BinaryType::SystemClass : BinaryType::Class;
  type.name = name;
  type.library_id = library;
  return type;
}

std::string element_name(const RecordedType& type) {
  switch (type.binary_type) {
    case BinaryType::Primitive: return std::string(primitive_name(type.primitive));
    case BinaryType::String: return "System.String";
    case BinaryType::Object: return "System.Object";
    case BinaryType::ObjectArray: return "System.Object[]";
    case BinaryType::StringArray: return "System.String[]";
    case BinaryType::PrimitiveArray: return std::string(primitive_name(type.primitive)) + "[]";
    case BinaryType::SystemClass:
    case BinaryType::Class: break;
  }
  return std::string(type.name);
}

// A.9: "T[]", "T[,]", "T[*]".
std::string array_name(const ArrayNode& array) {
  std::string name = element_name(array.element);
  if (array.rank == 1) return name + (array.array_kind >= 3 ? "[*]" : "[]");
  return name + '[' + std::string(array.rank - 1U, ',') + ']';
}

RecordedType type_of_value(const Node& value, Arena& arena) {
  switch (value.kind) {
    case NodeKind::Object: {
      const model::Type& type = *model::as_object(&value)->type;
      return class_type(type.name, type.library_id);
    }
    case NodeKind::Array: {
      const ArrayNode& array = *model::as_array(&value);
      return class_type(arena.copy(array_name(array)), array.element.library_id);
    }
    case NodeKind::String: return class_type("System.String", 0);
    case NodeKind::Scalar: break;
  }
  return class_type(primitive_name(static_cast<Primitive>(model::as_scalar(&value)->value_kind)), 0);
}

// Of a member of which nobody says how it is declared: as if that were the type of its value.
RecordedType declared_as(const RecordedType& type, const Node& value) {
  RecordedType plain;
  if (value.kind == NodeKind::String) {
    plain.binary_type = BinaryType::String;
    return plain;
  }
  const ArrayNode* array = model::as_array(&value);
  if (array == nullptr || array->rank != 1 || array->array_kind != 0) return type;
  model::Type element;
  switch (array->element.binary_type) {
    case BinaryType::String: plain.binary_type = BinaryType::StringArray; return plain;
    case BinaryType::Object: plain.binary_type = BinaryType::ObjectArray; return plain;
    case BinaryType::Primitive: break;
    default: return type;
  }
  element.kind = model::TypeKind::Primitive;
  element.primitive = array->element.primitive;
  const TypeInfo info = array_info(element);
  if (info.binary_type != BinaryType::PrimitiveArray) return type;
  plain.binary_type = info.binary_type;
  plain.primitive = info.primitive;
  return plain;
}

// The library of a declared type; 0: the core's, or one that the payload does not name.
std::int32_t declared_library(const Graph& graph, const ClassTypes* known, const model::Type& type,
                              std::string_view name) {
  const auto declared = known != nullptr ? known->find(type.name) : std::nullopt;
  if (!declared.has_value()) return 0;
  const auto member = std::ranges::find(*declared, name, &DeclaredMember::name);
  if (member == declared->end() || member->type.library.empty()) return 0;
  const auto library = std::ranges::find(graph.libraries(), member->type.library, &model::Library::name);
  return library == graph.libraries().end() ? 0 : library->id;
}

// Where types are written when needed, the classes that have them are those that serialize themselves.
bool serializes_itself(const Node& value) {
  if (const auto* scalar = model::as_scalar(&value)) return scalar->value_kind == model::ValueKind::DateTime;
  const auto* object = model::as_object(&value);
  return object != nullptr && object->type->decode_plan != nullptr &&
         !static_cast<const DecodePlan*>(object->type->decode_plan)->untyped;
}

// Whether a member declared so may hold the value.
bool fits(const RecordedType& declared, const Node& value, Arena& arena) {
  switch (declared.binary_type) {
    case BinaryType::String: return value.kind == NodeKind::String;
    case BinaryType::StringArray:
    case BinaryType::ObjectArray:
    case BinaryType::PrimitiveArray: {
      const RecordedType actual = declared_as(type_of_value(value, arena), value);
      return actual.binary_type == declared.binary_type && actual.primitive == declared.primitive;
    }
    default: return value.kind == NodeKind::Object || value.kind == NodeKind::Array;
  }
}

// Members that are declared as what the first object of their class record holds.
using Guessed = std::unordered_map<const model::Type*, std::vector<Member*>>;

// Further objects of a class record may hold something else: then the member is declared as Object.
class Doubt {
 public:
  Doubt(Graph& graph, const Guessed& guessed) : graph_(graph), guessed_(guessed) {}

  void run() {
    for (const Node* node : graph_.top_level()) push(node);
    while (!open_.empty()) {
      const Node* node = open_.back();
      open_.pop_back();
      if (const auto* array = model::as_array(node)) {
        for (std::uint64_t i = 0; array->slots != nullptr && i < array->slot_count; ++i) push(array->slots[i].node());
      } else if (const auto* object = model::as_object(node)) {
        check(*object);
        for (const Member& member : object->type->members) {
          if (member.recorded.binary_type != BinaryType::Primitive) push(object->slot(member).node());
        }
      }
    }
  }

 private:
  void push(const Node* node) {
    if (node == nullptr || node->written_pass == pass_) return;
    node->written_pass = pass_;
    open_.push_back(node);
  }

  void check(const model::ObjectNode& object) {
    const auto found = guessed_.find(object.type);
    if (found == guessed_.end()) return;
    for (Member* member : found->second) {
      const Node* value = object.slot(*member).node();
      if (value != nullptr && !fits(member->recorded, *value, graph_.arena())) member->recorded = RecordedType{};
    }
  }

  Graph& graph_;
  const Guessed& guessed_;
  std::uint32_t pass_ = model::next_pass();
  std::vector<const Node*> open_;
};

// Whether the type is only a guess.
bool complete(Graph& graph, const ClassTypes* known, const model::ObjectNode& object, Member& member) {
  RecordedType& recorded = member.recorded;
  const bool is_class = recorded.binary_type == BinaryType::SystemClass || recorded.binary_type == BinaryType::Class;
  if (!is_class && recorded.binary_type != BinaryType::Object) return false;
  const bool is_unknown = !is_class && recorded.name.empty();
  const Node* value = object.slot(member).node();
  if (value == nullptr) {
    if (is_class) recorded = class_type(recorded.name, declared_library(graph, known, *object.type, member.name));
    return false;
  }
  // A boxed number says that the member is declared as Object, or as Nullable.
  if (is_unknown && value->kind == NodeKind::Scalar) return false;
  if (!is_class && !is_unknown && !serializes_itself(*value)) return false;
  const RecordedType type = type_of_value(*value, graph.arena());
  recorded = is_unknown ? declared_as(type, *value) : type;
  return is_unknown;
}

}  // namespace

void complete_member_types(Graph& graph, std::span<const model::ObjectNode* const> objects, const ClassTypes* known) {
  Guessed guessed;
  for (const model::ObjectNode* object : objects) {
    for (const Member& recorded : object->type->members) {
      if (recorded.recorded.binary_type == BinaryType::Primitive) continue;
      // Made for this record alone (ShapeStore::decode_untyped).
      auto& member = const_cast<Member&>(recorded);
      if (complete(graph, known, *object, member)) guessed[object->type].push_back(&member);
    }
  }
  if (!guessed.empty()) Doubt(graph, guessed).run();
}

}  // namespace dotwire::nrbf

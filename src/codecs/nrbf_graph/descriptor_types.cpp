#include "codecs/nrbf_graph/descriptor_types.h"

#include <unordered_set>

namespace dotwire::nrbf {

using model::BinaryType;
using model::Type;
using model::TypeKind;

namespace {

// What decides how a value looks in the stream; a Nullable is a record, as everything that is no primitive.
MemberType type_of(const Type& type) {
  MemberType found;
  switch (type.kind) {
    case TypeKind::Primitive:
      found.binary_type = static_cast<std::uint8_t>(BinaryType::Primitive);
      found.primitive = static_cast<std::uint8_t>(type.primitive);
      break;
    case TypeKind::String: found.binary_type = static_cast<std::uint8_t>(BinaryType::String); break;
    case TypeKind::Node: found.binary_type = static_cast<std::uint8_t>(BinaryType::Object); break;
    case TypeKind::Converted: return type.element != nullptr ? type_of(*type.element) : found;
    default:
      found.binary_type = static_cast<std::uint8_t>(BinaryType::SystemClass);
      found.name = type.name;
      break;
  }
  return found;
}

bool has_class_record(const Type& type) {
  return type.kind == TypeKind::Class || type.kind == TypeKind::Struct || type.kind == TypeKind::Enum;
}

}  // namespace

void DescriptorTypes::set_root(const Type& root) {
  if (root_ == &root) return;
  root_ = &root;
  members_.clear();
}

const Type* DescriptorTypes::find_type(std::string_view class_name) const {
  std::vector<const Type*> waiting = {root_};
  std::unordered_set<const Type*> met;
  while (!waiting.empty()) {
    const Type* type = waiting.back();
    waiting.pop_back();
    if (type == nullptr || !met.insert(type).second) continue;
    if (has_class_record(*type) && type->name == class_name) return type;
    if (type->pointer != nullptr && type->pointer->find_type != nullptr) {
      if (const Type* derived = type->pointer->find_type(class_name); derived != nullptr) waiting.push_back(derived);
    }
    waiting.push_back(type->element);
    for (const model::Member& member : type->members) waiting.push_back(member.type);
  }
  return nullptr;
}

std::optional<std::span<const DeclaredMember>> DescriptorTypes::find(std::string_view class_name) const {
  const Type* type = root_ == nullptr ? nullptr : find_type(class_name);
  if (type == nullptr) return std::nullopt;
  const auto [known, added] = members_.try_emplace(type);
  if (added && type->kind == TypeKind::Enum) {
    known->second.push_back(
        {"value__",
         {static_cast<std::uint8_t>(BinaryType::Primitive), static_cast<std::uint8_t>(type->primitive), {}, {}}});
  } else if (added) {
    for (const model::Member& member : type->members) known->second.push_back({member.name, type_of(*member.type)});
  }
  return std::span<const DeclaredMember>(known->second);
}

}  // namespace dotwire::nrbf

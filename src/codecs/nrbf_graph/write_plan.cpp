#include "codecs/nrbf_graph/write_plan.h"

#include <algorithm>

#include "dotwire/graph.h"
#include "dotwire/table.h"

namespace dotwire::nrbf {

using model::BinaryType;
using model::Member;
using model::Type;
using model::TypeKind;

std::string_view primitive_name(Primitive primitive) {
  return model::clr_name(static_cast<model::ValueKind>(primitive));
}

bool is_value_type(const Type& type) {
  switch (type.kind) {
    case TypeKind::Primitive:
    case TypeKind::Enum:
    case TypeKind::Struct:
    case TypeKind::Nullable:
    case TypeKind::Guid:
    case TypeKind::Offset: return true;
    case TypeKind::Converted: return is_value_type(*type.element);
    default: return false;
  }
}

namespace {

TypeInfo class_info(std::string name, std::string_view library) {
  TypeInfo info;
  info.binary_type = library.empty() ? BinaryType::SystemClass : BinaryType::Class;
  info.name = std::move(name);
  info.library = library;
  return info;
}

// Primitives whose arrays BinaryFormatter announces by their code.
bool has_array_code(Primitive primitive) {
  return primitive != Primitive::Decimal && primitive != Primitive::DateTime && primitive != Primitive::TimeSpan;
}

}  // namespace

TypeInfo type_info(const Type& type) {
  TypeInfo info;
  switch (type.kind) {
    case TypeKind::Primitive:
      info.binary_type = BinaryType::Primitive;
      info.primitive = type.primitive;
      return info;
    case TypeKind::String: info.binary_type = BinaryType::String; return info;
    case TypeKind::Pointer:
    case TypeKind::Converted: return type_info(*type.element);
    case TypeKind::Array: return array_info(*type.element);
    case TypeKind::Node: return info;
    default: return class_info(std::string(type.name), type.library);
  }
}

TypeInfo array_info(const Type& element) {
  TypeInfo info = type_info(element);
  switch (info.binary_type) {
    case BinaryType::Primitive:
      if (!has_array_code(info.primitive)) return class_info(std::string(primitive_name(info.primitive)) + "[]", {});
      info.binary_type = BinaryType::PrimitiveArray;
      return info;
    case BinaryType::String: info.binary_type = BinaryType::StringArray; return info;
    case BinaryType::Object: info.binary_type = BinaryType::ObjectArray; return info;
    case BinaryType::PrimitiveArray: return class_info(std::string(primitive_name(info.primitive)) + "[][]", {});
    case BinaryType::StringArray: return class_info("System.String[][]", {});
    case BinaryType::ObjectArray: return class_info("System.Object[][]", {});
    default: info.name += "[]"; return info;
  }
}

namespace {

WriteOp primitive_op(Primitive primitive) {
  switch (primitive) {
    case Primitive::Char: return WriteOp::Char;
    case Primitive::Decimal: return WriteOp::Decimal;
    default: return WriteOp::Copy;
  }
}

}  // namespace

std::uint64_t list_capacity(std::uint64_t count) {
  if (count == 0) return 0;
  std::uint64_t capacity = 4;
  while (capacity < count) capacity *= 2;
  return capacity;
}

WriteStep make_step(const Type& type) {
  WriteStep step{};
  step.type = &type;
  step.pointer = type.pointer;
  switch (type.kind) {
    case TypeKind::Primitive:
      step.op = primitive_op(type.primitive);
      step.length = size_of(type.primitive);
      break;
    case TypeKind::String: step.op = type.pointer == nullptr ? WriteOp::Text : WriteOp::TextOrNull; break;
    case TypeKind::Pointer:
      step.op = WriteOp::Pointer;
      step.type = type.element;
      break;
    case TypeKind::Nullable:
      step.op = WriteOp::Nullable;
      step.type = type.element;
      if (type.element->kind == TypeKind::Primitive) step.primitive = type.element->primitive;
      break;
    case TypeKind::Offset: step.op = WriteOp::Offset; break;
    case TypeKind::Node: step.op = WriteOp::Slot; break;
    default: step.op = is_value_type(type) ? WriteOp::Inline : WriteOp::Object;
  }
  return step;
}

namespace {

WriteStep make_recorded_step(const Member& member) {
  WriteStep step{};
  if (member.recorded.binary_type == BinaryType::Primitive) {
    step.op = primitive_op(member.recorded.primitive);
    step.length = size_of(member.recorded.primitive);
  } else {
    step.op = WriteOp::Slot;
  }
  return step;
}

}  // namespace

std::vector<WriteStep> make_steps(const Type& type) {
  std::vector<WriteStep> steps;
  steps.reserve(type.members.size());
  for (std::size_t i = 0; i < type.members.size(); ++i) {
    const Member& member = type.members[i];
    WriteStep step = member.type != nullptr ? make_step(*member.type) : make_recorded_step(member);
    step.member = static_cast<std::uint32_t>(i);
    step.offset = member.offset;
    if (step.op == WriteOp::Copy && !steps.empty() && steps.back().op == WriteOp::Copy &&
        steps.back().offset + steps.back().length == step.offset) {
      steps.back().length += step.length;
      continue;
    }
    if (step.op == WriteOp::Text || step.op == WriteOp::TextOrNull) {
      for (WriteStep& other : steps) {
        if (other.op == step.op && other.offset == step.offset) other.repeated = step.repeated = true;
      }
    }
    steps.push_back(step);
  }
  return steps;
}

bool may_alias(const Type& root) {
  std::vector<const Type*> seen{&root};
  const auto visit = [&](const Type* type) {
    if (type != nullptr && std::find(seen.begin(), seen.end(), type) == seen.end()) seen.push_back(type);
  };
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const Type& type = *seen[i];
    if (type.kind == TypeKind::Dictionary) return true;  // its comparer is shared
    if (type.kind == TypeKind::Node) return true;
    if (type.pointer != nullptr && (type.pointer->share != nullptr || type.pointer->observe != nullptr)) return true;
    if (type.pointer != nullptr && type.pointer->dynamic_type != nullptr) return true;  // types unseen from here
    visit(type.element);
    for (const Member& member : type.members) {
      visit(member.type);
      for (const Member& other : type.members) {
        if (&other != &member && other.offset == member.offset && type.kind == TypeKind::Class) return true;
      }
    }
  }
  return false;
}

}  // namespace dotwire::nrbf

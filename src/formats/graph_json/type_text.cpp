#include "formats/graph_json/type_text.h"

#include <array>

#include "dotwire/table.h"

namespace dotwire::graph_json {
namespace {

using model::BinaryType;
using model::RecordedType;

constexpr auto kPrimitives = std::to_array<Primitive>(
    {Primitive::Boolean, Primitive::Byte, Primitive::Char, Primitive::Decimal, Primitive::Double, Primitive::Int16,
     Primitive::Int32, Primitive::Int64, Primitive::SByte, Primitive::Single, Primitive::TimeSpan, Primitive::DateTime,
     Primitive::UInt16, Primitive::UInt32, Primitive::UInt64});

std::string_view primitive_name(Primitive primitive) {
  const std::string_view name = model::clr_name(static_cast<model::ValueKind>(primitive));
  constexpr std::string_view kSystem = "System.";
  return name.starts_with(kSystem) ? name.substr(kSystem.size()) : name;
}

Primitive primitive_of(std::string_view name) {
  for (const Primitive primitive : kPrimitives) {
    if (primitive_name(primitive) == name) return primitive;
  }
  return Primitive::Null;
}

// "X" of "X[]", "X[,]" and "X[][]"; the name itself of what is no array.
std::string_view without_ranks(std::string_view name) {
  while (name.ends_with(']')) {
    const std::size_t open = name.find_last_not_of(",*", name.size() - 2);
    if (open == std::string_view::npos || open == 0 || name[open] != '[') break;
    name = name.substr(0, open);
  }
  return name;
}

RecordedType of_kind(BinaryType kind, Primitive primitive = Primitive::Null) {
  RecordedType type;
  type.binary_type = kind;
  type.primitive = primitive;
  return type;
}

bool is_array(const RecordedType& type) {
  switch (type.binary_type) {
    case BinaryType::ObjectArray:
    case BinaryType::StringArray:
    case BinaryType::PrimitiveArray: return true;
    case BinaryType::SystemClass:
    case BinaryType::Class: return without_ranks(type.name) != type.name;
    default: return false;
  }
}

}  // namespace

std::string type_text(const RecordedType& type) {
  switch (type.binary_type) {
    case BinaryType::Primitive: return std::string(primitive_name(type.primitive));
    case BinaryType::String: return "String";
    case BinaryType::Object: return "Object";
    case BinaryType::SystemClass:
    case BinaryType::Class: return std::string(type.name);
    case BinaryType::ObjectArray: return "Object[]";
    case BinaryType::StringArray: return "String[]";
    case BinaryType::PrimitiveArray: return std::string(primitive_name(type.primitive)) + "[]";
  }
  return {};
}

RecordedType from_type_text(std::string_view text, const ClassLibraries& classes) {
  if (text == "String") return of_kind(BinaryType::String);
  if (text == "Object") return of_kind(BinaryType::Object);
  if (text == "Object[]") return of_kind(BinaryType::ObjectArray);
  if (text == "String[]") return of_kind(BinaryType::StringArray);
  if (const Primitive primitive = primitive_of(text); primitive != Primitive::Null) {
    return of_kind(BinaryType::Primitive, primitive);
  }
  if (text.ends_with("[]")) {
    const Primitive primitive = primitive_of(text.substr(0, text.size() - 2));
    if (primitive != Primitive::Null) return of_kind(BinaryType::PrimitiveArray, primitive);
  }
  auto found = classes.find(text);
  if (found == classes.end()) found = classes.find(without_ranks(text));
  RecordedType type = of_kind(BinaryType::SystemClass);
  type.name = text;
  if (found != classes.end() && found->second != kCore) {
    type.binary_type = BinaryType::Class;
    type.library_id = found->second;
  }
  return type;
}

bool same_type(const RecordedType& a, const RecordedType& b) {
  if (a.binary_type != b.binary_type) return false;
  switch (a.binary_type) {
    case BinaryType::Primitive:
    case BinaryType::PrimitiveArray: return a.primitive == b.primitive;
    case BinaryType::SystemClass: return a.name == b.name;
    case BinaryType::Class: return a.name == b.name && a.library_id == b.library_id;
    default: return true;
  }
}

std::uint8_t usual_array_kind(const RecordedType& element, std::uint8_t rank, bool has_lower_bounds) {
  constexpr std::uint8_t kSingle = 0, kJagged = 1, kRectangular = 2, kWithBounds = 3;
  const std::uint8_t kind = rank > 1 ? kRectangular : is_array(element) ? kJagged : kSingle;
  return has_lower_bounds ? kind + kWithBounds : kind;
}

}  // namespace dotwire::graph_json

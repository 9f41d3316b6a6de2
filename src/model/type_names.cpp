// Names of types as records spell them (nrbf-soap.md A.9).
#include "model/type_names.h"

#include "clr/type_name.h"
#include "model/well_known.h"

namespace dotwire::model {
std::string display_name(std::string_view wire_name) { return to_type_string(wire_name); }

namespace {

// Number behind the last backtick of a name that ends with it; 0 for what is no open generic.
std::size_t open_arity(std::string_view name) {
  const std::size_t tick = name.rfind('`');
  if (tick == std::string_view::npos || tick + 1 == name.size() || name.size() - tick > 4) return 0;
  std::size_t arity = 0;
  for (const char c : name.substr(tick + 1)) {
    if (c < '0' || c > '9') return 0;
    arity = arity * 10 + static_cast<std::size_t>(c - '0');
  }
  return arity;
}

}  // namespace

std::string open_display_name(std::string_view wire_name) {
  std::string out = display_name(wire_name);
  const std::size_t arity = open_arity(out);
  if (arity == 0) return out;
  if (arity == 1) return out + "[T]";
  const std::string_view simple = unqualified_name(out);
  const bool keyed = arity == 2 && (simple.find("Dictionary") != std::string_view::npos || simple == "KeyValuePair`2" ||
                                    simple == "SortedList`2");
  if (keyed) return out + "[TKey,TValue]";
  out.push_back('[');
  for (std::size_t i = 1; i <= arity; ++i) out += (i == 1 ? "T" : ",T") + std::to_string(i);
  return out + "]";
}

QualifiedName split_qualified_name(std::string_view name) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '\\') {
      ++i;
    } else if (name[i] == '[') {
      ++depth;
    } else if (name[i] == ']' && depth != 0) {
      --depth;
    } else if (name[i] == ',' && depth == 0) {
      std::size_t assembly = i + 1;
      while (assembly < name.size() && name[assembly] == ' ') ++assembly;
      return {name.substr(0, i), name.substr(assembly)};
    }
  }
  return {name, {}};
}

bool is_type_name(std::string_view name) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '\\') {
      if (++i == name.size()) return false;
    } else if (name[i] == '[') {
      ++depth;
    } else if (name[i] == ']') {
      if (depth-- == 0) return false;
    } else if (name[i] == ',' && depth == 0) {
      return false;
    }
  }
  return depth == 0 && !name.empty();
}

std::string_view definition_name(std::string_view name) {
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] == '\\') {
      ++i;
    } else if (name[i] == '[' || name[i] == ',') {
      return name.substr(0, i);
    }
  }
  return name;
}

std::string_view unqualified_name(std::string_view name) {
  const std::string_view definition = definition_name(name);
  const std::size_t cut = definition.find_last_of(".+");
  return cut == std::string_view::npos ? definition : definition.substr(cut + 1);
}

std::string property_name(std::string_view member) {
  constexpr std::string_view kBacking = ">k__BackingField";
  const std::size_t open = member.rfind('<');
  if (!member.ends_with(kBacking) || open == std::string_view::npos || (open != 0 && member[open - 1] != '+')) {
    return std::string(member);
  }
  const std::string_view name = member.substr(open + 1, member.size() - kBacking.size() - open - 1);
  if (name.empty()) return std::string(member);
  return std::string(member.substr(0, open)).append(name);
}

std::string_view clr_name(Primitive primitive) { return clr_name(static_cast<ValueKind>(primitive)); }

std::string display_name(const RecordedType& type) {
  switch (type.binary_type) {
    case BinaryType::Primitive: return std::string(clr_name(type.primitive));
    case BinaryType::String: return "System.String";
    case BinaryType::Object: return "System.Object";
    case BinaryType::ObjectArray: return "System.Object[]";
    case BinaryType::StringArray: return "System.String[]";
    case BinaryType::PrimitiveArray: return std::string(clr_name(type.primitive)) + "[]";
    case BinaryType::SystemClass:
    case BinaryType::Class: return display_name(type.name);
  }
  return {};
}

}  // namespace dotwire::model

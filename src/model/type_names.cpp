// Names of types as records spell them (nrbf-soap.md A.9).
#include "model/well_known.h"

namespace dotwire::model {
namespace {

// Index behind a run of array brackets "[]", "[,]", "[*]" that starts at `at`, or `at` if it starts generic arguments.
std::size_t skip_rank(std::string_view name, std::size_t at) {
  std::size_t i = at + 1;
  while (i < name.size() && (name[i] == ',' || name[i] == '*')) ++i;
  return i < name.size() && name[i] == ']' ? i + 1 : at;
}

// Index of the bracket that closes an assembly text, or the end.
std::size_t skip_assembly(std::string_view name, std::size_t at) {
  while (at < name.size() && name[at] != ']') ++at;
  return at;
}

}  // namespace

// Each argument "[type, assembly]" loses its brackets and its assembly; one without brackets stays.
std::string display_name(std::string_view wire_name) {
  std::string out;
  out.reserve(wire_name.size());
  std::vector<bool> bracketed;  // the open arguments
  std::size_t i = 0;
  while (i < wire_name.size()) {
    const char c = wire_name[i];
    if (c == '\\' && i + 1 < wire_name.size()) {
      out.append(wire_name.substr(i, 2));
      i += 2;
    } else if (c == '[') {
      const std::size_t behind_rank = skip_rank(wire_name, i);
      if (behind_rank != i) {
        out.append(wire_name.substr(i, behind_rank - i));
        i = behind_rank;
        continue;
      }
      // The list of arguments, or one argument in brackets of its own.
      const bool argument = !bracketed.empty() && (out.back() == '[' || out.back() == ',');
      if (!argument) out.push_back('[');
      bracketed.push_back(argument);
      ++i;
    } else if (c == ']') {
      const bool argument = !bracketed.empty() && bracketed.back();
      if (!argument) out.push_back(']');
      if (!bracketed.empty()) bracketed.pop_back();
      ++i;
    } else if (c == ',' && (bracketed.empty() || bracketed.back())) {
      i = skip_assembly(wire_name, i);
      if (bracketed.empty()) break;
    } else {
      out.push_back(c);
      ++i;
    }
  }
  return out;
}

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
  const std::string_view simple = simple_name(out);
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

std::string_view simple_name(std::string_view name) {
  const std::string_view definition = definition_name(name);
  const std::size_t cut = definition.find_last_of(".+");
  return cut == std::string_view::npos ? definition : definition.substr(cut + 1);
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

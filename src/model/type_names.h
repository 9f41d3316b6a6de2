// The parts of names of types as payloads spell them.
#pragma once

#include <string_view>

namespace dotwire::model {

// "Ns.Name`1[[...]], Assembly, Version=..." at its first top-level comma; the assembly may be empty.
struct QualifiedName {
  std::string_view type;
  std::string_view assembly;
};
QualifiedName split_qualified_name(std::string_view name);
// Whether a type of that name is still apart where an assembly's name follows it: brackets close, nothing is left to
// escape, and all commas are within brackets. No type that .NET can load has another name.
bool is_type_name(std::string_view name);
// Without generic arguments and array brackets.
std::string_view definition_name(std::string_view name);
// "Ns.Outer+Inner`1" is "Inner`1", as Type.Name.
std::string_view unqualified_name(std::string_view name);

}  // namespace dotwire::model

// .NET type and assembly names (nrbf-soap.md A.9).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dotwire/limits.h"
#include "dotwire/result.h"
#include "dotwire/values.h"

namespace dotwire {

// What stands behind a name: "[]", "[,]", "[*]", "*", "&".
struct TypeSuffix {
  enum class Kind : std::uint8_t { Array, Pointer, ByRef };
  Kind kind = Kind::Array;
  std::uint32_t rank = 1;
  bool variable = false;  // "[*]": one dimension whose lower bound need not be 0
  friend bool operator==(const TypeSuffix&, const TypeSuffix&) = default;
};

// A parsed type name: a tree of nodes in one vector, so that no depth of nesting can exhaust the stack.
struct TypeName {
  struct Node {
    std::string name;                      // "Namespace.Outer+Inner`1", escapes kept as written
    std::vector<std::uint32_t> arguments;  // indices of the generic arguments' nodes
    std::vector<TypeSuffix> suffixes;      // as written, innermost first
    std::string assembly;                  // as written; empty if there is none
    friend bool operator==(const Node&, const Node&) = default;
  };
  std::vector<Node> nodes;  // the first is the type itself

  const Node& root() const { return nodes[0]; }
  bool is_array() const { return !root().suffixes.empty() && root().suffixes.back().kind == TypeSuffix::Kind::Array; }
  friend bool operator==(const TypeName&, const TypeName&) = default;
};

// Both forms of generic arguments, with and without inner brackets. Offsets of errors count in `text`.
Result<TypeName> parse_type_name(std::string_view text, const Limits& limits = {});

enum class TypeNameForm : std::uint8_t {
  AssemblyQualified,  // all there is: "N.A`1[[System.Int32, mscorlib]], lib"
  FullName,           // the same without the assembly of the outermost type
  ToString,           // Type.ToString(): "N.A`1[System.Int32]", no assemblies
};
std::string to_text(const TypeName& type, TypeNameForm form);

// The Type.ToString() form of the class name of a record; the text itself where it is no type name.
std::string to_type_string(std::string_view class_name, const Limits& limits = {});
// Whether two class names are of one type, whichever runtime wrote them: types of the framework moved from mscorlib to
// System.Private.CoreLib and elsewhere, so its assemblies count as one; of others the simple name counts. Generic
// arguments likewise. Names that do not parse must be the same text.
bool same_type(std::string_view a, std::string_view b, const Limits& limits = {});
// Equal but for assemblies.
bool equal_without_assemblies(const TypeName& a, const TypeName& b);

// "Name, Version=1.2.3.4, Culture=neutral, PublicKeyToken=b77a5c561934e089". What is absent stays empty.
struct AssemblyName {
  std::string name;
  Version version{-1, -1, -1, -1};
  std::string culture;           // "neutral" as written
  std::string public_key_token;  // hex or "null" as written
};
Result<AssemblyName> parse_assembly_name(std::string_view text);

// Up to the first comma that is neither quoted nor escaped: "mscorlib".
std::string_view simple_name(std::string_view assembly);
// The assemblies that the types of the framework lived in: the core library, System, System.Core, WindowsBase ...
bool is_framework_assembly(std::string_view assembly);
// The names of the core library: mscorlib, System.Private.CoreLib, System.Runtime, netstandard.
bool is_core_library(std::string_view assembly);

}  // namespace dotwire

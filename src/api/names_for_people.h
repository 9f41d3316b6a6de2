// .NET's names as people write them.
#pragma once

#include <string>
#include <string_view>

namespace dotwire {

// "System.Collections.Generic.List`1[[Ns.Order, App, Version=1.0.0.0]]" -> "List<Ns.Order>": without assemblies, and
// without the namespaces System and System.Collections.Generic. What cannot be read stays as it is.
std::string type_for_people(std::string_view name);

// The name of a class record. Some .resx writers split a generic type's name at its first comma, inside the brackets:
// "List`1[[System.Int32" of the library "mscorlib, ...]], mscorlib, ..."; the halves are put together again.
std::string whole_type_name(std::string_view name, std::string_view library);

}  // namespace dotwire

// .NET's names as people write them.
#pragma once

#include <string>
#include <string_view>

namespace dotwire {

// "System.Collections.Generic.List`1[[Ns.Order, App, Version=1.0.0.0]]" -> "List<Ns.Order>": without assemblies, and
// without the namespaces System and System.Collections.Generic. What cannot be read stays as it is.
std::string type_for_people(std::string_view name);

// "<Name>k__BackingField" -> "Name", "Base+<Name>k__BackingField" -> "Base+Name".
std::string member_for_people(std::string_view name);

}  // namespace dotwire

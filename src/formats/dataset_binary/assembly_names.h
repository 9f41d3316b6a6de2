// Which assembly .NET says a column's type lives in, by dialect.
#pragma once

#include <string>
#include <string_view>

#include "dotwire/table.h"
#include "formats/dataset_binary/options.h"

namespace dotwire::dataset_binary {

// Assemblies of which classes in such payloads come. Core has no library record.
enum class Home : std::uint8_t { Core, Data, DataEnums, System, Numerics };

// The display name in a BinaryLibrary record; empty for the core library.
std::string_view library_of(Home home, Dialect dialect);

// "mscorlib" of "mscorlib, Version=4.0.0.0".
std::string_view simple_name(std::string_view assembly);

// The assembly that a column's type is said to live in, for what a payload says: .NET 10 names where types of the
// frameworks live now, which is told as their home in the .NET Framework. Others stay as they are.
std::string_view framework_home(std::string_view type_name, std::string_view recorded);

// The assembly that this dialect names for the type. `recorded` wins where it names the same assembly.
std::string_view assembly_of_type(std::string_view type_name, std::string_view recorded, Dialect dialect);

}  // namespace dotwire::dataset_binary

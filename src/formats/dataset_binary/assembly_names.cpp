#include "formats/dataset_binary/assembly_names.h"

namespace dotwire::dataset_binary {
namespace {

constexpr std::string_view kMscorlib = "mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";
constexpr std::string_view kCoreLib =
    "System.Private.CoreLib, Version=10.0.0.0, Culture=neutral, PublicKeyToken=7cec85d7bea7798e";
constexpr std::string_view kData = "System.Data, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";
constexpr std::string_view kDataCommon =
    "System.Data.Common, Version=10.0.0.0, Culture=neutral, PublicKeyToken=b03f5f7f11d50a3a";
constexpr std::string_view kSystem = "System, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";
constexpr std::string_view kPrivateUri =
    "System.Private.Uri, Version=10.0.0.0, Culture=neutral, PublicKeyToken=b03f5f7f11d50a3a";
constexpr std::string_view kNumerics =
    "System.Numerics, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";
// The text of .NET's attribute lacks its Culture (runtime-differences.md 6.2).
constexpr std::string_view kNumericsOfNet10 = "System.Numerics, Version=4.0.0.0, PublicKeyToken=b77a5c561934e089";
constexpr std::string_view kRuntimeNumerics =
    "System.Runtime.Numerics, Version=10.0.0.0, Culture=neutral, PublicKeyToken=b03f5f7f11d50a3a";

// Where a type of the frameworks really lives, which is what Type.AssemblyQualifiedName says.
std::string_view real_home(std::string_view type_name, Dialect dialect) {
  const bool net10 = dialect == Dialect::Net10;
  if (type_name == "System.Uri") return net10 ? kPrivateUri : kSystem;
  if (type_name == "System.Numerics.BigInteger") return net10 ? kRuntimeNumerics : kNumerics;
  if (type_name.starts_with("System.Data.")) return net10 ? kDataCommon : kData;
  return net10 ? kCoreLib : kMscorlib;
}

bool is_core(std::string_view assembly) {
  const std::string_view name = simple_name(assembly);
  return name.empty() || name == "mscorlib" || name == "System.Private.CoreLib";
}

bool is_known(std::string_view type_name) {
  return model::value_kind_of(type_name) != model::ValueKind::Object || type_name.starts_with("System.Data.SqlTypes.");
}

}  // namespace

std::string_view library_of(Home home, Dialect dialect) {
  switch (home) {
    case Home::Core: return {};
    case Home::Data: return kData;
    case Home::DataEnums: return dialect == Dialect::Net10 ? kDataCommon : kData;
    case Home::System: return kSystem;
    case Home::Numerics: return dialect == Dialect::Net10 ? kNumericsOfNet10 : kNumerics;
  }
  return {};
}

std::string_view simple_name(std::string_view assembly) { return assembly.substr(0, assembly.find(',')); }

std::string_view framework_home(std::string_view type_name, std::string_view recorded) {
  return recorded == real_home(type_name, Dialect::Net10) ? real_home(type_name, Dialect::Framework) : recorded;
}

std::string_view assembly_of_type(std::string_view type_name, std::string_view recorded, Dialect dialect) {
  const std::string_view home = real_home(type_name, dialect);
  if (!recorded.empty() && simple_name(recorded) == simple_name(home)) return recorded;
  if (is_known(type_name) || is_core(recorded)) return home;
  return recorded;
}

}  // namespace dotwire::dataset_binary

// Column types and their XSD types (xml-json-formats.md F.2).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "codecs/dataset_xml/dialect.h"
#include "dotwire/table.h"

namespace dotwire::dataset_xml {

// Without prefix: "int". "anyType" for what XSD does not know; "string" for Char, which has a restriction of it.
std::string_view xsd_type_of(model::ValueKind kind);

// Of an enum, which is stored as its integers.
bool is_enum(const model::Column& column);

// The value of msdata:DataType, empty where the XSD type says it all.
std::string data_type_text(const model::Column& column, Dialect dialect);

// Whether System.Data knows the name.
bool is_xsd_type(std::string_view local_name);

// The column type that a reader takes for an XSD type; nothing for a name that is none.
std::optional<model::ValueKind> kind_of_xsd_type(std::string_view local_name);

// What .NET names in xsi:type for a value in an object column: empty for kinds that go by msdata:InstanceType.
std::string_view xsi_type_of(model::ValueKind kind);
std::optional<model::ValueKind> kind_of_xsi_type(std::string_view local_name);

// "System.Guid" of "System.Guid, mscorlib, Version=...", and what follows the comma and blank.
struct TypeText {
  std::string_view name;
  std::string_view assembly;
};
TypeText split_type_text(std::string_view text);

// mscorlib, System.Private.CoreLib, System.Runtime: the home of the core types, whatever the version.
bool is_core_library(std::string_view assembly);

}  // namespace dotwire::dataset_xml

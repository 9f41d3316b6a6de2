#include "codecs/dataset_xml/type_map.h"

#include "model/type_names.h"
#include "model/value_kinds.h"

namespace dotwire::dataset_xml {
namespace {

using model::ValueKind;

// How a column of a kind tells its type.
enum class DataType : std::uint8_t { None, Bare, Qualified };

struct Entry {
  ValueKind kind;
  std::string_view xsd;
  DataType data_type;
};

constexpr Entry kEntries[] = {
    {ValueKind::Boolean, "boolean", DataType::None},
    {ValueKind::Byte, "unsignedByte", DataType::None},
    {ValueKind::SByte, "byte", DataType::None},
    {ValueKind::Int16, "short", DataType::None},
    {ValueKind::UInt16, "unsignedShort", DataType::None},
    {ValueKind::Int32, "int", DataType::None},
    {ValueKind::UInt32, "unsignedInt", DataType::None},
    {ValueKind::Int64, "long", DataType::None},
    {ValueKind::UInt64, "unsignedLong", DataType::None},
    {ValueKind::Single, "float", DataType::None},
    {ValueKind::Double, "double", DataType::None},
    {ValueKind::Decimal, "decimal", DataType::None},
    {ValueKind::String, "string", DataType::None},
    {ValueKind::Char, "string", DataType::None},
    {ValueKind::DateTime, "dateTime", DataType::None},
    {ValueKind::TimeSpan, "duration", DataType::None},
    {ValueKind::Bytes, "base64Binary", DataType::None},
    {ValueKind::Uri, "anyURI", DataType::None},
    {ValueKind::Guid, "string", DataType::Qualified},
    {ValueKind::Type, "string", DataType::Qualified},
    {ValueKind::DateTimeOffset, "anyType", DataType::Bare},
    {ValueKind::BigInteger, "anyType", DataType::Bare},
    {ValueKind::SqlBinary, "hexBinary", DataType::Bare},
    {ValueKind::SqlBoolean, "boolean", DataType::Bare},
    {ValueKind::SqlByte, "byte", DataType::Bare},
    {ValueKind::SqlBytes, "base64Binary", DataType::Bare},
    {ValueKind::SqlChars, "string", DataType::Bare},
    {ValueKind::SqlDateTime, "dateTime", DataType::Bare},
    {ValueKind::SqlDecimal, "decimal", DataType::Bare},
    {ValueKind::SqlDouble, "double", DataType::Bare},
    {ValueKind::SqlGuid, "string", DataType::Bare},
    {ValueKind::SqlInt16, "short", DataType::Bare},
    {ValueKind::SqlInt32, "int", DataType::Bare},
    {ValueKind::SqlInt64, "long", DataType::Bare},
    {ValueKind::SqlMoney, "decimal", DataType::Bare},
    {ValueKind::SqlSingle, "float", DataType::Bare},
    {ValueKind::SqlString, "string", DataType::Bare},
    {ValueKind::SqlXml, "anyType", DataType::Bare},
};

const Entry* find(ValueKind kind) {
  for (const Entry& entry : kEntries) {
    if (entry.kind == kind) return &entry;
  }
  return nullptr;
}

struct XsdName {
  std::string_view name;
  ValueKind kind;
};

// F.4: what the import makes of XSD types that the writer has no use for.
constexpr XsdName kFurtherXsdNames[] = {
    {"hexBinary", ValueKind::Bytes},
    {"integer", ValueKind::Int64},
    {"negativeInteger", ValueKind::Int64},
    {"nonPositiveInteger", ValueKind::Int64},
    {"nonNegativeInteger", ValueKind::UInt64},
    {"positiveInteger", ValueKind::UInt64},
    {"date", ValueKind::DateTime},
    {"time", ValueKind::DateTime},
    {"gDay", ValueKind::DateTime},
    {"gMonth", ValueKind::DateTime},
    {"gMonthDay", ValueKind::DateTime},
    {"gYear", ValueKind::DateTime},
    {"gYearMonth", ValueKind::DateTime},
    {"anyType", ValueKind::Object},
    {"ENTITIES", ValueKind::String},
    {"ENTITY", ValueKind::String},
    {"ID", ValueKind::String},
    {"IDREF", ValueKind::String},
    {"IDREFS", ValueKind::String},
    {"language", ValueKind::String},
    {"Name", ValueKind::String},
    {"NCName", ValueKind::String},
    {"NMTOKEN", ValueKind::String},
    {"NMTOKENS", ValueKind::String},
    {"normalizedString", ValueKind::String},
    {"NOTATION", ValueKind::String},
    {"QName", ValueKind::String},
};

}  // namespace

bool is_enum(const model::Column& column) {
  return model::is_integer(column.kind()) && column.type_name != model::clr_name(column.kind());
}

std::string_view xsd_type_of(ValueKind kind) {
  const Entry* entry = find(kind);
  return entry == nullptr ? "anyType" : entry->xsd;
}

std::string data_type_text(const model::Column& column, Dialect dialect) {
  const Entry* entry = is_enum(column) ? nullptr : find(column.kind());
  if (entry != nullptr && entry->data_type == DataType::None) return {};
  if (entry != nullptr && entry->data_type == DataType::Bare) return column.type_name;
  const bool core = column.assembly.empty() || is_core_library(column.assembly);
  return column.type_name + ", " + (core ? std::string(core_library(dialect)) : column.assembly);
}

std::optional<ValueKind> kind_of_xsd_type(std::string_view local_name) {
  for (const Entry& entry : kEntries) {
    if (entry.xsd == local_name && entry.data_type == DataType::None) return entry.kind;
  }
  for (const XsdName& entry : kFurtherXsdNames) {
    if (entry.name == local_name) return entry.kind;
  }
  return std::nullopt;
}

bool is_xsd_type(std::string_view local_name) { return kind_of_xsd_type(local_name).has_value(); }

std::string_view xsi_type_of(ValueKind kind) {
  const Entry* entry = find(kind);
  if (entry == nullptr || kind == ValueKind::Char || model::is_sql(kind)) return {};
  if (entry->data_type == DataType::Qualified) return {};
  return entry->xsd;
}

std::optional<ValueKind> kind_of_xsi_type(std::string_view local_name) {
  if (local_name == "anyType") return ValueKind::String;
  return kind_of_xsd_type(local_name);
}

TypeText split_type_text(std::string_view text) {
  const model::QualifiedName parts = model::split_qualified_name(text);
  return {parts.type, parts.assembly};
}

bool is_core_library(std::string_view assembly) {
  const std::string_view name = assembly.substr(0, assembly.find(','));
  return name == "mscorlib" || name == "System.Private.CoreLib" || name == "System.Runtime" || name == "netstandard";
}

}  // namespace dotwire::dataset_xml

// The framework classes that occur in such payloads, and their fields (table-formats 9, nrbf-soap A.10).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "dotwire/type.h"
#include "formats/dataset_binary/assembly_names.h"

namespace dotwire::dataset_binary {

enum class Shape : std::uint8_t {
  Version,
  SerializationFormat,
  SchemaSerializationMode,
  MappingType,
  DataSetDateTime,
  PropertyCollection,
  Hashtable,
  ArrayList,
  BitArray,
  Holder,  // UnitySerializationHolder: DBNull, Type
  Guid,
  DateTimeOffset,
  BigInteger,
  Uri,
  RelativeUri,
  SimpleType,
  SqlBinary,
  SqlBoolean,
  SqlByte,
  SqlBytes,
  SqlNullBytes,
  SqlChars,
  SqlNullChars,
  SqlDateTime,
  SqlDecimal,
  SqlDouble,
  SqlGuid,
  SqlInt16,
  SqlInt32,
  SqlInt64,
  SqlMoney,
  SqlSingle,
  SqlString,
  SqlCompareOptions,
};
inline constexpr std::size_t kShapeCount = static_cast<std::size_t>(Shape::SqlCompareOptions) + 1;

struct ShapeField {
  std::string_view name;
  model::BinaryType binary_type;
  Primitive primitive;
  std::string_view type_name;
  Home home;
};

struct ShapeInfo {
  Shape shape;
  std::string_view name;
  Home home;
  std::span<const ShapeField> fields;
};

const ShapeInfo& shape_info(Shape shape);

// Mono's later System.Data has other names for the fields of a few SqlTypes: "_value" for "m_value".
bool has_short_field_names(Shape shape);

// The shape of a SqlType, as a cell that is not null.
Shape shape_of_sql(model::ValueKind kind);

}  // namespace dotwire::dataset_binary

#include "formats/dataset_binary/shapes.h"

#include <array>

#include "base/check.h"

namespace dotwire::dataset_binary {

using model::BinaryType;
using model::ValueKind;

namespace {

constexpr ShapeField primitive(std::string_view name, Primitive type) {
  return {name, BinaryType::Primitive, type, {}, Home::Core};
}
constexpr ShapeField array_of(std::string_view name, Primitive type) {
  return {name, BinaryType::PrimitiveArray, type, {}, Home::Core};
}
constexpr ShapeField of_kind(std::string_view name, BinaryType type) {
  return {name, type, Primitive::Null, {}, Home::Core};
}
constexpr ShapeField system_class(std::string_view name, std::string_view type) {
  return {name, BinaryType::SystemClass, Primitive::Null, type, Home::Core};
}

constexpr ShapeField kVersion[] = {primitive("_Major", Primitive::Int32), primitive("_Minor", Primitive::Int32),
                                   primitive("_Build", Primitive::Int32), primitive("_Revision", Primitive::Int32)};
constexpr ShapeField kEnum[] = {primitive("value__", Primitive::Int32)};
constexpr ShapeField kHashtable[] = {primitive("LoadFactor", Primitive::Single),
                                     primitive("Version", Primitive::Int32),
                                     system_class("Comparer", "System.Collections.IComparer"),
                                     system_class("HashCodeProvider", "System.Collections.IHashCodeProvider"),
                                     primitive("HashSize", Primitive::Int32),
                                     of_kind("Keys", BinaryType::ObjectArray),
                                     of_kind("Values", BinaryType::ObjectArray)};
constexpr ShapeField kArrayList[] = {of_kind("_items", BinaryType::ObjectArray), primitive("_size", Primitive::Int32),
                                     primitive("_version", Primitive::Int32)};
constexpr ShapeField kBitArray[] = {array_of("m_array", Primitive::Int32), primitive("m_length", Primitive::Int32),
                                    primitive("_version", Primitive::Int32)};
constexpr ShapeField kHolder[] = {of_kind("Data", BinaryType::String), primitive("UnityType", Primitive::Int32),
                                  of_kind("AssemblyName", BinaryType::String)};
constexpr ShapeField kGuid[] = {
    primitive("_a", Primitive::Int32), primitive("_b", Primitive::Int16), primitive("_c", Primitive::Int16),
    primitive("_d", Primitive::Byte),  primitive("_e", Primitive::Byte),  primitive("_f", Primitive::Byte),
    primitive("_g", Primitive::Byte),  primitive("_h", Primitive::Byte),  primitive("_i", Primitive::Byte),
    primitive("_j", Primitive::Byte),  primitive("_k", Primitive::Byte)};
constexpr ShapeField kDateTimeOffset[] = {primitive("DateTime", Primitive::DateTime),
                                          primitive("OffsetMinutes", Primitive::Int16)};
constexpr ShapeField kBigInteger[] = {primitive("_sign", Primitive::Int32), array_of("_bits", Primitive::UInt32)};
constexpr ShapeField kUri[] = {of_kind("AbsoluteUri", BinaryType::String)};
constexpr ShapeField kRelativeUri[] = {of_kind("AbsoluteUri", BinaryType::String),
                                       of_kind("RelativeUri", BinaryType::String)};
constexpr ShapeField kSimpleType[] = {of_kind("SimpleType.BaseType", BinaryType::String),
                                      of_kind("SimpleType.BaseSimpleType", BinaryType::Object),
                                      primitive("SimpleType.XmlBaseType.XmlQualifiedNameExists", Primitive::Boolean),
                                      of_kind("SimpleType.XmlBaseType.Name", BinaryType::Object),
                                      of_kind("SimpleType.XmlBaseType.Namespace", BinaryType::Object),
                                      of_kind("SimpleType.Name", BinaryType::String),
                                      of_kind("SimpleType.NS", BinaryType::String),
                                      primitive("SimpleType.MaxLength", Primitive::Int32),
                                      primitive("SimpleType.Length", Primitive::Int32)};

constexpr ShapeField kSqlBytesValue[] = {array_of("m_value", Primitive::Byte)};
constexpr ShapeField kSqlBoolean[] = {primitive("m_value", Primitive::Byte)};
template <Primitive type>
constexpr ShapeField kSqlNumber[] = {primitive("m_fNotNull", Primitive::Boolean), primitive("m_value", type)};
constexpr ShapeField kSqlDateTime[] = {primitive("m_fNotNull", Primitive::Boolean),
                                       primitive("m_day", Primitive::Int32), primitive("m_time", Primitive::Int32)};
constexpr ShapeField kSqlDecimal[] = {primitive("m_bStatus", Primitive::Byte), primitive("m_bLen", Primitive::Byte),
                                      primitive("m_bPrec", Primitive::Byte),   primitive("m_bScale", Primitive::Byte),
                                      primitive("m_data1", Primitive::UInt32), primitive("m_data2", Primitive::UInt32),
                                      primitive("m_data3", Primitive::UInt32), primitive("m_data4", Primitive::UInt32)};
constexpr ShapeField kSqlString[] = {
    of_kind("m_value", BinaryType::String),
    system_class("m_cmpInfo", "System.Globalization.CompareInfo"),
    primitive("m_lcid", Primitive::Int32),
    {"m_flag", BinaryType::Class, Primitive::Null, "System.Data.SqlTypes.SqlCompareOptions", Home::Data},
    primitive("m_fNotNull", Primitive::Boolean)};
constexpr ShapeField kSqlNullLob[] = {primitive("IsNull", Primitive::Boolean)};
constexpr ShapeField kSqlBytesLob[] = {primitive("IsNull", Primitive::Boolean), array_of("data", Primitive::Byte)};
constexpr ShapeField kSqlCharsLob[] = {primitive("IsNull", Primitive::Boolean), array_of("data", Primitive::Char)};

constexpr std::array<ShapeInfo, kShapeCount> kShapes = {{
    {Shape::Version, "System.Version", Home::Core, kVersion},
    {Shape::SerializationFormat, "System.Data.SerializationFormat", Home::DataEnums, kEnum},
    {Shape::SchemaSerializationMode, "System.Data.SchemaSerializationMode", Home::DataEnums, kEnum},
    {Shape::MappingType, "System.Data.MappingType", Home::DataEnums, kEnum},
    {Shape::DataSetDateTime, "System.Data.DataSetDateTime", Home::DataEnums, kEnum},
    {Shape::PropertyCollection, "System.Data.PropertyCollection", Home::Data, kHashtable},
    {Shape::Hashtable, "System.Collections.Hashtable", Home::Core, kHashtable},
    {Shape::ArrayList, "System.Collections.ArrayList", Home::Core, kArrayList},
    {Shape::BitArray, "System.Collections.BitArray", Home::Core, kBitArray},
    {Shape::Holder, "System.UnitySerializationHolder", Home::Core, kHolder},
    {Shape::Guid, "System.Guid", Home::Core, kGuid},
    {Shape::DateTimeOffset, "System.DateTimeOffset", Home::Core, kDateTimeOffset},
    {Shape::BigInteger, "System.Numerics.BigInteger", Home::Numerics, kBigInteger},
    {Shape::Uri, "System.Uri", Home::System, kUri},
    {Shape::RelativeUri, "System.Uri", Home::System, kRelativeUri},
    {Shape::SimpleType, "System.Data.SimpleType", Home::Data, kSimpleType},
    {Shape::SqlBinary, "System.Data.SqlTypes.SqlBinary", Home::Data, kSqlBytesValue},
    {Shape::SqlBoolean, "System.Data.SqlTypes.SqlBoolean", Home::Data, kSqlBoolean},
    {Shape::SqlByte, "System.Data.SqlTypes.SqlByte", Home::Data, kSqlNumber<Primitive::Byte>},
    {Shape::SqlBytes, "System.Data.SqlTypes.SqlBytes", Home::Data, kSqlBytesLob},
    {Shape::SqlNullBytes, "System.Data.SqlTypes.SqlBytes", Home::Data, kSqlNullLob},
    {Shape::SqlChars, "System.Data.SqlTypes.SqlChars", Home::Data, kSqlCharsLob},
    {Shape::SqlNullChars, "System.Data.SqlTypes.SqlChars", Home::Data, kSqlNullLob},
    {Shape::SqlDateTime, "System.Data.SqlTypes.SqlDateTime", Home::Data, kSqlDateTime},
    {Shape::SqlDecimal, "System.Data.SqlTypes.SqlDecimal", Home::Data, kSqlDecimal},
    {Shape::SqlDouble, "System.Data.SqlTypes.SqlDouble", Home::Data, kSqlNumber<Primitive::Double>},
    {Shape::SqlGuid, "System.Data.SqlTypes.SqlGuid", Home::Data, kSqlBytesValue},
    {Shape::SqlInt16, "System.Data.SqlTypes.SqlInt16", Home::Data, kSqlNumber<Primitive::Int16>},
    {Shape::SqlInt32, "System.Data.SqlTypes.SqlInt32", Home::Data, kSqlNumber<Primitive::Int32>},
    {Shape::SqlInt64, "System.Data.SqlTypes.SqlInt64", Home::Data, kSqlNumber<Primitive::Int64>},
    {Shape::SqlMoney, "System.Data.SqlTypes.SqlMoney", Home::Data, kSqlNumber<Primitive::Int64>},
    {Shape::SqlSingle, "System.Data.SqlTypes.SqlSingle", Home::Data, kSqlNumber<Primitive::Single>},
    {Shape::SqlString, "System.Data.SqlTypes.SqlString", Home::Data, kSqlString},
    {Shape::SqlCompareOptions, "System.Data.SqlTypes.SqlCompareOptions", Home::Data, kEnum},
}};

}  // namespace

const ShapeInfo& shape_info(Shape shape) {
  const ShapeInfo& info = kShapes[static_cast<std::size_t>(shape)];
  DOTWIRE_CHECK(info.shape == shape);
  return info;
}

bool has_short_field_names(Shape shape) {
  return shape == Shape::SqlBinary || shape == Shape::SqlDecimal || shape == Shape::SqlMoney ||
         shape == Shape::SqlSingle;
}

Shape shape_of_sql(ValueKind kind) {
  switch (kind) {
    case ValueKind::SqlBinary: return Shape::SqlBinary;
    case ValueKind::SqlBoolean: return Shape::SqlBoolean;
    case ValueKind::SqlByte: return Shape::SqlByte;
    case ValueKind::SqlBytes: return Shape::SqlBytes;
    case ValueKind::SqlChars: return Shape::SqlChars;
    case ValueKind::SqlDateTime: return Shape::SqlDateTime;
    case ValueKind::SqlDecimal: return Shape::SqlDecimal;
    case ValueKind::SqlDouble: return Shape::SqlDouble;
    case ValueKind::SqlGuid: return Shape::SqlGuid;
    case ValueKind::SqlInt16: return Shape::SqlInt16;
    case ValueKind::SqlInt32: return Shape::SqlInt32;
    case ValueKind::SqlInt64: return Shape::SqlInt64;
    case ValueKind::SqlMoney: return Shape::SqlMoney;
    case ValueKind::SqlSingle: return Shape::SqlSingle;
    default: return Shape::SqlString;
  }
}

}  // namespace dotwire::dataset_binary

#include "wire/fast_serializer/codes.h"

namespace dotwire::fast_serializer {
namespace {

constexpr CodeTable make_table(Dialect dialect) {
  CodeTable table{};
  for (int i = 0; i < 256; ++i) table[static_cast<std::size_t>(i)] = i < 0x80 ? Code::String : Code::Invalid;
  for (int i = 0x80; i < 0xFF; ++i) {
    const Code code = static_cast<Code>(i);
    const std::uint8_t byte = byte_of(code, dialect);
    if (byte != 0) table[byte] = code;
  }
  return table;
}

constexpr CodeTable kTables[] = {make_table(Dialect::A), make_table(Dialect::B), make_table(Dialect::C)};

constexpr std::string_view kNames[] = {
    "Null",
    "NullSequence",
    "DBNull",
    "DBNullSequence",
    "Other",
    "BooleanTrue",
    "BooleanFalse",
    "Byte",
    "SByte",
    "Char",
    "Decimal",
    "Double",
    "Single",
    "Int16",
    "Int32",
    "Int64",
    "UInt16",
    "UInt32",
    "UInt64",
    "ZeroByte",
    "ZeroSByte",
    "ZeroChar",
    "ZeroDecimal",
    "ZeroDouble",
    "ZeroSingle",
    "ZeroInt16",
    "ZeroInt32",
    "ZeroInt64",
    "ZeroUInt16",
    "ZeroUInt32",
    "ZeroUInt64",
    "OneByte",
    "OneSByte",
    "OneChar",
    "OneDecimal",
    "OneDouble",
    "OneSingle",
    "OneInt16",
    "OneInt32",
    "OneInt64",
    "OneUInt16",
    "OneUInt32",
    "OneUInt64",
    "MinusOneInt16",
    "MinusOneInt32",
    "MinusOneInt64",
    "OptimizedInt16",
    "OptimizedInt16Negative",
    "OptimizedUInt16",
    "OptimizedInt32",
    "OptimizedInt32Negative",
    "OptimizedUInt32",
    "OptimizedInt64",
    "OptimizedInt64Negative",
    "OptimizedUInt64",
    "OptimizedDateTime",
    "OptimizedTimeSpan",
    "EmptyString",
    "SingleSpace",
    "SingleCharString",
    "YString",
    "NString",
    "DateTime",
    "MinDateTime",
    "MaxDateTime",
    "TimeSpan",
    "ZeroTimeSpan",
    "Guid",
    "EmptyGuid",
    "BitVector32",
    "DuplicateValue",
    "DuplicateValueSequence",
    "BitArray",
    "Type",
    "SingleInstance",
    "ArrayList",
    "ObjectArray",
    "EmptyTypedArray",
    "EmptyObjectArray",
    "NonOptimizedTypedArray",
    "FullyOptimizedTypedArray",
    "PartiallyOptimizedTypedArray",
    "OtherTypedArray",
    "BooleanArray",
    "ByteArray",
    "CharArray",
    "DateTimeArray",
    "DecimalArray",
    "DoubleArray",
    "SingleArray",
    "GuidArray",
    "Int16Array",
    "Int32Array",
    "Int64Array",
    "SByteArray",
    "TimeSpanArray",
    "UInt16Array",
    "UInt32Array",
    "UInt64Array",
    "StringArray",
    "OwnedDataSerializableAndRecreatable",
    "Enum",
    "OptimizedEnum",
    "SurrogateHandled",
};

}  // namespace

const CodeTable& codes_of(Dialect dialect) { return kTables[static_cast<int>(dialect)]; }

std::string_view name_of(Code code) {
  if (code < Code::Null) return "String";
  if (code <= Code::SurrogateHandled) return kNames[static_cast<std::uint8_t>(code) - 0x80];
  return code == Code::OptimizedDecimal ? "OptimizedDecimal" : "no type code";
}

}  // namespace dotwire::fast_serializer

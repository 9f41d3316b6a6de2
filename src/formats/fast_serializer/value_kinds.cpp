#include "formats/fast_serializer/value_kinds.h"

namespace dotwire::fast_serializer {

using model::ValueKind;

ValueKind kind_of(Code code) {
  switch (code) {
    case Code::BooleanTrue: return ValueKind::Boolean;
    case Code::Byte: return ValueKind::Byte;
    case Code::SByte: return ValueKind::SByte;
    case Code::Char: return ValueKind::Char;
    case Code::Decimal: return ValueKind::Decimal;
    case Code::Double: return ValueKind::Double;
    case Code::Single: return ValueKind::Single;
    case Code::Int16: return ValueKind::Int16;
    case Code::Int32: return ValueKind::Int32;
    case Code::Int64: return ValueKind::Int64;
    case Code::UInt16: return ValueKind::UInt16;
    case Code::UInt32: return ValueKind::UInt32;
    case Code::UInt64: return ValueKind::UInt64;
    case Code::TimeSpan: return ValueKind::TimeSpan;
    case Code::Guid: return ValueKind::Guid;
    default: return ValueKind::None;
  }
}

Code code_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::Boolean: return Code::BooleanTrue;
    case ValueKind::Byte: return Code::Byte;
    case ValueKind::SByte: return Code::SByte;
    case ValueKind::Char: return Code::Char;
    case ValueKind::Decimal: return Code::Decimal;
    case ValueKind::Double: return Code::Double;
    case ValueKind::Single: return Code::Single;
    case ValueKind::Int16: return Code::Int16;
    case ValueKind::Int32: return Code::Int32;
    case ValueKind::Int64: return Code::Int64;
    case ValueKind::UInt16: return Code::UInt16;
    case ValueKind::UInt32: return Code::UInt32;
    case ValueKind::UInt64: return Code::UInt64;
    case ValueKind::TimeSpan: return Code::TimeSpan;
    case ValueKind::DateTime: return Code::OptimizedDateTime;
    case ValueKind::Guid: return Code::Guid;
    case ValueKind::String: return Code::String;
    case ValueKind::Type: return Code::Type;
    case ValueKind::Bytes: return Code::ByteArray;
    case ValueKind::Chars: return Code::CharArray;
    case ValueKind::Object: return Code::Null;
    default: return Code::Other;
  }
}

}  // namespace dotwire::fast_serializer

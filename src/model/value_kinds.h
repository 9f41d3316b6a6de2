// What kinds of values have in common.
#pragma once

#include "dotwire/table.h"

namespace dotwire::model {

// The eight types that a .NET enum can have underneath.
constexpr bool is_integer(ValueKind kind) {
  switch (kind) {
    case ValueKind::Byte:
    case ValueKind::SByte:
    case ValueKind::Int16:
    case ValueKind::UInt16:
    case ValueKind::Int32:
    case ValueKind::UInt32:
    case ValueKind::Int64:
    case ValueKind::UInt64: return true;
    default: return false;
  }
}

}  // namespace dotwire::model

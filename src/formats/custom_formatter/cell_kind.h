// How the cells of a column are encoded: table-formats.md 7.1.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "dotwire/table.h"

namespace dotwire::custom_formatter {

inline constexpr std::uint8_t kValue = 0;
inline constexpr std::uint8_t kDBNull = 1;
inline constexpr std::uint8_t kNullReference = 2;

enum class CellKind : std::uint8_t {
  Boolean,
  Plain1,  // as in memory
  Plain2,
  Plain4,
  Plain8,
  Plain16,
  Char,
  DateTime,
  Decimal,
  Text,
  Bytes,
  NoValue,
};

// Nothing for kinds that are none of the eighteen.
inline std::optional<CellKind> cell_kind_of(model::ValueKind kind) {
  using model::ValueKind;
  switch (kind) {
    case ValueKind::Boolean: return CellKind::Boolean;
    case ValueKind::Byte:
    case ValueKind::SByte: return CellKind::Plain1;
    case ValueKind::Int16:
    case ValueKind::UInt16: return CellKind::Plain2;
    case ValueKind::Int32:
    case ValueKind::UInt32:
    case ValueKind::Single: return CellKind::Plain4;
    case ValueKind::Int64:
    case ValueKind::UInt64:
    case ValueKind::Double:
    case ValueKind::TimeSpan: return CellKind::Plain8;
    case ValueKind::Guid: return CellKind::Plain16;
    case ValueKind::Char: return CellKind::Char;
    case ValueKind::DateTime: return CellKind::DateTime;
    case ValueKind::Decimal: return CellKind::Decimal;
    case ValueKind::String: return CellKind::Text;
    case ValueKind::Bytes: return CellKind::Bytes;
    default: return std::nullopt;
  }
}

// One of the eighteen under its own name, not an enum that is stored as its number.
inline bool is_supported(const model::Column& column) {
  return cell_kind_of(column.kind()).has_value() && column.type_name == model::clr_name(column.kind());
}

}  // namespace dotwire::custom_formatter

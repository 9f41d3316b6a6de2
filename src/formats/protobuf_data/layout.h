// Numbers of fields and of types in the two layouts: table-formats.md 2.1, 2.2 and 3.
#pragma once

#include <cstdint>
#include <optional>

#include "dotwire/table.h"
#include "formats/protobuf_data/protobuf_data.h"

namespace dotwire::protobuf_data {

// How the cells of a column are encoded.
enum class CellKind : std::uint8_t {
  Text,
  Bytes,
  Int16,
  Int32,
  Int64,
  Boolean,
  Byte,
  Char,
  Single,
  Double,
  DateTime,
  TimeSpan,
  Decimal,
  Guid,
  DateTimeOffset,
};

// The bytes of the groups' tags. All field numbers are below 16, so that each is one byte.
struct Groups {
  std::uint8_t result;
  std::uint8_t column;
  std::uint8_t record;
};
constexpr Groups groups_of(Layout layout) {
  return layout == Layout::Data ? Groups{0x0B, 0x13, 0x1B} : Groups{0x1B, 0x0B, 0x0B};
}
// Of the group that such a tag opens.
constexpr std::uint8_t end_of(std::uint8_t start) { return start + 1; }

// Light: the groups of all columns and of all records, and what the repository's text says of the latter.
inline constexpr std::uint8_t kLightList = 0x0B;
inline constexpr std::uint8_t kLightRecordsByText = 0x13;

inline constexpr std::uint8_t kColumnName = 0x0A;
inline constexpr std::uint8_t kColumnType = 0x10;

std::optional<CellKind> cell_kind_of(model::ValueKind kind);

// 0: the layout has none.
std::uint32_t type_code(model::ValueKind kind, Layout layout);
// Nothing for numbers that are no type.
std::optional<model::ValueKind> kind_of_code(std::uint64_t code, Layout layout);

// The wire type that writers use.
std::uint8_t wire_type_of(CellKind kind);

}  // namespace dotwire::protobuf_data

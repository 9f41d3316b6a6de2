#include "formats/protobuf_data/layout.h"

#include "wire/protobuf/wire_type.h"

namespace dotwire::protobuf_data {
namespace {

using model::ValueKind;

struct TypeRow {
  ValueKind kind;
  CellKind cell;
  std::uint8_t data;   // code in protobuf-net-data
  std::uint8_t light;  // and in the light one; 0: none
};

constexpr TypeRow kTypes[] = {
    {ValueKind::String, CellKind::Text, 1, 14},        {ValueKind::DateTime, CellKind::DateTime, 2, 6},
    {ValueKind::Int32, CellKind::Int32, 3, 11},        {ValueKind::Int64, CellKind::Int64, 4, 12},
    {ValueKind::Int16, CellKind::Int16, 5, 13},        {ValueKind::Boolean, CellKind::Boolean, 6, 1},
    {ValueKind::Byte, CellKind::Byte, 7, 2},           {ValueKind::Single, CellKind::Single, 8, 9},
    {ValueKind::Double, CellKind::Double, 9, 8},       {ValueKind::Guid, CellKind::Guid, 10, 10},
    {ValueKind::Char, CellKind::Char, 11, 4},          {ValueKind::Decimal, CellKind::Decimal, 12, 7},
    {ValueKind::Bytes, CellKind::Bytes, 13, 3},        {ValueKind::Chars, CellKind::Text, 14, 5},
    {ValueKind::TimeSpan, CellKind::TimeSpan, 15, 15}, {ValueKind::DateTimeOffset, CellKind::DateTimeOffset, 16, 0},
};

}  // namespace

std::optional<CellKind> cell_kind_of(ValueKind kind) {
  for (const TypeRow& row : kTypes) {
    if (row.kind == kind) return row.cell;
  }
  return std::nullopt;
}

std::uint32_t type_code(ValueKind kind, Layout layout) {
  for (const TypeRow& row : kTypes) {
    if (row.kind == kind) return layout == Layout::Data ? row.data : row.light;
  }
  return 0;
}

std::optional<ValueKind> kind_of_code(std::uint64_t code, Layout layout) {
  for (const TypeRow& row : kTypes) {
    if (code != 0 && code == (layout == Layout::Data ? row.data : row.light)) return row.kind;
  }
  return std::nullopt;
}

std::uint8_t wire_type_of(CellKind kind) {
  using protobuf::WireType;
  switch (kind) {
    case CellKind::Text:
    case CellKind::Bytes:
    case CellKind::DateTimeOffset: return static_cast<std::uint8_t>(WireType::Length);
    case CellKind::Single: return static_cast<std::uint8_t>(WireType::Fixed32);
    case CellKind::Double: return static_cast<std::uint8_t>(WireType::Fixed64);
    case CellKind::DateTime:
    case CellKind::TimeSpan:
    case CellKind::Decimal:
    case CellKind::Guid: return static_cast<std::uint8_t>(WireType::StartGroup);
    default: return static_cast<std::uint8_t>(WireType::Varint);
  }
}

}  // namespace dotwire::protobuf_data

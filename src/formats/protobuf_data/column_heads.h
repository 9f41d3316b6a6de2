// The columns of a result: read by the reader, by identify() and by the walk.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/byte_reader.h"
#include "formats/protobuf_data/layout.h"

namespace dotwire::protobuf_data {

struct ColumnHead {
  std::string_view name;  // borrows from the input
  model::ValueKind kind = model::ValueKind::String;
  std::uint64_t offset = 0;  // of the group
};

// Unknown fields may hold groups, but nobody writes them deep.
inline constexpr std::uint32_t kUnknownDepth = 64;

// One column, behind its group's tag: name and type in either order, other fields skipped. Malformed where one is
// missing, Unsupported for a type code that is none.
Result<ColumnHead> decode_column(ByteReader& in, Layout layout);

// Names as DataTable.Load makes them of columns without one ("Column1") and of those whose name came before ("Id1").
// Names that differ only by case stay, which Load would number too.
std::vector<std::string> loaded_names(const std::vector<ColumnHead>& columns);

}  // namespace dotwire::protobuf_data

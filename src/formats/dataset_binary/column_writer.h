// A column's cells as the storage array and null bits of a payload (table-formats 9.6).
#pragma once

#include <cstdint>
#include <vector>

#include "dotwire/result.h"
#include "dotwire/table.h"
#include "formats/dataset_binary/graph_builder.h"
#include "formats/dataset_binary/options.h"

namespace dotwire::dataset_binary {

// Which record comes where: row after row, original before current before proposed (9.2).
struct RecordOrder {
  bool as_stored = true;  // record i is record i
  std::uint64_t count = 0;
  std::vector<std::uint64_t> records;  // unless as_stored

  std::uint64_t record(std::uint64_t i) const { return as_stored ? i : records[i]; }
};

struct ColumnArrays {
  model::Slot storage;
  model::Slot null_bits;
};

Result<ColumnArrays> write_cells(const model::Column& column, const model::Graph& nodes, const RecordOrder& order,
                                 const WriteOptions& options, GraphBuilder& builder);

}  // namespace dotwire::dataset_binary

// Cells of a table as what stands for them in a payload.
#pragma once

#include <cstdint>

#include "dotwire/result.h"
#include "dotwire/table.h"
#include "formats/dataset_binary/graph_builder.h"
#include "formats/dataset_binary/scalar_writer.h"

namespace dotwire::dataset_binary {

// Of Fixed and Varying storage. Borrows from the column.
CellView cell_view(const model::Column& column, std::uint64_t record);

// The string object of that cell, by its identity.
const model::StringNode* text_node(const model::Chunk& chunk, std::size_t i, GraphBuilder& builder);

// boxed_value() of a cell; cells with one identity are one object.
Result<model::Slot> shared_value(const CellView& cell, const model::Column& column, std::uint64_t record,
                                 GraphBuilder& builder);

// What DataRow.ItemArray has for the cell: null cells are DBNull, but those of SqlTypes null values of their type.
// `nodes` is the table's graph.
Result<model::Slot> item_of(const model::Column& column, const model::Graph& nodes, std::uint64_t record,
                            GraphBuilder& builder);

}  // namespace dotwire::dataset_binary

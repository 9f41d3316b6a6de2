// Cells of a table from JSON.
#pragma once

#include "dotwire/table.h"
#include "wire/json/pull.h"

namespace dotwire::text_tables {

// Appends the value that comes to the column. `graph` holds what cells of Object columns are.
Status read_cell(json::Pull& in, model::Graph& graph, model::Column& column);
// A value with a type of its own, as write_node_value() has it; null pointer: null.
Result<const model::Node*> read_node_value(json::Pull& in, model::Graph& graph);
// Column::default_value of a column of that kind: such a value, or one as the column's cells are written.
Result<const model::Node*> read_default(json::Pull& in, model::Graph& graph, model::ValueKind kind);

}  // namespace dotwire::text_tables

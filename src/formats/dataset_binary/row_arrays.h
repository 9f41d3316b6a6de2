// The rows of a table as arrays of object, as DataRow.ItemArray gives them: what formats hold that know no columns of
// their own (table-formats.md 5, 6).
#pragma once

#include <cstdint>
#include <vector>

#include "dotwire/result.h"
#include "dotwire/table.h"
#include "formats/dataset_binary/graph_builder.h"
#include "formats/dataset_binary/node_copier.h"
#include "model/cell_budget.h"

namespace dotwire::dataset_binary {

// The records that such formats hold: the current values of rows that are not deleted, those of an edit first.
std::vector<std::uint64_t> item_records(const model::Table& table);

// object[][]: an object[] for each record.
Result<const model::ArrayNode*> jagged_items(const model::Table& table, std::span<const std::uint64_t> records,
                                             GraphBuilder& builder);
// object[,]: records by columns.
Result<const model::ArrayNode*> rectangular_items(const model::Table& table, std::span<const std::uint64_t> records,
                                                  GraphBuilder& builder);

// Appends the rows of an object[][], or of an object[,] with a column of the table for each of its columns, to a table
// that has columns and no rows; they count as accepted. Rows of object[][] may be short, as DataTable.LoadDataRow
// takes them: what is missing, like a null reference, is the column's default value. Errors have the row in their
// path. What rows do not spell, defaults and values that are repeated by reference, comes out of the document's budget,
// and all of an array that was read into another table before.
Status append_items(const model::ArrayNode& rows, bool repeated, model::CellBudget& budget, NodeCopier& copier,
                    model::Table& table);

}  // namespace dotwire::dataset_binary

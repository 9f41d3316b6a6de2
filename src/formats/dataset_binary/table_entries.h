// The entries of the root object that tell of a table (table-formats 9.1 to 9.3).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "dotwire/result.h"
#include "dotwire/table.h"
#include "formats/dataset_binary/graph_builder.h"
#include "formats/dataset_binary/options.h"

namespace dotwire::dataset_binary {

// DataTable.RemotingVersion to the last column's. `set` is the DataSet of which it is table `index`; null: it is
// written alone, and then with its expressions.
Status add_table_schema(const model::Table& table, const model::TableSet* set, std::uint32_t index,
                        const WriteOptions& options, GraphBuilder& builder);

// DataTable_{index}.Constraints. Alone, only foreign keys of the table to itself are written.
Status add_constraints(const model::Table& table, std::uint32_t index, bool alone, GraphBuilder& builder);
Status add_relations(const model::TableSet& set, GraphBuilder& builder);

// DataTable_{index}.Rows.Count to ColumnErrors.
Status add_rows(const model::Table& table, std::uint32_t index, const WriteOptions& options, GraphBuilder& builder);

// A PropertyCollection; fresh ones say what .NET says after that many calls of Add.
Result<const model::ObjectNode*> make_properties(const model::PropertyCollection& properties, const model::Graph& nodes,
                                                 GraphBuilder& builder);

// The LCID that is written for a Locale.
Result<std::int32_t> locale_id_of(const std::string& name, bool is_set, const std::optional<std::int32_t>& recorded,
                                  const WriteOptions& options);

}  // namespace dotwire::dataset_binary

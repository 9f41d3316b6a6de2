// What a payload says of a table beside its rows (table-formats 9.1, 9.3).
#pragma once

#include <cstdint>

#include "dotwire/result.h"
#include "dotwire/table.h"
#include "formats/dataset_binary/keys.h"
#include "formats/dataset_binary/node_copier.h"

namespace dotwire::dataset_binary {

// The class of a typed DataTable; nothing for DataTable itself.
void read_class(const model::ObjectNode& object, model::Table& table);

// Keys DataTable.*. `alone`: not within a DataSet, which keeps expressions elsewhere. Columns that the table has are
// used again where they fit.
Status read_table_schema(Keys& keys, bool alone, NodeCopier& copier, model::Table& table);

// Keys DataTable_{index}.DataColumn_{i}.Expression.
Status read_expressions(Keys& keys, std::uint32_t index, model::Table& table);

// DataTable_{index}.Constraints. `tables` are those that the indexes in a foreign key mean.
Status read_constraints(Keys& keys, std::uint32_t index, std::span<model::Table* const> tables, NodeCopier& copier,
                        MetadataStrings& strings, model::Table& table);

Result<std::vector<model::Relation>> read_relations(Keys& keys, std::span<model::Table* const> tables,
                                                    NodeCopier& copier, MetadataStrings& strings);

Result<model::PropertyCollection> read_properties(const model::Node* node, NodeCopier& copier,
                                                  MetadataStrings& strings);

// The LCID of a Locale: its culture's name where one is known.
void set_locale(std::int32_t locale_id, std::string& name, bool& is_set, std::optional<std::int32_t>& recorded);

}  // namespace dotwire::dataset_binary

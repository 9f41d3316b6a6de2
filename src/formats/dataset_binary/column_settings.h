// Columns are used again for the next table where their kind fits.
#pragma once

#include "dotwire/table.h"

namespace dotwire::dataset_binary {

// Makes the table have `count` columns and no rows, constraints or nodes. Column memory stays.
void reset_table(model::Table& table, std::size_t count);

// Column `index` without records and with the settings of a new one of that kind.
model::Column& reset_column(model::Table& table, std::size_t index, std::string_view name, model::ValueKind kind);

// The same with the settings of `settings`, whose kind does not matter.
model::Column& reset_column(model::Table& table, std::size_t index, const model::Column& settings,
                            model::ValueKind kind);

// Gives the column another kind. It must have no records.
model::Column& change_kind(model::Table& table, std::size_t index, model::ValueKind kind);

}  // namespace dotwire::dataset_binary

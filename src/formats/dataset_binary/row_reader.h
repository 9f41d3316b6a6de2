// Rows, their states, errors and records (table-formats 9.2).
#pragma once

#include <cstdint>

#include "dotwire/result.h"
#include "dotwire/table.h"
#include "formats/dataset_binary/keys.h"
#include "formats/dataset_binary/node_copier.h"
#include "formats/dataset_binary/object_columns.h"
#include "formats/dataset_binary/options.h"

namespace dotwire::dataset_binary {

// Keys DataTable_{index}.Rows.Count to ColumnErrors. With `make_columns` the table has no columns yet and gets one for
// each storage.
Status read_rows(Keys& keys, std::uint32_t index, const ReadOptions& options, bool make_columns, NodeCopier& copier,
                 ObjectColumns& columns, model::Table& table);

}  // namespace dotwire::dataset_binary

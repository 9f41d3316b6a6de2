// Rows, their states, errors and records (table-formats 9.2).
#pragma once

#include <cstdint>
#include <vector>

#include "dotwire/result.h"
#include "dotwire/table.h"
#include "formats/dataset_binary/keys.h"
#include "formats/dataset_binary/node_copier.h"
#include "formats/dataset_binary/options.h"

namespace dotwire::dataset_binary {

// Columns that were read whose cells are objects in the payload: these may be shared between all tables of it.
struct ObjectColumns {
  struct Entry {
    model::Column* column;
    const model::ArrayNode* cells;
  };
  std::vector<Entry> texts;  // String
  std::vector<Entry> boxes;  // Guid, byte[], Uri and the like
  bool share_strings = false;
  bool share_objects = false;
};

// Keys DataTable_{index}.Rows.Count to ColumnErrors. With `make_columns` the table has no columns yet and gets one for
// each storage.
Status read_rows(Keys& keys, std::uint32_t index, const ReadOptions& options, bool make_columns, NodeCopier& copier,
                 ObjectColumns& columns, model::Table& table);

// Sets Chunk::identity where cells share objects with each other, or strings with the metadata.
void set_identities(const ObjectColumns& columns, const MetadataStrings& metadata);

}  // namespace dotwire::dataset_binary

// Columns that were read whose cells are objects in the payload, and which of these are one object.
#pragma once

#include <unordered_set>
#include <vector>

#include "codecs/nrbf_graph/text_columns.h"
#include "dotwire/table.h"
#include "formats/dataset_binary/keys.h"
#include "model/cell_budget.h"

namespace dotwire::dataset_binary {

// Cells may be shared between all tables of a payload, so that this is filled by one after the other.
struct ObjectColumns {
  struct Entry {
    model::Column* column;
    const model::ArrayNode* cells;
    const nrbf::TextColumn* texts;  // what the column took its records from; null: cells has slots
  };
  // `direct`: columns that were filled while the records were read. Null: there are none.
  ObjectColumns(model::CellBudget budget, nrbf::TextColumns* direct) : direct(direct), budget(budget) {}

  std::vector<Entry> texts;  // String
  std::vector<Entry> boxes;  // Guid, byte[], Uri and the like
  bool share_strings = false;
  bool share_objects = false;
  nrbf::TextColumns* direct;
  std::unordered_set<const model::Node*> storages;  // that were read
  model::CellBudget budget;                         // for nulls, and values by reference
};

// Sets Chunk::identity where cells share objects with each other, or strings with the metadata.
void set_identities(const ObjectColumns& columns, const MetadataStrings& metadata);

}  // namespace dotwire::dataset_binary

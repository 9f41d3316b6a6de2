// What must hold of tables before anything is made of them.
#pragma once

#include <span>

#include "dotwire/result.h"
#include "dotwire/table.h"

namespace dotwire::model {

// Keys, relations and their order lead to tables and columns that are there. Of a table alone `relations` is empty.
// Costs what the metadata costs. Malformed, with a path.
Status check_references(std::span<const Table* const> tables, std::span<const Relation> relations);

// Columns have names of types, and names and cells are WTF-8. One look at each byte of text. InvalidArgument, with a
// path.
Status check_texts(std::span<const Table* const> tables);

}  // namespace dotwire::model

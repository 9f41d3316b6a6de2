// What must hold of tables before anything is made of them.
#pragma once

#include <span>

#include "dotwire/result.h"
#include "dotwire/table.h"

namespace dotwire::model {

// Keys, relations and their order lead to tables and columns that are there, and keys are what .NET lets them be. Of a
// table alone `relations` is empty. Costs what the metadata costs. Malformed, with a path.
Status check_references(std::span<const Table* const> tables, std::span<const Relation> relations);

// Columns have names of types, and texts are WTF-8: all that TextPaths knows, and the cells but for what lies within
// objects of other classes. One look at each byte of text. `set` may be null. InvalidArgument, with a path.
Status check_texts(std::span<const Table* const> tables, const TableSet* set);

}  // namespace dotwire::model

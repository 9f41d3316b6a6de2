// Tables from their dump: the oracle's expected.json and readback files, and what dump_table() gives.
#pragma once

#include <optional>

#include "dotwire/limits.h"
#include "dotwire/table.h"
#include "wire/json/document.h"

namespace dotwire::dump {

// One of the two.
struct LoadedTables {
  std::optional<model::Table> table;
  std::optional<model::TableSet> set;
};

// {"table": ...} or {"dataset": ...}. Flags that the text leaves out are taken as set where the value is not the
// default. Cells of object columns become nodes: boxed scalars, strings, arrays, and objects with their members, whose
// type names stay as the dump spells them. LCID and compare options of a SqlString are lost. TypeMismatch where a value
// does not fit its column. Unsupported where there is neither (a case that says "generated").
Result<LoadedTables> load_tables(Bytes text, const Limits& limits = {});

}  // namespace dotwire::dump

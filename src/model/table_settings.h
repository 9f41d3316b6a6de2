// What columns, tables and sets say of themselves, from one to another: the one list of their fields.
#pragma once

#include "dotwire/table.h"

namespace dotwire::model {

// All but kind, records and what stands in the graph: nodes (default values, extended properties) stay those of `from`.
void copy_settings(const Column& from, Column& to);
// All but columns and rows; constraints are settings.
void copy_settings(const Table& from, Table& to);
// All but tables; relations are settings.
void copy_settings(const TableSet& from, TableSet& to);

}  // namespace dotwire::model

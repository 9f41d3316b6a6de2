// A part of tables that stands for the whole: all that they say of themselves, and few of their rows.
#pragma once

#include "dotwire/table.h"

namespace dotwire::model {

// The first rows, one of each state, and one with a value in each column that has any. Nodes are those of `from`, which
// must outlive `to`; identities of strings are left out. `to` is new.
void take_sample(const Table& from, Table& to);
void take_sample(const TableSet& from, TableSet& to);

}  // namespace dotwire::model

// Texts that UTF-8 cannot hold: those with lone surrogates, in whose place .NET's encoder writes U+FFFD.
#pragma once

#include <string>
#include <vector>

#include "dotwire/table.h"

namespace dotwire::model {

// Of the cells of all records; texts and Chars in Object columns too.
bool has_lone_surrogates(const Column& column);

// The paths of such names: of the table ("TableName") and its columns ("columns/A/ColumnName").
std::vector<std::string> lone_surrogates_of_names(const Table& table);

// Those, and of all other texts but cells: "columns/A/Caption", "constraints/C", "rows/[3]/RowError".
std::vector<std::string> lone_surrogates_of_schema(const Table& table);

// Of the set itself and its relations, not of its tables.
std::vector<std::string> lone_surrogates_of_schema(const TableSet& set);

}  // namespace dotwire::model

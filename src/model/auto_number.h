// The number that the next row of an auto-increment column gets (DataColumn's private AutoIncrementCurrent).
#pragma once

#include <cstdint>
#include <string>

#include "dotwire/table.h"

namespace dotwire::model {

// Of a column that never said: behind all that its records have, as after Rows.Add. The seed where it counts nothing.
std::int64_t counted_next_number(const Column& column);

// Decimal digits: what the column says, else what is counted.
std::string next_number(const Column& column);

// Whether the column says another number than a reader counts.
bool says_other_next_number(const Column& column);

}  // namespace dotwire::model

// DataColumn's private counter of numbers, which one flag of the format goes by (table-formats.md 4.9, Columns).
#pragma once

#include "dotwire/table.h"

namespace dotwire::fast_serializer {

// Whether the counter stands at 0 with step 1, or at -1 with step -1: then seed and step are not written.
bool has_increment_defaults(const model::Column& column);

}  // namespace dotwire::fast_serializer

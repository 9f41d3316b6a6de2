// A Custom Formatter document piece by piece: table name, columns, count of rows, and the cells of each row.
#pragma once

#include "dotwire/format.h"

namespace dotwire::registry::custom {

Status walk(std::span<const std::uint8_t> input, const Options& options, EventVisitor& visitor, WalkSummary& summary);
// The content of the QuickLZ block around it.
Status walk_compressed(std::span<const std::uint8_t> input, const Options& options, EventVisitor& visitor,
                       WalkSummary& summary);

}  // namespace dotwire::registry::custom

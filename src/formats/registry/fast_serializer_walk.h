// A document of the Fast Serializer piece by piece: header, parts of the schema, rows with their values, token tables.
#pragma once

#include "dotwire/format.h"

namespace dotwire::registry::fast {

// In the dialect and shape of `read-dialect` and `read-shape`; where these say nothing, in those that come furthest.
Status walk(std::span<const std::uint8_t> input, const Options& options, EventVisitor& visitor, WalkSummary& summary);

}  // namespace dotwire::registry::fast

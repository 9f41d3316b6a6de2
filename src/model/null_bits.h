// Runs of nulls in a chunk.
#pragma once

#include <cstddef>

#include "dotwire/table.h"

namespace dotwire::model {

// Says that `count` records from `first` on are null. They are behind all that have a bit.
void set_null_bits(Chunk& chunk, std::size_t first, std::size_t count);

}  // namespace dotwire::model

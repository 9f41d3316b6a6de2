// No document says its dialect and shape: what a reader tries, in this order.
#pragma once

#include <vector>

#include "formats/fast_serializer/fast_serializer.h"

namespace dotwire::fast_serializer {

std::vector<Dialect> dialects_to_try(Bytes in, const ReadOptions& options);
// Of tables, sets, or both.
std::vector<Shape> shapes_to_try(const ReadOptions& options, bool tables, bool sets);

}  // namespace dotwire::fast_serializer

// Equality of cells of two columns.
#pragma once

#include <cstddef>

#include "dotwire/table.h"

namespace dotwire::model {

// Whether a .NET user would see the same. An enum's cell may be an integer in one and a node in the other.
bool same_cell(const Column& a, std::size_t a_record, const Column& b, std::size_t b_record);

}  // namespace dotwire::model

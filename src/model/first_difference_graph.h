// Equality of graph values of two graphs.
#pragma once

#include "dotwire/graph.h"

namespace dotwire::model {

// Whether a .NET user would see the same: structure, types (not their assemblies) and values bit by bit. Framework
// types are compared by what they are, so that capacities and versions do not count, nor does how a value was recorded.
// Sharing counts as far as it can be told. Time grows with the size of both; cycles and depth are no matter.
// Null pointers are nulls.
bool same_value(const Node* a, const Node* b);

}  // namespace dotwire::model

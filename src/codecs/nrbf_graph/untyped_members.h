// What class records without types (2 and 3) would have said of their members.
#pragma once

#include <span>

#include "dotwire/graph.h"
#include "wire/nrbf/class_types.h"

namespace dotwire::nrbf {

// Gives members that are no primitives the types that a record with types would have: those of the values of the object
// whose record named them, or the declared ones where there is none or the declared one is what is written (A.8). All
// references are resolved. `known`, who said the types, may be null.
void complete_member_types(model::Graph& graph, std::span<const model::ObjectNode* const> objects,
                           const ClassTypes* known);

}  // namespace dotwire::nrbf

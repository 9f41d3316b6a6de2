// The framework's single values among objects. See well_known.h.
#pragma once

#include "model/well_known.h"

namespace dotwire::model {

// Fills view.shape and view.scalar; false if the members are not those of that type.
bool look_at_scalar(const ObjectNode& object, WellKnown type, View& view);
// Fills view.shape with Items, Entries, Bits, Pair or Delegate and what belongs to it.
bool look_at_collection(const ObjectNode& object, WellKnown type, std::string_view simple, View& view);

// The string that a member holds; nothing if it is null, missing or no string.
std::optional<std::string_view> text_member(const ObjectNode& object, std::string_view name);
// Null if the member is missing or holds something else.
const ArrayNode* array_member(const ObjectNode& object, std::string_view base, std::string_view name);

}  // namespace dotwire::model

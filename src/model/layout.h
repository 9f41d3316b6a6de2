// Where the members of a payload's class lie in an ObjectNode.
#pragma once

#include <cstdint>
#include <span>

#include "dotwire/type.h"

namespace dotwire::model {

// Sets the offsets: Slots first, then the primitives without gaps, both in order. Gives the size, a multiple of 8.
// Fixed-size primitives that follow one another in the class so lie as they lie in a stream.
std::uint32_t lay_out(std::span<Member> members);

}  // namespace dotwire::model

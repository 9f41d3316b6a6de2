// Numbers for passes over nodes, which mark what they met in Node::written_pass.
#pragma once

#include <cstdint>

namespace dotwire::model {

// Never 0, and no number comes twice (before 2^32 passes), so that nodes need no cleaning. One pass at a time for one
// graph; any thread.
std::uint32_t next_pass();

}  // namespace dotwire::model

// The graphic primitives as the graph that BinaryFormatter makes of them: form `plain`, where the runtime writes
// fields.
#pragma once

#include <cstdint>

#include "dotwire/graph.h"

namespace dotwire::bench {

// A Document of pages, each with a list of primitives, as lists that grew by adding. Clears the graph.
void make_graphics_graph(std::uint32_t count, model::Graph& graph);

}  // namespace dotwire::bench

// Graph values from their dump.
#pragma once

#include "dotwire/graph.h"
#include "wire/json/document.h"

namespace dotwire::dump {

// Null pointer: a null. {"ref": n} finds what the same call has loaded. Names of types stay as the dump spells them.
// Objects that are shown by their meaning are loaded where they are one value (Uri, Version, Guid ...); collections and
// delegates are Unsupported. No recursion.
Result<const model::Node*> load_node(const json::Value& value, model::Graph& graph);

}  // namespace dotwire::dump

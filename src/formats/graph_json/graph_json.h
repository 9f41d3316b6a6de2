// Object graphs as JSON: docs/formats/graph-json.md
//
//   {"$graph": 1, "classes": {CLASS: {"library": NAME, "members": {NAME: TYPE ...}} ...}, "root": VALUE}
//   VALUE = null | TEXT | {"$ref": N} | {"$id"?: N, "$type": CLASS, NAME: VALUE or PRIMITIVE ...}
//         | {"$id"?: N, "$array": TYPE, "$lengths"?: [...], "$lowerBounds"?: [...], "$items": [...] or "$base64": TEXT}
//         | {"$type": "System.Int32", "$value": PRIMITIVE}
#pragma once

#include "base/drain.h"
#include "dotwire/format.h"

namespace dotwire::graph_json {

// Each object once, where the depth-first walk meets it first; with "$id" only if something else refers to it too.
// No recursion; time and output grow with the graph (long runs of nulls are {"$nulls": N}).
Status put(const Document& document, const Options& options, Drain& drain);

}  // namespace dotwire::graph_json

// Object graphs as JSON, both ways: docs/json.md
//
//   {"$graph": 1, "dialect"?: NAME, "libraries"?: [...], "classes": {CLASS: {"library"?: NAME, "struct"?: true,
//    "members": {NAME: TYPE ...}, "names"?: {NAME: NAME ...}} ...}, "message"?: {...}, "headers"?: VALUE, "root":
//    VALUE, "unreached"?: [VALUE...], "deferred"?: [VALUE...], "$form"?: {...}}
//   VALUE = null | TEXT | {"$ref": N} | {"$id"?: N, "$type": CLASS, NAME: VALUE or PRIMITIVE ...}
//         | {"$id": N, "$string": TEXT}
//         | {"$id"?: N, "$array": TYPE, "$kind"?: N, "$lengths"?: [...], "$lowerBounds"?: [...],
//            "$items": [...] or "$base64": TEXT}
//         | {"$type": "System.Int32", "$value": PRIMITIVE}
#pragma once

#include "base/drain.h"
#include "dotwire/format.h"

namespace dotwire::graph_json {

// Containers nest so deep; what lies deeper stands in "deferred".
inline constexpr std::uint32_t kDeepest = 60;

// Each object once, where the depth-first walk meets it first; with "$id" only if something else refers to it too.
// "$form" says how the payload recorded all this, if BinaryFormatter's rules would record it otherwise. No recursion;
// time and output grow with the graph (long runs of nulls are {"$nulls": N}). Writes the graph as a payload to see
// whether it needs a "$form", and so uses the scratch fields of its nodes: one thread at a time.
Status put(const Document& document, const Options& options, Drain& drain);

Confidence recognise(std::span<const std::uint8_t> input);

// A document that put() wrote, or one by hand. With "$form" the graph has a recorded form. The input must outlive the
// document. Errors have offset, line, column and path. No recursion; memory grows with the input.
Status read(std::span<const std::uint8_t> input, const Options& options, Document& document);

}  // namespace dotwire::graph_json

// The canonical dump of a graph: JSON that says what the objects are, whatever format they came from. The grammar is
// that of the oracle's README; "state" and "types" are left out.
//
// With the contract of the types it is what expected.json has as "root". Without one, what a payload does not say is
// shown as the payload has it: objects recorded in place under negative ids are structs, all others have identity;
// SerializationInfo entries look like fields ("members"); an enum is known by its value__; classes derived from
// collections are shown by their members. Framework types are shown by their meaning (model/well_known.h) where their
// records are as they should be, else by their members.
#pragma once

#include "base/drain.h"
#include "codecs/dump/contract.h"
#include "dotwire/buffer.h"
#include "dotwire/graph.h"
#include "dotwire/limits.h"
#include "wire/json/writer.h"

namespace dotwire::dump {

// {"root": ...}, appended. The contract may be null. No recursion. Fails where a value type contains itself, and where
// shared structs or runs of nulls grow beyond limits.expansion bytes.
Status dump_graph(const model::Graph& graph, const Contract* contract, Buffer& out, const Limits& limits = {});
// The same piece by piece; the drain says how much.
Status dump_graph(const model::Graph& graph, const Contract* contract, Drain& drain);

// One value, with ids of its own. Null: null.
Status dump_node(const model::Node* node, const Contract* contract, json::Writer& out, const Limits& limits = {});

// The layout of all dumps: ASCII, one blank a level, lines broken near the top only.
inline constexpr json::WriterOptions kDumpLayout = {.indent = 1, .break_depth = 5, .ascii = true};

}  // namespace dotwire::dump

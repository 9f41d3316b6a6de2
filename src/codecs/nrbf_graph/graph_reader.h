// BinaryFormatter payloads to graphs (MS-NRBF). Phase one of every read: records into an arena, no recursion, ids
// checked.
#pragma once

#include <cstdint>

#include "base/byte_reader.h"
#include "dotwire/graph.h"
#include "dotwire/limits.h"
#include "dotwire/result.h"
#include "wire/nrbf/class_types.h"

namespace dotwire::nrbf {

struct TextColumn;
class TextColumns;

// Whether the bytes start with a SerializedStreamHeader record of version 1.0.
bool starts_payload(Bytes input);

struct GraphReadOptions {
  Limits limits;
  // Types of the members that records 2 and 3 leave out; null: those of the framework's classes only. Must outlive the
  // reader.
  const ClassTypes* types = nullptr;
  // Stop at the first place behind so many objects where no object is open (Graph::is_partial). 0: read all.
  std::uint64_t first_objects = 0;
};

// Reads graphs one after another and keeps what it learnt of class records and its buffers. One thread each.
class GraphReader {
 public:
  explicit GraphReader(Limits limits = {});
  explicit GraphReader(const GraphReadOptions& options);
  ~GraphReader();
  GraphReader(const GraphReader&) = delete;
  GraphReader& operator=(const GraphReader&) = delete;

  // Clears `graph` first. Its nodes borrow from `input`. Errors count bytes from the start of `input` plus
  // `base_offset`. On an error the graph is left empty.
  Status read(Bytes input, model::Graph& graph, std::uint64_t base_offset = 0);

  // The same without slots and nodes for the longer arrays of strings: `texts`, which is cleared first, holds these.
  // The nodes of strings that others refer to borrow from it. The graph cannot be rewritten.
  Status read(Bytes input, model::Graph& graph, TextColumns& texts);
  // Behind that: gives one of the arrays its slots and nodes after all, and takes it out of `texts`.
  void expand(const TextColumn& array, model::Graph& graph, TextColumns& texts);

 private:
  Status read(Bytes input, model::Graph& graph, std::uint64_t base_offset, TextColumns* texts);

  struct State;
  State* state_;
};

// For a single document.
Status read_graph(Bytes input, model::Graph& graph, const Limits& limits = {});
Status read_graph(Bytes input, model::Graph& graph, const GraphReadOptions& options);

}  // namespace dotwire::nrbf

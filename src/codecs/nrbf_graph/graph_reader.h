// BinaryFormatter payloads to graphs (MS-NRBF). Phase one of every read: records into an arena, no recursion, ids
// checked.
#pragma once

#include <cstdint>

#include "base/byte_reader.h"
#include "dotwire/graph.h"
#include "dotwire/limits.h"
#include "dotwire/result.h"

namespace dotwire::nrbf {

// Whether the bytes start with a SerializedStreamHeader record of version 1.0.
bool starts_payload(Bytes input);

// Reads graphs one after another and keeps what it learnt of class records and its buffers. One thread each.
class GraphReader {
 public:
  explicit GraphReader(Limits limits = {});
  ~GraphReader();
  GraphReader(const GraphReader&) = delete;
  GraphReader& operator=(const GraphReader&) = delete;

  // Clears `graph` first. Its nodes borrow from `input`. Errors count bytes from the start of `input` plus
  // `base_offset`. On an error the graph is left empty.
  Status read(Bytes input, model::Graph& graph, std::uint64_t base_offset = 0);

 private:
  struct State;
  State* state_;
};

// For a single document.
Status read_graph(Bytes input, model::Graph& graph, const Limits& limits = {});

}  // namespace dotwire::nrbf

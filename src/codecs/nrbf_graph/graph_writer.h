// Graphs to BinaryFormatter payloads.
#pragma once

#include <cstdint>

#include "codecs/nrbf_graph/write_options.h"
#include "dotwire/buffer.h"
#include "dotwire/format.h"
#include "dotwire/graph.h"
#include "dotwire/result.h"
#include "dotwire/sink.h"

namespace dotwire::nrbf {

// Writes the records as they were recorded: ids, order, libraries, null records. The graph must come from GraphReader
// and be unchanged. Gives the bytes that were read, but for lengths that were padded there.
Status rewrite(const model::Graph& graph, Buffer& out);
// The same piece by piece; large arrays go from where they lie.
Status rewrite(const model::Graph& graph, Sink& sink);

// Writes what .NET's BinaryFormatter would for this content: ids and order by nrbf-soap.md A.7, class records by A.8.
// Member infos are those of each node's type (model::Member::recorded), libraries are looked up by name.
// Works on graphs read and on graphs made by a program. `out` is appended to.
// Nodes' scratch fields are used: one writer at a time for one graph.
class GraphWriter {
 public:
  // `dialect`: whose rules where they differ (dialects.h); Recorded: the Framework's.
  // `types`: which class records say the types of members; who knows the classes, if anybody does, is asked whether
  // they serialize themselves, and must outlive the writer.
  explicit GraphWriter(Dialect dialect = Dialect::Recorded, TypeStyle types = TypeStyle::Always,
                       const ClassTypes* classes = nullptr);
  ~GraphWriter();
  GraphWriter(const GraphWriter&) = delete;
  GraphWriter& operator=(const GraphWriter&) = delete;

  Status write(const model::Graph& graph, Buffer& out);

 private:
  struct State;
  State* state_;
};

}  // namespace dotwire::nrbf

#include "codecs/nrbf_graph/graph_writer.h"

#include "codecs/nrbf_graph/write_engine.h"

namespace dotwire::nrbf {

struct GraphWriter::State {
  WriteEngine engine{WriteOptions{}};
};

GraphWriter::GraphWriter() : state_(new State) {}
GraphWriter::~GraphWriter() { delete state_; }

Status GraphWriter::write(const model::Graph& graph, Buffer& out) { return state_->engine.write_graph(graph, out); }

}  // namespace dotwire::nrbf

#include "codecs/dump/graph_dump.h"

#include "base/reading_limits.h"
#include "codecs/dump/graph_dumper.h"

namespace dotwire::dump {

Status dump_node(const model::Node* node, const Contract* contract, json::Writer& out, const Limits& limits) {
  Drain drain(out.buffer(), expansion_limit(limits));
  GraphDumper dumper(contract, out, drain);
  return dumper.dump(model::node_value(node));
}

Status dump_graph(const model::Graph& graph, const Contract* contract, Drain& drain) {
  json::Writer writer(drain.buffer(), kDumpLayout);
  writer.begin_object();
  writer.name("root");
  GraphDumper dumper(contract, writer, drain);
  DOTWIRE_TRY(dumper.dump(model::node_value(graph.root())));
  writer.end_object();
  drain.buffer().push_back('\n');
  return drain.finish();
}

Status dump_graph(const model::Graph& graph, const Contract* contract, Buffer& out, const Limits& limits) {
  Drain drain(out, expansion_limit(limits));
  return dump_graph(graph, contract, drain);
}

}  // namespace dotwire::dump

// What reads must be written as it was recorded, read again, and written to the same bytes; the dump and the typed
// reader take whatever the graph reader takes.
#include <cstdlib>

#include "../examples/sample_types.h"
#include "codecs/dump/graph_dump.h"
#include "codecs/nrbf_graph/graph_reader.h"
#include "codecs/nrbf_graph/graph_writer.h"
#include "codecs/nrbf_graph/object_reader.h"

using namespace dotwire;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static nrbf::GraphReader reader;
  static nrbf::GraphWriter writer;
  static nrbf::ObjectReader objects;
  static model::Graph graph;
  static model::Graph again;
  static Buffer first;
  static Buffer second;
  const Bytes in(data, size);

  samples::Library library;
  (void)objects.read(in, &library, type_of<samples::Library>()).ok();
  samples::Database database;
  (void)objects.read(in, &database, type_of<samples::Database>()).ok();

  if (!reader.read(in, graph).ok()) return 0;
  if (graph.payload_size() > size) std::abort();
  first.clear();
  second.clear();
  // Not always the same size: Decimal text such as ".5" is written as .NET would, "0.5".
  if (!nrbf::rewrite(graph, first).ok()) std::abort();
  if (!reader.read(first, again).ok()) std::abort();
  if (!nrbf::rewrite(again, second).ok() || first.text() != second.text()) std::abort();

  second.clear();
  (void)writer.write(graph, second).ok();
  Limits limits;
  limits.expansion = std::uint64_t{1} << 22;
  second.clear();
  (void)dump::dump_graph(graph, nullptr, second, limits).ok();
  return 0;
}

// What reads must be written as it was recorded, read again, and written to the same bytes; the dump and the typed
// reader take whatever the graph reader takes.
#include <cstdlib>

#include "../examples/sample_types.h"
#include "codecs/dump/graph_dump.h"
#include "codecs/nrbf_graph/graph_reader.h"
#include "codecs/nrbf_graph/graph_writer.h"
#include "codecs/nrbf_graph/object_reader.h"
#include "dotwire/object.h"

using namespace dotwire;

// Straight from the records and by way of a graph: the same payloads are taken, with the same values.
template <class T>
void read_both_ways(Bytes in) {
  static nrbf::ObjectReader straight;
  static nrbf::ObjectReader by_graph(nrbf::ReadOptions{{}, false, false, false});
  static Writer writer;
  T first;
  T second;
  const bool ok = straight.read(in, &first, type_of<T>()).ok();
  if (ok != by_graph.read(in, &second, type_of<T>()).ok()) std::abort();
  if (!ok) return;
  static Buffer first_out;
  static Buffer second_out;
  first_out.clear();
  second_out.clear();
  const bool written = writer.write(first, first_out).ok();
  if (written != writer.write(second, second_out).ok() || first_out.text() != second_out.text()) std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static nrbf::GraphReader reader;
  static nrbf::GraphWriter writer;
  static model::Graph graph;
  static model::Graph again;
  static Buffer first;
  static Buffer second;
  const Bytes in(data, size);

  read_both_ways<samples::Library>(in);
  read_both_ways<samples::Database>(in);
  read_both_ways<samples::C>(in);

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

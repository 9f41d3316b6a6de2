// What reads must be written as it was recorded, read again, and written to the same bytes; the dump and the typed
// reader take whatever the graph reader takes.
#include <cstdlib>
#include <optional>
#include <span>
#include <vector>

#include "../examples/sample_types.h"
#include "codecs/dump/graph_dump.h"
#include "codecs/nrbf_graph/dialects.h"
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

// Types for whatever an untyped class record names, told by the length of the name: every kind of value in turn.
class AnyTypes final : public nrbf::ClassTypes {
 public:
  std::optional<std::span<const nrbf::DeclaredMember>> find(std::string_view class_name) const override {
    static const std::vector<nrbf::DeclaredMember> kMembers = [] {
      std::vector<nrbf::DeclaredMember> members;
      for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h"}) {
        for (std::uint8_t type = 1; type < 3; ++type) members.push_back({name, {type, 0, {}, {}}});
      }
      for (std::uint8_t code = 1; code <= 16; ++code) {
        if (code != 4) members.push_back({kNames.substr(code, 1), {0, code, {}, {}}});
      }
      return members;
    }();
    if (class_name.size() % 4 == 0) return std::nullopt;
    return std::span(kMembers).subspan(class_name.size() % 3);
  }

 private:
  static constexpr std::string_view kNames = "ABCDEFGHIJKLMNOPQRS";
};

// Untyped class records, and the first objects only.
void read_otherwise(Bytes in) {
  static const AnyTypes types;
  static nrbf::GraphReader with_types(nrbf::GraphReadOptions{{}, &types, 0});
  static nrbf::GraphReader in_part(nrbf::GraphReadOptions{{}, &types, 3});
  static model::Graph graph;
  static model::Graph part;
  static Buffer out;
  const bool ok = with_types.read(in, graph).ok();
  if (ok) {
    out.clear();
    if (!nrbf::rewrite(graph, out).ok()) std::abort();
    if (!with_types.read(out, part).ok()) std::abort();
  }
  // What can be read can be read in part.
  if (!in_part.read(in, part).ok() && ok) std::abort();
  out.clear();
  Limits limits;
  limits.expansion = std::uint64_t{1} << 22;
  if (part.root() != nullptr) (void)dump::dump_graph(part, nullptr, out, limits).ok();
  (void)nrbf::guess_dialect(in);
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
  read_otherwise(in);

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

#include <cmath>

#include "codecs/nrbf_graph/graph_reader.h"
#include "codecs/nrbf_graph/graph_writer.h"
#include "payloads.h"
#include "speed.h"

namespace dotwire::bench {
namespace {

// A payload with the reader and the graph that take it again and again.
struct Decoding {
  explicit Decoding(Buffer bytes) : payload(std::move(bytes)) {}

  Buffer payload;
  nrbf::GraphReader reader;
  model::Graph graph;
};

// Nothing where the payload cannot be read, or is not rewritten to its own bytes.
bool checked(Decoding& decoding, std::string_view name) {
  Buffer rewritten;
  Status status = decoding.reader.read(decoding.payload, decoding.graph);
  if (status.ok()) status = nrbf::rewrite(decoding.graph, rewritten);
  if (!status.ok()) return report_unusable(name, status.error().to_string()), false;
  if (rewritten.text() == decoding.payload.text()) return true;
  return report_unusable(name, "what is rewritten differs from what was read"), false;
}

SpeedCase decode_case(std::string name, Buffer payload) {
  const auto decoding = std::make_shared<Decoding>(std::move(payload));
  SpeedCase made;
  made.name = std::move(name);
  if (!checked(*decoding, made.name)) return made;
  made.bytes = decoding->payload.size();
  made.run = [decoding] { decoding->reader.read(decoding->payload, decoding->graph).value(); };
  return made;
}

std::uint32_t count_for(std::uint64_t bytes, double bytes_each) {
  return static_cast<std::uint32_t>(std::llround(static_cast<double>(bytes) / bytes_each));
}

}  // namespace

void add_nrbf_cases(std::vector<SpeedCase>& cases) {
  constexpr std::uint64_t kGoldenSize = 5'541'993;  // of primitives-graphics-100000-plain, made by Mono
  Buffer graphics = graphics_payload(100'000);
  if (graphics.size() == kGoldenSize) {
    SpeedCase& made =
        cases.emplace_back(decode_case("NRBF, 100,000 graphic primitives into a graph", std::move(graphics)));
    made.must = {500, Unit::MegabytesPerSecond};
    made.goal = {800, Unit::MegabytesPerSecond};
    made.dotnet = "18 MB/s (BinaryFormatter), 33 MB/s (Nrbf reader)";
  } else {
    report_unusable("NRBF, graphic primitives", "the payload has not the golden file's size");
  }
}

void add_nrbf_growth(std::vector<GrowthCase>& cases) {
  const auto add = [&cases](std::string name, double bytes_each, Buffer (*payload)(std::uint32_t)) {
    cases.push_back({name, [name, bytes_each, payload](std::uint64_t bytes) {
                       return decode_case(name, payload(count_for(bytes, bytes_each)));
                     }});
  };
  add("NRBF, graphic primitives", 55.4, graphics_payload);
  add("NRBF, string[] of 20 letters", 26, string_array_payload);
  add("NRBF, references to one object", 5, reference_payload);
  add("NRBF, nulls in runs", 0.8, null_run_payload);
  add("NRBF, a class record an object", 53, class_record_payload);
}

}  // namespace dotwire::bench

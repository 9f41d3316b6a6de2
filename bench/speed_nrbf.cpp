#include <cmath>

#include "codecs/nrbf_graph/graph_reader.h"
#include "codecs/nrbf_graph/graph_writer.h"
#include "dotwire/convert.h"
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

// The same graph as JSON. `bytes` are those of the JSON; the name says how many the payload has.
SpeedCase json_case(std::string name, Buffer payload) {
  struct Writing {
    Buffer payload;
    Document document;
    Buffer out;
  };
  const auto writing = std::make_shared<Writing>();
  writing->payload = std::move(payload);
  SpeedCase made;
  made.name = std::move(name);
  const Format& json = *find_format("json");
  Result<Document> document = read_document(writing->payload, *find_format("binaryformatter"));
  if (!document.ok()) return report_unusable(made.name, document.error().to_string()), made;
  writing->document = std::move(*document);
  Buffer again;
  Status status = write_document(writing->document, json, writing->out);
  if (status.ok()) {
    Result<Document> back = read_document(writing->out, json);
    status =
        back.ok() ? write_document(*back, *find_format("binaryformatter"), again) : Status(std::move(back).error());
  }
  if (!status.ok()) return report_unusable(made.name, status.error().to_string()), made;
  if (again.text() != writing->payload.text()) {
    return report_unusable(made.name, "the JSON gives another payload"), made;
  }
  made.bytes = writing->out.size();
  made.name += " (" + std::to_string(writing->payload.size() / 1000) + " kB of payload)";
  made.run = [writing, &json] {
    writing->out.clear();
    write_document(writing->document, json, writing->out).value();
  };
  return made;
}

std::uint32_t count_for(std::uint64_t bytes, double bytes_each) {
  return static_cast<std::uint32_t>(std::llround(static_cast<double>(bytes) / bytes_each));
}

}  // namespace

void add_nrbf_cases(std::vector<SpeedCase>& cases) {
  constexpr std::uint64_t kGoldenSize = 5'541'993;  // of primitives-graphics-100000-plain, made by Mono
  Buffer graphics = graphics_payload(100'000);
  SpeedCase json = json_case("NRBF, graph of 100,000 graphic primitives to JSON", Buffer(graphics.bytes()));
  if (graphics.size() == kGoldenSize) {
    SpeedCase& made =
        cases.emplace_back(decode_case("NRBF, 100,000 graphic primitives into a graph", std::move(graphics)));
    made.must = {500, Unit::MegabytesPerSecond};
    made.goal = {800, Unit::MegabytesPerSecond};
    made.dotnet = "18 MB/s (BinaryFormatter), 33 MB/s (Nrbf reader)";
  } else {
    report_unusable("NRBF, graphic primitives", "the payload has not the golden file's size");
  }
  if (!json.run) return;
  json.must = {300, Unit::MegabytesPerSecond};
  cases.push_back(std::move(json));
}

void add_nrbf_growth(std::vector<GrowthCase>& cases) {
  const auto add = [&cases](const std::string& name, double bytes_each, Buffer (*payload)(std::uint32_t)) {
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

#include "formats/binary_formatter/binary_formatter.h"

#include <algorithm>
#include <string_view>

#include "codecs/nrbf_graph/graph_reader.h"
#include "codecs/nrbf_graph/graph_writer.h"
#include "wire/nrbf/record_walker.h"

namespace dotwire::binary_formatter {
namespace {

// Only wants to know where the payload ends.
class NoVisitor final : public EventVisitor {
 public:
  bool visit(const Event&) override { return true; }
  bool wants_values() const override { return false; }
};

}  // namespace

Confidence recognise(std::span<const std::uint8_t> input) {
  return nrbf::starts_payload(input) ? Confidence::Certain : Confidence::No;
}

Dialect guess_dialect(std::span<const std::uint8_t> input) {
  constexpr std::size_t kEnough = std::size_t{1} << 20;
  const std::string_view text = as_text(input.first(std::min(input.size(), kEnough)));
  const auto has = [text](std::string_view part) { return text.find(part) != std::string_view::npos; };
  // runtime-differences.md 6 and 7
  if (has("System.Private.CoreLib, Version=4.0.")) return Dialect::Core2;
  if (has("System.Private.CoreLib")) return Dialect::Net10;
  if (has("DataType_AssemblyQualifiedName")) return Dialect::Mono;
  if (has(".DataColumn_0.DataType")) return Dialect::Framework;
  if (has("mscorlib, Version=2.0.0.0")) return Dialect::Framework;
  return Dialect::Recorded;
}

Result<Measure> measure(std::span<const std::uint8_t> input, const Options& options) {
  NoVisitor nothing;
  WalkSummary summary;
  DOTWIRE_TRY(nrbf::walk_records(input, options.limits, nothing, summary));
  Measure measure;
  measure.size = summary.payload_size;
  measure.dialect = guess_dialect(input.first(static_cast<std::size_t>(summary.payload_size)));
  return measure;
}

Status read(std::span<const std::uint8_t> input, const Options& options, Document& document) {
  model::Graph& graph = document.make_graph();
  DOTWIRE_TRY(nrbf::read_graph(input, graph, options.limits));
  document.size = graph.payload_size();
  document.dialect = guess_dialect(input.first(static_cast<std::size_t>(graph.payload_size())));
  return {};
}

Status write(const Document& document, const Options& options, Buffer& out) {
  const model::Graph& graph = document.graph();
  if (options.dialect == Dialect::Recorded && !graph.top_level().empty()) return nrbf::rewrite(graph, out);
  nrbf::GraphWriter writer;
  return writer.write(graph, out);
}

Status walk(std::span<const std::uint8_t> input, const Options& options, EventVisitor& visitor, WalkSummary& summary) {
  return nrbf::walk_records(input, options.limits, visitor, summary);
}

}  // namespace dotwire::binary_formatter

#include "formats/binary_formatter/binary_formatter.h"

#include <algorithm>
#include <string_view>

#include "base/byte_reader.h"
#include "base/load.h"
#include "base/try.h"
#include "codecs/nrbf_graph/dialects.h"
#include "codecs/nrbf_graph/graph_reader.h"
#include "codecs/nrbf_graph/graph_writer.h"
#include "formats/binary_formatter/contract_types.h"
#include "wire/nrbf/record_walker.h"

namespace dotwire::binary_formatter {
namespace {

// Only wants to know where the payload ends.
class NoVisitor final : public EventVisitor {
 public:
  bool visit(const Event&) override { return true; }
  bool wants_values() const override { return false; }
};

// Libraries and the like stand before the root object; what is further on is not looked at.
constexpr std::uint64_t kNear = std::uint64_t{1} << 16;

// The root object's record, and the one behind it.
class FindRoot final : public EventVisitor {
 public:
  explicit FindRoot(std::int32_t root) : root_(root) {}

  bool visit(const Event& event) override {
    if (!event.is_record || event.index == 0) return event.offset < kNear;
    if (found_) {
      next_ = {event.offset, event.length};
      return false;
    }
    found_ = event.has_id && event.id == root_ && event.kind != "BinaryLibrary" && event.kind != "MemberReference";
    if (found_) record_ = {event.offset, event.length};
    return event.offset < kNear;
  }

  bool wants_values() const override { return false; }

  struct Place {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
  };
  bool found() const { return found_; }
  Place record() const { return record_; }
  Place next() const { return next_; }

 private:
  std::int32_t root_;
  bool found_ = false;
  Place record_;
  Place next_;
};

std::string_view text_at(std::span<const std::uint8_t> input, FindRoot::Place place) {
  return as_text(input.subspan(static_cast<std::size_t>(place.offset), static_cast<std::size_t>(place.length)));
}

FindRoot find_root(std::span<const std::uint8_t> input) {
  FindRoot find(input.size() < 5 ? 0 : load<std::int32_t>(input.data() + 1));
  WalkSummary summary;
  const Status walked = nrbf::walk_records(input, {}, find, summary);
  return find;
}

// The class of a class record.
std::string_view class_name(std::string_view record) {
  constexpr std::size_t kName = 5;
  if (record.size() < kName || record[0] < 2 || record[0] > 5) return {};
  ByteReader in(as_bytes(record.substr(kName)));
  const Result<Bytes> name = in.read_prefixed_bytes();
  return name.ok() ? as_text(*name) : std::string_view();
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// Tables in a form that the payload shows as plain objects.
std::string_view note_on(std::span<const std::uint8_t> input) {
  const FindRoot find = find_root(input);
  if (!find.found()) return {};
  const std::string_view root = text_at(input, find.record());
  if (has(root, "XmlSchema") && has(root, "XmlDiffGram")) {
    const std::string_view name = class_name(root);
    if (name == "System.Data.DataTable" || has(root, "DataTable.Remoting")) return "DataTable in RemotingFormat.Xml";
    if (name == "System.Data.DataSet" || has(root, "DataSet.Remoting")) return "DataSet in RemotingFormat.Xml";
  }
  return {};
}

// A contract that cannot be read is the caller's mistake, whatever came of it.
Status outcome(Status status, const PayloadTypes& types, const Options& options) {
  if (types.contract_error() == nullptr) return status;
  return Error(ErrorCode::InvalidArgument,
               "contract " + std::string(options.contract_name) + ": " + types.contract_error()->to_string());
}

}  // namespace

std::string_view root_record(std::span<const std::uint8_t> input) {
  const FindRoot find = find_root(input);
  return find.found() ? text_at(input, find.record()) : std::string_view();
}

Confidence recognise(std::span<const std::uint8_t> input) {
  return nrbf::starts_payload(input) ? Confidence::Certain : Confidence::No;
}

Dialect guess_dialect(std::span<const std::uint8_t> input) { return nrbf::guess_dialect(input); }

Result<Measure> measure(std::span<const std::uint8_t> input, const Options& options) {
  NoVisitor nothing;
  WalkSummary summary;
  DOTWIRE_TRY(walk(input, options, nothing, summary));
  Measure measure;
  measure.size = summary.payload_size;
  measure.note = note_on(input);
  measure.dialect = guess_dialect(input.first(static_cast<std::size_t>(summary.payload_size)));
  return measure;
}

Status read(std::span<const std::uint8_t> input, const Options& options, Document& document) {
  model::Graph& graph = document.make_graph();
  const PayloadTypes types(input, options.contract, options.limits);
  DOTWIRE_TRY(outcome(nrbf::read_graph(input, graph, {options.limits, &types, options.first_objects}), types, options));
  document.note = types.note();
  document.size = graph.payload_size();
  document.partial = graph.is_partial();
  document.dialect = guess_dialect(input.first(static_cast<std::size_t>(graph.payload_size())));
  return {};
}

namespace {

// Without a size it was not read, or was changed since.
bool is_recorded(const Document& document, const Options& options) {
  const model::Graph& graph = document.graph();
  return options.dialect == Dialect::Recorded && document.size != 0 &&
         (!graph.top_level().empty() || graph.message() != nullptr);
}

}  // namespace

Status stream(const Document& document, const Options& options, Sink& sink) {
  if (is_recorded(document, options)) return nrbf::rewrite(document.graph(), sink);
  Buffer whole;
  DOTWIRE_TRY(compute(document, options, nrbf::TypeStyle::Always, whole));
  return sink.put(whole);
}

Status write(const Document& document, const Options& options, Buffer& out) {
  if (is_recorded(document, options)) return nrbf::rewrite(document.graph(), out);
  return compute(document, options, nrbf::TypeStyle::Always, out);
}

Status compute(const Document& document, const Options& options, nrbf::TypeStyle style, Buffer& out) {
  const LazyContractTypes classes(options.contract, options.limits);
  nrbf::GraphWriter writer(options.dialect == Dialect::Recorded ? document.dialect : options.dialect, style,
                           classes.get());
  return writer.write(document.graph(), out);
}

Status walk(std::span<const std::uint8_t> input, const Options& options, EventVisitor& visitor, WalkSummary& summary) {
  const PayloadTypes types(input, options.contract, options.limits);
  return outcome(nrbf::walk_records(input, options.limits, visitor, summary, &types), types, options);
}

}  // namespace dotwire::binary_formatter

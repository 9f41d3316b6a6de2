#include "formats/graph_json/form_writer.h"

#include <algorithm>
#include <span>

#include "base/try.h"
#include "codecs/nrbf_graph/graph_writer.h"
#include "dotwire/sink.h"
#include "wire/nrbf/record_type.h"

namespace dotwire::graph_json {
namespace {

using model::ArrayNode;
using model::BinaryType;
using model::Graph;
using model::Member;
using model::Node;
using model::NodeKind;
using model::ObjectNode;
using model::Slot;
using nrbf::RecordType;

bool is_recorded(const Document& document) {
  const Graph& graph = document.graph();
  return document.size != 0 && !graph.is_partial() && (!graph.top_level().empty() || graph.message() != nullptr);
}

// Whether what comes piece by piece is what is expected.
class BytesComparison final : public Sink {
 public:
  explicit BytesComparison(std::span<const std::uint8_t> expected) : rest_(expected) {}

  Status put(std::span<const std::uint8_t> bytes) override {
    same_ = same_ && bytes.size() <= rest_.size() && std::ranges::equal(bytes, rest_.first(bytes.size()));
    if (same_) rest_ = rest_.subspan(bytes.size());
    return {};
  }

  bool is_same() const { return same_ && rest_.empty(); }

 private:
  std::span<const std::uint8_t> rest_;
  bool same_ = true;
};

struct Frame {
  const ObjectNode* object;  // or
  const ArrayNode* array;
  std::uint64_t next;  // member or slot
};

// Tells the records in the order of the payload. What goes without saying (references, single nulls, boxed primitives)
// is counted.
class FormPutter {
 public:
  FormPutter(json::Writer& writer, Drain& drain, model::NodeMap& numbers)
      : writer_(writer), drain_(drain), numbers_(numbers) {}

  Status records(const Graph& graph) {
    writer_.begin_array();
    for (const Node* node : graph.top_level()) {
      put_node(*node, true);
      while (!frames_.empty()) {
        DOTWIRE_TRY(step());
      }
    }
    put_usual();
    writer_.end_array();
    return {};
  }

 private:
  Status step() {
    const std::size_t index = frames_.size() - 1;
    const Frame frame = frames_[index];
    const std::uint64_t count = frame.object != nullptr         ? frame.object->type->members.size()
                                : frame.array->slots == nullptr ? 0
                                                                : frame.array->slot_count;
    if (frame.next == count) {
      frames_.pop_back();
      return {};
    }
    ++frames_[index].next;
    if (frame.array != nullptr) {
      put_slot(frame.array->slots[frame.next]);
    } else if (const Member& member = frame.object->type->members[frame.next];
               member.recorded.binary_type != BinaryType::Primitive) {
      put_slot(frame.object->slot(member));
    }
    return drain_.step();
  }

  void put_slot(const Slot& slot) {
    const Node* node = slot.node();
    if (node == nullptr) {
      const std::uint8_t record = slot.null_record();
      if (record == static_cast<std::uint8_t>(RecordType::ObjectNull)) {
        usual_ += slot.count();
      } else {
        put_usual();
        writer_.begin_array();
        writer_.number(record);
        writer_.number(slot.count());
        writer_.end_array();
      }
      return;
    }
    if (slot.is_reference() || node->kind == NodeKind::Scalar) {
      ++usual_;
    } else {
      put_node(*node, false);
    }
  }

  // [record, id], with the id of the class record behind it that a ClassWithId names, and at the top with the node.
  void put_node(const Node& node, bool top_level) {
    put_usual();
    writer_.begin_array();
    writer_.number(node.record);
    writer_.number(node.id);
    const ObjectNode* object = model::as_object(&node);
    if (object != nullptr && node.record == static_cast<std::uint8_t>(RecordType::ClassWithId)) {
      writer_.number(object->type->defining_id);
    }
    if (top_level) writer_.number(static_cast<std::int64_t>(numbers_[&node]) - 1);
    writer_.end_array();
    if (node.kind != NodeKind::String) frames_.push_back({object, model::as_array(&node), 0});
  }

  void put_usual() {
    if (usual_ != 0) writer_.unsigned_number(usual_);
    usual_ = 0;
  }

  json::Writer& writer_;
  Drain& drain_;
  model::NodeMap& numbers_;
  std::vector<Frame> frames_;
  std::uint64_t usual_ = 0;
};

}  // namespace

bool differs_from_rules(const Document& document) {
  if (!is_recorded(document)) return false;
  Buffer computed;
  computed.reserve(document.size + document.size / 16 + 256);  // mostly it is as long
  nrbf::GraphWriter writer(document.dialect);
  const bool is_computed = writer.write(document.graph(), computed).ok();
  BytesComparison recorded(computed);
  if (!nrbf::rewrite(document.graph(), recorded).ok()) return false;
  return !is_computed || !recorded.is_same();
}

bool needs_form(const Document& document, const GraphSurvey& survey, bool differs) {
  if (!is_recorded(document)) return false;
  const model::Framing& framing = document.graph().framing();
  const bool other_version = framing.major_version != 1 || framing.minor_version != 0;
  return differs || other_version || survey.unusual || !survey.unreached.empty();
}

LibraryKeys::LibraryKeys(const Graph& graph, bool form) : graph_(graph) {
  std::unordered_map<std::string_view, std::size_t> counts;
  for (const model::Library& library : graph.libraries()) ++counts[library.name];
  for (const model::Library& library : graph.libraries()) {
    std::string key(library.name);
    if (form && counts[library.name] > 1) key += '#' + std::to_string(library.id);
    keys_.emplace(library.id, std::move(key));
  }
}

const std::string& LibraryKeys::operator[](std::int32_t id) const {
  static const std::string none;
  const auto found = keys_.find(id);
  return found == keys_.end() ? none : found->second;
}

void LibraryKeys::put(json::Writer& writer) const {
  writer.begin_array();
  for (const model::Library& library : graph_.libraries()) {
    const std::string& key = (*this)[library.id];
    writer.begin_array();
    writer.string(key);
    writer.number(library.id);
    writer.unsigned_number(library.position);
    if (key != library.name) writer.string(library.name);
    writer.end_array();
  }
  writer.end_array();
}

Status put_form(json::Writer& outer, Drain& drain, const Graph& graph, model::NodeMap& numbers) {
  outer.name("$form");
  outer.raw("");
  // Records in one line: they are many, and for programs.
  json::Writer writer(outer.buffer(), {.indent = 4, .break_depth = 1});
  writer.begin_object();
  const model::Framing& framing = graph.framing();
  writer.name("framing");
  writer.begin_array();
  for (const std::int32_t value : {framing.root_id, framing.header_id, framing.major_version, framing.minor_version}) {
    writer.number(value);
  }
  writer.end_array();
  writer.name("records");
  DOTWIRE_TRY(FormPutter(writer, drain, numbers).records(graph));
  outer.buffer().append("}");
  return {};
}

}  // namespace dotwire::graph_json

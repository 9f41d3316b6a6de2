#include "wire/json/writer.h"

#include <algorithm>
#include <deque>
#include <string>

#include "base/try.h"
#include "clr/base64.h"
#include "codecs/json_values/value_json.h"
#include "dotwire/table.h"
#include "formats/graph_json/class_writer.h"
#include "formats/graph_json/form_writer.h"
#include "formats/graph_json/graph_json.h"
#include "formats/graph_json/survey.h"

namespace dotwire::graph_json {
namespace {

using model::ArrayNode;
using model::BinaryType;
using model::Graph;
using model::Member;
using model::Node;
using model::NodeKind;
using model::ObjectNode;
using model::ScalarNode;
using model::Slot;
using model::ValueKind;

// What lies deeper stays on its line: white space must not grow with the square of the depth.
constexpr std::uint32_t kIndentedDepth = 40;

// Runs from this length on are {"$nulls": N}.
constexpr std::uint32_t kLongNullRun = 256;

// An object or array whose members or elements are being written.
struct Frame {
  const ObjectNode* object;
  const ArrayNode* array;
  const ClassEntry* entry;
  std::uint64_t next;  // member or slot
};

class GraphPutter {
 public:
  GraphPutter(const Document& document, const Options& options, Drain& drain)
      : document_(document),
        graph_(document.graph()),
        options_(options),
        differs_(differs_from_rules(document)),
        survey_(survey(graph_, options.raw_names)),
        form_(needs_form(document, survey_, differs_)),
        libraries_(graph_, form_),
        drain_(drain),
        out_(drain.buffer(), {.indent = 2, .break_depth = kIndentedDepth}),
        class_writer_(out_, survey_, libraries_) {
    for (ClassEntry& entry : survey_.classes) {
      for (const std::string& key : entry.keys) entry.ready_keys.push_back(out_.encode_name(key));
    }
    type_name_ = out_.encode_name("$type");
    id_name_ = out_.encode_name("$id");
  }

  Status run() {
    out_.begin_object();
    out_.name("$graph");
    out_.number(1);
    if (graph_.is_partial()) {
      out_.name("partial");
      out_.boolean(true);
    }
    if (document_.dialect != Dialect::Recorded) {
      out_.name("dialect");
      out_.string(to_string(document_.dialect));
    }
    if (form_) {
      out_.name("libraries");
      libraries_.put(out_);
    }
    DOTWIRE_TRY(classes());
    DOTWIRE_TRY(values());
    if (form_) {
      DOTWIRE_TRY(put_form(out_, drain_, graph_, numbers_));
    }
    out_.end_object();
    drain_.buffer().push_back('\n');
    return drain_.finish();
  }

 private:
  Status values() {
    part_ = "message";
    if (graph_.message() != nullptr) {
      DOTWIRE_TRY(message(*graph_.message()));
    }
    if (survey_.headers != nullptr) {
      part_ = "headers";
      out_.name(part_);
      DOTWIRE_TRY(whole_value(survey_.headers));
    }
    if (graph_.message() == nullptr) {
      part_ = "root";
      out_.name(part_);
      DOTWIRE_TRY(whole_value(survey_.root));
    }
    if (!survey_.unreached.empty()) {
      part_ = "unreached";
      out_.name(part_);
      out_.begin_array();
      for (const Node* node : survey_.unreached) {
        DOTWIRE_TRY(whole_value(node));
      }
      out_.end_array();
    }
    return deferred();
  }

  Status deferred() {
    if (deferred_.empty()) return {};
    part_ = "deferred";
    out_.name(part_);
    out_.begin_array();
    while (!deferred_.empty()) {
      const Node* node = deferred_.front();
      deferred_.pop_front();
      begin_node(*node);
      DOTWIRE_TRY(drain_frames());
    }
    out_.end_array();
    return {};
  }

  Status whole_value(const Node* node) {
    value(node);
    return drain_frames();
  }

  // Names and shared strings are written again and again: a small payload can become a very large text.
  Status drain_frames() {
    for (;;) {
      Status fits = drain_.step();
      if (fits.ok() && !frames_.empty()) fits = step();
      if (!fits.ok()) {
        fits.error().set_path(path());
        return fits;
      }
      if (frames_.empty()) return {};
    }
  }

  // Of what is being written; the middle of a deep one is left out.
  std::string path() const {
    constexpr std::size_t kMost = 16;
    std::string text = part_;
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      if (i == kMost / 2 && frames_.size() > kMost) {
        text += "/...";
        i = frames_.size() - kMost / 2;
      }
      const Frame& frame = frames_[i];
      if (frame.next == 0) break;
      text += '/';
      text += frame.object != nullptr ? frame.entry->keys[frame.next - 1] : "[" + std::to_string(frame.next - 1) + "]";
    }
    return text;
  }

  // --- what stands ahead

  Status classes() {
    out_.name("classes");
    out_.begin_object();
    for (const ClassEntry& entry : survey_.classes) {
      out_.name(entry.key);
      class_writer_.put_class(entry);
      DOTWIRE_TRY(drain_.step());
    }
    out_.end_object();
    return {};
  }

  Status message(const model::MethodMessage& message) {
    out_.name("message");
    out_.begin_object();
    out_.name("kind");
    out_.string(message.is_call ? "call" : "return");
    out_.name("flags");
    out_.unsigned_number(message.flags);
    if (message.is_call) {
      out_.name("method");
      out_.string(message.method_name);
      out_.name("type");
      out_.string(message.type_name);
    }
    out_.name("context");
    out_.string(message.context);
    out_.name("return");
    inline_value(message.return_value);
    out_.name("arguments");
    out_.begin_array();
    for (const Slot& argument : message.arguments) inline_value(argument);
    out_.end_array();
    if (survey_.root != nullptr) {
      out_.name("array");
      DOTWIRE_TRY(whole_value(survey_.root));
    }
    out_.end_object();
    return {};
  }

  // A string, primitive or null of the message itself: no object.
  void inline_value(const Slot& slot) {
    const Node* node = slot.node();
    if (node == nullptr) return out_.null();
    if (const auto* text = model::as_string(node)) return out_.string(text->view());
    if (const ScalarNode* single = model::as_scalar(node)) scalar(*single);
  }

  // --- values

  Status step() {
    Frame& frame = frames_.back();
    if (frame.object != nullptr) {
      if (frame.next == frame.object->type->members.size()) return leave(), Status();
      return member(frame), Status();
    }
    if (frame.next == element_steps(*frame.array)) {
      out_.end_array();
      return leave(), Status();
    }
    if (frame.array->is_primitive()) return primitives(frame), Status();
    element(frame.array->slots[frame.next++]);
    return {};
  }

  static std::uint64_t element_steps(const ArrayNode& array) {
    if (array.is_primitive()) return array.length;
    return array.slots == nullptr ? 0 : array.slot_count;
  }

  // Some at a time.
  void primitives(Frame& frame) {
    constexpr std::uint64_t kMost = 1024;
    const ArrayNode& array = *frame.array;
    const std::size_t size = size_of(array.element.primitive);
    const std::uint64_t end = std::min(array.length, frame.next + kMost);
    for (; frame.next < end; ++frame.next) {
      primitive(static_cast<ValueKind>(array.element.primitive), array.primitives + frame.next * size);
    }
  }

  void leave() {
    depth_ -= frames_.back().array != nullptr ? 2 : 1;
    out_.end_object();
    frames_.pop_back();
  }

  void member(Frame& frame) {
    const ObjectNode& object = *frame.object;
    const Member& member = object.type->members[frame.next];
    out_.encoded_name(json::Writer::without_spare(frame.entry->ready_keys[frame.next++]));
    if (member.recorded.binary_type == BinaryType::Primitive) {
      primitive(static_cast<ValueKind>(member.recorded.primitive), object.data() + member.offset);
    } else {
      value(object.slot(member).node());
    }
  }

  void element(const Slot& slot) {
    if (!slot.is_null()) return value(slot.node());
    if (slot.count() < kLongNullRun) {
      for (std::uint32_t i = 0; i < slot.count(); ++i) out_.null();
      return;
    }
    out_.begin_object();
    out_.name("$nulls");
    out_.unsigned_number(slot.count());
    out_.end_object();
  }

  void primitive(ValueKind kind, const void* at) { json_values::put_value(out_, kind, at, options_.numbers); }

  void value(const Node* node) {
    if (node == nullptr) return out_.null();
    if (node->kind == NodeKind::Scalar) return scalar(*model::as_scalar(node));
    std::uint32_t& met = survey_.met[node];
    if (met >= GraphSurvey::kFirstNumber) return reference(met);
    const bool is_text = node->kind == NodeKind::String;
    if (!is_text && depth_ >= kDeepest) {
      met = ++last_number_;
      deferred_.push_back(node);
      return reference(met);
    }
    const bool shared = met == GraphSurvey::kShared;
    if (shared) met = ++last_number_;
    if (is_text && !shared) {
      count_node(node);
      return out_.string(model::as_string(node)->view());
    }
    begin_node(*node);
  }

  void reference(std::uint32_t met) {
    out_.begin_object();
    out_.name("$ref");
    out_.unsigned_number(met - GraphSurvey::kFirstNumber);
    out_.end_object();
  }

  void count_node(const Node* node) {
    if (form_) numbers_[node] = ++last_place_;
  }

  void begin_node(const Node& node) {
    count_node(&node);
    out_.begin_object();
    if (const std::uint32_t met = survey_.met[&node]; met >= GraphSurvey::kFirstNumber) {
      out_.encoded_name(json::Writer::without_spare(id_name_));
      out_.unsigned_number(met - GraphSurvey::kFirstNumber);
    }
    if (const auto* text = model::as_string(&node)) {
      out_.name("$string");
      out_.string(text->view());
      return out_.end_object();
    }
    if (const ArrayNode* array = model::as_array(&node)) return begin_array(*array);
    const ObjectNode* object = model::as_object(&node);
    const ClassEntry& entry = entry_of(object->type);
    out_.encoded_name(json::Writer::without_spare(type_name_));
    out_.string(entry.key);
    frames_.push_back({object, nullptr, &entry, 0});
    ++depth_;
  }

  const ClassEntry& entry_of(const model::Type* type) {
    if (type != last_type_) {
      last_type_ = type;
      last_entry_ = &survey_.classes[survey_.class_of[type]];
    }
    return *last_entry_;
  }

  void scalar(const ScalarNode& node) {
    out_.begin_object();
    out_.name("$type");
    out_.string(model::clr_name(node.value_kind));
    out_.name("$value");
    if (node.sql_null || node.value_kind == ValueKind::DBNull) {
      out_.null();
    } else if (model::storage_of(node.value_kind) == model::Storage::Fixed) {
      primitive(node.value_kind, node.value);
    } else {
      out_.string(node.text());
    }
    out_.end_object();
  }

  void begin_array(const ArrayNode& array) {
    out_.name("$array");
    class_writer_.put_type(array.element);
    const bool has_bounds = array.lower_bounds != nullptr;
    if (array.array_kind != usual_array_kind(array.element, array.rank, has_bounds)) {
      out_.name("$kind");
      out_.number(array.array_kind);
    }
    const auto numbers = [this](std::string_view name, const std::int32_t* values, std::size_t count) {
      out_.name(name);
      out_.begin_array();
      for (std::size_t i = 0; i < count; ++i) out_.number(values[i]);
      out_.end_array();
    };
    if (array.rank > 1) numbers("$lengths", array.lengths, array.rank);
    if (has_bounds) numbers("$lowerBounds", array.lower_bounds, array.rank);
    if (array.is_primitive() && array.element.primitive == Primitive::Byte) {
      out_.name("$base64");
      out_.string(to_base64({array.primitives, static_cast<std::size_t>(array.length)}));
      return out_.end_object();
    }
    out_.name("$items");
    out_.begin_array();
    if (array.slots == nullptr && !array.is_primitive()) text_elements(array);
    frames_.push_back({nullptr, &array, nullptr, 0});
    depth_ += 2;
  }

  void text_elements(const ArrayNode& array) {
    for (std::uint32_t c = 0; c < array.chunk_count; ++c) {
      const model::TextElements& chunk = array.chunks[c];
      std::uint64_t start = chunk.start;
      for (std::uint32_t i = 0; i < array.chunk_lengths[c]; ++i) {
        const bool null = chunk.nulls != nullptr && (chunk.nulls[i / 64] >> (i % 64) & 1) != 0;
        if (null) {
          out_.null();
        } else {
          out_.string(std::string_view(chunk.text + start, static_cast<std::size_t>(chunk.ends[i] - start)));
        }
        start = chunk.ends[i];
      }
    }
  }

  const Document& document_;
  const Graph& graph_;
  const Options& options_;
  bool differs_;  // before the survey, which marks the nodes
  GraphSurvey survey_;
  bool form_;
  LibraryKeys libraries_;
  Drain& drain_;
  json::Writer out_;
  ClassWriter class_writer_;
  std::string type_name_;
  std::string id_name_;
  const char* part_ = "root";
  std::vector<Frame> frames_;
  std::uint32_t depth_ = 1;  // containers that are open
  std::uint32_t last_number_ = GraphSurvey::kFirstNumber;
  std::deque<const Node*> deferred_;
  model::NodeMap numbers_;  // with a form: one more than the place of each node in the text
  std::uint32_t last_place_ = 0;
  const model::Type* last_type_ = nullptr;
  const ClassEntry* last_entry_ = nullptr;
};

}  // namespace

Status put(const Document& document, const Options& options, Drain& drain) {
  return GraphPutter(document, options, drain).run();
}

}  // namespace dotwire::graph_json

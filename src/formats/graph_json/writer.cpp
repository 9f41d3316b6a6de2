#include "wire/json/writer.h"

#include <cmath>
#include <string>

#include "base/load.h"
#include "clr/base64.h"
#include "formats/graph_json/class_names.h"
#include "formats/graph_json/graph_json.h"
#include "model/value_text.h"

namespace dotwire::graph_json {
namespace {

using model::ArrayNode;
using model::BinaryType;
using model::Member;
using model::Node;
using model::ObjectNode;
using model::ScalarNode;
using model::Slot;
using model::ValueKind;

// What lies deeper stays on its line: white space must not grow with the square of the depth.
constexpr std::uint32_t kIndentedDepth = 40;

// Runs from this length on are {"$nulls": N}.
constexpr std::uint32_t kLongNullRun = 256;

bool is_bare_number(ValueKind kind, const void* value) {
  switch (kind) {
    case ValueKind::Byte:
    case ValueKind::SByte:
    case ValueKind::Int16:
    case ValueKind::UInt16:
    case ValueKind::Int32:
    case ValueKind::UInt32:
    case ValueKind::Boolean: return true;
    case ValueKind::Double: return std::isfinite(load<double>(value));
    case ValueKind::Single: return std::isfinite(load<float>(value));
    default: return false;
  }
}

// An object or array whose members or elements are being written.
struct Frame {
  const ObjectNode* object;
  const ArrayNode* array;
  std::uint64_t next;  // member or slot
};

class GraphWriter {
 public:
  GraphWriter(const Node* root, Buffer& out)
      : survey_(survey(root)), bytes_(out), out_(out, {.indent = 2, .break_depth = kIndentedDepth}) {}

  Status run(const Node* root, std::uint64_t most) {
    out_.begin_object();
    out_.name("$graph");
    out_.number(1);
    classes();
    out_.name("root");
    value(root);
    // Names and shared strings are written again and again: a small payload can become a very large text.
    while (!frames_.empty()) {
      step();
      if (bytes_.size() > most) {
        return Error(ErrorCode::LimitExceeded, "the JSON text grows beyond Limits::expansion");
      }
    }
    out_.end_object();
    return {};
  }

 private:
  void classes() {
    out_.name("classes");
    out_.begin_object();
    for (const model::Type* type : survey_.types) {
      out_.name(survey_.names[type]);
      out_.begin_object();
      if (!type->library.empty()) {
        out_.name("library");
        out_.string(type->library);
      }
      out_.name("members");
      out_.begin_object();
      for (const Member& member : type->members) {
        out_.name(member.name);
        out_.string(type_text(member.recorded));
      }
      out_.end_object();
      out_.end_object();
    }
    out_.end_object();
  }

  void step() {
    Frame& frame = frames_.back();
    if (frame.object != nullptr) {
      if (frame.next == frame.object->type->members.size()) return leave();
      return member(*frame.object, frame.object->type->members[frame.next++]);
    }
    if (frame.next == frame.array->slot_count) {
      out_.end_array();
      return leave();
    }
    element(frame.array->slots[frame.next++]);
  }

  void leave() {
    out_.end_object();
    frames_.pop_back();
  }

  void member(const ObjectNode& object, const Member& member) {
    if (member.name.starts_with('$')) {
      out_.name("$" + std::string(member.name));
    } else {
      out_.name(member.name);
    }
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

  void primitive(ValueKind kind, const void* at) {
    char text[model::kValueRoom];
    const std::string_view view(text, static_cast<std::size_t>(model::put_value_text(text, kind, at) - text));
    if (is_bare_number(kind, at)) {
      out_.raw(view);
    } else {
      out_.string(view);
    }
  }

  void value(const Node* node) {
    if (node == nullptr) return out_.null();
    switch (node->kind) {
      case model::NodeKind::String: return out_.string(model::as_string(node)->view());
      case model::NodeKind::Scalar: return scalar(*model::as_scalar(node));
      case model::NodeKind::Object:
      case model::NodeKind::Array: break;
    }
    const auto shared = survey_.shared.find(node);
    out_.begin_object();
    if (shared != survey_.shared.end()) {
      const bool met = shared->second != 0;
      if (!met) shared->second = ++last_id_;
      out_.name(met ? "$ref" : "$id");
      out_.unsigned_number(shared->second);
      if (met) return out_.end_object();
    }
    if (const ArrayNode* array = model::as_array(node)) return begin_array(*array);
    const ObjectNode* object = model::as_object(node);
    out_.name("$type");
    out_.string(survey_.names[object->type]);
    frames_.push_back({object, nullptr, 0});
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
      out_.string(node.text);
    }
    out_.end_object();
  }

  void begin_array(const ArrayNode& array) {
    out_.name("$array");
    out_.string(type_text(array.element));
    dimensions(array);
    if (array.is_primitive()) {
      primitive_elements(array);
      return out_.end_object();
    }
    out_.name("$items");
    out_.begin_array();
    if (array.slots != nullptr) {
      frames_.push_back({nullptr, &array, 0});
      return;
    }
    text_elements(array);
    out_.end_array();
    out_.end_object();
  }

  void dimensions(const ArrayNode& array) {
    const auto numbers = [this](std::string_view name, const std::int32_t* values, std::size_t count) {
      out_.name(name);
      out_.begin_array();
      for (std::size_t i = 0; i < count; ++i) out_.number(values[i]);
      out_.end_array();
    };
    if (array.rank > 1) numbers("$lengths", array.lengths, array.rank);
    if (array.lower_bounds != nullptr) numbers("$lowerBounds", array.lower_bounds, array.rank);
  }

  void primitive_elements(const ArrayNode& array) {
    if (array.element.primitive == Primitive::Byte) {
      out_.name("$base64");
      return out_.string(to_base64({array.primitives, static_cast<std::size_t>(array.length)}));
    }
    out_.name("$items");
    out_.begin_array();
    const std::size_t size = size_of(array.element.primitive);
    for (std::uint64_t i = 0; i < array.length; ++i) {
      primitive(static_cast<ValueKind>(array.element.primitive), array.primitives + i * size);
    }
    out_.end_array();
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

  GraphSurvey survey_;
  Buffer& bytes_;
  json::Writer out_;
  std::vector<Frame> frames_;
  std::uint32_t last_id_ = 0;
};

}  // namespace

Status write(const Document& document, const Options& options, Buffer& out) {
  const Node* root = document.graph().root();
  Status status = GraphWriter(root, out).run(root, options.limits.expansion);
  if (status.ok()) out.push_back('\n');
  return status;
}

}  // namespace dotwire::graph_json

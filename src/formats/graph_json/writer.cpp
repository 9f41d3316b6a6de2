#include "wire/json/writer.h"

#include <cmath>
#include <string>

#include "base/load.h"
#include "base/try.h"
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
  GraphWriter(const Node* root, Drain& drain)
      : survey_(survey(root)), drain_(drain), out_(drain.buffer(), {.indent = 2, .break_depth = kIndentedDepth}) {}

  Status run(const Node* root) {
    out_.begin_object();
    out_.name("$graph");
    out_.number(1);
    DOTWIRE_TRY(classes());
    out_.name("root");
    DOTWIRE_TRY(value(root));
    // Names and shared strings are written again and again: a small payload can become a very large text.
    while (!frames_.empty()) {
      DOTWIRE_TRY(step());
      Status fits = drain_.step();
      if (!fits.ok()) {
        fits.error().set_path(path());
        return fits;
      }
    }
    out_.end_object();
    drain_.buffer().push_back('\n');
    return drain_.finish();
  }

 private:
  // Of what is being written; the middle of a deep one is left out.
  std::string path() const {
    constexpr std::size_t kMost = 16;
    std::string text = "root";
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      if (i == kMost / 2 && frames_.size() > kMost) {
        text += "/...";
        i = frames_.size() - kMost / 2;
      }
      const Frame& frame = frames_[i];
      if (frame.next == 0) break;
      text += '/';
      text += frame.object != nullptr ? std::string(frame.object->type->members[frame.next - 1].name)
                                      : "[" + std::to_string(frame.next - 1) + "]";
    }
    return text;
  }

  Status classes() {
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
      DOTWIRE_TRY(drain_.step());
    }
    out_.end_object();
    return {};
  }

  Status step() {
    Frame& frame = frames_.back();
    if (frame.object != nullptr) {
      if (frame.next == frame.object->type->members.size()) return leave(), Status();
      return member(*frame.object, frame.object->type->members[frame.next++]);
    }
    if (frame.next == frame.array->slot_count) {
      out_.end_array();
      return leave(), Status();
    }
    return element(frame.array->slots[frame.next++]);
  }

  void leave() {
    out_.end_object();
    frames_.pop_back();
  }

  Status member(const ObjectNode& object, const Member& member) {
    if (member.name.starts_with('$')) {
      out_.name("$" + std::string(member.name));
    } else {
      out_.name(member.name);
    }
    if (member.recorded.binary_type == BinaryType::Primitive) {
      primitive(static_cast<ValueKind>(member.recorded.primitive), object.data() + member.offset);
      return {};
    }
    return value(object.slot(member).node());
  }

  Status element(const Slot& slot) {
    if (!slot.is_null()) return value(slot.node());
    if (slot.count() < kLongNullRun) {
      for (std::uint32_t i = 0; i < slot.count(); ++i) out_.null();
      return {};
    }
    out_.begin_object();
    out_.name("$nulls");
    out_.unsigned_number(slot.count());
    out_.end_object();
    return {};
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

  Status value(const Node* node) {
    if (node == nullptr) return out_.null(), Status();
    switch (node->kind) {
      case model::NodeKind::String: return out_.string(model::as_string(node)->view()), Status();
      case model::NodeKind::Scalar: return scalar(*model::as_scalar(node)), Status();
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
      if (met) return out_.end_object(), Status();
    }
    if (const ArrayNode* array = model::as_array(node)) return begin_array(*array);
    const ObjectNode* object = model::as_object(node);
    out_.name("$type");
    out_.string(survey_.names[object->type]);
    frames_.push_back({object, nullptr, 0});
    return {};
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

  Status begin_array(const ArrayNode& array) {
    out_.name("$array");
    out_.string(type_text(array.element));
    dimensions(array);
    if (array.is_primitive()) {
      DOTWIRE_TRY(primitive_elements(array));
      return out_.end_object(), Status();
    }
    out_.name("$items");
    out_.begin_array();
    if (array.slots != nullptr) {
      frames_.push_back({nullptr, &array, 0});
      return {};
    }
    DOTWIRE_TRY(text_elements(array));
    out_.end_array();
    out_.end_object();
    return {};
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

  Status primitive_elements(const ArrayNode& array) {
    if (array.element.primitive == Primitive::Byte) {
      out_.name("$base64");
      out_.string(to_base64({array.primitives, static_cast<std::size_t>(array.length)}));
      return {};
    }
    out_.name("$items");
    out_.begin_array();
    const std::size_t size = size_of(array.element.primitive);
    for (std::uint64_t i = 0; i < array.length; ++i) {
      primitive(static_cast<ValueKind>(array.element.primitive), array.primitives + i * size);
      DOTWIRE_TRY(drain_.step());
    }
    out_.end_array();
    return {};
  }

  Status text_elements(const ArrayNode& array) {
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
        DOTWIRE_TRY(drain_.step());
      }
    }
    return {};
  }

  GraphSurvey survey_;
  Drain& drain_;
  json::Writer out_;
  std::vector<Frame> frames_;
  std::uint32_t last_id_ = 0;
};

}  // namespace

Status put(const Document& document, const Options&, Drain& drain) {
  const Node* root = document.graph().root();
  return GraphWriter(root, drain).run(root);
}

}  // namespace dotwire::graph_json

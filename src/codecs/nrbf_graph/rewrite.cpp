// Replays a graph as it was recorded.
#include <vector>

#include "base/drain.h"
#include "base/try.h"
#include "codecs/nrbf_graph/emit.h"
#include "codecs/nrbf_graph/graph_writer.h"

namespace dotwire::nrbf {
namespace {

using model::ArrayNode;
using model::BinaryType;
using model::Graph;
using model::Member;
using model::Node;
using model::NodeKind;
using model::ObjectNode;
using model::Slot;

struct Frame {
  const ObjectNode* object;  // or
  const ArrayNode* array;
  std::uint64_t next;  // member or slot
};

class Replay {
 public:
  // Null sink: all stays in the drain's buffer.
  Replay(const Graph& graph, Drain& drain, Sink* sink)
      : graph_(graph), drain_(drain), sink_(sink), out_(drain.buffer()), libraries_(graph.libraries()) {}

  Status run() {
    emit_header(out_, graph_.framing());
    if (graph_.message() != nullptr) {
      emit_due_libraries();
      ++records_;
      emit_message(out_, *graph_.message());
    }
    for (const Node* node : graph_.top_level()) {
      DOTWIRE_TRY(emit_node(node));
      while (!frames_.empty()) {
        const Frame frame = frames_.back();
        DOTWIRE_TRY(frame.object != nullptr ? emit_members(*frame.object) : emit_elements(*frame.array));
      }
    }
    emit_due_libraries();
    out_.write_u8(static_cast<std::uint8_t>(RecordType::MessageEnd));
    return drain_.finish();
  }

 private:
  void emit_due_libraries() {
    while (next_library_ < libraries_.size() && libraries_[next_library_].position == records_) {
      emit_library(out_, libraries_[next_library_].id, libraries_[next_library_].name);
      ++next_library_;
    }
  }

  static std::int32_t same_id(std::int32_t id) { return id; }

  Status emit_node(const Node* node) {
    emit_due_libraries();
    ++records_;
    switch (node->kind) {
      case NodeKind::String: emit_string(out_, node->id, model::as_string(node)->view()); return {};
      case NodeKind::Array: return emit_array(*model::as_array(node));
      case NodeKind::Object: return emit_object(*model::as_object(node));
      case NodeKind::Scalar: break;
    }
    const auto* scalar = model::as_scalar(node);
    if (scalar->record != static_cast<std::uint8_t>(RecordType::MemberPrimitiveTyped)) {
      return Error(ErrorCode::InvalidArgument, "the graph was not read from a BinaryFormatter payload");
    }
    out_.write_u8(static_cast<std::uint8_t>(RecordType::MemberPrimitiveTyped));
    out_.write_u8(static_cast<std::uint8_t>(scalar->value_kind));
    emit_primitive(out_, static_cast<Primitive>(scalar->value_kind), scalar->value);
    return {};
  }

  Status emit_object(const ObjectNode& object) {
    const auto record = static_cast<RecordType>(object.record);
    emit_record(out_, record, object.id);
    switch (record) {
      case RecordType::ClassWithId: out_.write_i32(object.type->defining_id); break;
      case RecordType::SystemClassWithMembers:
      case RecordType::ClassWithMembers:
        emit_member_names(*object.type);
        if (record == RecordType::ClassWithMembers) out_.write_i32(object.type->library_id);
        break;
      case RecordType::SystemClassWithMembersAndTypes:
      case RecordType::ClassWithMembersAndTypes:
        emit_member_names(*object.type);
        emit_member_types(out_, object.type->members, same_id);
        if (record == RecordType::ClassWithMembersAndTypes) out_.write_i32(object.type->library_id);
        break;
      default: return Error(ErrorCode::InvalidArgument, "the graph was not read from a BinaryFormatter payload");
    }
    frames_.push_back({&object, nullptr, 0});
    return {};
  }

  void emit_member_names(const model::Type& type) {
    out_.write_prefixed(type.name);
    out_.write_i32(static_cast<std::int32_t>(type.members.size()));
    for (const Member& member : type.members) out_.write_prefixed(member.name);
  }

  Status emit_array(const ArrayNode& array) {
    emit_array_head(out_, array, array.id, same_id);
    if (array.element.binary_type == BinaryType::Primitive) {
      if (const std::uint64_t size = size_as_it_lies(array); sink_ != nullptr && size >= kLarge) {
        DOTWIRE_TRY(drain_.finish());
        return sink_->put({array.primitives, static_cast<std::size_t>(size)});
      }
      emit_primitives(out_, array.element.primitive, array.primitives, array.length);
    } else {
      frames_.push_back({nullptr, &array, 0});
    }
    return {};
  }

  // Goes on until a nested record opens a frame of its own.
  Status emit_members(const ObjectNode& object) {
    const std::size_t index = frames_.size() - 1;
    std::uint64_t next = frames_[index].next;
    while (next < object.type->members.size()) {
      const Member& member = object.type->members[next++];
      if (member.recorded.binary_type == BinaryType::Primitive) {
        emit_primitive(out_, member.recorded.primitive, object.data() + member.offset);
        continue;
      }
      frames_[index].next = next;
      DOTWIRE_TRY(emit_slot(object.slot(member)));
      if (frames_.size() != index + 1) return {};
    }
    frames_.pop_back();
    return {};
  }

  Status emit_elements(const ArrayNode& array) {
    const std::size_t index = frames_.size() - 1;
    std::uint64_t next = frames_[index].next;
    while (next < array.slot_count) {
      const Slot slot = array.slots[next++];
      frames_[index].next = next;
      DOTWIRE_TRY(emit_slot(slot));
      if (frames_.size() != index + 1) return {};
    }
    frames_.pop_back();
    return {};
  }

  // Of elements that lie as they are written; 0: they do not.
  static std::uint64_t size_as_it_lies(const ArrayNode& array) {
    const Primitive type = array.element.primitive;
    return type == Primitive::Char || type == Primitive::Decimal ? 0 : array.length * size_of(type);
  }

  Status emit_slot(Slot slot) {
    DOTWIRE_TRY(drain_.step());
    if (slot.is_null()) {
      emit_due_libraries();
      emit_null_run(out_, slot);
      records_ += slot.null_record() == static_cast<std::uint8_t>(RecordType::ObjectNull) ? slot.count() : 1;
      return {};
    }
    if (!slot.is_reference()) return emit_node(slot.node());
    emit_due_libraries();
    ++records_;
    emit_record(out_, RecordType::MemberReference, slot.node()->id);
    return {};
  }

  static constexpr std::uint64_t kLarge = std::uint64_t{1} << 16;

  const Graph& graph_;
  Drain& drain_;
  Sink* sink_;
  ByteWriter out_;
  std::span<const model::Library> libraries_;
  std::size_t next_library_ = 0;
  std::uint64_t records_ = 0;
  std::vector<Frame> frames_;
};

}  // namespace

namespace {

Status replay(const Graph& graph, Drain& drain, Sink* sink) {
  if (graph.is_partial()) return Error(ErrorCode::InvalidArgument, "only a part of the payload was read");
  if (graph.top_level().empty() && graph.message() == nullptr) {
    return Error(ErrorCode::InvalidArgument, "the graph was not read from a BinaryFormatter payload");
  }
  return Replay(graph, drain, sink).run();
}

}  // namespace

Status rewrite(const Graph& graph, Buffer& out) {
  Drain drain(out, UINT64_MAX);
  return replay(graph, drain, nullptr);
}

Status rewrite(const Graph& graph, Sink& sink) {
  Buffer scratch;
  Drain drain(scratch, sink, UINT64_MAX);
  return replay(graph, drain, &sink);
}

}  // namespace dotwire::nrbf

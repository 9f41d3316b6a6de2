// What is not hot: the frame of a document, its libraries and class records.
#include <algorithm>

#include "codecs/nrbf_graph/decoder.h"

namespace dotwire::nrbf {

using model::ArrayNode;
using model::BinaryType;
using model::Node;
using model::ObjectNode;

namespace {

// Records beside libraries that may start at the top level, a bit each: classes, string, arrays, method records.
constexpr std::uint32_t kTopLevel = 1U << 22 | 1U << 21 | 0b11'1000'0000'1111'1110;

}  // namespace

Decoder::Decoder(DecoderState& state, Bytes input, model::Graph& graph, std::uint64_t base, TextColumns* texts)
    : state_(state),
      graph_(graph),
      arena_(graph.arena()),
      begin_(input.data()),
      at_(input.data()),
      end_(input.data() + input.size()),
      base_(base),
      objects_left_(state.options.limits.objects),
      // References cost 5 bytes at least, so an honest payload stays below this; arrays that claim more grow as they
      // fill.
      slots_ahead_(input.size() / 4 + 4096),
      value_bytes_left_(input.size()),
      texts_(texts) {
  const std::uint64_t first = state.options.first_objects;
  if (first == 0 || first > objects_left_) return;
  in_part_ = true;
  objects_beyond_ = objects_left_ - first;
  objects_left_ = first;
  slots_ahead_ = 0;  // elements gather, so that what is not read costs nothing
}

bool Decoder::decode() {
  if (!decode_header()) return false;
  while (true) {
    if (has_enough()) [[unlikely]] {
      const bool ends_here = at_ != end_ && static_cast<RecordType>(*at_) == RecordType::MessageEnd;
      if (!ends_here) {
        graph_.set_partial(true);
        break;
      }
    }
    if (at_ == end_) return fail(ErrorCode::Truncated, at_, "the payload ends without a MessageEnd record");
    const std::uint8_t* start = at_;
    const auto type = static_cast<RecordType>(*at_++);
    if (type == RecordType::MessageEnd) break;
    if (!decode_top_level(start, type)) return false;
  }
  return resolve();
}

DOTWIRE_ALWAYS_INLINE bool Decoder::decode_top_level(const std::uint8_t* start, RecordType type) {
  if (type == RecordType::BinaryLibrary) return decode_library(start);
  const auto number = static_cast<unsigned>(type);
  if (number >= 32 || (kTopLevel >> number & 1) == 0) return fail_record(start, *start, "at the top level");
  if (type >= RecordType::MethodCall) [[unlikely]]
    return decode_message(start, type);
  Slot slot;
  if (!decode_node(start, type, slot) || !run()) return false;
  graph_.top_level().push_back(slot.node());
  return true;
}

// A.1 SerializedStreamHeader. .NET refuses newer major versions, and looks at nothing else of them.
bool Decoder::decode_header() {
  if (left() != 0 && *at_ != 0) return fail(ErrorCode::UnknownFormat, at_, "no SerializedStreamHeader record");
  if (left() < kHeaderSize) return fail_truncated(at_, "the SerializedStreamHeader record");
  model::Framing& framing = graph_.framing();
  framing.root_id = load<std::int32_t>(at_ + 1);
  framing.header_id = load<std::int32_t>(at_ + 5);
  framing.major_version = load<std::int32_t>(at_ + 9);
  framing.minor_version = load<std::int32_t>(at_ + 13);
  if (framing.major_version > 1) {
    return fail(ErrorCode::Malformed, at_ + 9,
                "version " + std::to_string(framing.major_version) + "." + std::to_string(framing.minor_version) +
                    " is newer than 1.0");
  }
  at_ += kHeaderSize;
  return true;
}

bool Decoder::decode_library(const std::uint8_t* start) {
  std::int32_t id = 0;
  std::string_view name;
  if (!read_i32(id, "a BinaryLibrary record") || !read_text(name)) return false;
  if (id == 0) return fail(ErrorCode::Malformed, start + 1, "library id is 0");
  std::uintptr_t& entry = state_.ids.entry(id);
  if (entry != 0) return fail(ErrorCode::Malformed, start + 1, "id " + std::to_string(id) + " is used twice");
  if (graph_.libraries().size() == kMostLibraries) {
    return fail(ErrorCode::LimitExceeded, start, "more libraries than any program has");
  }
  graph_.libraries().push_back({id, name, records_});
  entry = graph_.libraries().size() << 1 | IdTable::kLibrary;
  return true;
}

bool Decoder::decode_class(const std::uint8_t* start, RecordType record, Slot& slot) {
  std::int32_t id = 0;
  if (!read_i32(id, "a class record")) return false;
  const bool with_library = record == RecordType::ClassWithMembersAndTypes || record == RecordType::ClassWithMembers;
  const bool typed = with_library ? record == RecordType::ClassWithMembersAndTypes
                                  : record == RecordType::SystemClassWithMembersAndTypes;
  ByteReader in = reader();
  Result<Shape> shape =
      typed ? state_.shapes->decode(in, with_library, arena_)
            : state_.shapes->decode_untyped(in, with_library, arena_, state_.options.types, offset_of(start));
  if (!shape.ok()) return fail(std::move(shape).error());
  at_ = in.position();
  if (with_library && !state_.ids.is_library(shape->library_id)) {
    return fail(ErrorCode::Malformed, at_ - 4, "library " + std::to_string(shape->library_id) + " is not defined");
  }
  for (const model::Member& member : shape->members) {
    if (member.recorded.binary_type == BinaryType::Class && !state_.ids.is_library(member.recorded.library_id)) {
      return fail(ErrorCode::Malformed, start,
                  "library " + std::to_string(member.recorded.library_id) + " of member " + std::string(member.name) +
                      " is not defined");
    }
  }
  if (!count_object(start) || !check_depth(start)) return false;
  auto* type = arena_.make<model::Type>();
  type->kind = model::TypeKind::Class;
  type->name = shape->name;
  type->members = shape->members;
  type->size = shape->size;
  type->alignment = 8;
  type->defining_id = id;
  type->library_id = shape->library_id;
  type->decode_plan = shape->plan;
  if (with_library) type->library = graph_.libraries()[(state_.ids.find(shape->library_id) >> 1) - 1].name;
  if (!claim_values(*type, start)) return false;
  ObjectNode* node = make_object(record, id, type);
  if (!typed) state_.untyped.push_back(node);
  if (!register_id(id, node, start + 1)) return false;
  push_object(node);
  slot = Slot::in_place(node);
  return true;
}

// References to what came later, and the root.
bool Decoder::resolve() {
  for (const PendingReference& pending : state_.pending) {
    const std::int32_t id = pending.slot().pending_id();
    const Node* node = state_.ids.find_node(id);
    if (node == nullptr) node = text_node(id);
    if (node == nullptr && graph_.is_partial()) {
      node = unread(id);
    } else if (node == nullptr) {
      return fail_at(ErrorCode::Malformed, pending.offset(), "no object has the id " + std::to_string(id));
    } else if (!fits(*node, pending.allowed())) {
      return fail_target(pending.offset(), *node);
    }
    pending.slot() = Slot::reference(node);
  }
  if (!state_.untyped.empty()) complete_member_types(graph_, state_.untyped, state_.options.types);
  graph_.set_payload_size(static_cast<std::uint64_t>(at_ - begin_));
  if (message_ != nullptr) return make_message_root();
  const std::int32_t root_id = graph_.framing().root_id;
  const Node* root = state_.ids.find_node(root_id);
  if (root == nullptr && graph_.is_partial()) root = unread(root_id);
  if (root == nullptr) {
    return fail_at(ErrorCode::Malformed, base_ + 1, "no object has the root id " + std::to_string(root_id));
  }
  graph_.set_root(root);
  return true;
}

}  // namespace dotwire::nrbf

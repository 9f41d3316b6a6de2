#include "formats/graph_json/value_reader.h"

#include <algorithm>

#include "base/arena.h"
#include "base/load.h"
#include "base/try.h"
#include "clr/date_time.h"
#include "codecs/json_values/value_json.h"
#include "dotwire/table.h"
#include "wire/nrbf/record_type.h"

namespace dotwire::graph_json {
namespace {

using json::Token;
using json::TokenKind;
using model::ArrayNode;
using model::BinaryType;
using model::Member;
using model::Node;
using model::NodeKind;
using model::ObjectNode;
using model::RecordedType;
using model::ScalarNode;
using model::Slot;
using model::StringNode;
using model::ValueKind;
using nrbf::RecordType;

constexpr std::int64_t kMostId = INT32_MAX;

// A member takes at least these characters of text: "":0,
constexpr std::uint64_t kLeastMember = 4;

// What a record with that type may hold; others say nothing of it.
Status check_kind(NodeKind kind, const RecordedType& declared, std::uint64_t offset) {
  switch (declared.binary_type) {
    case BinaryType::String:
      if (kind == NodeKind::String) return {};
      return Error(ErrorCode::TypeMismatch, offset, "a String is declared here");
    case BinaryType::ObjectArray:
    case BinaryType::StringArray:
    case BinaryType::PrimitiveArray:
      if (kind == NodeKind::Array) return {};
      return Error(ErrorCode::TypeMismatch, offset, "an array is declared here");
    default: return {};
  }
}

}  // namespace

std::string ValueReader::path() const {
  constexpr std::size_t kMost = 16;
  std::string text;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    if (i == kMost / 2 && frames_.size() > kMost) {
      text += "/...";
      i = frames_.size() - kMost / 2;
    }
    const Frame& frame = frames_[i];
    if (frame.array != nullptr) {
      // What is open inside has been counted.
      const bool is_innermost = i + 1 == frames_.size();
      text += "/[" + std::to_string(frame.elements - (is_innermost ? 0 : 1)) + ']';
    } else if (frame.member < frame.object_class->keys.size()) {
      text += '/';
      text += frame.object_class->keys[frame.member];
    }
  }
  return text;
}

Result<Slot> ValueReader::read(bool inner) {
  inner_ = inner;
  Slot slot;
  DOTWIRE_TRY(read_in({}, slot));
  while (!frames_.empty()) {
    DOTWIRE_TRY(step());
  }
  return slot;
}

Result<Slot> ValueReader::read_listed() {
  listed_ = true;
  Result<Slot> slot = read();
  listed_ = false;
  return slot;
}

Status ValueReader::read_in(const RecordedType& declared, Slot& slot) {
  DOTWIRE_TRY(const Token token, in_.next());
  switch (token.kind) {
    case TokenKind::Null: slot = Slot(); return {};
    case TokenKind::BeginObject: return begin_object(declared, slot);
    case TokenKind::String: {
      DOTWIRE_TRY(check_kind(NodeKind::String, declared, token.offset));
      DOTWIRE_TRY(count_object(token.offset));
      auto* node = graph_.arena().make<StringNode>();
      node->kind = NodeKind::String;
      node->text = token.text.data();
      node->size = static_cast<std::uint32_t>(token.text.size());
      slot = Slot::in_place(node);
      return add_node(node, 0, token.offset);
    }
    default:
      return Error(ErrorCode::Malformed, token.offset,
                   R"(expected null, a text or an object; a value alone is {"$type": ..., "$value": ...})");
  }
}

Status ValueReader::begin_object(const RecordedType& declared, Slot& slot) {
  std::int64_t id = 0;
  for (;;) {
    DOTWIRE_TRY(const Token name, in_.expect(TokenKind::Name, "$type, $array, $string, $id or $ref"));
    if (name.text == "$id" && id == 0) {
      DOTWIRE_TRY(id, in_.read_integer(1, kMostId));
    } else if (name.text == "$ref" && id == 0) {
      DOTWIRE_TRY(const std::int64_t target, in_.read_integer(1, kMostId));
      const std::uint64_t offset = in_.offset();
      DOTWIRE_TRY(in_.expect(TokenKind::EndObject, "the end of the reference"));
      if (inner_) return Error(ErrorCode::Malformed, offset, "a reference has no place in a message itself");
      const auto found = by_id_.find(target);
      if (found != by_id_.end()) {
        DOTWIRE_TRY(check_kind(found->second->kind, declared, offset));
        slot = refer(found->second, declared, holder());
        return {};
      }
      first_reference_.emplace(target, offset);
      if (!frames_.empty() && !frames_.back().pending) {
        frames_.back().pending = true;
        pending_.push_back(holder());
      }
      slot = Slot::pending(static_cast<std::int32_t>(target));
      return {};
    } else if (name.text == "$string") {
      DOTWIRE_TRY(check_kind(NodeKind::String, declared, name.offset));
      return read_string(static_cast<std::uint64_t>(id), slot);
    } else if (name.text == "$type") {
      DOTWIRE_TRY(const Token type, in_.expect(TokenKind::String, "the name of a type"));
      DOTWIRE_TRY(const Token* next, in_.peek());
      const bool single = next->kind == TokenKind::Name && next->text == "$value" && id == 0;
      DOTWIRE_TRY(check_kind(single ? NodeKind::Scalar : NodeKind::Object, declared, type.offset));
      if (single) return read_scalar(type, slot);
      return begin_class(type, static_cast<std::uint64_t>(id), declared, slot);
    } else if (name.text == "$array") {
      DOTWIRE_TRY(check_kind(NodeKind::Array, declared, name.offset));
      return begin_array(name.offset, static_cast<std::uint64_t>(id), declared, slot);
    } else {
      return Error(ErrorCode::Malformed, name.offset,
                   "unexpected " + json::shown(name.text) + ": $id, then $type, $array or $string come first");
    }
  }
}

Status ValueReader::count_object(std::uint64_t offset) {
  if (objects_left_ == 0) return Error(ErrorCode::LimitExceeded, offset, "more objects than Limits::objects allows");
  --objects_left_;
  return {};
}

Status ValueReader::add_node(Node* node, std::uint64_t id, std::uint64_t offset) {
  if (inner_) {
    if (node->kind != NodeKind::String) {
      return Error(ErrorCode::Malformed, offset, "a message itself holds texts, single values and nulls only");
    }
    return {};
  }
  nodes_.push_back(node);
  if (id == 0) return {};
  const auto number = static_cast<std::int64_t>(id);
  if (!by_id_.emplace(number, node).second) {
    return Error(ErrorCode::Malformed, offset, "the $id " + std::to_string(number) + " comes twice");
  }
  return {};
}

bool ValueReader::stands_in_place(const Node* node, const RecordedType& declared) const {
  const ObjectNode* object = model::as_object(node);
  return object != nullptr && declared.binary_type != BinaryType::Object && is_struct(object->type);
}

Slot ValueReader::slot_for(Node* node, const RecordedType& declared) const {
  return stands_in_place(node, declared) ? Slot::in_place(node) : Slot::reference(node);
}

// What is being filled.
Node* ValueReader::holder() const {
  if (frames_.empty()) return nullptr;
  const Frame& frame = frames_.back();
  return frame.object != nullptr ? static_cast<Node*>(frame.object) : frame.array;
}

// A struct stands in one place. That is this one where it comes from a list.
Slot ValueReader::refer(Node* node, const RecordedType& declared, const Node* holder) {
  if (!stands_in_place(node, declared)) return Slot::reference(node);
  if (!holders_.emplace(node, holder).second) return Slot::reference(node);
  referred_.push_back(node);
  return Slot::in_place(node);
}

// No struct holds itself. Each has one holder, so that those of a ring are met again and again.
Status ValueReader::check_places() const {
  std::unordered_map<const Node*, const Node*> seen;  // with the start of the walk
  for (const Node* start : referred_) {
    for (const Node* node = start; node != nullptr;) {
      const auto [at, is_new] = seen.emplace(node, start);
      if (!is_new) {
        if (at->second != start) break;
        return Error(ErrorCode::Malformed, in_.offset(), "a struct stands in itself");
      }
      const auto next = holders_.find(node);
      node = next == holders_.end() ? nullptr : next->second;
    }
  }
  return {};
}

Status ValueReader::read_string(std::uint64_t id, Slot& slot) {
  DOTWIRE_TRY(const std::string_view text, in_.read_text());
  DOTWIRE_TRY(count_object(in_.offset()));
  auto* node = graph_.arena().make<StringNode>();
  node->kind = NodeKind::String;
  node->text = text.data();
  node->size = static_cast<std::uint32_t>(text.size());
  slot = Slot::in_place(node);
  DOTWIRE_TRY(add_node(node, id, in_.offset()));
  DOTWIRE_TRY(in_.expect(TokenKind::EndObject, "the end of the string"));
  return {};
}

Status ValueReader::read_scalar(const Token& type, Slot& slot) {
  const ValueKind kind = model::value_kind_of(type.text);
  if (kind == ValueKind::Object || kind == ValueKind::None || model::clr_name(kind) != type.text) {
    return Error(ErrorCode::Malformed, type.offset, "no single value is of the type " + json::shown(type.text));
  }
  DOTWIRE_TRY(count_object(type.offset));
  DOTWIRE_TRY(in_.next());
  ScalarNode* node = graph_.make_scalar(kind);
  if (!inner_) node->record = static_cast<std::uint8_t>(RecordType::MemberPrimitiveTyped);
  DOTWIRE_TRY(const Token value, in_.next());
  if (model::storage_of(kind) == model::Storage::Fixed && kind <= ValueKind::UInt64) {
    alignas(8) std::uint8_t room[24] = {};
    DOTWIRE_TRY(read_primitive(static_cast<Primitive>(kind), room, value));
    std::copy_n(room, sizeof(node->value), node->value);
  } else {
    return Error(ErrorCode::Unsupported, type.offset, "a single " + json::shown(type.text) + " has no record");
  }
  DOTWIRE_TRY(in_.expect(TokenKind::EndObject, "the end of the value"));
  slot = Slot::in_place(node);
  return {};
}

Error ValueReader::lone_surrogate(std::uint64_t offset) {
  return Error(ErrorCode::OutOfRange, offset, "a Char that is a lone surrogate has no record");
}

// What NRBF has a place for.
Status ValueReader::read_primitive(Primitive primitive, std::uint8_t* room, const Token& token) {
  DOTWIRE_TRY(json_values::load_value(token, static_cast<ValueKind>(primitive), room));
  if (primitive == Primitive::DateTime && !is_valid(load<DateTime>(room))) {
    return Error(ErrorCode::OutOfRange, token.offset, "no DateTime has so many ticks");
  }
  if (primitive == Primitive::Char && (load<char16_t>(room) & 0xF800U) == 0xD800U) return lone_surrogate(token.offset);
  return {};
}

// --- objects

Status ValueReader::begin_class(const Token& type, std::uint64_t id, const RecordedType& declared, Slot& slot) {
  ReadClass* found = classes_.find(type.text);
  if (found == nullptr) {
    return Error(ErrorCode::Malformed, type.offset, "\"classes\" does not have " + json::shown(type.text));
  }
  DOTWIRE_TRY(count_object(type.offset));
  const std::uint64_t bytes = found->keys.size() * kLeastMember;
  if (bytes > member_bytes_left_) {
    return Error(ErrorCode::Truncated, type.offset, "the text is too short for the members of all its objects");
  }
  member_bytes_left_ -= bytes;
  if (found->is_struct) structs_.emplace(found->type, true);
  ObjectNode* node = graph_.make_object(found->type);
  const bool waits = listed_ && frames_.empty();
  if (found->is_struct && !waits && (id != 0 || listed_)) {
    holders_.emplace(node, stands_in_place(node, declared) ? holder() : nullptr);
  }
  slot = slot_for(node, declared);
  DOTWIRE_TRY(add_node(node, id, type.offset));
  Frame frame;
  frame.object_class = found;
  frame.object = node;
  frame.base = seen_.size();
  frame.offset = type.offset;
  frames_.push_back(frame);
  seen_.resize(seen_.size() + found->keys.size(), false);
  return {};
}

Status ValueReader::step() { return frames_.back().array != nullptr ? step_array() : step_object(); }

Status ValueReader::step_object() {
  const std::size_t index = frames_.size() - 1;
  DOTWIRE_TRY(const Token name, in_.next());
  if (name.kind == TokenKind::EndObject) return finish_object();
  Frame& frame = frames_[index];
  const auto count = static_cast<std::uint32_t>(frame.object_class->keys.size());
  const std::uint32_t found = frame.object_class->find(name.text, frame.filled);
  if (found == count) {
    frame.member = count;  // of none
    return Error(ErrorCode::Malformed, name.offset,
                 "the class " + json::shown(frame.object->type->name) + " has no member " + json::shown(name.text));
  }
  frame.member = found;
  if (seen_[frame.base + found]) {
    return Error(ErrorCode::Malformed, name.offset, "the member " + json::shown(name.text) + " comes twice");
  }
  seen_[frame.base + found] = true;
  ++frame.filled;
  const Member& member = frame.object->type->members[found];
  if (member.recorded.binary_type != BinaryType::Primitive) {
    return read_in(member.recorded, frame.object->slot(member));
  }
  DOTWIRE_TRY(const Token value, in_.next());
  alignas(8) std::uint8_t room[24] = {};
  DOTWIRE_TRY(read_primitive(member.recorded.primitive, room, value));
  std::copy_n(room, size_of(member.recorded.primitive), frame.object->data() + member.offset);
  return {};
}

Status ValueReader::finish_object() {
  Frame& frame = frames_.back();
  const std::size_t count = frame.object_class->keys.size();
  if (frame.filled != count) {
    std::size_t missing = 0;
    while (seen_[frame.base + missing]) ++missing;
    frame.member = static_cast<std::uint32_t>(count);
    return Error(ErrorCode::Malformed, frame.offset,
                 "the member " + json::shown(frame.object_class->keys[missing]) + " is missing");
  }
  seen_.resize(frame.base);
  frames_.pop_back();
  return {};
}

// --- references

Status ValueReader::resolve_slot(Slot& slot, const RecordedType& declared, const Node* holder) {
  if (!slot.is_pending()) return {};
  const auto found = by_id_.find(slot.pending_id());
  if (found == by_id_.end()) {
    const auto offset = first_reference_.find(slot.pending_id());
    return Error(ErrorCode::Malformed, offset == first_reference_.end() ? 0 : offset->second,
                 "nothing has the $id " + std::to_string(slot.pending_id()));
  }
  const auto offset = first_reference_.find(slot.pending_id());
  DOTWIRE_TRY(check_kind(found->second->kind, declared, offset == first_reference_.end() ? 0 : offset->second));
  slot = refer(found->second, declared, holder);
  return {};
}

Status ValueReader::resolve() {
  for (Node* node : pending_) {
    if (node->kind == NodeKind::Array) {
      auto& array = static_cast<ArrayNode&>(*node);
      for (std::uint64_t i = 0; i < array.slot_count; ++i) {
        DOTWIRE_TRY(resolve_slot(array.slots[i], array.element, node));
      }
      continue;
    }
    auto& object = static_cast<ObjectNode&>(*node);
    for (const Member& member : object.type->members) {
      if (member.recorded.binary_type == BinaryType::Primitive) continue;
      DOTWIRE_TRY(resolve_slot(object.slot(member), member.recorded, node));
    }
  }
  return check_places();
}

Slot ValueReader::resolved(Slot slot) const {
  if (!slot.is_pending()) return slot;
  const auto found = by_id_.find(slot.pending_id());
  return found == by_id_.end() ? Slot() : Slot::reference(found->second);
}

}  // namespace dotwire::graph_json

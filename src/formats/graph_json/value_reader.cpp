#include "formats/graph_json/value_reader.h"

#include <algorithm>

#include "base/arena.h"
#include "base/load.h"
#include "base/try.h"
#include "clr/base64.h"
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

// Nulls as .NET merges them in vectors; elsewhere each is a record of its own.
Slot null_slot(std::uint64_t count, bool merges) {
  const RecordType record = !merges || count == 1 ? RecordType::ObjectNull
                            : count < 256         ? RecordType::ObjectNullMultiple256
                                                  : RecordType::ObjectNullMultiple;
  return Slot::null_run(static_cast<std::uint32_t>(count), static_cast<std::uint8_t>(record));
}

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

Error unexpected(const Token& name) {
  return {ErrorCode::Malformed, name.offset, "unexpected " + json::shown(name.text)};
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
      text += "/[" + std::to_string(frame.elements) + ']';
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
        slot = slot_for(found->second, declared);
        if (found->second->kind == NodeKind::String) slot = Slot::reference(found->second);
        return {};
      }
      first_reference_.emplace(target, offset);
      if (!frames_.empty() && !frames_.back().pending) {
        Frame& frame = frames_.back();
        frame.pending = true;
        pending_.push_back(frame.object != nullptr ? static_cast<Node*>(frame.object) : frame.array);
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

Slot ValueReader::slot_for(Node* node, const RecordedType& declared) const {
  const ObjectNode* object = model::as_object(node);
  const bool in_place = object != nullptr && declared.binary_type != BinaryType::Object && is_struct(object->type);
  return in_place ? Slot::in_place(node) : Slot::reference(node);
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

// --- arrays

Status ValueReader::read_dimensions(const Token& name, std::vector<std::int32_t>& values, std::int64_t least) {
  DOTWIRE_TRY(in_.expect(TokenKind::BeginArray, "an array of numbers"));
  for (;;) {
    DOTWIRE_TRY(const bool done, in_.take(TokenKind::EndArray));
    if (done) break;
    if (values.size() == static_cast<std::size_t>(nrbf::kMaxRank)) {
      return Error(ErrorCode::Malformed, name.offset, "more than 32 dimensions");
    }
    DOTWIRE_TRY(const std::int64_t value, in_.read_integer(least, INT32_MAX));
    values.push_back(static_cast<std::int32_t>(value));
  }
  if (values.empty()) return Error(ErrorCode::Malformed, name.offset, "no dimensions");
  return {};
}

// Up to the elements, whose name is the next token.
Status ValueReader::read_head(ArrayNode& array, std::uint64_t offset) {
  std::vector<std::int32_t> lengths;
  std::vector<std::int32_t> bounds;
  std::int64_t kind = -1;
  for (;;) {
    DOTWIRE_TRY(const Token* next, in_.peek());
    if (next->kind != TokenKind::Name) return Error(ErrorCode::Malformed, next->offset, "the array has no $items");
    if (next->text == "$items" || next->text == "$base64") break;
    DOTWIRE_TRY(const Token name, in_.next());
    if (name.text == "$kind" && kind < 0) {
      DOTWIRE_TRY(kind, in_.read_integer(0, 5));
    } else if (name.text == "$lengths" && lengths.empty()) {
      DOTWIRE_TRY(read_dimensions(name, lengths, 0));
    } else if (name.text == "$lowerBounds" && bounds.empty()) {
      DOTWIRE_TRY(read_dimensions(name, bounds, INT32_MIN));
    } else {
      return unexpected(name);
    }
  }
  if (!lengths.empty() && !bounds.empty() && lengths.size() != bounds.size()) {
    return Error(ErrorCode::Malformed, offset, "$lengths and $lowerBounds have different dimensions");
  }
  const std::size_t rank = std::max<std::size_t>({1, lengths.size(), bounds.size()});
  if (rank > 1 && lengths.empty()) return Error(ErrorCode::Malformed, offset, "an array of that rank needs $lengths");
  array.rank = static_cast<std::uint8_t>(rank);
  const std::uint8_t usual = usual_array_kind(array.element, array.rank, !bounds.empty());
  array.array_kind = kind < 0 ? usual : static_cast<std::uint8_t>(kind);
  const bool rectangular = array.array_kind % 3 == 2;
  if ((array.array_kind >= 3) != !bounds.empty() || (rank > 1 && !rectangular)) {
    return Error(ErrorCode::Malformed, offset, "the $kind does not go with the dimensions");
  }
  std::int32_t* copies = graph_.arena().allocate_array<std::int32_t>(rank);
  std::copy(lengths.begin(), lengths.end(), copies);
  if (lengths.empty()) copies[0] = -1;
  array.lengths = copies;
  if (bounds.empty()) return {};
  auto* bound_copies = graph_.arena().allocate_array<std::int32_t>(rank);
  std::copy(bounds.begin(), bounds.end(), bound_copies);
  array.lower_bounds = bound_copies;
  return {};
}

// The number of elements, when they are known.
Status ValueReader::set_length(ArrayNode& array, std::uint64_t count, std::uint64_t offset) {
  if (count > static_cast<std::uint64_t>(nrbf::kMaxArrayLength)) {
    return Error(ErrorCode::LimitExceeded, offset, "more elements than a .NET array can have");
  }
  array.length = count;
  if (array.lengths[0] < 0) {
    array.lengths = graph_.arena().make<std::int32_t>(static_cast<std::int32_t>(count));
    return {};
  }
  std::uint64_t product = 1;
  for (std::size_t i = 0; i < array.rank; ++i) {
    product *= static_cast<std::uint32_t>(array.lengths[i]);
    if (product > static_cast<std::uint64_t>(nrbf::kMaxArrayLength)) product = nrbf::kMaxArrayLength + std::uint64_t{1};
    if (array.lengths[i] == 0) {
      product = 0;
      break;
    }
  }
  if (product == count) return {};
  return Error(ErrorCode::Malformed, offset, "$lengths do not go with " + std::to_string(count) + " elements");
}

Status ValueReader::begin_array(std::uint64_t offset, std::uint64_t id, const RecordedType& declared, Slot& slot) {
  DOTWIRE_TRY(count_object(offset));
  auto* node = graph_.arena().make<ArrayNode>();
  node->kind = NodeKind::Array;
  DOTWIRE_TRY(node->element, classes_.read_type());
  DOTWIRE_TRY(read_head(*node, offset));
  slot = slot_for(node, declared);
  DOTWIRE_TRY(add_node(node, id, offset));
  DOTWIRE_TRY(const Token items, in_.next());
  const bool primitive = node->element.binary_type == BinaryType::Primitive;
  if (items.text == "$base64") {
    if (!primitive || node->element.primitive != Primitive::Byte) {
      return Error(ErrorCode::Malformed, items.offset, "$base64 is for arrays of Byte");
    }
    return read_base64(*node);
  }
  DOTWIRE_TRY(in_.expect(TokenKind::BeginArray, "the elements"));
  if (primitive) return read_primitives(*node);
  Frame frame;
  frame.array = node;
  frame.base = scratch_.size();
  frame.offset = offset;
  frames_.push_back(frame);
  return {};
}

Status ValueReader::read_base64(ArrayNode& array) {
  DOTWIRE_TRY(const std::string_view text, in_.read_text());
  const std::uint64_t offset = in_.offset();
  Buffer bytes;
  const Status decoded = decode_base64(text, bytes);
  if (!decoded.ok()) return Error(ErrorCode::Malformed, offset, "not base64: " + decoded.error().message());
  array.primitives = copy_bytes(bytes);
  DOTWIRE_TRY(const Token end, in_.expect(TokenKind::EndObject, "the end of the array"));
  return set_length(array, bytes.size(), end.offset);
}

const std::uint8_t* ValueReader::copy_bytes(std::span<const std::uint8_t> bytes) {
  auto* copy = static_cast<std::uint8_t*>(graph_.arena().allocate(bytes.size() + 8));
  std::copy(bytes.begin(), bytes.end(), copy);
  return copy;
}

// What NRBF has a place for.
Status ValueReader::read_primitive(Primitive primitive, std::uint8_t* room, const Token& token) {
  DOTWIRE_TRY(json_values::load_value(token, static_cast<ValueKind>(primitive), room));
  if (primitive == Primitive::DateTime && !is_valid(load<DateTime>(room))) {
    return Error(ErrorCode::OutOfRange, token.offset, "no DateTime has so many ticks");
  }
  if (primitive == Primitive::Char && (load<char16_t>(room) & 0xF800U) == 0xD800U) {
    return Error(ErrorCode::OutOfRange, token.offset, "a Char that is a lone surrogate has no record");
  }
  return {};
}

Status ValueReader::read_primitives(ArrayNode& array) {
  const Primitive primitive = array.element.primitive;
  const std::size_t size = size_of(primitive);
  bytes_.clear();
  Frame frame;
  frame.array = &array;
  frames_.push_back(frame);
  for (;; ++frames_.back().elements) {
    DOTWIRE_TRY(const Token token, in_.next());
    if (token.kind == TokenKind::EndArray) break;
    alignas(8) std::uint8_t room[24] = {};
    DOTWIRE_TRY(read_primitive(primitive, room, token));
    bytes_.insert(bytes_.end(), room, room + size);
  }
  frames_.pop_back();
  array.primitives = copy_bytes(bytes_);
  DOTWIRE_TRY(const Token end, in_.expect(TokenKind::EndObject, "the end of the array"));
  return set_length(array, bytes_.size() / size, end.offset);
}

void ValueReader::add_nulls(std::uint64_t count) {
  Frame& frame = frames_.back();
  frame.elements += count;
  constexpr std::uint64_t kMost = UINT32_MAX;
  if (scratch_.size() > frame.base && scratch_.back().is_null() && scratch_.back().count() + count <= kMost) {
    scratch_.back() = null_slot(scratch_.back().count() + count, true);
    return;
  }
  scratch_.push_back(null_slot(count, true));
}

std::size_t ValueReader::add_element() {
  scratch_.emplace_back();
  return scratch_.size() - 1;
}

Status ValueReader::step_array() {
  const std::size_t index = frames_.size() - 1;
  DOTWIRE_TRY(const Token* next, in_.peek());
  if (next->kind == TokenKind::EndArray) {
    DOTWIRE_TRY(in_.next());
    return finish_array();
  }
  if (next->kind == TokenKind::Null) {
    DOTWIRE_TRY(in_.next());
    return add_nulls(1), Status();
  }
  if (next->kind == TokenKind::BeginObject) {
    DOTWIRE_TRY(in_.next());
    DOTWIRE_TRY(const Token* name, in_.peek());
    if (name->kind == TokenKind::Name && name->text == "$nulls") {
      DOTWIRE_TRY(in_.next());
      DOTWIRE_TRY(const std::int64_t count, in_.read_integer(1, nrbf::kMaxArrayLength));
      const std::uint64_t offset = in_.offset();
      DOTWIRE_TRY(in_.expect(TokenKind::EndObject, "the end of the nulls"));
      if (static_cast<std::uint64_t>(count) > nulls_left_) {
        return Error(ErrorCode::LimitExceeded, offset, "runs of nulls grow beyond Limits::expansion");
      }
      nulls_left_ -= static_cast<std::uint64_t>(count);
      add_nulls(static_cast<std::uint64_t>(count));
      if (frames_.back().elements <= static_cast<std::uint64_t>(nrbf::kMaxArrayLength)) return {};
      return Error(ErrorCode::LimitExceeded, offset, "more elements than a .NET array can have");
    }
    // Its place first: what it opens puts its elements behind.
    const std::size_t place = add_element();
    Slot slot;
    DOTWIRE_TRY(begin_object(frames_[index].array->element, slot));
    scratch_[place] = slot;
  } else {
    const std::size_t place = add_element();
    Slot slot;
    DOTWIRE_TRY(read_in(frames_[index].array->element, slot));
    scratch_[place] = slot;
  }
  ++frames_[index].elements;
  return {};
}

Status ValueReader::finish_array() {
  const Frame frame = frames_.back();
  ArrayNode& array = *frame.array;
  frames_.pop_back();
  const bool merges = array.array_kind == 0;
  array.slot_count = scratch_.size() - frame.base;
  array.slots = graph_.arena().allocate_array<Slot>(array.slot_count);
  for (std::size_t i = 0; i < array.slot_count; ++i) {
    const Slot slot = scratch_[frame.base + i];
    array.slots[i] = slot.is_null() ? null_slot(slot.count(), merges) : slot;
  }
  scratch_.resize(frame.base);
  DOTWIRE_TRY(const Token end, in_.expect(TokenKind::EndObject, "the end of the array"));
  return set_length(array, frame.elements, end.offset);
}

// --- references

Status ValueReader::resolve_slot(Slot& slot, const RecordedType& declared) const {
  if (!slot.is_pending()) return {};
  const auto found = by_id_.find(slot.pending_id());
  if (found == by_id_.end()) {
    const auto offset = first_reference_.find(slot.pending_id());
    return Error(ErrorCode::Malformed, offset == first_reference_.end() ? 0 : offset->second,
                 "nothing has the $id " + std::to_string(slot.pending_id()));
  }
  const auto offset = first_reference_.find(slot.pending_id());
  DOTWIRE_TRY(check_kind(found->second->kind, declared, offset == first_reference_.end() ? 0 : offset->second));
  slot = found->second->kind == NodeKind::String ? Slot::reference(found->second) : slot_for(found->second, declared);
  return {};
}

Status ValueReader::resolve() {
  for (Node* node : pending_) {
    if (node->kind == NodeKind::Array) {
      auto& array = static_cast<ArrayNode&>(*node);
      for (std::uint64_t i = 0; i < array.slot_count; ++i) {
        DOTWIRE_TRY(resolve_slot(array.slots[i], array.element));
      }
      continue;
    }
    auto& object = static_cast<ObjectNode&>(*node);
    for (const Member& member : object.type->members) {
      if (member.recorded.binary_type == BinaryType::Primitive) continue;
      DOTWIRE_TRY(resolve_slot(object.slot(member), member.recorded));
    }
  }
  return {};
}

Slot ValueReader::resolved(Slot slot) const {
  const Status status = resolve_slot(slot, {});
  return status.ok() ? slot : Slot();
}

}  // namespace dotwire::graph_json

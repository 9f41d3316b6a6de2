// The walk over the records of objects, and the values they hold. Hot, and so in one file.
#include "codecs/nrbf_graph/decoder.h"

#include <algorithm>
#include <cstring>

#include "base/unicode.h"
#include "clr/decimal.h"

namespace dotwire::nrbf {

using model::BinaryType;
using model::Node;
using model::NodeKind;
using model::ObjectNode;
using model::RecordedType;
using model::ScalarNode;
using model::Slot;
using model::StringNode;

namespace {

constexpr std::uint32_t kElementNulls = 1U << static_cast<unsigned>(RecordType::ObjectNullMultiple256) |
                                        1U << static_cast<unsigned>(RecordType::ObjectNullMultiple);

}  // namespace

// --- primitives

bool Decoder::read_text(std::string_view& text) {
  const std::uint8_t* start = at_;
  if (at_ == end_) [[unlikely]]
    return fail_truncated(at_, "a string length");
  std::uint32_t length = *at_++;
  if (length >= 0x80) [[unlikely]] {
    ByteReader in(Bytes(start, static_cast<std::size_t>(end_ - start)),
                  base_ + static_cast<std::uint64_t>(start - begin_));
    Result<std::int32_t> long_length = in.read_7bit_i32();
    if (!long_length.ok()) return fail(std::move(long_length).error());
    if (*long_length < 0) return fail(ErrorCode::Malformed, start, "string length is negative");
    length = static_cast<std::uint32_t>(*long_length);
    at_ = in.position();
  }
  if (length > left()) [[unlikely]] {
    return fail(ErrorCode::Truncated, start,
                "string of " + std::to_string(length) + " bytes, " + std::to_string(left()) + " are left");
  }
  text = {reinterpret_cast<const char*>(at_), length};
  if (!is_ascii_within(at_, length, left())) [[unlikely]] {
    const std::size_t bad = find_invalid_utf8(text);
    if (bad != kValid) return fail(ErrorCode::Malformed, at_ + bad, "string is not UTF-8");
  }
  at_ += length;
  return true;
}

bool Decoder::read_char(std::uint8_t* to) {
  const std::uint8_t* start = at_;
  const char* at = reinterpret_cast<const char*>(at_);
  const std::size_t size = at_ == end_ ? 0 : *at_ < 0x80 ? 1 : *at_ < 0xE0 ? 2 : *at_ < 0xF0 ? 3 : 4;
  if (size > left() || size == 0) return fail_truncated(start, "a character");
  if (size == 4 || !is_valid_utf8({at, size})) {
    return fail(ErrorCode::Malformed, start, "a Char is not one UTF-16 unit in UTF-8");
  }
  store(to, static_cast<char16_t>(next_code_point(at, at + size)));
  at_ += size;
  return true;
}

bool Decoder::read_decimal(std::uint8_t* to) {
  const std::uint8_t* start = at_;
  std::string_view text;
  if (!read_text(text)) return false;
  Result<Decimal> value = parse_decimal(text, DecimalSyntax::Number);
  if (!value.ok()) {
    return fail(ErrorCode::Malformed, start, "decimal text: " + value.error().message());
  }
  store(to, *value);
  return true;
}

bool Decoder::check_date(const std::uint8_t* at) {
  if (DateTime(load<std::uint64_t>(at)).ticks() > DateTime::kMaxTicks) [[unlikely]] {
    return fail(ErrorCode::Malformed, at, "DateTime ticks are out of range");
  }
  return true;
}

bool Decoder::read_primitive(Primitive type, std::uint8_t* to) {
  switch (type) {
    case Primitive::Char: return read_char(to);
    case Primitive::Decimal: return read_decimal(to);
    default: break;
  }
  const std::uint32_t size = size_of(type);
  if (left() < size) return fail_truncated(at_, "a primitive value");
  if (type == Primitive::DateTime && !check_date(at_)) return false;
  std::memcpy(to, at_, size);
  at_ += size;
  return true;
}

bool Decoder::read_primitive_code(Primitive& type) {
  constexpr std::uint32_t kCodes = 0b1'1111'1111'1110'1110;
  if (at_ != end_ && *at_ <= 16 && (kCodes >> *at_ & 1) != 0) [[likely]] {
    type = static_cast<Primitive>(*at_++);
    return true;
  }
  ByteReader in = reader();
  Result<RecordedType> recorded = decode_additional_info(in, BinaryType::Primitive);
  if (!recorded.ok()) return fail(std::move(recorded).error());
  at_ = in.position();
  type = recorded->primitive;
  return true;
}

// --- strings and objects

// Ids are unique but for negative ones, which inline values carry and nothing but ClassWithId refers to.
bool Decoder::register_id(std::int32_t id, const Node* node, const std::uint8_t* at) {
  if (id == 0) [[unlikely]]
    return fail(ErrorCode::Malformed, at, "object id is 0");
  std::uintptr_t& entry = state_.ids.entry(id);
  if (entry != 0 && (id > 0 || (entry & IdTable::kLibrary) != 0)) [[unlikely]] {
    return fail(ErrorCode::Malformed, at, "id " + std::to_string(id) + " is used twice");
  }
  entry = reinterpret_cast<std::uintptr_t>(node);
  return true;
}

// A string of ordinary make, all in one: fewer than 128 ASCII bytes under a new id. False: nothing was read.
DOTWIRE_ALWAYS_INLINE bool Decoder::decode_short_string(Slot& slot) {
  const std::uint8_t* at = at_;
  const auto left = static_cast<std::size_t>(end_ - at);
  if (left < 6 || at[0] != static_cast<std::uint8_t>(RecordType::BinaryObjectString)) return false;
  const std::size_t size = at[5];
  if (size >= 0x80 || size > left - 6 || objects_left_ == 0) return false;
  const auto id = load<std::int32_t>(at + 1);
  if (id <= 0 || !is_ascii_within(at + 6, size, left - 6)) return false;
  std::uintptr_t& entry = state_.ids.entry(id);
  if (entry != 0) return false;
  auto* node = make_node<StringNode>(NodeKind::String, RecordType::BinaryObjectString, id);
  node->text = reinterpret_cast<const char*>(at + 6);
  node->size = static_cast<std::uint32_t>(size);
  entry = reinterpret_cast<std::uintptr_t>(node);
  --objects_left_;
  ++records_;
  at_ = at + 6 + size;
  slot = Slot::in_place(node);
  return true;
}

bool Decoder::decode_string(const std::uint8_t* start, Slot& slot) {
  std::int32_t id = 0;
  std::string_view text;
  if (!read_i32(id, "a BinaryObjectString record") || !read_text(text) || !count_object(start)) return false;
  auto* node = make_node<StringNode>(NodeKind::String, RecordType::BinaryObjectString, id);
  node->text = text.data();
  node->size = static_cast<std::uint32_t>(text.size());
  if (!register_id(id, node, start + 1)) return false;
  slot = Slot::in_place(node);
  return true;
}

DOTWIRE_ALWAYS_INLINE bool Decoder::decode_class_with_id(const std::uint8_t* start, Slot& slot) {
  if (left() < 8) return fail_truncated(start, "a ClassWithId record");
  const auto id = load<std::int32_t>(at_);
  const auto metadata_id = load<std::int32_t>(at_ + 4);
  at_ += 8;
  const auto* defining = model::as_object(state_.ids.find_node(metadata_id));
  if (defining == nullptr || metadata_id == id) {
    return fail(ErrorCode::Malformed, start + 5, "metadata id " + std::to_string(metadata_id) + " is no class record");
  }
  if (!count_object(start) || !check_depth(start)) return false;
  if (!claim_values(*defining->type, start)) return false;
  ObjectNode* node = make_object(RecordType::ClassWithId, id, defining->type);
  if (id <= 0) {
    if (id == 0) return fail(ErrorCode::Malformed, start + 1, "object id is 0");
  } else if (!register_id(id, node, start + 1)) {
    return false;
  }
  push_object(node);
  slot = Slot::in_place(node);
  return true;
}

// --- values

// A record behind its type byte, as value of a member or element or at the top level. Pushes a frame for what nests.
bool Decoder::decode_node(const std::uint8_t* start, RecordType type, Slot& slot) {
  ++records_;
  switch (type) {
    case RecordType::BinaryObjectString: return decode_string(start, slot);
    case RecordType::ClassWithId: return decode_class_with_id(start, slot);
    case RecordType::SystemClassWithMembers:
    case RecordType::ClassWithMembers:
    case RecordType::SystemClassWithMembersAndTypes:
    case RecordType::ClassWithMembersAndTypes: return decode_class(start, type, slot);
    case RecordType::BinaryArray:
    case RecordType::ArraySinglePrimitive:
    case RecordType::ArraySingleObject:
    case RecordType::ArraySingleString: return decode_array(start, type, slot);
    default: return fail_record(start, *start, "here");
  }
}

DOTWIRE_ALWAYS_INLINE bool Decoder::decode_boxed(const std::uint8_t* start, Slot& slot) {
  ++records_;
  ScalarNode scalar{};
  Primitive type = Primitive::Null;
  if (!read_primitive_code(type) || !count_object(start) || !read_primitive(type, scalar.value)) return false;
  scalar.kind = NodeKind::Scalar;
  scalar.record = static_cast<std::uint8_t>(RecordType::MemberPrimitiveTyped);
  scalar.value_kind = static_cast<model::ValueKind>(type);
  slot = Slot::in_place(boxed(scalar, size_of(type)));
  return true;
}

// Small values repeat, and a node is many times as large as they are.
DOTWIRE_ALWAYS_INLINE const Node* Decoder::boxed(const ScalarNode& scalar, std::uint32_t size) {
  if (size > 4) return ::new (arena_.allocate(sizeof(ScalarNode))) ScalarNode(scalar);
  auto& known = state_.small_scalars;
  if (known.empty()) known.resize(DecoderState::kSmallScalars);
  const std::uint32_t key = load<std::uint32_t>(scalar.value) * 16 + static_cast<std::uint32_t>(scalar.value_kind);
  const ScalarNode*& place = known[key * 0x9E3779B1U >> (32 - DecoderState::kSmallScalarBits)];
  if (place != nullptr && place->value_kind == scalar.value_kind &&
      load<std::uint32_t>(place->value) == load<std::uint32_t>(scalar.value)) {
    return place;
  }
  return place = ::new (arena_.allocate(sizeof(ScalarNode))) ScalarNode(scalar);
}

// One member or element that is no null run. `where` may be scratch: then `settled` is false, and references whose
// targets are to come are noted when the array is finished.
bool Decoder::decode_value(Slot& where, std::uint32_t allowed, bool settled) {
  while (true) {
    if (at_ == end_) [[unlikely]]
      return fail_truncated(at_, "an object");
    const std::uint8_t* start = at_;
    const std::uint8_t type = *at_++;
    if (type >= 32 || (allowed >> type & 1) == 0) [[unlikely]] {
      return fail_record(start, type, "in this place");
    }
    switch (static_cast<RecordType>(type)) {
      case RecordType::ObjectNull:
        ++records_;
        where = Slot();
        return true;
      case RecordType::MemberReference: {
        ++records_;
        std::int32_t id = 0;
        if (!read_i32(id, "a MemberReference record")) return false;
        const Node* node = state_.ids.find_node(id);
        if (node == nullptr) node = text_node(id);
        if (node != nullptr) {
          if (!fits(*node, allowed)) [[unlikely]]
            return fail_target(offset_of(start), *node);
          where = Slot::reference(node);
        } else {
          where = Slot::pending(id);
          gathered_pending_ |= !settled;
          if (settled) note_pending(where, offset_of(start), allowed);
        }
        return true;
      }
      case RecordType::BinaryLibrary:
        if (!decode_library(start)) return false;
        continue;
      case RecordType::MemberPrimitiveTyped: return decode_boxed(start, where);
      default: return decode_node(start, static_cast<RecordType>(type), where);
    }
  }
}

// --- the walk

// Reads until all frames above those of the start are done. Frames are only ever pushed by the value decoders.
bool Decoder::run() {
  while (!state_.frames.empty()) {
    DecodeFrame& frame = state_.frames.back();
    if (frame.object != nullptr) {
      if (!run_object(state_.frames.size() - 1)) return false;
    } else if (!run_array(state_.frames.size() - 1)) {
      return false;
    }
  }
  return true;
}

DOTWIRE_ALWAYS_INLINE bool Decoder::run_object(std::size_t index) {
  const DecodeFrame frame = state_.frames[index];
  std::uint8_t* data = frame.object->data();
  for (const Step* step = frame.step; step != frame.step_end; ++step) {
    state_.frames[index].step = step;
    switch (step->op) {
      case StepOp::Copy:
        if (left() < step->length) [[unlikely]]
          return fail_truncated(at_, "an object's values");
        std::memcpy(data + step->offset, at_, step->length);
        at_ += step->length;
        break;
      case StepOp::DateTime:
        if (left() < 8) [[unlikely]]
          return fail_truncated(at_, "a DateTime");
        if (!check_date(at_)) return false;
        std::memcpy(data + step->offset, at_, 8);
        at_ += 8;
        break;
      case StepOp::Char:
        if (!read_char(data + step->offset)) return false;
        break;
      case StepOp::Decimal:
        if (!read_decimal(data + step->offset)) return false;
        break;
      case StepOp::Value: {
        Slot& slot = *::new (data + step->offset) Slot();
        constexpr std::uint32_t kString = 1U << static_cast<unsigned>(RecordType::BinaryObjectString);
        if ((step->allowed & kString) != 0 && decode_short_string(slot)) break;
        if (!decode_value(slot, step->allowed, true)) return false;
        if (state_.frames.size() != index + 1) {
          state_.frames[index].step = step + 1;
          return true;
        }
      }
    }
  }
  state_.frames.pop_back();
  return true;
}

// Plain nulls that follow each other share a slot.
DOTWIRE_ALWAYS_INLINE void Decoder::gather(Slot slot, std::size_t base) {
  PageVector<Slot>& scratch = state_.scratch;
  if (slot.is_null() && slot.null_record() == 10 && scratch.size() > base && scratch.back().is_null() &&
      scratch.back().null_record() == 10 && scratch.back().count() < UINT32_MAX) {
    scratch.back() = Slot::null_run(scratch.back().count() + 1, 10);
    return;
  }
  claim_growth(scratch, state_.budget);
  scratch.push_back(slot);
}

DOTWIRE_ALWAYS_INLINE bool Decoder::run_array(std::size_t index) {
  // Copied: the vector of frames may move.
  DecodeFrame frame = state_.frames[index];
  const std::uint32_t allowed = allowed_records(frame.array->element.binary_type) | kElementNulls;
  const bool settled = frame.next_slot != nullptr;
  const bool strings = settled && (allowed >> static_cast<unsigned>(RecordType::BinaryObjectString) & 1) != 0;
  while (frame.remaining != 0) {
    if (strings && decode_short_string(*::new (frame.next_slot) Slot())) {
      ++frame.next_slot;
      --frame.remaining;
      continue;
    }
    state_.frames[index].remaining = frame.remaining;
    if (has_enough() && may_stop(index)) [[unlikely]] {
      cut_arrays();
      return true;
    }
    Slot loose;
    Slot& slot = settled ? *::new (frame.next_slot) Slot() : loose;
    std::uint64_t count = 1;
    if (at_ != end_ && (*at_ == 13 || *at_ == 14)) {
      if (!decode_null_run(frame.remaining, slot, count)) return false;
    } else if (!decode_value(slot, allowed, settled)) {
      return false;
    }
    frame.remaining -= count;
    if (settled) {
      ++frame.next_slot;
    } else {
      gather(loose, frame.scratch_base);
    }
    if (state_.frames.size() != index + 1) {
      state_.frames[index].remaining = frame.remaining;
      state_.frames[index].next_slot = frame.next_slot;
      return true;
    }
  }
  finish_array(frame);
  state_.frames.pop_back();
  return true;
}

bool Decoder::decode_null_run(std::uint64_t remaining, Slot& slot, std::uint64_t& count) {
  const std::uint8_t* start = at_;
  const std::uint8_t record = *at_++;
  ++records_;
  if (record == 13) {
    if (at_ == end_) return fail_truncated(start, "an ObjectNullMultiple256 record");
    count = *at_++;
  } else {
    std::int32_t value = 0;
    if (!read_i32(value, "an ObjectNullMultiple record")) return false;
    count = value < 0 ? 0 : static_cast<std::uint64_t>(value);
  }
  if (count == 0) return fail(ErrorCode::Malformed, start, "null count is not positive");
  if (count > remaining) {
    return fail(ErrorCode::Malformed, start,
                std::to_string(count) + " nulls, but " + std::to_string(remaining) + " elements are left");
  }
  slot = Slot::null_run(static_cast<std::uint32_t>(count), record);
  return true;
}

}  // namespace dotwire::nrbf

// Arrays of all records.
#include <algorithm>
#include <atomic>

#include "base/unicode.h"
#include "clr/decimal.h"
#include "codecs/nrbf_graph/decoder.h"

namespace dotwire::nrbf {

using model::ArrayNode;
using model::BinaryType;
using model::NodeKind;
using model::RecordedType;
using model::Slot;

namespace {

bool is_array(const RecordedType& type) {
  switch (type.binary_type) {
    case BinaryType::ObjectArray:
    case BinaryType::StringArray:
    case BinaryType::PrimitiveArray: return true;
    case BinaryType::SystemClass:
    case BinaryType::Class: return type.name.ends_with(']');
    default: return false;
  }
}

}  // namespace

bool Decoder::decode_array(const std::uint8_t* start, RecordType record, Slot& slot) {
  auto* node = ::new (arena_.allocate(sizeof(ArrayNode))) ArrayNode{};
  node->kind = NodeKind::Array;
  node->record = static_cast<std::uint8_t>(record);
  node->rank = 1;
  if (!read_i32(node->id, "an array record")) return false;
  if (record == RecordType::BinaryArray) {
    if (!decode_array_info(start, *node)) return false;
  } else {
    auto* length = arena_.make<std::int32_t>(0);
    if (!read_length(*length)) return false;
    node->lengths = length;
    node->length = static_cast<std::uint64_t>(*length);
    switch (record) {
      case RecordType::ArraySingleObject: node->element.binary_type = BinaryType::Object; break;
      case RecordType::ArraySingleString: node->element.binary_type = BinaryType::String; break;
      default: {
        node->element.binary_type = BinaryType::Primitive;
        if (!read_primitive_code(node->element.primitive)) return false;
      }
    }
  }
  if (!count_object(start) || !register_id(node->id, node, start + 1)) return false;
  slot = Slot::in_place(node);
  if (node->element.binary_type == BinaryType::Primitive) return decode_primitives(start, *node);
  if (!check_depth(start)) return false;
  if (texts_ != nullptr && record == RecordType::ArraySingleString && decode_texts(*node)) return true;
  return push_array(start, *node);
}

bool Decoder::read_length(std::int32_t& length) {
  const std::uint8_t* start = at_;
  if (!read_i32(length, "an array length")) return false;
  if (length < 0 || length > kMaxArrayLength) {
    return fail(ErrorCode::Malformed, start, "array length " + std::to_string(length) + " is out of range");
  }
  return true;
}

// 2.4.3.1 BinaryArray, from the array type to the additional info.
bool Decoder::decode_array_info(const std::uint8_t* start, ArrayNode& node) {
  if (left() < 5) return fail_truncated(start, "a BinaryArray record");
  const std::uint8_t kind = *at_++;
  if (kind > 5) return fail(ErrorCode::Malformed, at_ - 1, "array type " + std::to_string(kind) + " does not exist");
  const auto rank = load<std::int32_t>(at_);
  const bool rectangular = kind == 2 || kind == 5;
  if (rank < 1 || rank > kMaxRank || (rank > 1 && !rectangular)) {
    return fail(ErrorCode::Malformed, at_, "rank " + std::to_string(rank) + " is not allowed here");
  }
  at_ += 4;
  node.array_kind = kind;
  node.rank = static_cast<std::uint8_t>(rank);
  auto* lengths = arena_.allocate_array<std::int32_t>(static_cast<std::size_t>(rank));
  node.lengths = lengths;
  node.length = 1;
  for (std::int32_t i = 0; i < rank; ++i) {
    const std::uint8_t* at = at_;
    if (!read_length(lengths[i])) return false;
    node.length *= static_cast<std::uint64_t>(lengths[i]);
    if (node.length > static_cast<std::uint64_t>(kMaxArrayLength)) {
      return fail(ErrorCode::Malformed, at, "the array has more elements than .NET allows");
    }
  }
  if (kind >= 3) {
    auto* bounds = arena_.allocate_array<std::int32_t>(static_cast<std::size_t>(rank));
    for (std::int32_t i = 0; i < rank; ++i) {
      const std::uint8_t* at = at_;
      if (!read_i32(bounds[i], "a lower bound")) return false;
      if (std::int64_t{bounds[i]} + lengths[i] > INT32_MAX) {
        return fail(ErrorCode::Malformed, at, "the upper bound of the array is out of range");
      }
    }
    node.lower_bounds = bounds;
  }
  if (at_ == end_) return fail_truncated(start, "a BinaryArray record");
  const std::uint8_t* type_at = at_;
  const std::uint8_t type = *at_;
  if (type > 7) return fail(ErrorCode::Malformed, at_, "binary type " + std::to_string(type) + " does not exist");
  ++at_;
  ByteReader in = reader();
  Result<RecordedType> element = decode_additional_info(in, static_cast<BinaryType>(type));
  if (!element.ok()) return fail(std::move(element).error());
  node.element = *element;
  at_ = in.position();
  const bool jagged = kind == 1 || kind == 4;
  if (jagged && !is_array(node.element)) {
    return fail(ErrorCode::Malformed, type_at, "the elements of a jagged array are no arrays");
  }
  if (node.element.binary_type == BinaryType::Class && !state_.ids.is_library(node.element.library_id)) {
    return fail(ErrorCode::Malformed, at_ - 4,
                "library " + std::to_string(node.element.library_id) + " is not defined");
  }
  return true;
}

bool Decoder::decode_primitives(const std::uint8_t* start, ArrayNode& node) {
  const Primitive type = node.element.primitive;
  const std::uint64_t count = node.length;
  if (type == Primitive::Char) return decode_chars(start, node);
  if (type == Primitive::Decimal) {
    if (count > left()) return fail_short(start, count, left());
    auto* values = static_cast<std::uint8_t*>(arena_.allocate(count * sizeof(Decimal)));
    for (std::uint64_t i = 0; i < count; ++i) {
      if (!read_decimal(values + i * sizeof(Decimal))) return false;
    }
    node.primitives = values;
    return true;
  }
  const std::uint64_t size = count * size_of(type);
  if (size > left()) return fail_short(start, size, left());
  if (type == Primitive::DateTime) {
    for (std::uint64_t i = 0; i < count; ++i) {
      if (!check_date(at_ + i * 8)) return false;
    }
  }
  node.primitives = at_;
  at_ += size;
  return true;
}

// One encoder wrote the whole array, so a surrogate pair is one sequence and two elements (A.2).
bool Decoder::decode_chars(const std::uint8_t* start, ArrayNode& node) {
  if (node.length > left()) return fail_short(start, node.length, left());
  auto* units = static_cast<std::uint8_t*>(arena_.allocate(node.length * 2, 2));
  for (std::uint64_t i = 0; i < node.length;) {
    const char* at = reinterpret_cast<const char*>(at_);
    const std::size_t size = at_ == end_ ? 0 : *at_ < 0x80 ? 1 : *at_ < 0xE0 ? 2 : *at_ < 0xF0 ? 3 : 4;
    if (size == 0 || size > left()) return fail_truncated(at_, "a character array");
    if (!is_valid_utf8({at, size}) || (size == 4 && i + 1 == node.length)) {
      return fail(ErrorCode::Malformed, at_, "character array is not UTF-8, or ends inside a surrogate pair");
    }
    const char32_t c = next_code_point(at, at + size);
    at_ += size;
    if (c < 0x10000) {
      store(units + 2 * i++, static_cast<char16_t>(c));
    } else {
      store(units + 2 * i++, static_cast<char16_t>(0xD800 + ((c - 0x10000) >> 10)));
      store(units + 2 * i++, static_cast<char16_t>(0xDC00 + ((c - 0x10000) & 0x3FF)));
    }
  }
  node.primitives = units;
  return true;
}

// Memory for all elements at once only while the sum of such claims stays in proportion to the input.
bool Decoder::push_array(const std::uint8_t* start, ArrayNode& node) {
  Slot* slots = nullptr;
  if (node.length <= slots_ahead_ && node.length <= left()) {
    slots_ahead_ -= node.length;
    slots = static_cast<Slot*>(arena_.allocate(node.length * sizeof(Slot)));
  }
  node.slots = slots;
  state_.frames.push_back(
      {nullptr, nullptr, nullptr, &node, node.length, slots, state_.scratch.size(), offset_of(start)});
  return true;
}

void Decoder::finish_array(const DecodeFrame& frame) {
  ArrayNode& node = *frame.array;
  if (frame.next_slot != nullptr || node.length == 0) {
    node.slot_count = static_cast<std::uint64_t>(frame.next_slot - node.slots);
    return;
  }
  constexpr std::size_t kWorthKeeping = 65'536;
  const std::size_t count = state_.scratch.size() - frame.scratch_base;
  node.slot_count = count;
  if (frame.scratch_base == 0 && count >= kWorthKeeping) {
    node.slots = keep_scratch();
  } else {
    node.slots = static_cast<Slot*>(arena_.allocate(count * sizeof(Slot)));
    std::copy_n(state_.scratch.data() + frame.scratch_base, count, node.slots);
    state_.scratch.resize(frame.scratch_base);
  }
  if (!gathered_pending_) return;
  const std::uint32_t allowed = allowed_records(node.element.binary_type);
  for (std::size_t i = 0; i < count; ++i) {
    if (node.slots[i].is_pending()) note_pending(node.slots[i], frame.offset, allowed);
  }
  if (frame.scratch_base == 0) gathered_pending_ = false;
}

// Gives the graph what has gathered, where a copy would be as large as the rest of the reading.
Slot* Decoder::keep_scratch() {
  const auto is_free = [](const auto& block) { return block.use_count() == 1; };
  auto& blocks = state_.slot_blocks;
  const auto free = std::find_if(blocks.begin(), blocks.end(), is_free);
  std::atomic_thread_fence(std::memory_order_acquire);  // the graph may have gone in another thread
  const auto block = free != blocks.end() ? *free : blocks.emplace_back(std::make_shared<PageVector<Slot>>());
  block->swap(state_.scratch);
  state_.scratch.clear();
  graph_.keep_alive(block);
  return block->data();
}

}  // namespace dotwire::nrbf

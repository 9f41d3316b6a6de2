// Values of members and elements, and walking along arrays.
#include <algorithm>

#include "model/well_known.h"

namespace dotwire::model {

Value null_value(std::uint32_t count) {
  Value value;
  value.count = count;
  return value;
}

Value node_value(const Node* node, bool reference) {
  Value value;
  if (node == nullptr) return value;
  value.kind = Value::Kind::Node;
  value.pointer = node;
  value.reference = reference;
  return value;
}

Value text_value(std::string_view text) {
  Value value;
  value.kind = Value::Kind::Text;
  value.pointer = text.data();
  value.size = text.size();
  return value;
}

Value value_of(const Slot& slot) {
  if (slot.is_null()) return null_value(slot.count());
  return node_value(slot.node(), slot.is_reference());
}

namespace {

Value primitive_value(Primitive primitive, const std::uint8_t* at) {
  Value value;
  value.kind = Value::Kind::Primitive;
  value.primitive = primitive;
  value.pointer = at;
  return value;
}

}  // namespace

Value value_of(const ObjectNode& object, const Member& member) {
  if (member.recorded.binary_type == BinaryType::Primitive) {
    return primitive_value(member.recorded.primitive, object.data() + member.offset);
  }
  return value_of(object.slot(member));
}

ElementCursor::ElementCursor(ArraySlice slice) : array_(slice.array), remaining_(slice.count) {
  if (array_ == nullptr || slice.first > array_->length) {
    remaining_ = 0;
    return;
  }
  remaining_ = std::min(remaining_, array_->length - slice.first);
  skip(slice.first);
}

void ElementCursor::skip(std::uint64_t elements) {
  if (array_->is_primitive()) {
    at_ = elements;
    return;
  }
  if (array_->chunk_count != 0) {
    while (chunk_ < array_->chunk_count && elements >= array_->chunk_lengths[chunk_]) {
      elements -= array_->chunk_lengths[chunk_++];
    }
    at_ = elements;
    return;
  }
  while (elements != 0 && at_ < array_->slot_count) {
    const std::uint64_t run = array_->slots[at_].count();
    if (elements < run) {
      used_of_run_ = elements;
      return;
    }
    elements -= run;
    ++at_;
  }
}

bool ElementCursor::next(Value& value) {
  if (remaining_ == 0) return false;
  if (array_->is_primitive()) {
    const Primitive primitive = array_->element.primitive;
    value = primitive_value(primitive, array_->primitives + at_++ * size_of(primitive));
    --remaining_;
    return true;
  }
  if (array_->chunk_count != 0) {
    while (chunk_ < array_->chunk_count && at_ >= array_->chunk_lengths[chunk_]) at_ = 0, ++chunk_;
    if (chunk_ == array_->chunk_count) return false;
    const TextElements& text = array_->chunks[chunk_];
    const bool is_null = text.nulls != nullptr && (text.nulls[at_ / 64] >> (at_ % 64) & 1) != 0;
    const std::uint64_t start = at_ == 0 ? text.start : text.ends[at_ - 1];
    value = is_null ? null_value() : text_value({text.text + start, static_cast<std::size_t>(text.ends[at_] - start)});
    ++at_;
    --remaining_;
    return true;
  }
  // Slots beyond those recorded are nulls.
  if (at_ >= array_->slot_count) {
    value = null_value(static_cast<std::uint32_t>(std::min<std::uint64_t>(remaining_, UINT32_MAX)));
    remaining_ -= value.count;
    return true;
  }
  value = value_of(array_->slots[at_]);
  value.count = static_cast<std::uint32_t>(std::min<std::uint64_t>(value.count - used_of_run_, remaining_));
  used_of_run_ = 0;
  ++at_;
  remaining_ -= value.count;
  return true;
}

const Member* find_member(const ObjectNode& object, std::string_view base_simple_name, std::string_view name) {
  const std::size_t size = base_simple_name.size() + 1 + name.size();
  for (const Member& member : object.type->members) {
    if (member.name.size() == size && member.name.starts_with(base_simple_name) && member.name.ends_with(name) &&
        member.name[base_simple_name.size()] == '+') {
      return &member;
    }
  }
  return object.find(name);
}

namespace {

std::optional<std::int64_t> integer(Primitive primitive, const void* at) {
  const auto get = [at]<class T>(T value) {
    std::memcpy(&value, at, sizeof(T));
    return static_cast<std::int64_t>(value);
  };
  switch (primitive) {
    case Primitive::Boolean:
    case Primitive::Byte: return get(std::uint8_t{});
    case Primitive::SByte: return get(std::int8_t{});
    case Primitive::Int16: return get(std::int16_t{});
    case Primitive::UInt16: return get(std::uint16_t{});
    case Primitive::Int32: return get(std::int32_t{});
    case Primitive::UInt32: return get(std::uint32_t{});
    case Primitive::Int64:
    case Primitive::UInt64: return get(std::int64_t{});
    default: return std::nullopt;
  }
}

}  // namespace

std::optional<std::int64_t> integer_member(const ObjectNode& object, std::string_view name) {
  const Member* member = object.find(name);
  if (member == nullptr) return std::nullopt;
  const Value value = value_of(object, *member);
  if (value.kind == Value::Kind::Primitive) return integer(value.primitive, value.pointer);
  const ScalarNode* scalar = as_scalar(value.node());
  if (scalar == nullptr) return std::nullopt;
  return integer(static_cast<Primitive>(scalar->value_kind), scalar->value);
}

}  // namespace dotwire::model

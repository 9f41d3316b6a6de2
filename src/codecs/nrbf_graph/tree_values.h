// The values of TreeReader: what each member and each element takes is compiled into the loops over them.
#pragma once

#include <cstring>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/load.h"
#include "base/text_scan.h"
#include "clr/decimal.h"
#include "codecs/nrbf_graph/tree_reader.h"
#include "wire/nrbf/record_type.h"

namespace dotwire::nrbf {

constexpr std::uint8_t record_code(RecordType type) { return static_cast<std::uint8_t>(type); }

inline bool starts_class(std::uint8_t record) {
  return record == record_code(RecordType::ClassWithId) ||
         record == record_code(RecordType::ClassWithMembersAndTypes) ||
         record == record_code(RecordType::SystemClassWithMembersAndTypes);
}

// Most texts are short, and have the length of the one they replace.
DOTWIRE_ALWAYS_INLINE void assign_text(std::string& to, std::string_view text) {
  const std::size_t size = text.size();
  if (to.size() != size) {
    to.assign(text.data(), size);
  } else if (size >= 8 && size <= 16) {
    const auto first = load<std::uint64_t>(text.data());
    const auto last = load<std::uint64_t>(text.data() + size - 8);
    store(to.data(), first);
    store(to.data() + size - 8, last);
  } else if (size != 0) {
    std::memcpy(to.data(), text.data(), size);
  }
}

// What an optional or a pointer has already; null: nothing.
DOTWIRE_ALWAYS_INLINE void* value_there(const TreeStep& step, std::uint8_t* target) {
  if (step.flag != 0) return target[step.flag] != 0 ? target : nullptr;
  return const_cast<void*>(step.pointer->get(target));
}

DOTWIRE_ALWAYS_INLINE TreeReader::Entry* TreeReader::entry(std::int32_t id) {
  if (id > 0) [[likely]] {
    const auto index = static_cast<std::size_t>(id);
    return index < entry_count_ ? first_entry_ + index : grow(entries_, index);
  }
  if (id == 0) return nullptr;
  const auto index = static_cast<std::size_t>(-std::int64_t{id});
  return index < negative_.size() ? &negative_[index] : grow(negative_, index);
}

// A string behind its record type and id.
DOTWIRE_ALWAYS_INLINE const std::uint8_t* TreeReader::read_text(const std::uint8_t* at, std::string_view& text) {
  if (at == end_) [[unlikely]]
    return nullptr;
  std::size_t size = *at;
  if (size < 0x80) [[likely]] {
    ++at;
  } else {
    ByteReader in(Bytes(at, left(at)));
    const Result<std::int32_t> length = in.read_7bit_i32();
    if (!length.ok() || *length < 0) return nullptr;
    size = static_cast<std::size_t>(*length);
    at = in.position();
  }
  if (size > left(at)) [[unlikely]]
    return nullptr;
  text = {reinterpret_cast<const char*>(at), size};
  if (!is_ascii_within(at, size, left(at)) && !is_valid_utf8(text)) [[unlikely]]
    return nullptr;
  return at + size;
}

// A BinaryObjectString record, or a reference to one that has been read.
DOTWIRE_ALWAYS_INLINE const std::uint8_t* TreeReader::read_string(const std::uint8_t* at, std::string_view& text) {
  if (left(at) < 6) [[unlikely]]
    return nullptr;
  Entry* known = entry(load<std::int32_t>(at + 1));
  if (known == nullptr) [[unlikely]]
    return nullptr;
  if (*at == record_code(RecordType::BinaryObjectString)) [[likely]] {
    if (is_known(*known) || objects_left_-- == 0) [[unlikely]]
      return nullptr;
    at = read_text(at + 5, text);
    known->payload = payload_;
    known->state = State::String;
    known->target = const_cast<char*>(text.data());
    known->count = text.size();
    return at;
  }
  if (*at != record_code(RecordType::MemberReference) || !is_known(*known) || known->state != State::String)
    return nullptr;
  text = {static_cast<const char*>(known->target), known->count};
  return at + 5;
}

DOTWIRE_ALWAYS_INLINE const std::uint8_t* TreeReader::refer(const std::uint8_t* at, TreeType& type, void* target,
                                                            std::uint64_t count, std::uint32_t depth) {
  if (left(at) < 5 || *at != record_code(RecordType::MemberReference)) [[unlikely]]
    return nullptr;
  const auto id = load<std::int32_t>(at + 1);
  Entry* known = id > 0 ? entry(id) : nullptr;
  if (known == nullptr) [[unlikely]]
    return nullptr;
  if (is_known(*known)) [[unlikely]] {
    // Empty lists of .NET share their array.
    const bool empty = count == 0 && type.form == TreeForm::Array && known->type == &type &&
                       (known->state == State::Array || (known->state == State::Waiting && known->count == 0));
    if (!empty) return nullptr;
    type.type->container->resize(target, 0);
    return at + 5;
  }
  known->payload = payload_;
  known->state = State::Waiting;
  known->target = target;
  known->type = &type;
  known->count = count;
  known->depth = depth;
  ++waiting_;
  return at + 5;
}

inline bool TreeReader::set_null(const TreeStep& step, void* target) const {
  if (step.pointer != nullptr) {
    step.pointer->reset(target);
    return true;
  }
  if (step.op != TreeOp::Text || !options_.null_text_as_empty) return false;
  static_cast<std::string*>(target)->clear();
  return true;
}

inline const std::uint8_t* TreeReader::read_primitive(const std::uint8_t* at, Primitive primitive, std::uint32_t length,
                                                      void* target) {
  switch (primitive) {
    case Primitive::Char:
      if (at == end_ || *at >= 0x80) return nullptr;
      store(target, static_cast<char16_t>(*at));
      return at + 1;
    case Primitive::Decimal: {
      std::string_view text;
      at = read_text(at, text);
      if (at == nullptr) return nullptr;
      const Result<Decimal> value = parse_decimal(text, DecimalSyntax::Number);
      if (!value.ok()) return nullptr;
      store(target, *value);
      return at;
    }
    default: break;
  }
  if (left(at) < length) return nullptr;
  if (primitive == Primitive::DateTime && DateTime(load<std::uint64_t>(at)).ticks() > DateTime::kMaxTicks) {
    return nullptr;
  }
  std::memcpy(target, at, length);
  return at + length;
}

DOTWIRE_ALWAYS_INLINE const std::uint8_t* TreeReader::read_value(const std::uint8_t* at, const TreeStep& step,
                                                                 std::uint8_t* target, std::uint32_t depth,
                                                                 std::uint32_t nesting) {
  switch (step.op) {
    case TreeOp::Copy4:
      if (left(at) < 4) [[unlikely]]
        return nullptr;
      std::memcpy(target, at, 4);
      return at + 4;
    case TreeOp::Copy:
      if (left(at) < step.length) [[unlikely]]
        return nullptr;
      std::memcpy(target, at, step.length);
      return at + step.length;
    case TreeOp::Value: return read_primitive(at, step.primitive, step.length, target);
    default: break;
  }
  if (at == end_) [[unlikely]]
    return nullptr;
  if (*at == record_code(RecordType::ObjectNull)) return set_null(step, target) ? at + 1 : nullptr;
  switch (step.op) {
    case TreeOp::Text: {
      std::string_view text;
      at = read_string(at, text);
      if (at != nullptr) assign_text(*reinterpret_cast<std::string*>(target), text);
      return at;
    }
    case TreeOp::TextOrNull: {
      std::string_view text;
      at = read_string(at, text);
      if (at == nullptr) return nullptr;
      // Text that is there already keeps its memory.
      void* made = value_there(step, target);
      if (made == nullptr) made = step.pointer->emplace(target, nullptr);
      assign_text(*static_cast<std::string*>(made), text);
      return at;
    }
    case TreeOp::Reference: return refer(at, *step.type, target, kAll, depth);
    case TreeOp::Pointer: {
      if (depth >= options_.limits.owning_depth) return nullptr;
      // As does an object whose members are all read over.
      void* object = step.type->keeps_values ? nullptr : value_there(step, target);
      if (object == nullptr) object = step.pointer->emplace(target, step.type->type);
      if (object == nullptr) return nullptr;
      return refer(at, *step.type, object, kAll, step.pointer->detach != nullptr ? depth + 1 : depth);
    }
    case TreeOp::Inline:
      return starts_class(*at) ? read_class(at, *step.type, target, depth, nesting + 1, false) : nullptr;
    case TreeOp::NullableInline:
      if (!starts_class(*at)) return nullptr;
      return read_class(at, *step.type, step.pointer->emplace(target, step.type->type), depth, nesting + 1, false);
    case TreeOp::NullableBox:
      if (left(at) < 2 || *at != record_code(RecordType::MemberPrimitiveTyped) ||
          at[1] != static_cast<std::uint8_t>(step.primitive) || objects_left_-- == 0) {
        return nullptr;
      }
      return read_primitive(at + 2, step.primitive, step.length, step.pointer->emplace(target, nullptr));
    default: return nullptr;
  }
}

}  // namespace dotwire::nrbf

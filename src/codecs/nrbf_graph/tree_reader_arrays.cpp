// Arrays of TreeReader, which go into containers.
#include <algorithm>
#include <cstring>

#include "base/load.h"
#include "base/reading_limits.h"
#include "clr/decimal.h"
#include "codecs/nrbf_graph/tree_reader.h"
#include "codecs/nrbf_graph/tree_values.h"
#include "wire/nrbf/record_type.h"

namespace dotwire::nrbf {

using model::BinaryType;

const std::uint8_t* TreeReader::read_array(const std::uint8_t* at) {
  if (left(at) < 9 || objects_left_-- == 0) return nullptr;
  const auto record = static_cast<RecordType>(*at);
  const auto id = load<std::int32_t>(at + 1);
  at += 5;
  Entry* known = id > 0 ? entry(id) : nullptr;
  if (known == nullptr || !is_known(*known) || known->state != State::Waiting || known->type->form != TreeForm::Array ||
      options_.limits.depth == 0) {
    return nullptr;
  }
  TreeType& type = *known->type;
  std::int32_t length = 0;
  std::uint32_t records = 0;
  Primitive primitive = Primitive::Null;
  if (record == RecordType::BinaryArray) {
    at = read_array_info(at, length, records, primitive);
    if (at == nullptr) return nullptr;
  } else {
    length = load<std::int32_t>(at);
    at += 4;
    BinaryType element = BinaryType::Object;
    if (record == RecordType::ArraySingleString) element = BinaryType::String;
    if (record == RecordType::ArraySinglePrimitive) {
      element = BinaryType::Primitive;
      if (at == end_) return nullptr;
      primitive = static_cast<Primitive>(*at++);
    }
    records = 1U << static_cast<unsigned>(element);
  }
  if (length < 0 || length > kMaxArrayLength || (records & type.element_records) == 0) return nullptr;
  const std::uint64_t count = known->count == kAll ? static_cast<std::uint64_t>(length) : known->count;
  if (count > static_cast<std::uint64_t>(length)) return nullptr;
  void* container = known->target;
  known->state = State::Array;
  --waiting_;
  if ((records & 1) != 0) {
    return read_primitives(at, type, container, static_cast<std::uint64_t>(length), count, primitive);
  }
  // Destructors go through containers of objects as through pointers.
  const bool owns = type.element.type != nullptr;
  if (owns && known->depth >= options_.limits.owning_depth) return nullptr;
  return read_elements(at, type, container, static_cast<std::uint64_t>(length), count, known->depth + (owns ? 1 : 0));
}

// A BinaryArray of one rank, from the array type to the additional info.
const std::uint8_t* TreeReader::read_array_info(const std::uint8_t* at, std::int32_t& length, std::uint32_t& records,
                                                Primitive& primitive) {
  if (left(at) < 10 || at[0] > 1 || load<std::int32_t>(at + 1) != 1 || at[9] > 7) return nullptr;
  length = load<std::int32_t>(at + 5);
  const auto element = static_cast<BinaryType>(at[9]);
  records = 1U << static_cast<unsigned>(element);
  const bool jagged = at[0] == 1;
  if (jagged && element < BinaryType::SystemClass) return nullptr;
  at += 10;
  switch (element) {
    case BinaryType::Primitive:
    case BinaryType::PrimitiveArray:
      if (at == end_ || *at == 0 || *at == 4 || *at > 16) return nullptr;
      primitive = static_cast<Primitive>(*at);
      return at + 1;
    case BinaryType::SystemClass:
    case BinaryType::Class: {
      std::string_view name;
      at = read_text(at, name);
      if (jagged && !name.ends_with(']')) return nullptr;
      if (at == nullptr || element == BinaryType::SystemClass) return at;
      if (left(at) < 4) return nullptr;
      const Entry* library = entry(load<std::int32_t>(at));
      if (library == nullptr || !is_known(*library) || library->state != State::Library) return nullptr;
      return at + 4;
    }
    default: return at;
  }
}

const std::uint8_t* TreeReader::read_primitives(const std::uint8_t* at, const TreeType& type, void* container,
                                                std::uint64_t length, std::uint64_t count, Primitive primitive) {
  const TreeStep& element = type.element;
  if (primitive != element.primitive) return nullptr;
  if (element.op == TreeOp::Value && primitive != Primitive::DateTime) {
    if (length > left(at)) return nullptr;
    auto* to = static_cast<std::uint8_t*>(type.type->container->resize(container, count));
    alignas(Decimal) std::uint8_t spare[sizeof(Decimal)];
    for (std::uint64_t i = 0; i < length; ++i) {
      at = read_primitive(at, primitive, element.length, i < count ? to + i * element.length : spare);
      if (at == nullptr) return nullptr;
    }
    return at;
  }
  const std::uint64_t size = length * element.length;
  if (size > left(at)) return nullptr;
  if (primitive == Primitive::DateTime) {
    for (std::uint64_t i = 0; i < length; ++i) {
      if (DateTime(load<std::uint64_t>(at + i * 8)).ticks() > DateTime::kMaxTicks) return nullptr;
    }
  }
  void* to = type.type->container->resize(container, count);
  if (count != 0) std::memcpy(to, at, count * element.length);
  return at + size;
}

// `count` elements are wanted. The others are spare room of a List<T>: nulls; whatever else is there, the general
// reader knows.
const std::uint8_t* TreeReader::read_elements(const std::uint8_t* at, const TreeType& type, void* container,
                                              std::uint64_t length, std::uint64_t count, std::uint32_t depth) {
  // More elements than bytes come from runs of nulls, which may say much in few bytes.
  std::uint64_t nulls_left = expansion_limit(options_.limits) / std::max(type.element_size, 1U);
  if (count > left(at) && count - left(at) > nulls_left) return nullptr;
  const TreeStep& element = type.element;
  if (type.clear_first) type.type->container->clear(container);
  auto* to = static_cast<std::uint8_t*>(type.type->container->resize(container, count));
  std::uint64_t i = 0;
  while (i < length) {
    if (at == end_) return nullptr;
    std::uint64_t nulls = 0;
    switch (static_cast<RecordType>(*at)) {
      case RecordType::ObjectNull:
        nulls = 1;
        at += 1;
        break;
      case RecordType::ObjectNullMultiple256:
        if (left(at) < 2) return nullptr;
        nulls = at[1];
        at += 2;
        if (nulls == 0) return nullptr;
        break;
      case RecordType::ObjectNullMultiple: {
        if (left(at) < 5) return nullptr;
        const auto value = load<std::int32_t>(at + 1);
        if (value <= 0) return nullptr;
        nulls = static_cast<std::uint64_t>(value);
        at += 5;
        break;
      }
      default: break;
    }
    if (nulls != 0) {
      if (nulls > length - i || nulls > nulls_left) return nullptr;
      nulls_left -= nulls;
      for (; nulls != 0 && i < count; --nulls, ++i, to += type.element_size) {
        if (!set_null(element, to)) return nullptr;
      }
      i += nulls;
      continue;
    }
    if (i >= count) return nullptr;
    at = read_value(at, element, to, depth, 0);
    if (at == nullptr) return nullptr;
    ++i;
    to += type.element_size;
  }
  return at;
}

}  // namespace dotwire::nrbf

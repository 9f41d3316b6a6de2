// Arrays whose elements have a code of their own (table-formats.md 4.8).
#include <cstring>

#include "base/try.h"
#include "base/unicode.h"
#include "formats/fast_serializer/object_reader.h"

namespace dotwire::fast_serializer {

using model::Node;
using model::ValueKind;

namespace {

Primitive element_of(Code code) {
  switch (code) {
    case Code::DoubleArray: return Primitive::Double;
    case Code::SingleArray: return Primitive::Single;
    case Code::SByteArray: return Primitive::SByte;
    case Code::Int16Array: return Primitive::Int16;
    case Code::UInt16Array: return Primitive::UInt16;
    case Code::Int32Array: return Primitive::Int32;
    case Code::UInt32Array: return Primitive::UInt32;
    case Code::Int64Array: return Primitive::Int64;
    case Code::UInt64Array: return Primitive::UInt64;
    case Code::DateTimeArray: return Primitive::DateTime;
    case Code::TimeSpanArray: return Primitive::TimeSpan;
    default: return Primitive::Null;
  }
}

bool has_inner_code(Code code, Dialect dialect) {
  switch (code) {
    case Code::Int32Array:
    case Code::Int64Array:
    case Code::UInt32Array:
    case Code::UInt64Array:
    case Code::DateTimeArray:
    case Code::TimeSpanArray: return true;
    case Code::Int16Array:
    case Code::UInt16Array: return dialect != Dialect::A;
    default: return false;
  }
}

bool bit(Bytes bits, std::size_t i) { return (bits[i / 8] >> (i % 8) & 1) != 0; }

}  // namespace

Result<const Node*> ObjectReader::read_array(const std::uint8_t*& at, Code code, model::Graph& graph) {
  const std::uint8_t* const start = at - 1;
  std::uint32_t count = 0;
  if (code == Code::BooleanArray) {
    Bytes bits;
    at = decoder_.decode_bits(at, count, bits);
    if (at == nullptr) return decoder_.error();
    DOTWIRE_TRY(take_memory(std::uint64_t{count} * 2, start));
    std::vector<std::uint8_t> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = bit(bits, i) ? 1 : 0;
    return static_cast<const Node*>(graph.make_primitive_array(Primitive::Boolean, count, values.data()));
  }
  if (has_inner_code(code, decoder_.dialect())) return read_packed_array(at, code, graph);
  const std::uint8_t* const body = decoder_.decode_count(at, count);
  if (body == nullptr) return decoder_.error();
  if (count > INT32_MAX) return error_at(at, ErrorCode::Malformed, "length of an array is negative");
  at = body;
  switch (code) {
    case Code::ByteArray: {
      Bytes bytes;
      at = decoder_.decode_raw(at, count, bytes);
      if (at == nullptr) return decoder_.error();
      DOTWIRE_TRY(take_memory(sizeof(model::ScalarNode) + count, start));
      return static_cast<const Node*>(graph.make_text_scalar(ValueKind::Bytes, as_text(bytes)));
    }
    case Code::CharArray: {
      std::string_view text;
      at = decoder_.decode_units(at, count, text);
      if (at == nullptr) return decoder_.error();
      DOTWIRE_TRY(take_memory(sizeof(model::ScalarNode) + text.size(), start));
      return static_cast<const Node*>(graph.make_text_scalar(ValueKind::Chars, text));
    }
    case Code::DecimalArray: {
      std::vector<Decimal> values;
      for (std::uint32_t i = 0; i < count; ++i) {
        DOTWIRE_TRY(take_memory(2 * sizeof(Decimal), start));
        at = decode_packed(at, decoder_.end(), values.emplace_back(), decoder_.fault());
        if (at == nullptr) return decoder_.error();
      }
      return static_cast<const Node*>(graph.make_primitive_array(Primitive::Decimal, count, values.data()));
    }
    case Code::GuidArray: {
      Bytes bytes;
      at = decoder_.decode_raw(at, std::uint64_t{count} * 16, bytes);
      if (at == nullptr) return decoder_.error();
      DOTWIRE_TRY(take_memory(std::uint64_t{count} * (sizeof(model::ScalarNode) + 8), start));
      model::RecordedType type;
      type.binary_type = model::BinaryType::SystemClass;
      type.name = "System.Guid";
      model::ArrayNode* array = graph.make_array(type, count);
      for (std::size_t i = 0; i < count; ++i) {
        array->slots[i] = model::Slot::in_place(graph.make_scalar(ValueKind::Guid, load<Guid>(bytes.data() + i * 16)));
      }
      return static_cast<const Node*>(array);
    }
    default: break;
  }
  const Primitive element = element_of(code);
  Bytes bytes;
  at = decoder_.decode_raw(at, std::uint64_t{count} * size_of(element), bytes);
  if (at == nullptr) return decoder_.error();
  DOTWIRE_TRY(take_memory(bytes.size(), start));
  return static_cast<const Node*>(graph.make_primitive_array(element, count, bytes.data()));
}

Result<const Node*> ObjectReader::read_packed_array(const std::uint8_t*& at, Code code, model::Graph& graph) {
  const std::uint8_t* const start = at - 1;
  if (at == decoder_.end()) return error_at(at, ErrorCode::Truncated, "the input ends inside an array");
  const Primitive element = element_of(code);
  const Code inner = decoder_.code_at(at);
  const std::uint8_t* const inner_at = at++;
  if (inner == Code::EmptyTypedArray) {
    DOTWIRE_TRY(take_memory(sizeof(model::ArrayNode), start));
    return static_cast<const Node*>(graph.make_primitive_array(element, 0, nullptr));
  }
  std::uint32_t bit_count = 0;
  Bytes bits;
  if (inner == Code::PartiallyOptimizedTypedArray) {
    at = decoder_.decode_bits(at, bit_count, bits);
    if (at == nullptr) return decoder_.error();
  } else if (inner != Code::NonOptimizedTypedArray && inner != Code::FullyOptimizedTypedArray) {
    return error_at(inner_at, ErrorCode::Malformed, "form of an array is none of the four");
  }
  std::uint32_t count = 0;
  const std::uint8_t* const count_at = at;
  at = decoder_.decode_count(at, count);
  if (at == nullptr) return decoder_.error();
  if (count > static_cast<std::size_t>(decoder_.end() - at)) {
    return error_at(count_at, ErrorCode::Truncated, "array is longer than the rest of the input");
  }
  if (inner == Code::PartiallyOptimizedTypedArray && bit_count < count) {
    return error_at(inner_at, ErrorCode::Malformed, "array has not a bit for each of its elements");
  }
  const std::size_t width = size_of(element);
  DOTWIRE_TRY(take_memory(std::uint64_t{count} * width * 2, start));
  std::vector<std::uint8_t> values(std::size_t{count} * width);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint8_t* const to = values.data() + i * width;
    const bool packed =
        inner == Code::FullyOptimizedTypedArray || (inner != Code::NonOptimizedTypedArray && bit(bits, i));
    if (!packed) {
      Bytes raw;
      const std::uint8_t* const element_at = at;
      at = decoder_.decode_raw(at, width, raw);
      if (at == nullptr) return decoder_.error();
      if (element == Primitive::DateTime) {
        Value value;
        value.set(Code::DateTime, load<std::int64_t>(raw.data()));
        DOTWIRE_TRY(const DateTime date, date_of(value, element_at));
        store(to, date);
      } else {
        std::memcpy(to, raw.data(), width);
      }
    } else if (element == Primitive::DateTime) {
      DateTime date;
      at = decode_packed(at, decoder_.end(), date, decoder_.fault());
      if (at == nullptr) return decoder_.error();
      store(to, date);
    } else if (element == Primitive::TimeSpan) {
      TimeSpan span;
      at = decode_packed(at, decoder_.end(), span, decoder_.fault());
      if (at == nullptr) return decoder_.error();
      store(to, span);
    } else {
      std::uint64_t number = 0;
      const std::uint8_t* const number_at = at;
      at = decoder_.decode_long(at, number);
      if (at == nullptr) return decoder_.error();
      if (width < 8 && number >> (8 * width) != 0) {
        return error_at(number_at, ErrorCode::OutOfRange, "number is larger than its type");
      }
      std::memcpy(to, &number, width);
    }
  }
  return static_cast<const Node*>(graph.make_primitive_array(element, count, values.data()));
}

}  // namespace dotwire::fast_serializer

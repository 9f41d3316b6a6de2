// Arrays whose elements have a code of their own (table-formats.md 4.8).
#include "base/try.h"
#include "base/unicode.h"
#include "formats/fast_serializer/object_writer.h"

namespace dotwire::fast_serializer {

using model::ArrayNode;

namespace {

Code code_of(Primitive element) {
  switch (element) {
    case Primitive::Boolean: return Code::BooleanArray;
    case Primitive::Byte: return Code::ByteArray;
    case Primitive::Char: return Code::CharArray;
    case Primitive::Decimal: return Code::DecimalArray;
    case Primitive::Double: return Code::DoubleArray;
    case Primitive::Int16: return Code::Int16Array;
    case Primitive::Int32: return Code::Int32Array;
    case Primitive::Int64: return Code::Int64Array;
    case Primitive::SByte: return Code::SByteArray;
    case Primitive::Single: return Code::SingleArray;
    case Primitive::TimeSpan: return Code::TimeSpanArray;
    case Primitive::DateTime: return Code::DateTimeArray;
    case Primitive::UInt16: return Code::UInt16Array;
    case Primitive::UInt32: return Code::UInt32Array;
    case Primitive::UInt64: return Code::UInt64Array;
    default: return Code::Invalid;
  }
}

bool has_inner_code(Primitive element, Dialect dialect) {
  switch (element) {
    case Primitive::Int32:
    case Primitive::Int64:
    case Primitive::UInt32:
    case Primitive::UInt64:
    case Primitive::DateTime:
    case Primitive::TimeSpan: return true;
    case Primitive::Int16:
    case Primitive::UInt16: return dialect != Dialect::A;
    default: return false;
  }
}

// Whether the element has a short form in arrays, where negative numbers have none.
bool is_short(Primitive element, const std::uint8_t* at) {
  switch (element) {
    case Primitive::Int16: return load<std::int16_t>(at) >= 0 && load<std::int16_t>(at) <= kHighest16;
    case Primitive::UInt16: return load<std::uint16_t>(at) <= kHighest16;
    case Primitive::Int32: return load<std::int32_t>(at) >= 0 && load<std::int32_t>(at) <= kHighest32;
    case Primitive::UInt32: return load<std::uint32_t>(at) <= kHighest32;
    case Primitive::Int64: return load<std::int64_t>(at) >= 0 && load<std::int64_t>(at) <= kHighest64;
    case Primitive::UInt64: return load<std::uint64_t>(at) <= static_cast<std::uint64_t>(kHighest64);
    case Primitive::DateTime: return is_whole_milliseconds(load<DateTime>(at).ticks());
    default: return is_whole_milliseconds(load<std::int64_t>(at));
  }
}

}  // namespace

Status ObjectWriter::write_primitives(const ArrayNode& array) {
  const Primitive element = array.element.primitive;
  const auto count = static_cast<std::size_t>(array.length);
  const std::string_view bytes(reinterpret_cast<const char*>(array.primitives), count * size_of(element));
  const Code code = code_of(element);
  if (element == Primitive::Byte) return write_bytes(bytes);
  if (element == Primitive::Char) {
    std::u16string units(count, u'\0');
    if (count != 0) std::memcpy(units.data(), array.primitives, 2 * count);
    return write_chars(utf16_to_wtf8(units));
  }
  put_code(code);
  if (has_inner_code(element, encoder_.dialect())) return write_packed(array);
  if (element == Primitive::Boolean) {
    std::vector<bool> bits(count);
    for (std::size_t i = 0; i < count; ++i) bits[i] = array.primitives[i] != 0;
    put_bits(bits);
    return {};
  }
  put_count(count);
  if (element != Primitive::Decimal) {
    encoder_.out().append(bytes);
    return {};
  }
  for (std::size_t i = 0; i < count; ++i) {
    std::uint8_t* const at = encoder_.out().reserve_more(kValueRoom);
    encoder_.out().commit(encoder_.put_decimal(at, load<Decimal>(array.primitives + i * sizeof(Decimal))));
  }
  return {};
}

// Short forms are worth it unless 1 + 80 % of the elements have none.
Status ObjectWriter::write_packed(const ArrayNode& array) {
  const Primitive element = array.element.primitive;
  const auto count = static_cast<std::size_t>(array.length);
  const std::size_t width = size_of(element);
  if (count == 0) {
    put_code(Code::EmptyTypedArray);
    return {};
  }
  std::vector<bool> shorts(count);
  std::size_t longer = 0;
  for (std::size_t i = 0; i < count; ++i) {
    shorts[i] = encoder_.options().optimize && is_short(element, array.primitives + i * width);
    if (!shorts[i]) ++longer;
  }
  const std::size_t limit = 1 + static_cast<std::size_t>(static_cast<float>(count) * 0.8F);
  if (longer >= limit || !encoder_.options().optimize) {
    put_code(Code::NonOptimizedTypedArray);
    shorts.assign(count, false);
  } else if (longer == 0) {
    put_code(Code::FullyOptimizedTypedArray);
  } else {
    put_code(Code::PartiallyOptimizedTypedArray);
    put_bits(shorts);
  }
  put_count(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* const from = array.primitives + i * width;
    std::uint8_t* at = encoder_.out().reserve_more(kValueRoom);
    if (!shorts[i]) {
      std::uint64_t raw = 0;
      std::memcpy(&raw, from, width);
      if (element == Primitive::DateTime)
        raw = static_cast<std::uint64_t>(to_binary(load<DateTime>(from), *zone_, cursor_));
      std::memcpy(at, &raw, width);
      at += width;
    } else if (element == Primitive::DateTime) {
      at = put_packed(at, load<DateTime>(from));
    } else if (element == Primitive::TimeSpan) {
      at = put_packed(at, load<TimeSpan>(from));
    } else {
      std::uint64_t number = 0;
      std::memcpy(&number, from, width);
      at = put_7bit_long(at, number);
    }
    encoder_.out().commit(at);
  }
  return {};
}

}  // namespace dotwire::fast_serializer

#include "wire/fast_serializer/decoder.h"

#include <algorithm>

#include "base/try.h"
#include "base/unicode.h"
#include "clr/decimal.h"

namespace dotwire::fast_serializer {
namespace {

constexpr std::size_t kHeaderSize = 4;
constexpr std::size_t kLongHeaderSize = 12;

bool is_integral_with_scale(const Decimal& value) { return value.scale() != 0 && is_integral(value); }

}  // namespace

Status Decoder::open(Bytes in, Dialect dialect, const Limits& limits) {
  dialect_ = dialect;
  codes_ = codes_of(dialect);
  begin_ = in.data();
  end_ = document_end_ = begin_ + in.size();
  payload_ = begin_;
  object_count_ = 0;
  input_end_ = end_;
  hints_[0] = hints_[1] = 0;
  open_ended_ = damaged_ = false;
  tables_ = nullptr;
  tokens_.clear();
  return dialect == Dialect::C ? open_inline() : open_with_tables(limits);
}

Status Decoder::open_damaged(Bytes in, Dialect dialect, const Limits& limits, Status& damage) {
  damage = open(in, dialect, limits);
  if (damage.ok()) return {};
  damaged_ = true;
  const auto least = static_cast<std::int32_t>(dialect == Dialect::C ? kLongHeaderSize : kHeaderSize);
  if (in.size() < static_cast<std::size_t>(least)) return std::move(damage);
  const auto number = load<std::int32_t>(begin_);
  if (number < least) return std::move(damage);
  payload_ = begin_ + least;
  end_ = begin_ + std::min<std::size_t>(in.size(), static_cast<std::uint32_t>(number));
  if (dialect != Dialect::C && static_cast<std::uint32_t>(number) <= in.size()) tables_ = end_;
  return {};
}

Status Decoder::open_inline() {
  ByteReader in({begin_, end_});
  DOTWIRE_TRY(const std::int32_t length, in.read_i32());
  if (length == 0) {
    open_ended_ = true;
    payload_ = begin_ + kHeaderSize;
    return {};
  }
  if (length < static_cast<std::int32_t>(kLongHeaderSize)) {
    return Error(ErrorCode::Malformed, 0, "length is smaller than the header");
  }
  if (static_cast<std::uint32_t>(length) > static_cast<std::size_t>(end_ - begin_)) {
    return Error(ErrorCode::Truncated, 0, "the document is longer than the input");
  }
  for (std::uint32_t& hint : hints_) {
    const std::uint64_t at = in.offset();
    DOTWIRE_TRY(hint, in.read_u32());
    if (hint > INT32_MAX) return Error(ErrorCode::Malformed, at, "count of tokens is negative");
  }
  payload_ = begin_ + kLongHeaderSize;
  end_ = document_end_ = begin_ + length;
  return {};
}

Status Decoder::open_with_tables(const Limits& limits) {
  ByteReader in({begin_, end_});
  DOTWIRE_TRY(const std::int32_t offset, in.read_i32());
  if (offset < static_cast<std::int32_t>(kHeaderSize)) {
    return Error(ErrorCode::Malformed, 0, "offset of the token tables lies inside the header");
  }
  const auto size = static_cast<std::size_t>(end_ - begin_);
  if (static_cast<std::uint32_t>(offset) > size || size - static_cast<std::uint32_t>(offset) < 2) {
    return Error(ErrorCode::Truncated, 0, "the token tables lie behind the end of the input");
  }
  payload_ = begin_ + kHeaderSize;
  tables_ = begin_ + offset;
  const std::uint8_t* at = tables_;
  std::uint32_t count = 0;
  const std::uint8_t* const count_at = at;
  at = decode_count(at, count);
  if (at == nullptr) return error();
  if (count > static_cast<std::size_t>(end_ - at)) {
    return Error(ErrorCode::Truncated, offset_of(count_at), "the input cannot hold so many strings");
  }
  if (count > limits.objects || count > limits.memory / sizeof(std::string_view)) {
    return Error(ErrorCode::LimitExceeded, offset_of(count_at), "more strings than the limits allow");
  }
  tokens_.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    // Nearly all texts are shorter than 128 bytes.
    if (at != end_ && *at < 0x80 && static_cast<std::size_t>(end_ - at) > *at) [[likely]] {
      tokens_.emplace_back(reinterpret_cast<const char*>(at + 1), *at);
      at += 1 + *at;
      continue;
    }
    std::string_view text;
    at = decode_text(at, text);
    if (at == nullptr) return error();
    tokens_.push_back(text);
  }
  at = decode_count(at, object_count_);
  if (at == nullptr) return error();
  // Where the objects end only they say.
  document_end_ = at;
  end_ = begin_ + offset;
  return {};
}

std::uint64_t Decoder::document_size(const std::uint8_t* payload_end) const {
  return offset_of(open_ended_ ? payload_end : document_end_);
}

const std::uint8_t* Decoder::decode_long_token(const std::uint8_t* at, std::uint8_t first, std::string_view& text) {
  const std::uint8_t* const start = at - 1;
  std::uint32_t high = 0;
  at = decode_count(at, high);
  if (at == nullptr) return nullptr;
  const std::size_t index = std::size_t{high} << 7 | first;
  if (index >= tokens_.size()) return decode_new_token(start, at, index, text);
  text = tokens_[index];
  return at;
}

// In C a token that is the next stands in front of its text.
DOTWIRE_NOINLINE const std::uint8_t* Decoder::decode_new_token(const std::uint8_t* start, const std::uint8_t* at,
                                                               std::size_t index, std::string_view& text) {
  if (dialect_ != Dialect::C && damaged_) {
    text = {};
    return at;
  }
  if (dialect_ != Dialect::C) return fail(fault_, ErrorCode::Malformed, start, "string token is none of the table");
  if (index != tokens_.size()) return fail(fault_, ErrorCode::Malformed, start, "string token skips others");
  at = decode_text(at, text);
  if (at != nullptr) tokens_.push_back(text);
  return at;
}

const std::uint8_t* Decoder::decode_text(const std::uint8_t* at, std::string_view& text) {
  const std::uint8_t* const start = at;
  std::uint32_t size = 0;
  at = decode_7bit(at, end_, size, fault_);
  if (at == nullptr) return nullptr;
  if (size > INT32_MAX) return fail(fault_, ErrorCode::Malformed, start, "length of a text is negative");
  if (static_cast<std::size_t>(end_ - at) < size) {
    return fail(fault_, ErrorCode::Truncated, start, "text is longer than the rest of the input");
  }
  text = as_text({at, size});
  return at + size;
}

const std::uint8_t* Decoder::decode_raw(const std::uint8_t* at, std::uint64_t size, Bytes& bytes) {
  if (static_cast<std::size_t>(end_ - at) < size) {
    return fail(fault_, ErrorCode::Truncated, at, "array is longer than the rest of the input");
  }
  bytes = {at, static_cast<std::size_t>(size)};
  return at + size;
}

const std::uint8_t* Decoder::decode_bits(const std::uint8_t* at, std::uint32_t& count, Bytes& bits) {
  const std::uint8_t* const start = at;
  at = decode_count(at, count);
  if (at == nullptr) return nullptr;
  if (count > INT32_MAX) return fail(fault_, ErrorCode::Malformed, start, "length of a BitArray is negative");
  return decode_raw(at, (std::uint64_t{count} + 7) / 8, bits);
}

const std::uint8_t* Decoder::decode_units(const std::uint8_t* at, std::uint64_t units, std::string_view& text) {
  const std::uint8_t* const start = at;
  while (units != 0) {
    if (at == end_) return fail(fault_, ErrorCode::Truncated, start, "Char[] is longer than the rest of the input");
    const std::size_t size = *at < 0x80 ? 1 : *at < 0xE0 ? 2 : *at < 0xF0 ? 3 : 4;
    if (static_cast<std::size_t>(end_ - at) < size) {
      return fail(fault_, ErrorCode::Truncated, at, "the input ends inside a Char");
    }
    if (!is_valid_utf8(as_text({at, size}))) return fail(fault_, ErrorCode::Malformed, at, "Char[] is not UTF-8");
    if (size == 4 && units == 1) return fail(fault_, ErrorCode::Malformed, at, "Char[] ends inside a surrogate pair");
    units -= size == 4 ? 2 : 1;
    at += size;
  }
  text = as_text({start, static_cast<std::size_t>(at - start)});
  return at;
}

// One UTF-16 unit in UTF-8.
const std::uint8_t* Decoder::decode_char(const std::uint8_t* at, std::string_view& text) {
  const std::uint8_t* const end = decode_units(at, 1, text);
  if (end == nullptr && fault_.code == ErrorCode::Malformed) fault_.message = "Char is not one UTF-16 unit in UTF-8";
  return end;
}

template <class T>
const std::uint8_t* Decoder::raw(const std::uint8_t* at, Code type, Value& value) {
  if (static_cast<std::size_t>(end_ - at) < sizeof(T)) {
    return fail(fault_, ErrorCode::Truncated, at - 1, "the input ends inside a value");
  }
  value.set(type, load<T>(at));
  return at + sizeof(T);
}

const std::uint8_t* Decoder::decode(const std::uint8_t* at, Value& value) {
  if (at == end_) return fail(fault_, ErrorCode::Truncated, at, "the input ends where a value should start");
  value.plain = value.spare_scale = false;
  const std::uint8_t byte = *at;
  if (byte < 0x80) {
    value.code = Code::String;
    return decode_token(at + 1, byte, value.text);
  }
  const Code code = codes_[byte];
  if (code == Code::Invalid) return fail(fault_, ErrorCode::Malformed, at, "byte is no type code of this dialect");
  return decode_code(at + 1, code, value);
}

const std::uint8_t* Decoder::decode_code(const std::uint8_t* at, Code code, Value& value) {
  switch (code) {
    case Code::BooleanTrue:
    case Code::BooleanFalse: value.set(Code::BooleanTrue, code == Code::BooleanTrue); return at;
    case Code::Byte:
    case Code::SByte: return raw<std::uint8_t>(at, code, value);
    case Code::Int16: {
      at = raw<std::int16_t>(at, code, value);
      if (at == nullptr) return nullptr;
      const auto number = value.get<std::int16_t>();
      value.plain = dialect_ != Dialect::A && number >= -kHighest16 - 1 && number <= kHighest16;
      return at;
    }
    case Code::UInt16:
      at = raw<std::uint16_t>(at, code, value);
      value.plain = at != nullptr && dialect_ != Dialect::A && value.get<std::uint16_t>() <= kHighest16;
      return at;
    case Code::Int32: {
      at = raw<std::int32_t>(at, code, value);
      if (at == nullptr) return nullptr;
      const auto number = value.get<std::int32_t>();
      value.plain = number <= kHighest32 && number >= (dialect_ == Dialect::A ? 0 : -kHighest32 - 1);
      return at;
    }
    case Code::UInt32:
      at = raw<std::uint32_t>(at, code, value);
      value.plain = at != nullptr && value.get<std::uint32_t>() <= kHighest32;
      return at;
    case Code::Int64: {
      at = raw<std::int64_t>(at, code, value);
      if (at == nullptr) return nullptr;
      const auto number = value.get<std::int64_t>();
      value.plain = number <= kHighest64 && number >= (dialect_ == Dialect::A ? 0 : -kHighest64 - 1);
      return at;
    }
    case Code::UInt64:
      at = raw<std::uint64_t>(at, code, value);
      value.plain = at != nullptr && value.get<std::uint64_t>() <= static_cast<std::uint64_t>(kHighest64);
      return at;
    case Code::Single: return raw<float>(at, code, value);
    case Code::Double: return raw<double>(at, code, value);
    case Code::Guid: return raw<dotwire::Guid>(at, code, value);
    // Bits of ToBinary: what is local goes as UTC.
    case Code::DateTime: {
      at = raw<std::uint64_t>(at, code, value);
      const auto bits = at == nullptr ? 0 : value.get<std::uint64_t>();
      value.plain = at != nullptr && is_whole_milliseconds(static_cast<std::int64_t>(bits & 0x3FFFFFFFFFFFFFFF));
      return at;
    }
    case Code::TimeSpan:
      at = raw<std::int64_t>(at, code, value);
      value.plain = at != nullptr && is_whole_milliseconds(value.get<std::int64_t>());
      return at;
    case Code::BitVector32: return raw<std::int32_t>(at, code, value);
    case Code::Char: {
      at = decode_char(at, value.text);
      if (at == nullptr) return nullptr;
      const char* text = value.text.data();
      value.set(code, static_cast<char16_t>(next_code_point(text, text + value.text.size())));
      return at;
    }
    case Code::SingleCharString: value.code = Code::String; return decode_char(at, value.text);
    case Code::Decimal:
    case Code::OptimizedDecimal: return decode_decimal(at, code, value);
    case Code::OptimizedInt16:
    case Code::OptimizedInt16Negative:
    case Code::OptimizedUInt16:
    case Code::OptimizedInt32:
    case Code::OptimizedInt32Negative:
    case Code::OptimizedUInt32:
    case Code::OptimizedInt64:
    case Code::OptimizedInt64Negative:
    case Code::OptimizedUInt64:
    case Code::OptimizedDateTime:
    case Code::OptimizedTimeSpan: return decode_optimized(at, code, value);
    default: return decode_constant(at, code, value);
  }
}

// A has 16 raw bytes under Decimal and its short form under a code of its own, B and C the short form always.
const std::uint8_t* Decoder::decode_decimal(const std::uint8_t* at, Code code, Value& value) {
  dotwire::Decimal number;
  if (dialect_ == Dialect::A && code == Code::Decimal) {
    at = raw<dotwire::Decimal>(at, code, value);
    if (at == nullptr) return nullptr;
    if (!is_valid(value.get<dotwire::Decimal>())) {
      return fail(fault_, ErrorCode::Malformed, at - 4, "flags of a Decimal are not a sign and a scale up to 28");
    }
    value.plain = true;
    return at;
  }
  at = decode_packed(at, end_, number, fault_);
  if (at == nullptr) return nullptr;
  value.set(Code::Decimal, number);
  value.spare_scale = dialect_ != Dialect::A && is_integral_with_scale(number);
  return at;
}

const std::uint8_t* Decoder::decode_optimized(const std::uint8_t* at, Code code, Value& value) {
  const std::uint8_t* const start = at;
  if (code == Code::OptimizedDateTime) {
    dotwire::DateTime time;
    at = decode_packed(at, end_, time, fault_);
    value.set(code, time);
    return at;
  }
  if (code == Code::OptimizedTimeSpan) {
    dotwire::TimeSpan span;
    at = decode_packed(at, end_, span, fault_);
    value.set(Code::TimeSpan, span);
    return at;
  }
  std::uint64_t number = 0;
  at = decode_long(at, number);
  if (at == nullptr) return nullptr;
  std::uint64_t most = UINT64_MAX;
  switch (code) {
    case Code::OptimizedInt16:
    case Code::OptimizedInt16Negative: most = INT16_MAX; break;
    case Code::OptimizedUInt16: most = UINT16_MAX; break;
    case Code::OptimizedInt32:
    case Code::OptimizedInt32Negative: most = INT32_MAX; break;
    case Code::OptimizedUInt32: most = UINT32_MAX; break;
    case Code::OptimizedInt64:
    case Code::OptimizedInt64Negative: most = INT64_MAX; break;
    default: break;
  }
  if (number > most) return fail(fault_, ErrorCode::OutOfRange, start, "number is larger than its type");
  const auto negative = static_cast<std::int64_t>(~number);  // -number - 1
  switch (code) {
    case Code::OptimizedInt16: value.set(Code::Int16, static_cast<std::int16_t>(number)); break;
    case Code::OptimizedInt16Negative: value.set(Code::Int16, static_cast<std::int16_t>(negative)); break;
    case Code::OptimizedUInt16: value.set(Code::UInt16, static_cast<std::uint16_t>(number)); break;
    case Code::OptimizedInt32: value.set(Code::Int32, static_cast<std::int32_t>(number)); break;
    case Code::OptimizedInt32Negative: value.set(Code::Int32, static_cast<std::int32_t>(negative)); break;
    case Code::OptimizedUInt32: value.set(Code::UInt32, static_cast<std::uint32_t>(number)); break;
    case Code::OptimizedInt64: value.set(Code::Int64, static_cast<std::int64_t>(number)); break;
    case Code::OptimizedInt64Negative: value.set(Code::Int64, negative); break;
    default: value.set(Code::UInt64, number); break;
  }
  return at;
}

const std::uint8_t* Decoder::decode_constant(const std::uint8_t* at, Code code, Value& value) {
  switch (code) {
    case Code::EmptyString: value.code = Code::String, value.text = {}; return at;
    case Code::SingleSpace: value.code = Code::String, value.text = " "; return at;
    case Code::YString: value.code = Code::String, value.text = "Y"; return at;
    case Code::NString: value.code = Code::String, value.text = "N"; return at;
    case Code::ZeroByte: value.set(Code::Byte, std::uint8_t{0}); return at;
    case Code::OneByte: value.set(Code::Byte, std::uint8_t{1}); return at;
    case Code::ZeroSByte: value.set(Code::SByte, std::int8_t{0}); return at;
    case Code::OneSByte: value.set(Code::SByte, std::int8_t{1}); return at;
    case Code::ZeroChar: value.set(Code::Char, char16_t{0}); return at;
    case Code::OneChar: value.set(Code::Char, char16_t{1}); return at;
    case Code::ZeroDecimal: value.set(Code::Decimal, dotwire::Decimal{}); return at;
    case Code::OneDecimal: value.set(Code::Decimal, dotwire::Decimal{1, 0, 0, 0}); return at;
    case Code::ZeroDouble: value.set(Code::Double, 0.0); return at;
    case Code::OneDouble: value.set(Code::Double, 1.0); return at;
    case Code::ZeroSingle: value.set(Code::Single, 0.0F); return at;
    case Code::OneSingle: value.set(Code::Single, 1.0F); return at;
    case Code::ZeroInt16: value.set(Code::Int16, std::int16_t{0}); return at;
    case Code::OneInt16: value.set(Code::Int16, std::int16_t{1}); return at;
    case Code::MinusOneInt16: value.set(Code::Int16, std::int16_t{-1}); return at;
    case Code::ZeroInt32: value.set(Code::Int32, std::int32_t{0}); return at;
    case Code::OneInt32: value.set(Code::Int32, std::int32_t{1}); return at;
    case Code::MinusOneInt32: value.set(Code::Int32, std::int32_t{-1}); return at;
    case Code::ZeroInt64: value.set(Code::Int64, std::int64_t{0}); return at;
    case Code::OneInt64: value.set(Code::Int64, std::int64_t{1}); return at;
    case Code::MinusOneInt64: value.set(Code::Int64, std::int64_t{-1}); return at;
    case Code::ZeroUInt16: value.set(Code::UInt16, std::uint16_t{0}); return at;
    case Code::OneUInt16: value.set(Code::UInt16, std::uint16_t{1}); return at;
    case Code::ZeroUInt32: value.set(Code::UInt32, std::uint32_t{0}); return at;
    case Code::OneUInt32: value.set(Code::UInt32, std::uint32_t{1}); return at;
    case Code::ZeroUInt64: value.set(Code::UInt64, std::uint64_t{0}); return at;
    case Code::OneUInt64: value.set(Code::UInt64, std::uint64_t{1}); return at;
    case Code::MinDateTime: value.set(Code::OptimizedDateTime, dotwire::DateTime(0)); return at;
    case Code::MaxDateTime:
      value.set(Code::OptimizedDateTime, dotwire::DateTime(dotwire::DateTime::kMaxTicks, DateTimeKind::Unspecified));
      return at;
    case Code::ZeroTimeSpan: value.set(Code::TimeSpan, std::int64_t{0}); return at;
    case Code::EmptyGuid: value.set(Code::Guid, dotwire::Guid{}); return at;
    default: value.code = code; return at;
  }
}

}  // namespace dotwire::fast_serializer

#include "wire/fast_serializer/encoder.h"

#include <algorithm>

#include "base/copy_text.h"
#include "base/unicode.h"
#include "clr/decimal.h"

namespace dotwire::fast_serializer {
namespace {

constexpr std::size_t kHeaderSize = 4;
constexpr std::size_t kLongHeaderSize = 12;

// Bytes of the first character if it is the whole text and one UTF-16 unit; else 0.
std::size_t single_unit(std::string_view text) {
  if (text.size() > 3) return 0;
  const auto first = static_cast<std::uint8_t>(text[0]);
  const std::size_t size = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  return size == text.size() ? size : 0;
}

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

bool is_surrogate(std::string_view text) {
  return text.size() == 3 && text[0] == '\xED' && static_cast<std::uint8_t>(text[1]) >= 0xA0;
}

DOTWIRE_NOINLINE void replace_lone_surrogates(std::uint8_t* text, std::size_t size) {
  for (std::size_t i = 0; i + 2 < size; ++i) {
    if (text[i] == 0xED && text[i + 1] >= 0xA0) std::memcpy(text + i, "\xEF\xBF\xBD", 3);
  }
}

std::uint8_t* put_prefixed(std::uint8_t* at, std::string_view text) {
  return put_utf8(put_7bit(at, static_cast<std::uint32_t>(text.size())), text);
}

Decimal truncated(const Decimal& value) {
  if (value.scale() == 0 || !is_integral(value)) return value;
  // The same number with fewer digits behind the point: divide by ten as often as the scale says.
  std::uint32_t words[] = {value.hi, value.mid, value.lo};
  for (int i = value.scale(); i > 0; --i) {
    std::uint64_t rest = 0;
    for (std::uint32_t& word : words) {
      rest = rest << 32 | word;
      word = static_cast<std::uint32_t>(rest / 10);
      rest %= 10;
    }
  }
  return {words[2], words[1], words[0], value.flags & 0x80000000U};
}

constexpr Decimal kOne{1, 0, 0, 0};

// 1, 1.0, 1.00 and so on.
bool is_one(const Decimal& value) {
  if (value.scale() == 0) return value == kOne;
  // A power of ten has as many zero bits at its end.
  const std::uint32_t zeros = (std::uint32_t{1} << std::min(value.scale(), 31)) - 1;
  return !value.negative() && (value.lo & zeros) == 0 && compare(value, kOne) == 0;
}

}  // namespace

std::uint8_t* put_utf8(std::uint8_t* at, std::string_view text) {
  if (!copy_text(at, reinterpret_cast<const std::uint8_t*>(text.data()), text.size())) [[unlikely]]
    replace_lone_surrogates(at, text.size());
  return at + text.size();
}

void Encoder::begin(Buffer& out, const EncodeOptions& options) {
  out_ = &out;
  start_ = out.size();
  options_ = options;
  tokens_.clear();
  const std::size_t header = options.dialect == Dialect::C && !options.open_ended ? kLongHeaderSize : kHeaderSize;
  std::memset(out.reserve_more(header), 0, header);
  out.resize(start_ + header);
}

Status Encoder::end() {
  const std::size_t payload = out_->size() - start_;
  if (payload > INT32_MAX || tokens_.strings().size() > INT32_MAX) {
    return Error(ErrorCode::NotRepresentable, "the Fast Serializer counts bytes in an Int32");
  }
  if (options_.dialect == Dialect::C && options_.open_ended) return {};
  store(out_->data() + start_, static_cast<std::uint32_t>(payload));
  if (options_.dialect == Dialect::C) {
    store(out_->data() + start_ + 4, static_cast<std::uint32_t>(tokens_.strings().size()));
    return {};
  }
  std::size_t room = 10;
  for (const std::string_view text : tokens_.strings()) room += text.size() + 5;
  std::uint8_t* at = out_->reserve_more(room);
  at = put_7bit(at, static_cast<std::uint32_t>(tokens_.strings().size()));
  for (const std::string_view text : tokens_.strings()) at = put_prefixed(at, text);
  at = put_7bit(at, 0);
  out_->commit(at);
  return {};
}

std::uint8_t* Encoder::put_string(std::uint8_t* at, std::string_view text, bool lasting) {
  if (text.size() <= 3 && (text.empty() || single_unit(text) != 0)) return put_short_string(at, text);
  bool is_new = false;
  const std::uint32_t number = lasting ? tokens_.add(text, is_new) : tokens_.add_copy(text, is_new);
  return put_token(at, text, number, is_new);
}

std::uint8_t* Encoder::put_string(std::uint8_t* at, std::string_view text, std::uint64_t hash) {
  if (text.size() <= 3 && (text.empty() || single_unit(text) != 0)) [[unlikely]]
    return put_short_string(at, text);
  bool is_new = false;
  const std::uint32_t number = tokens_.add(text, hash, is_new);
  return put_token(at, text, number, is_new);
}

// Empty, or of one UTF-16 unit.
std::uint8_t* Encoder::put_short_string(std::uint8_t* at, std::string_view text) {
  if (text.empty()) return put_code(at, Code::EmptyString);
  if (text == " ") return put_code(at, Code::SingleSpace);
  if (text == "Y") return put_code(at, Code::YString);
  if (text == "N") return put_code(at, Code::NString);
  if (is_surrogate(text)) text = kReplacement;
  at = put_code(at, Code::SingleCharString);
  std::memcpy(at, text.data(), text.size());
  return at + text.size();
}

DOTWIRE_ALWAYS_INLINE std::uint8_t* Encoder::put_token(std::uint8_t* at, std::string_view text, std::uint32_t number,
                                                       bool is_new) const {
  *at++ = static_cast<std::uint8_t>(number & 0x7F);
  at = put_7bit(at, number >> 7);
  return is_new && options_.dialect == Dialect::C ? put_prefixed(at, text) : at;
}

std::uint8_t* Encoder::put_value(std::uint8_t* at, std::uint8_t value) const {
  if (value <= 1) return put_code(at, value == 0 ? Code::ZeroByte : Code::OneByte);
  return put(put_code(at, Code::Byte), value);
}

std::uint8_t* Encoder::put_value(std::uint8_t* at, std::int8_t value) const {
  if (value == 0 || value == 1) return put_code(at, value == 0 ? Code::ZeroSByte : Code::OneSByte);
  return put(put_code(at, Code::SByte), value);
}

std::uint8_t* Encoder::put_value(std::uint8_t* at, char16_t value) const {
  if (value <= 1) return put_code(at, value == 0 ? Code::ZeroChar : Code::OneChar);
  return put_code_point(put_code(at, Code::Char), value >= 0xD800 && value < 0xE000 ? U'\uFFFD' : value);
}

std::uint8_t* Encoder::put_value(std::uint8_t* at, std::int16_t value) const {
  switch (value) {
    case 0: return put_code(at, Code::ZeroInt16);
    case 1: return put_code(at, Code::OneInt16);
    case -1: return put_code(at, Code::MinusOneInt16);
    default: break;
  }
  if (options_.optimize && options_.dialect != Dialect::A && value <= kHighest16 && value >= -kHighest16 - 1) {
    at = put_code(at, value > 0 ? Code::OptimizedInt16 : Code::OptimizedInt16Negative);
    return put_7bit(at, static_cast<std::uint32_t>(value > 0 ? value : -(value + 1)));
  }
  return put(put_code(at, Code::Int16), value);
}

std::uint8_t* Encoder::put_value(std::uint8_t* at, std::uint16_t value) const {
  if (value <= 1) return put_code(at, value == 0 ? Code::ZeroUInt16 : Code::OneUInt16);
  if (options_.optimize && options_.dialect != Dialect::A && value <= kHighest16) {
    return put_7bit(put_code(at, Code::OptimizedUInt16), value);
  }
  return put(put_code(at, Code::UInt16), value);
}

std::uint8_t* Encoder::put_value(std::uint8_t* at, std::int32_t value) const {
  switch (value) {
    case 0: return put_code(at, Code::ZeroInt32);
    case 1: return put_code(at, Code::OneInt32);
    case -1: return put_code(at, Code::MinusOneInt32);
    default: break;
  }
  if (options_.optimize && value > 0 && value <= kHighest32) {
    return put_7bit(put_code(at, Code::OptimizedInt32), static_cast<std::uint32_t>(value));
  }
  if (options_.optimize && options_.dialect != Dialect::A && value < 0 && value >= -kHighest32 - 1) {
    return put_7bit(put_code(at, Code::OptimizedInt32Negative), static_cast<std::uint32_t>(-(value + 1)));
  }
  return put(put_code(at, Code::Int32), value);
}

std::uint8_t* Encoder::put_value(std::uint8_t* at, std::uint32_t value) const {
  if (value <= 1) return put_code(at, value == 0 ? Code::ZeroUInt32 : Code::OneUInt32);
  if (options_.optimize && value <= kHighest32) return put_7bit(put_code(at, Code::OptimizedUInt32), value);
  return put(put_code(at, Code::UInt32), value);
}

std::uint8_t* Encoder::put_value(std::uint8_t* at, std::int64_t value) const {
  switch (value) {
    case 0: return put_code(at, Code::ZeroInt64);
    case 1: return put_code(at, Code::OneInt64);
    case -1: return put_code(at, Code::MinusOneInt64);
    default: break;
  }
  if (options_.optimize && value > 0 && value <= kHighest64) {
    return put_7bit_long(put_code(at, Code::OptimizedInt64), static_cast<std::uint64_t>(value));
  }
  if (options_.optimize && options_.dialect != Dialect::A && value < 0 && value >= -kHighest64 - 1) {
    return put_7bit_long(put_code(at, Code::OptimizedInt64Negative), static_cast<std::uint64_t>(-(value + 1)));
  }
  return put(put_code(at, Code::Int64), value);
}

std::uint8_t* Encoder::put_value(std::uint8_t* at, std::uint64_t value) const {
  if (value <= 1) return put_code(at, value == 0 ? Code::ZeroUInt64 : Code::OneUInt64);
  if (options_.optimize && value <= static_cast<std::uint64_t>(kHighest64)) {
    return put_7bit_long(put_code(at, Code::OptimizedUInt64), value);
  }
  return put(put_code(at, Code::UInt64), value);
}

std::uint8_t* Encoder::put_value(std::uint8_t* at, float value) const {
  if (value == 0) return put_code(at, Code::ZeroSingle);
  if (value == 1) return put_code(at, Code::OneSingle);
  return put(put_code(at, Code::Single), value);
}

std::uint8_t* Encoder::put_value(std::uint8_t* at, double value) const {
  if (value == 0) return put_code(at, Code::ZeroDouble);
  if (value == 1) return put_code(at, Code::OneDouble);
  return put(put_code(at, Code::Double), value);
}

std::uint8_t* Encoder::put_value(std::uint8_t* at, const Decimal& value) const {
  const bool exact = options_.decimals == DecimalScale::Exact;
  if (exact ? value == Decimal() : value.is_zero()) return put_code(at, Code::ZeroDecimal);
  if (exact ? value == kOne : is_one(value)) return put_code(at, Code::OneDecimal);
  if (options_.dialect != Dialect::A) return put_decimal(put_code(at, Code::Decimal), value);
  if (!options_.optimize) return put(put_code(at, Code::Decimal), value);
  return put_decimal(put_code(at, Code::OptimizedDecimal), value);
}

std::uint8_t* Encoder::put_decimal(std::uint8_t* at, const Decimal& value) const {
  const bool truncate =
      options_.dialect != Dialect::A && options_.optimize && options_.decimals == DecimalScale::Default;
  return put_packed(at, truncate ? truncated(value) : value, options_.dialect);
}

std::uint8_t* Encoder::put_value(std::uint8_t* at, const Guid& value) const {
  if (value == Guid()) return put_code(at, Code::EmptyGuid);
  return put(put_code(at, Code::Guid), value);
}

std::uint8_t* Encoder::put_value(std::uint8_t* at, TimeSpan value) const {
  if (value.ticks == 0) return put_code(at, Code::ZeroTimeSpan);
  if (options_.optimize && is_whole_milliseconds(value.ticks)) {
    return put_packed(put_code(at, Code::OptimizedTimeSpan), value);
  }
  return put(put_code(at, Code::TimeSpan), value.ticks);
}

std::uint8_t* Encoder::put_value(std::uint8_t* at, DateTime value, std::int64_t binary) const {
  if (value.ticks() == 0) return put_code(at, Code::MinDateTime);
  if (value.ticks() == DateTime::kMaxTicks) return put_code(at, Code::MaxDateTime);
  if (options_.optimize && is_whole_milliseconds(value.ticks())) {
    return put_packed(put_code(at, Code::OptimizedDateTime), value);
  }
  return put(put_code(at, Code::DateTime), binary);
}

}  // namespace dotwire::fast_serializer

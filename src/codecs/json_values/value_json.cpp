#include "codecs/json_values/value_json.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>

#include "base/load.h"
#include "base/try.h"
#include "base/unicode.h"
#include "clr/date_time.h"
#include "clr/decimal.h"
#include "clr/guid.h"
#include "clr/number_text.h"
#include "clr/same_number.h"
#include "clr/sql_types.h"
#include "clr/time_span.h"
#include "dotwire/table.h"
#include "model/value_text.h"

namespace dotwire::json_values {
namespace {

using json::Token;
using json::TokenKind;
using model::ValueKind;

// double.NaN and float.NaN.
constexpr std::uint64_t kDoubleNaN = 0xFFF8000000000000U;
constexpr std::uint32_t kSingleNaN = 0xFFC00000U;

constexpr std::string_view kPrecision = " precision ";

enum class Shape : std::uint8_t { Boolean, Number, Wide, Floating, Text };

Shape shape_of(ValueKind kind) {
  switch (kind) {
    case ValueKind::Boolean:
    case ValueKind::SqlBoolean: return Shape::Boolean;
    case ValueKind::Byte:
    case ValueKind::SByte:
    case ValueKind::Int16:
    case ValueKind::UInt16:
    case ValueKind::Int32:
    case ValueKind::UInt32:
    case ValueKind::SqlByte:
    case ValueKind::SqlInt16:
    case ValueKind::SqlInt32: return Shape::Number;
    case ValueKind::Int64:
    case ValueKind::UInt64:
    case ValueKind::Decimal:
    case ValueKind::SqlInt64:
    case ValueKind::SqlDecimal:
    case ValueKind::SqlMoney: return Shape::Wide;
    case ValueKind::Double:
    case ValueKind::Single:
    case ValueKind::SqlDouble:
    case ValueKind::SqlSingle: return Shape::Floating;
    default: return Shape::Text;
  }
}

bool is_single(ValueKind kind) { return kind == ValueKind::Single || kind == ValueKind::SqlSingle; }

bool is_finite(ValueKind kind, const void* value) {
  return is_single(kind) ? std::isfinite(load<float>(value)) : std::isfinite(load<double>(value));
}

// Behind "NaN": what the bits are, where they are not .NET's own.
char* put_nan_bits(char* at, ValueKind kind, const void* value) {
  const bool single = is_single(kind);
  const std::uint64_t bits = single ? load<std::uint32_t>(value) : load<std::uint64_t>(value);
  const bool is_nan = single ? std::isnan(load<float>(value)) : std::isnan(load<double>(value));
  if (!is_nan || bits == (single ? kSingleNaN : kDoubleNaN)) return at;
  *at++ = '(';
  at = std::to_chars(at, at + 16, bits, 16).ptr;
  *at++ = ')';
  return at;
}

// Behind a SqlDecimal: its precision, where that is not the one that its digits have.
char* put_precision(char* at, std::string_view text, const void* value) {
  const auto precision = load<model::SqlDecimalCell>(value).precision;
  const Result<SqlDecimal> plain = parse_sql_decimal(text);
  if (plain.ok() && plain->precision == precision) return at;
  std::memcpy(at, kPrecision.data(), kPrecision.size());
  return std::to_chars(at + kPrecision.size(), at + kPrecision.size() + 3, precision).ptr;
}

// --- reading

template <class T>
std::optional<T> whole(std::string_view text, int base = 10) {
  T value{};
  const char* end = text.data() + text.size();
  const std::from_chars_result result = std::from_chars(text.data(), end, value, base);
  if (result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return value;
}

bool is_integer(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

template <class T>
Status store_value(void* to, std::optional<T> value, std::string_view what) {
  if (!value) return Error(ErrorCode::Malformed, std::string(what));
  std::memcpy(to, &*value, sizeof(T));
  return {};
}

template <class T>
Status load_integer(std::string_view text, void* to) {
  if (!is_integer(text)) return Error(ErrorCode::Malformed, "not an integer");
  const std::optional<T> value = whole<T>(text);
  if (!value) return Error(ErrorCode::OutOfRange, std::string(text.substr(0, 40)) + " is out of range");
  return store_value(to, value, "");
}

template <class T, class Bits>
Status load_floating(std::string_view text, void* to, Bits nan, Result<T> (*parse)(std::string_view, NumberText)) {
  if (text == "Infinity") return store_value<T>(to, std::numeric_limits<T>::infinity(), "");
  if (text == "-Infinity") return store_value<T>(to, -std::numeric_limits<T>::infinity(), "");
  if (text == "NaN") return store_value<Bits>(to, nan, "");
  if (text.starts_with("NaN(") && text.ends_with(')')) {
    const std::optional<Bits> bits = whole<Bits>(text.substr(4, text.size() - 5), 16);
    if (!bits || !std::isnan(std::bit_cast<T>(*bits))) return Error(ErrorCode::Malformed, "not the bits of a NaN");
    return store_value<Bits>(to, bits, "");
  }
  if (text.find_first_not_of("+-.0123456789eE") != std::string_view::npos) {
    return Error(ErrorCode::Malformed, "not a number");
  }
  const Result<T> value = parse(text, NumberText::Shortest);
  if (!value.ok()) return Error(ErrorCode::Malformed, "not a number");
  if (!std::isfinite(*value)) return Error(ErrorCode::OutOfRange, std::string(text.substr(0, 40)) + " is out of range");
  if (!says_no_more(text, *value)) {
    char room[kNumberRoom];
    char* end = nullptr;
    if constexpr (sizeof(T) == 8) {
      end = put_double(room, *value, NumberText::Shortest);
    } else {
      end = put_single(room, *value, NumberText::Shortest);
    }
    return Error(ErrorCode::OutOfRange, "would be rounded to " + std::string(room, end));
  }
  return store_value<T>(to, *value, "");
}

// Only what would be written for the value is its text: nothing is rounded.
Status check_same(ValueKind kind, const void* value, std::string_view text) {
  const std::string written = model::value_text(kind, value);
  if (written == text || (text.starts_with('-') && written == text.substr(1))) return {};
  return Error(ErrorCode::OutOfRange, "would be rounded to " + written);
}

Status load_decimal(std::string_view text, void* to) {
  const Result<Decimal> value = parse_decimal(text, DecimalSyntax::Xml);
  if (!value.ok()) return Error(ErrorCode::Malformed, "not a Decimal");
  std::memcpy(to, &*value, sizeof(Decimal));
  return check_same(ValueKind::Decimal, to, text);
}

Status load_sql_decimal(std::string_view text, void* to) {
  const std::size_t end = std::min(text.find(kPrecision), text.size());
  const Result<SqlDecimal> value = parse_sql_decimal(text.substr(0, end));
  std::optional<std::uint8_t> precision;
  if (end != text.size()) {
    precision = whole<std::uint8_t>(text.substr(end + kPrecision.size()));
    if (!precision) return Error(ErrorCode::Malformed, "not a precision");
  }
  if (!value.ok() || value->is_null) return Error(ErrorCode::Malformed, "not a SqlDecimal");
  model::SqlDecimalCell cell{};
  for (std::size_t i = 0; i < 4; ++i) cell.words[i] = value->data[i];
  cell.precision = precision.value_or(value->precision);
  cell.scale = value->scale;
  cell.negative = value->negative ? 1 : 0;
  std::memcpy(to, &cell, sizeof(cell));
  return check_same(ValueKind::SqlDecimal, to, text.substr(0, end));
}

Status load_money(std::string_view text, void* to) {
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos || text.size() - point != 5) return Error(ErrorCode::Malformed, "not a SqlMoney");
  std::string digits(text.substr(0, point));
  digits += text.substr(point + 1);
  DOTWIRE_TRY(load_integer<std::int64_t>(digits, to));
  return check_same(ValueKind::SqlMoney, to, text);
}

Status load_char(std::string_view text, void* to) {
  const char* at = text.data();
  const char* end = at + text.size();
  if (at == end) return Error(ErrorCode::Malformed, "not one character");
  const char32_t code_point = next_code_point(at, end);
  if (at != end || code_point > 0xFFFF) return Error(ErrorCode::Malformed, "not one character");
  return store_value<char16_t>(to, static_cast<char16_t>(code_point), "");
}

Status load_boolean(std::string_view text, void* to) {
  if (text != "true" && text != "false") return Error(ErrorCode::Malformed, "not true or false");
  return store_value<std::uint8_t>(to, text == "true" ? 1 : 0, "");
}

std::optional<std::int32_t> take_digits(std::string_view& text, std::size_t count) {
  if (text.size() < count || !is_integer(text.substr(0, count)) || text[0] == '-') return std::nullopt;
  const std::optional<std::int32_t> value = whole<std::int32_t>(text.substr(0, count));
  text.remove_prefix(count);
  return value;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

// Digits of a second's fraction, as ticks.
std::optional<std::int64_t> take_fraction(std::string_view& text) {
  std::int64_t ticks = 0;
  std::int64_t unit = kTicksPerSecond;
  std::size_t digits = 0;
  for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9'; ++digits) {
    if (digits == 7) return std::nullopt;
    unit /= 10;
    ticks += (text[digits] - '0') * unit;
  }
  text.remove_prefix(digits);
  if (digits == 0) return std::nullopt;
  return ticks;
}

// "2010-08-17T14:30:15.12", or "ticks N" where no DateTime has so many.
std::optional<std::int64_t> take_clock(std::string_view& text) {
  constexpr std::string_view kTicks = "ticks ";
  if (text.starts_with(kTicks)) {
    text.remove_prefix(kTicks.size());
    const std::size_t end = std::min(text.find_first_not_of("-0123456789"), text.size());
    const auto ticks = whole<std::int64_t>(text.substr(0, end));
    text.remove_prefix(end);
    return ticks;
  }
  std::array<std::int32_t, 6> parts{};
  constexpr std::array<std::size_t, 6> kDigits = {4, 2, 2, 2, 2, 2};
  constexpr std::string_view kMarks = "--T::";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i != 0 && !take(text, kMarks[i - 1])) return std::nullopt;
    const std::optional<std::int32_t> part = take_digits(text, kDigits[i]);
    if (!part) return std::nullopt;
    parts[i] = *part;
  }
  const CivilDate date{parts[0], parts[1], parts[2]};
  if (!is_valid(date) || parts[3] > 23 || parts[4] > 59 || parts[5] > 59) return std::nullopt;
  std::int64_t ticks =
      ticks_from_civil(date) + parts[3] * kTicksPerHour + parts[4] * kTicksPerMinute + parts[5] * kTicksPerSecond;
  if (take(text, '.')) {
    const std::optional<std::int64_t> fraction = take_fraction(text);
    if (!fraction) return std::nullopt;
    ticks += *fraction;
  }
  return ticks;
}

Status load_date_time(std::string_view text, void* to) {
  const std::optional<std::int64_t> ticks = take_clock(text);
  constexpr std::array<std::string_view, 4> kKinds = {"", "Z", " local", " local (second pass)"};
  for (std::uint64_t kind = 0; ticks && kind < kKinds.size(); ++kind) {
    if (text != kKinds[kind] || *ticks < 0 || static_cast<std::uint64_t>(*ticks) > DateTime::kTicksMask) continue;
    return store_value<std::uint64_t>(to, static_cast<std::uint64_t>(*ticks) | kind << 62, "");
  }
  return Error(ErrorCode::Malformed, "not a date such as 2010-08-17T14:30:15Z");
}

Status load_date_time_offset(std::string_view text, void* to) {
  constexpr const char* kWrong = "not a date such as 2010-08-17T14:30:15+02:00";
  const std::optional<std::int64_t> ticks = take_clock(text);
  const bool negative = text.starts_with('-');
  if (!ticks || (!take(text, '+') && !take(text, '-'))) return Error(ErrorCode::Malformed, kWrong);
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::int32_t hours = whole<std::int32_t>(text.substr(0, colon)).value_or(-1);
  const std::int32_t minutes = whole<std::int32_t>(text.substr(std::min(colon + 1, text.size()))).value_or(-1);
  if (hours < 0 || hours > 546 || minutes < 0 || minutes > 59) return Error(ErrorCode::Malformed, kWrong);
  const std::int32_t offset = (hours * 60 + minutes) * (negative ? -1 : 1);
  if (offset < INT16_MIN || offset > INT16_MAX) return Error(ErrorCode::Malformed, kWrong);
  return store_value<model::DateTimeOffsetCell>(to, model::DateTimeOffsetCell{*ticks, offset}, "");
}

Status load_time_span(std::string_view text, void* to) {
  const Result<TimeSpan> value = parse_time_span(text);
  if (!value.ok()) return Error(ErrorCode::Malformed, "not a TimeSpan such as 1.02:03:04.5");
  std::memcpy(to, &*value, sizeof(TimeSpan));
  const std::string written = model::value_text(ValueKind::TimeSpan, to);
  if (written != text) return Error(ErrorCode::Malformed, "not the constant form of a TimeSpan, which is " + written);
  return {};
}

Status load_guid(std::string_view text, void* to) {
  const Result<Guid> value = parse_guid(text);
  if (!value.ok()) return Error(ErrorCode::Malformed, "not a Guid");
  std::memcpy(to, &*value, sizeof(Guid));
  return {};
}

Status load_sql_date_time(std::string_view text, void* to) {
  constexpr std::string_view kDays = "days ";
  constexpr std::string_view kTicks = ", 1/300 s ";
  const Error wrong(ErrorCode::Malformed, "not a SqlDateTime such as 2009-07-08T00:00:41.15");
  if (text.starts_with(kDays)) {
    const std::size_t middle = text.find(kTicks);
    const auto days = whole<std::int32_t>(text.substr(kDays.size(), middle - kDays.size()));
    if (middle == std::string_view::npos || !days) return Error(wrong.code(), wrong.message());
    const auto ticks = whole<std::int32_t>(text.substr(middle + kTicks.size()));
    if (!ticks) return Error(wrong.code(), wrong.message());
    return store_value<model::SqlDateTimeCell>(to, model::SqlDateTimeCell{*days, *ticks}, "");
  }
  const std::optional<std::int64_t> clock = take_clock(text);
  if (!clock || !text.empty()) return Error(wrong.code(), wrong.message());
  const std::int64_t milliseconds = *clock % kTicksPerDay / 10'000;
  const model::SqlDateTimeCell cell{static_cast<std::int32_t>(*clock / kTicksPerDay - 693595),
                                    static_cast<std::int32_t>((milliseconds * 3 + 5) / 10)};
  return store_value<model::SqlDateTimeCell>(to, cell, "");
}

}  // namespace

void put_value(json::Writer& writer, ValueKind kind, const void* value, JsonNumbers numbers) {
  if (kind == ValueKind::Int32) return writer.number(load<std::int32_t>(value));
  char text[model::kValueRoom + 24];
  char* begin = text;
  // Of a Decimal's zero .NET Framework shows no sign.
  if (kind == ValueKind::Decimal && load<Decimal>(value).negative() && load<Decimal>(value).is_zero()) *begin++ = '-';
  char* end = model::put_value_text(begin, kind, value);
  const Shape shape = shape_of(kind);
  if (shape == Shape::Floating) end = put_nan_bits(end, kind, value);
  const char* const digits_end = end;
  if (kind == ValueKind::SqlDecimal) {
    end = put_precision(end, {text, static_cast<std::size_t>(end - text)}, value);
  }
  const std::string_view view(text, static_cast<std::size_t>(end - text));
  const bool bare = shape == Shape::Boolean || shape == Shape::Number ||
                    (shape == Shape::Wide && numbers == JsonNumbers::Json && end == digits_end) ||
                    (shape == Shape::Floating && is_finite(kind, value));
  if (bare) {
    // Many readers take "-0" as the whole number, which has no sign.
    writer.raw(shape == Shape::Floating && view == "-0" ? std::string_view("-0.0") : view);
  } else {
    writer.string(view);
  }
}

Status load_text(std::string_view text, ValueKind kind, void* to) {
  switch (kind) {
    case ValueKind::Boolean:
    case ValueKind::SqlBoolean: return load_boolean(text, to);
    case ValueKind::Byte:
    case ValueKind::SqlByte: return load_integer<std::uint8_t>(text, to);
    case ValueKind::SByte: return load_integer<std::int8_t>(text, to);
    case ValueKind::Int16:
    case ValueKind::SqlInt16: return load_integer<std::int16_t>(text, to);
    case ValueKind::UInt16: return load_integer<std::uint16_t>(text, to);
    case ValueKind::Int32:
    case ValueKind::SqlInt32: return load_integer<std::int32_t>(text, to);
    case ValueKind::UInt32: return load_integer<std::uint32_t>(text, to);
    case ValueKind::Int64:
    case ValueKind::SqlInt64: return load_integer<std::int64_t>(text, to);
    case ValueKind::UInt64: return load_integer<std::uint64_t>(text, to);
    case ValueKind::Single:
    case ValueKind::SqlSingle: return load_floating<float>(text, to, kSingleNaN, parse_single);
    case ValueKind::Double:
    case ValueKind::SqlDouble: return load_floating<double>(text, to, kDoubleNaN, parse_double);
    case ValueKind::Decimal: return load_decimal(text, to);
    case ValueKind::SqlDecimal: return load_sql_decimal(text, to);
    case ValueKind::SqlMoney: return load_money(text, to);
    case ValueKind::Char: return load_char(text, to);
    case ValueKind::DateTime: return load_date_time(text, to);
    case ValueKind::DateTimeOffset: return load_date_time_offset(text, to);
    case ValueKind::TimeSpan: return load_time_span(text, to);
    case ValueKind::Guid:
    case ValueKind::SqlGuid: return load_guid(text, to);
    case ValueKind::SqlDateTime: return load_sql_date_time(text, to);
    default: return Error(ErrorCode::Unsupported, "no value of that kind has a JSON form");
  }
}

Status load_value(const Token& token, ValueKind kind, void* to) {
  const Shape shape = shape_of(kind);
  std::string_view text = token.text;
  bool fits = false;
  switch (token.kind) {
    case TokenKind::True:
    case TokenKind::False:
      fits = shape == Shape::Boolean;
      text = token.kind == TokenKind::True ? "true" : "false";
      break;
    case TokenKind::Number: fits = shape != Shape::Boolean && shape != Shape::Text; break;
    case TokenKind::String: fits = shape != Shape::Boolean; break;
    default: break;
  }
  Status status = fits ? load_text(text, kind, to) : Status(Error(ErrorCode::Malformed, "a value of another kind"));
  if (status.ok()) return status;
  const std::string name(model::clr_name(kind));
  return Error(status.error().code(), token.offset, name + ": " + status.error().message());
}

}  // namespace dotwire::json_values

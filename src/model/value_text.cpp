#include "model/value_text.h"

#include <array>
#include <charconv>
#include <cstring>
#include <string_view>

#include "base/byte_writer.h"
#include "base/unicode.h"
#include "clr/date_time.h"
#include "clr/decimal.h"
#include "clr/guid.h"
#include "clr/number_text.h"
#include "clr/time_span.h"
#include "dotwire/table.h"

namespace dotwire::model {
namespace {

template <class T>
char* put_integer(char* at, T value) {
  return std::to_chars(at, at + kValueRoom, value).ptr;
}

char* put_text(char* at, std::string_view text) {
  std::memcpy(at, text.data(), text.size());
  return at + text.size();
}

char* put_padded(char* at, std::uint64_t value, int digits) {
  for (int i = digits - 1; i >= 0; --i, value /= 10) at[i] = static_cast<char>('0' + value % 10);
  return at + digits;
}

// Ticks that no DateTime has are shown as a number.
char* put_date_and_clock(char* at, std::int64_t ticks) {
  if (ticks < 0 || ticks > DateTime::kMaxTicks) return put_integer(put_text(at, "ticks "), ticks);
  return put_clock(at, ticks);
}

char* put_date_time(char* at, DateTime value) {
  constexpr std::array<std::string_view, 4> kKinds = {"", "Z", " local", " local (second pass)"};
  return put_text(put_date_and_clock(at, value.ticks()), kKinds[value.data >> 62]);
}

// Up to 128 bits in words of 32, most significant last, divided by ten until nothing is left.
char* put_sql_decimal(char* at, const SqlDecimalCell& cell) {
  std::array<std::uint32_t, 4> words = {cell.words[0], cell.words[1], cell.words[2], cell.words[3]};
  std::array<char, 48> digits{};
  int count = 0;
  while ((words[0] | words[1] | words[2] | words[3]) != 0 || count <= (cell.scale < 38 ? cell.scale : 38)) {
    std::uint64_t rest = 0;
    for (int i = 3; i >= 0; --i) {
      const std::uint64_t part = rest << 32 | words[i];
      words[i] = static_cast<std::uint32_t>(part / 10);
      rest = part % 10;
    }
    digits[count++] = static_cast<char>('0' + rest);
  }
  if (cell.negative != 0) *at++ = '-';
  while (count > 0) {
    *at++ = digits[--count];
    if (count == cell.scale && count != 0) *at++ = '.';
  }
  return at;
}

char* put_money(char* at, std::int64_t value) {
  const std::uint64_t magnitude = value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
  if (value < 0) *at++ = '-';
  at = put_integer(at, magnitude / 10'000);
  *at++ = '.';
  return put_padded(at, magnitude % 10'000, 4);
}

// 1/300 s, as milliseconds rounded like SQL Server shows them.
char* put_sql_date_time(char* at, SqlDateTimeCell cell) {
  if (cell.days < -53690 || cell.days > 2958463 || cell.ticks < 0 || cell.ticks >= 25'920'000) {
    at = put_integer(put_text(at, "days "), cell.days);
    return put_integer(put_text(at, ", 1/300 s "), cell.ticks);
  }
  const std::int64_t milliseconds = (std::int64_t{cell.ticks} * 10 + 1) / 3;
  return put_clock(at, (std::int64_t{cell.days} + 693595) * kTicksPerDay + milliseconds * 10'000);
}

char* put_char(char* at, char16_t unit) {
  return reinterpret_cast<char*>(put_code_point(reinterpret_cast<std::uint8_t*>(at), unit));
}

}  // namespace

char* put_value_text(char* at, ValueKind kind, const void* value) {
  switch (kind) {
    case ValueKind::Boolean:
    case ValueKind::SqlBoolean: return put_text(at, load<std::uint8_t>(value) != 0 ? "true" : "false");
    case ValueKind::Byte:
    case ValueKind::SqlByte: return put_integer(at, load<std::uint8_t>(value));
    case ValueKind::Char: return put_char(at, load<char16_t>(value));
    case ValueKind::Decimal: return put_decimal(at, load<Decimal>(value));
    case ValueKind::Double:
    case ValueKind::SqlDouble: return put_double(at, load<double>(value), NumberText::Shortest);
    case ValueKind::Int16:
    case ValueKind::SqlInt16: return put_integer(at, load<std::int16_t>(value));
    case ValueKind::Int32:
    case ValueKind::SqlInt32: return put_integer(at, load<std::int32_t>(value));
    case ValueKind::Int64:
    case ValueKind::SqlInt64: return put_integer(at, load<std::int64_t>(value));
    case ValueKind::SByte: return put_integer(at, load<std::int8_t>(value));
    case ValueKind::Single:
    case ValueKind::SqlSingle: return put_single(at, load<float>(value), NumberText::Shortest);
    case ValueKind::TimeSpan: return put_constant(at, load<TimeSpan>(value));
    case ValueKind::DateTime: return put_date_time(at, load<DateTime>(value));
    case ValueKind::UInt16: return put_integer(at, load<std::uint16_t>(value));
    case ValueKind::UInt32: return put_integer(at, load<std::uint32_t>(value));
    case ValueKind::UInt64: return put_integer(at, load<std::uint64_t>(value));
    case ValueKind::Guid:
    case ValueKind::SqlGuid: return put_guid(at, load<Guid>(value));
    case ValueKind::DateTimeOffset: {
      // Nodes hold the minutes in 16 bits, columns in 64.
      const auto cell = load<DateTimeOffsetCell>(value);
      return put_offset(put_date_and_clock(at, cell.clock_ticks), static_cast<std::int16_t>(cell.offset_minutes));
    }
    case ValueKind::SqlDateTime: return put_sql_date_time(at, load<SqlDateTimeCell>(value));
    case ValueKind::SqlDecimal: return put_sql_decimal(at, load<SqlDecimalCell>(value));
    case ValueKind::SqlMoney: return put_money(at, load<std::int64_t>(value));
    default: return at;
  }
}

std::string value_text(ValueKind kind, const void* value) {
  char text[kValueRoom];
  return {text, put_value_text(text, kind, value)};
}

}  // namespace dotwire::model

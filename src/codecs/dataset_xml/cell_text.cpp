#include "codecs/dataset_xml/cell_text.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

#include "base/load.h"
#include "base/try.h"
#include "base/unicode.h"
#include "clr/base64.h"
#include "clr/date_time.h"
#include "clr/decimal.h"
#include "clr/digits.h"
#include "clr/guid.h"
#include "clr/sql_types.h"
#include "clr/time_span.h"
#include "codecs/dataset_xml/cell_append.h"
#include "codecs/dataset_xml/type_map.h"

namespace dotwire::dataset_xml {
namespace {

using model::Column;
using model::DateTimeMode;
using model::ValueKind;

Error mismatch(std::string_view what) { return Error(ErrorCode::TypeMismatch, "not " + std::string(what)); }

char* put_text(char* at, std::string_view text) {
  std::memcpy(at, text.data(), text.size());
  return at + text.size();
}

char* put_clock_with_offset(char* at, const CellContext& context, DateTime local) {
  const std::int32_t offset = context.zone.offset_of_local(local.ticks(), local.ambiguous(), context.cursor);
  return put_offset(put_clock(at, local.ticks()), offset);
}

// F.1: what of kind and offset shows depends on the column's mode.
char* put_date_time_of_mode(char* at, const CellContext& context, DateTimeMode mode, DateTime value) {
  switch (mode) {
    case DateTimeMode::UnspecifiedLocal:
      return put_clock_with_offset(at, context, DateTime(value.ticks(), DateTimeKind::Unspecified));
    case DateTimeMode::Unspecified: return put_clock(at, value.ticks());
    case DateTimeMode::Local:
      if (value.kind() == DateTimeKind::Utc) value = to_local_time(value.ticks(), context.zone, context.cursor);
      return put_clock_with_offset(at, context, value);
    case DateTimeMode::Utc:
      if (value.kind() == DateTimeKind::Local) value = to_universal_time(value, context.zone, context.cursor);
      return put_text(put_clock(at, value.ticks()), "Z");
  }
  return at;
}

// What a column of that mode stores for a value.
DateTime stored(const CellContext& context, DateTimeMode mode, DateTime value) {
  switch (mode) {
    case DateTimeMode::UnspecifiedLocal:
    case DateTimeMode::Unspecified: return {value.ticks(), DateTimeKind::Unspecified};
    case DateTimeMode::Local:
      if (value.kind() == DateTimeKind::Utc) return to_local_time(value.ticks(), context.zone, context.cursor);
      return value.kind() == DateTimeKind::Local ? value : DateTime(value.ticks(), DateTimeKind::Local);
    case DateTimeMode::Utc:
      if (value.kind() == DateTimeKind::Local) return to_universal_time(value, context.zone, context.cursor);
      return {value.ticks(), DateTimeKind::Utc};
  }
  return value;
}

template <class T>
char* put_number(char* at, const void* value) {
  if constexpr (std::is_signed_v<T>) return put_signed(at, load<T>(value));
  return put_unsigned(at, static_cast<std::uint64_t>(load<T>(value)));
}

// A DoubleStorage keeps no sign of a zero.
char* put_double_cell(char* at, double value, NumberText numbers) {
  return put_xml_double(at, value == 0 ? 0.0 : value, numbers);
}
char* put_single_cell(char* at, float value, NumberText numbers) {
  return put_xml_single(at, value == 0 ? 0.0F : value, numbers);
}

char* put_char(char* at, Char unit) {
  return at + (put_code_point(reinterpret_cast<std::uint8_t*>(at), unit) - reinterpret_cast<std::uint8_t*>(at));
}

template <class T>
Status parse_number(std::string_view text, void* value) {
  Result<T> parsed = parse_integer<T>(text);
  if (!parsed.ok()) return std::move(parsed).error();
  store(value, *parsed);
  return {};
}

template <class T>
Status keep(Result<T> parsed, void* value) {
  if (!parsed.ok()) return std::move(parsed).error();
  store(value, *parsed);
  return {};
}

Status parse_char(std::string_view text, void* value) {
  const std::u16string units = wtf8_to_utf16(text.substr(0, 8));
  if (units.size() != 1) return mismatch("a single character");
  store(value, static_cast<Char>(units[0]));
  return {};
}

Result<DateTime> parse_date_time_of_mode(const CellContext& context, DateTimeMode mode, std::string_view text) {
  DOTWIRE_TRY(DateTime value, parse_date_time(context, text));
  // XmlConvert with Unspecified turns every zone into local time, and forgets it.
  if (mode == DateTimeMode::UnspecifiedLocal && value.kind() == DateTimeKind::Utc) {
    value = to_local_time(value.ticks(), context.zone, context.cursor);
  }
  return stored(context, mode, value);
}

Status parse_money(std::string_view text, void* value) {
  DOTWIRE_TRY(const Decimal decimal, parse_decimal(text, DecimalSyntax::Xml));
  DOTWIRE_TRY(const SqlMoney money, to_sql_money(decimal));
  store(value, money.value);
  return {};
}

Status parse_sql_decimal_cell(std::string_view text, void* value) {
  DOTWIRE_TRY(const SqlDecimal decimal, parse_sql_decimal(text));
  model::SqlDecimalCell cell{};
  std::copy(decimal.data.begin(), decimal.data.end(), cell.words);
  cell.precision = decimal.precision;
  cell.scale = decimal.scale;
  cell.negative = decimal.negative ? 1 : 0;
  store(value, cell);
  return {};
}

Status parse_sql_date_time_cell(std::string_view text, void* value) {
  DOTWIRE_TRY(const SqlDateTime parsed, parse_sql_date_time(text));
  store(value, model::SqlDateTimeCell{parsed.days, parsed.ticks});
  return {};
}

// Cells that are no value of their type have no text.
char* put_sql_decimal(char* at, const model::SqlDecimalCell& cell) {
  SqlDecimal value{false, cell.negative != 0, cell.precision, cell.scale, {}};
  std::copy(cell.words, cell.words + 4, value.data.begin());
  return is_valid(value) ? put_text(at, to_text(value)) : at;
}

char* put_sql_date_time(char* at, const model::SqlDateTimeCell& cell) {
  const SqlDateTime value{false, cell.days, cell.ticks};
  return is_valid(value) ? put_text(at, to_xml_text(value)) : at;
}

Status parse_offset(std::string_view text, void* value) {
  DOTWIRE_TRY(const XsdDateTime parsed, parse_xsd_date_time(text));
  DOTWIRE_TRY(const DateTimeOffset offset, to_date_time_offset(parsed, 0));
  store(value, model::DateTimeOffsetCell{offset.clock_ticks, offset.offset_minutes});
  return {};
}

Status append_bytes(Column& column, std::size_t records, std::string_view text) {
  model::Chunk& chunk = column.tail(records);
  DOTWIRE_TRY(decode_base64(text, chunk.bytes));
  chunk.ends.push_back(chunk.bytes.size());
  added_cell(column, chunk);
  return {};
}

bool is_integer_text(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

}  // namespace

char* put_cell(char* at, const CellContext& context, ValueKind kind, DateTimeMode mode, const void* value) {
  switch (kind) {
    case ValueKind::Boolean:
    case ValueKind::SqlBoolean: return put_text(at, load<std::uint8_t>(value) != 0 ? "true" : "false");
    case ValueKind::Byte:
    case ValueKind::SqlByte: return put_number<std::uint8_t>(at, value);
    case ValueKind::SByte: return put_number<std::int8_t>(at, value);
    case ValueKind::Int16:
    case ValueKind::SqlInt16: return put_number<std::int16_t>(at, value);
    case ValueKind::UInt16: return put_number<std::uint16_t>(at, value);
    case ValueKind::Int32:
    case ValueKind::SqlInt32: return put_number<std::int32_t>(at, value);
    case ValueKind::UInt32: return put_number<std::uint32_t>(at, value);
    case ValueKind::Int64:
    case ValueKind::SqlInt64: return put_number<std::int64_t>(at, value);
    case ValueKind::UInt64: return put_number<std::uint64_t>(at, value);
    case ValueKind::Single: return put_single_cell(at, load<float>(value), number_text(context.dialect));
    case ValueKind::SqlSingle: return put_xml_single(at, load<float>(value), number_text(context.dialect));
    case ValueKind::Double: return put_double_cell(at, load<double>(value), number_text(context.dialect));
    case ValueKind::SqlDouble: return put_xml_double(at, load<double>(value), number_text(context.dialect));
    case ValueKind::Decimal: return put_decimal(at, load<Decimal>(value));
    case ValueKind::Char: return put_char(at, load<Char>(value));
    case ValueKind::DateTime: return put_date_time_of_mode(at, context, mode, load<DateTime>(value));
    case ValueKind::TimeSpan: return put_xml_duration(at, load<TimeSpan>(value));
    case ValueKind::Guid:
    case ValueKind::SqlGuid: return put_guid(at, load<Guid>(value));
    case ValueKind::DateTimeOffset: {
      const auto cell = load<model::DateTimeOffsetCell>(value);
      return put_xml_date_time_offset(at, {cell.clock_ticks, static_cast<std::int16_t>(cell.offset_minutes)});
    }
    case ValueKind::SqlMoney: return put_text(at, to_xml_text(SqlMoney{false, load<std::int64_t>(value)}));
    case ValueKind::SqlDecimal: return put_sql_decimal(at, load<model::SqlDecimalCell>(value));
    case ValueKind::SqlDateTime: return put_sql_date_time(at, load<model::SqlDateTimeCell>(value));
    default: return at;
  }
}

Status parse_cell(const CellContext& context, ValueKind kind, DateTimeMode mode, std::string_view text, void* value) {
  switch (kind) {
    case ValueKind::Boolean:
    case ValueKind::SqlBoolean: {
      DOTWIRE_TRY(const bool parsed, parse_xml_boolean(trim_xml_space(text)));
      store(value, static_cast<std::uint8_t>(parsed));
      return {};
    }
    case ValueKind::Byte:
    case ValueKind::SqlByte: return parse_number<std::uint8_t>(text, value);
    case ValueKind::SByte: return parse_number<std::int8_t>(text, value);
    case ValueKind::Int16:
    case ValueKind::SqlInt16: return parse_number<std::int16_t>(text, value);
    case ValueKind::UInt16: return parse_number<std::uint16_t>(text, value);
    case ValueKind::Int32:
    case ValueKind::SqlInt32: return parse_number<std::int32_t>(text, value);
    case ValueKind::UInt32: return parse_number<std::uint32_t>(text, value);
    case ValueKind::Int64:
    case ValueKind::SqlInt64: return parse_number<std::int64_t>(text, value);
    case ValueKind::UInt64: return parse_number<std::uint64_t>(text, value);
    case ValueKind::Single:
    case ValueKind::SqlSingle: return keep(parse_xml_single(text, number_text(context.dialect)), value);
    case ValueKind::Double:
    case ValueKind::SqlDouble: return keep(parse_xml_double(text, number_text(context.dialect)), value);
    case ValueKind::Decimal: return keep(parse_decimal(text, DecimalSyntax::Xml), value);
    case ValueKind::Char: return parse_char(text, value);
    case ValueKind::DateTime: return keep(parse_date_time_of_mode(context, mode, text), value);
    case ValueKind::TimeSpan: return keep(parse_xml_duration(text), value);
    case ValueKind::Guid:
    case ValueKind::SqlGuid: return keep(parse_guid(text), value);
    case ValueKind::DateTimeOffset: return parse_offset(text, value);
    case ValueKind::SqlMoney: return parse_money(text, value);
    case ValueKind::SqlDecimal: return parse_sql_decimal_cell(text, value);
    case ValueKind::SqlDateTime: return parse_sql_date_time_cell(text, value);
    default: return mismatch("a value of a type that has a text");
  }
}

Status append_cell(const CellContext& context, Column& column, std::size_t records, std::string_view text) {
  switch (column.kind()) {
    case ValueKind::String:
    case ValueKind::Uri:
    case ValueKind::SqlString:
    case ValueKind::SqlChars:
    case ValueKind::SqlXml: return append_text_cell(column, records, text), Status();
    case ValueKind::Type: return append_text_cell(column, records, type_text_of(text, Dialect::Framework)), Status();
    case ValueKind::Bytes:
    case ValueKind::SqlBinary:
    case ValueKind::SqlBytes: return append_bytes(column, records, text);
    case ValueKind::BigInteger: {
      const std::string_view digits = trim_xml_space(text);
      if (!is_integer_text(digits)) return mismatch("an integer");
      return append_text_cell(column, records, digits), Status();
    }
    default: break;
  }
  model::Chunk& chunk = column.tail(records);
  const std::size_t width = column.width();
  std::uint8_t* const cell = chunk.bytes.reserve_more(width);
  DOTWIRE_TRY(parse_cell(context, column.kind(), column.date_time_mode, text, cell));
  chunk.bytes.commit(cell + width);
  added_cell(column, chunk);
  return {};
}

std::string type_text_of(std::string_view name, Dialect dialect) {
  const TypeText parts = split_type_text(name);
  if (!is_core_library(parts.assembly)) return std::string(name);
  return std::string(parts.name) + ", " + std::string(core_library(dialect));
}

char* put_date_time(char* at, const CellContext& context, DateTime value) {
  return put_xml_date_time(at, value, local_offset(value, context.zone, context.cursor));
}

Result<DateTime> parse_date_time(const CellContext& context, std::string_view text) {
  DOTWIRE_TRY(const XsdDateTime parsed, parse_xsd_date_time(text));
  return to_date_time(parsed, context.zone, context.cursor);
}

bool is_white_space_only(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    const char32_t c = next_code_point(at, end);
    const bool white = (c >= 9 && c <= 13) || c == ' ' || c == 0x85 || c == 0xA0 || c == 0x1680 ||
                       (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
                       c == 0x3000;
    if (!white) return false;
  }
  return !text.empty();
}

}  // namespace dotwire::dataset_xml

#include "codecs/dump/scalar_json.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <string>

#include "base/load.h"
#include "clr/guid.h"
#include "clr/hex.h"
#include "clr/number_text.h"

namespace dotwire::dump {
namespace {

using model::ValueKind;

template <class T>
T load_as(const void* at) {
  return load<T>(at);
}

// Decimal digits in a string.
template <class T>
void digits(json::Writer& out, T value) {
  char text[24];
  const auto end = std::to_chars(text, text + sizeof(text), value).ptr;
  out.string(std::string_view(text, static_cast<std::size_t>(end - text)));
}

template <class T>
void tagged(json::Writer& out, std::string_view tag, T value) {
  out.begin_object();
  out.name(tag);
  digits(out, value);
  out.end_object();
}

void tagged_text(json::Writer& out, std::string_view tag, std::string_view text) {
  out.begin_object();
  out.name(tag);
  out.string(text);
  out.end_object();
}

// Most significant digit first.
template <class T>
std::string hex_of(T bits) {
  std::string text;
  for (int shift = static_cast<int>(8 * sizeof(T)) - 8; shift >= 0; shift -= 8) {
    const auto byte = static_cast<std::uint8_t>(bits >> shift);
    text.append(&kLowerHexPairs[std::size_t{2} * byte], 2);
  }
  return text;
}

// G9 or G17 text; NaN with its bits, and the sign of zero.
void write_floating(json::Writer& out, std::string_view tag, double value, int precision, std::string_view nan_bits) {
  if (std::isnan(value)) {
    out.begin_object();
    out.name(tag);
    out.string("NaN");
    out.name("bits");
    out.string(nan_bits);
    out.end_object();
    return;
  }
  if (std::isinf(value)) return tagged_text(out, tag, value < 0 ? "-Infinity" : "Infinity");
  if (value == 0) return tagged_text(out, tag, std::signbit(value) ? "-0" : "0");
  char text[kNumberRoom];
  const char* end = put_general(text, value, precision, NumberText::Shortest);
  tagged_text(out, tag, {text, static_cast<std::size_t>(end - text)});
}

void write_decimal(json::Writer& out, const Decimal& value) {
  std::string text;
  for (const std::uint32_t word : {value.lo, value.mid, value.hi, value.flags}) {
    if (!text.empty()) text.push_back(',');
    text += std::to_string(word);
  }
  tagged_text(out, "decimal", text);
}

void write_date_time(json::Writer& out, DateTime value) {
  const DateTimeKind kind = value.kind();
  const char* name = kind == DateTimeKind::Utc ? "Utc" : kind == DateTimeKind::Local ? "Local" : "Unspecified";
  tagged_text(out, "dateTime", std::to_string(value.ticks()) + ";" + name);
}

void write_guid(json::Writer& out, const Guid& guid) {
  char text[kGuidSize];
  put_guid(text, guid);
  tagged_text(out, "guid", {text, sizeof(text)});
}

void write_type(json::Writer& out, std::string_view qualified) {
  const model::QualifiedName name = model::split_qualified_name(qualified);
  out.begin_object();
  out.name("typeOf");
  out.string(model::open_display_name(name.type));
  out.name("assembly");
  out.string(name.assembly);
  out.end_object();
}

// "SqlInt32" of System.Data.SqlTypes.SqlInt32.
std::string_view sql_name(ValueKind kind) { return model::unqualified_name(model::clr_name(kind)); }

void begin_sql(json::Writer& out, ValueKind kind) {
  out.begin_object();
  out.name("sql");
  out.string(sql_name(kind));
  out.name("value");
}

void write_sql_decimal(json::Writer& out, const model::SqlDecimalCell& value) {
  out.begin_object();
  out.name("precision");
  out.number(value.precision);
  out.name("scale");
  out.number(value.scale);
  out.name("positive");
  out.boolean(value.negative == 0);
  out.name("data");
  out.begin_array();
  for (const std::uint32_t word : value.words) digits(out, word);
  out.end_array();
  out.end_object();
}

void write_sql_date_time(json::Writer& out, const model::SqlDateTimeCell& value) {
  out.begin_object();
  out.name("dayTicks");
  out.number(value.days);
  out.name("timeTicks");
  out.number(value.ticks);
  out.end_object();
}

// The plain kind that a SqlType's value is dumped as.
ValueKind plain_kind(ValueKind sql) {
  switch (sql) {
    case ValueKind::SqlBoolean: return ValueKind::Boolean;
    case ValueKind::SqlByte: return ValueKind::Byte;
    case ValueKind::SqlInt16: return ValueKind::Int16;
    case ValueKind::SqlInt32: return ValueKind::Int32;
    case ValueKind::SqlInt64:
    case ValueKind::SqlMoney: return ValueKind::Int64;
    case ValueKind::SqlSingle: return ValueKind::Single;
    case ValueKind::SqlDouble: return ValueKind::Double;
    case ValueKind::SqlGuid: return ValueKind::Guid;
    default: return ValueKind::None;
  }
}

void write_sql_fixed(json::Writer& out, ValueKind kind, const void* at) {
  begin_sql(out, kind);
  if (kind == ValueKind::SqlDecimal) {
    write_sql_decimal(out, load_as<model::SqlDecimalCell>(at));
  } else if (kind == ValueKind::SqlDateTime) {
    write_sql_date_time(out, load_as<model::SqlDateTimeCell>(at));
  } else {
    write_fixed(out, plain_kind(kind), at);
  }
  out.end_object();
}

}  // namespace

bool is_dumped_as_object(ValueKind kind) {
  return kind == ValueKind::Bytes || kind == ValueKind::Chars || kind == ValueKind::Uri || kind == ValueKind::Version ||
         kind == ValueKind::BigInteger;
}

void write_hex(json::Writer& out, std::string_view bytes) {
  std::string text(2 * bytes.size(), '0');
  char* at = text.data();
  for (const char byte : bytes) at = put_hex_byte(at, static_cast<std::uint8_t>(byte));
  out.string(text);
}

void write_sql_null(json::Writer& out, ValueKind kind) {
  out.begin_object();
  out.name("sql");
  out.string(sql_name(kind));
  out.name("null");
  out.boolean(true);
  out.end_object();
}

void write_fixed(json::Writer& out, ValueKind kind, const void* at) {
  switch (kind) {
    case ValueKind::Boolean:
      out.begin_object();
      out.name("bool");
      out.boolean(load_as<std::uint8_t>(at) != 0);
      return out.end_object();
    case ValueKind::Char:
      out.begin_object();
      out.name("char");
      out.number(load_as<char16_t>(at));
      return out.end_object();
    case ValueKind::SByte: return tagged(out, "sbyte", static_cast<int>(load_as<std::int8_t>(at)));
    case ValueKind::Byte: return tagged(out, "byte", static_cast<int>(load_as<std::uint8_t>(at)));
    case ValueKind::Int16: return tagged(out, "short", load_as<std::int16_t>(at));
    case ValueKind::UInt16: return tagged(out, "ushort", load_as<std::uint16_t>(at));
    case ValueKind::Int32: return tagged(out, "int", load_as<std::int32_t>(at));
    case ValueKind::UInt32: return tagged(out, "uint", load_as<std::uint32_t>(at));
    case ValueKind::Int64: return tagged(out, "long", load_as<std::int64_t>(at));
    case ValueKind::UInt64: return tagged(out, "ulong", load_as<std::uint64_t>(at));
    case ValueKind::Single: {
      const auto value = load_as<float>(at);
      return write_floating(out, "float", static_cast<double>(value), 9, hex_of(std::bit_cast<std::uint32_t>(value)));
    }
    case ValueKind::Double: {
      const auto value = load_as<double>(at);
      return write_floating(out, "double", value, 17, hex_of(std::bit_cast<std::uint64_t>(value)));
    }
    case ValueKind::Decimal: return write_decimal(out, load_as<Decimal>(at));
    case ValueKind::DateTime: return write_date_time(out, load_as<DateTime>(at));
    case ValueKind::TimeSpan: return tagged(out, "timeSpan", load_as<std::int64_t>(at));
    case ValueKind::Guid: return write_guid(out, load_as<Guid>(at));
    case ValueKind::DateTimeOffset: {
      const auto value = load_as<model::DateTimeOffsetCell>(at);
      return tagged_text(out, "dateTimeOffset",
                         std::to_string(value.clock_ticks) + ";" + std::to_string(value.offset_minutes));
    }
    case ValueKind::DBNull:
      out.begin_object();
      out.name("dbnull");
      out.boolean(true);
      return out.end_object();
    default: break;
  }
  if (model::is_sql(kind)) return write_sql_fixed(out, kind, at);
  out.null();
}

void write_text(json::Writer& out, ValueKind kind, std::string_view text) {
  switch (kind) {
    case ValueKind::Type: return write_type(out, text);
    case ValueKind::SqlString:
      // The model keeps neither the LCID nor the compare options of a SqlString.
      begin_sql(out, kind);
      tagged_text(out, "text", text);
      return out.end_object();
    case ValueKind::SqlBinary:
    case ValueKind::SqlBytes:
      begin_sql(out, kind);
      write_hex(out, text);
      return out.end_object();
    case ValueKind::SqlChars:
    case ValueKind::SqlXml:
      begin_sql(out, kind);
      out.string(text);
      return out.end_object();
    default: return out.string(text);
  }
}

void write_scalar(json::Writer& out, const model::Scalar& scalar) {
  if (scalar.sql_null) return write_sql_null(out, scalar.kind);
  const bool is_text = model::storage_of(scalar.kind) == model::Storage::Varying;
  if (is_text) return write_text(out, scalar.kind, scalar.text);
  write_fixed(out, scalar.kind, scalar.bytes);
}

}  // namespace dotwire::dump

#include "codecs/dump/load_scalar.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>

#include "base/unicode.h"
#include "clr/guid.h"
#include "clr/hex.h"
#include "codecs/dump/load_node.h"
#include "dotwire/table.h"
#include "model/well_known.h"

namespace dotwire::dump {
namespace {

using json::Value;
using model::ValueKind;

constexpr auto kTags = std::to_array<std::pair<std::string_view, ValueKind>>({
    {"bool", ValueKind::Boolean},
    {"char", ValueKind::Char},
    {"sbyte", ValueKind::SByte},
    {"byte", ValueKind::Byte},
    {"short", ValueKind::Int16},
    {"ushort", ValueKind::UInt16},
    {"int", ValueKind::Int32},
    {"uint", ValueKind::UInt32},
    {"long", ValueKind::Int64},
    {"ulong", ValueKind::UInt64},
    {"float", ValueKind::Single},
    {"double", ValueKind::Double},
    {"decimal", ValueKind::Decimal},
    {"dateTime", ValueKind::DateTime},
    {"timeSpan", ValueKind::TimeSpan},
    {"guid", ValueKind::Guid},
    {"dateTimeOffset", ValueKind::DateTimeOffset},
});

Error mismatch(const Value& value, ValueKind kind) {
  const std::string_view name = model::clr_name(kind);
  return {ErrorCode::TypeMismatch, value.offset, "not the dump of a " + std::string(name)};
}

template <class T>
std::optional<T> number(std::string_view text, int base = 10) {
  T value{};
  const char* end = text.data() + text.size();
  std::from_chars_result result{};
  if constexpr (std::is_floating_point_v<T>) {
    if (text == "Infinity") return std::numeric_limits<T>::infinity();
    if (text == "-Infinity") return -std::numeric_limits<T>::infinity();
    result = std::from_chars(text.data(), end, value);
  } else {
    result = std::from_chars(text.data(), end, value, base);
  }
  if (result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return value;
}

template <class T>
bool put(void* to, std::optional<T> value) {
  if (value) std::memcpy(to, &*value, sizeof(T));
  return value.has_value();
}

// "NaN" with its bits beside, or a number.
template <class Bits, class T>
bool put_floating(void* to, const Value& tagged, std::string_view text) {
  if (text != "NaN") return put(to, number<T>(text));
  const Value* bits = tagged.find("bits");
  return bits != nullptr && put(to, number<Bits>(bits->text, 16));
}

// "a;b" or "a,b,c,d".
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t cut = text.find(separator);
    parts.push_back(text.substr(0, cut));
    if (cut == std::string_view::npos) return parts;
    text.remove_prefix(cut + 1);
  }
}

bool put_decimal(void* to, std::string_view text) {
  const auto parts = split(text, ',');
  if (parts.size() != 4) return false;
  std::uint32_t words[4];
  for (std::size_t i = 0; i < 4; ++i) {
    if (!put(&words[i], number<std::uint32_t>(parts[i]))) return false;
  }
  const Decimal value{words[0], words[1], words[2], words[3]};
  std::memcpy(to, &value, sizeof(value));
  return true;
}

bool put_date_time(void* to, std::string_view text) {
  const auto parts = split(text, ';');
  if (parts.size() != 2) return false;
  const auto ticks = number<std::int64_t>(parts[0]);
  if (!ticks || *ticks < 0 || *ticks > DateTime::kMaxTicks) return false;
  const DateTimeKind kind = parts[1] == "Utc"     ? DateTimeKind::Utc
                            : parts[1] == "Local" ? DateTimeKind::Local
                                                  : DateTimeKind::Unspecified;
  return put<DateTime>(to, DateTime(*ticks, kind));
}

bool put_offset(void* to, std::string_view text) {
  const auto parts = split(text, ';');
  if (parts.size() != 2) return false;
  const auto ticks = number<std::int64_t>(parts[0]);
  const auto minutes = number<std::int16_t>(parts[1]);
  if (!ticks || !minutes) return false;
  return put<model::DateTimeOffsetCell>(to, model::DateTimeOffsetCell{*ticks, *minutes});
}

bool put_guid_bytes(void* to, std::string_view text) {
  const Result<Guid> guid = parse_guid(text);
  return guid.ok() && put<Guid>(to, *guid);
}

// `tagged` is {"int":"5"}, `content` the value of its first member.
bool put_plain(const Value& tagged, const Value& content, ValueKind kind, void* to) {
  const std::string_view text = content.text;
  switch (kind) {
    case ValueKind::Boolean: return content.kind == json::Kind::Boolean && put<bool>(to, content.boolean);
    case ValueKind::Char: return put<std::uint16_t>(to, number<std::uint16_t>(text));
    case ValueKind::SByte: return put<std::int8_t>(to, number<std::int8_t>(text));
    case ValueKind::Byte: return put<std::uint8_t>(to, number<std::uint8_t>(text));
    case ValueKind::Int16: return put<std::int16_t>(to, number<std::int16_t>(text));
    case ValueKind::UInt16: return put<std::uint16_t>(to, number<std::uint16_t>(text));
    case ValueKind::Int32: return put<std::int32_t>(to, number<std::int32_t>(text));
    case ValueKind::UInt32: return put<std::uint32_t>(to, number<std::uint32_t>(text));
    case ValueKind::Int64:
    case ValueKind::TimeSpan: return put<std::int64_t>(to, number<std::int64_t>(text));
    case ValueKind::UInt64: return put<std::uint64_t>(to, number<std::uint64_t>(text));
    case ValueKind::Single: return put_floating<std::uint32_t, float>(to, tagged, text);
    case ValueKind::Double: return put_floating<std::uint64_t, double>(to, tagged, text);
    case ValueKind::Decimal: return put_decimal(to, text);
    case ValueKind::DateTime: return put_date_time(to, text);
    case ValueKind::Guid: return put_guid_bytes(to, text);
    case ValueKind::DateTimeOffset: return put_offset(to, text);
    default: return false;
  }
}

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

std::string_view member_text(const Value& object, std::string_view name) {
  const Value* member = object.find(name);
  return member == nullptr ? std::string_view() : member->text;
}

bool put_sql_decimal(const Value& content, void* to) {
  model::SqlDecimalCell cell{};
  const Value* data = content.find("data");
  const Value* positive = content.find("positive");
  if (data == nullptr || data->count != 4 || positive == nullptr) return false;
  std::size_t i = 0;
  for (const Value& word : *data) {
    if (!put(&cell.words[i++], number<std::uint32_t>(word.text))) return false;
  }
  cell.negative = positive->boolean ? 0 : 1;
  if (!put(&cell.precision, number<std::uint8_t>(member_text(content, "precision")))) return false;
  if (!put(&cell.scale, number<std::uint8_t>(member_text(content, "scale")))) return false;
  std::memcpy(to, &cell, sizeof(cell));
  return true;
}

bool put_sql(const Value& value, ValueKind kind, void* to) {
  const Value* content = value.find("value");
  if (content == nullptr || member_text(value, "sql") != model::unqualified_name(model::clr_name(kind))) return false;
  if (kind == ValueKind::SqlDecimal) return put_sql_decimal(*content, to);
  if (kind == ValueKind::SqlDateTime) {
    const auto days = number<std::int32_t>(member_text(*content, "dayTicks"));
    const auto ticks = number<std::int32_t>(member_text(*content, "timeTicks"));
    return days && ticks && put<model::SqlDateTimeCell>(to, model::SqlDateTimeCell{*days, *ticks});
  }
  return load_fixed(*content, plain_kind(kind), to).ok();
}

std::optional<std::string> from_hex(std::string_view digits) {
  if (digits.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(digits.size() / 2);
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const int high = hex_value(digits[i]);
    const int low = hex_value(digits[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes.push_back(static_cast<char>(high * 16 + low));
  }
  return bytes;
}

std::optional<std::string> chars_of(const Value& array) {
  const Value* items = array.find("items");
  if (items == nullptr) return std::nullopt;
  std::u16string units;
  for (const Value& item : *items) {
    char16_t unit = 0;
    if (!load_fixed(item, ValueKind::Char, &unit).ok()) return std::nullopt;
    units.push_back(unit);
  }
  return utf16_to_wtf8(units);
}

std::optional<std::string> text_member(const Value& object, std::string_view name) {
  const Value* member = object.find(name);
  if (member == nullptr || !member->is_string()) return std::nullopt;
  return std::string(member->text);
}

std::optional<std::string> big_integer_digits(const Value& value) {
  model::Graph graph;
  const Result<const model::Node*> node = load_node(value, graph);
  model::Scalar scalar;
  if (!node.ok() || *node == nullptr || !model::scalar_of(**node, scalar) || scalar.kind != ValueKind::BigInteger) {
    return std::nullopt;
  }
  return std::string(scalar.text);
}

std::optional<std::string> sql_text(const Value& value, ValueKind kind) {
  const Value* content = value.find("value");
  if (content == nullptr || member_text(value, "sql") != model::unqualified_name(model::clr_name(kind)))
    return std::nullopt;
  if (kind == ValueKind::SqlString) return text_member(*content, "text");
  if (!content->is_string()) return std::nullopt;
  return kind == ValueKind::SqlBinary || kind == ValueKind::SqlBytes ? from_hex(content->text)
                                                                     : std::string(content->text);
}

std::optional<std::string> any_text(const Value& value, ValueKind kind) {
  if (kind == ValueKind::String) return value.is_string() ? std::optional(std::string(value.text)) : std::nullopt;
  if (!value.is_object()) return std::nullopt;
  switch (kind) {
    case ValueKind::Bytes: return from_hex(member_text(value, "hex"));
    case ValueKind::Chars: return chars_of(value);
    case ValueKind::BigInteger: return big_integer_digits(value);
    case ValueKind::Uri:
    case ValueKind::Version: return text_member(value, "value");
    case ValueKind::Type: {
      auto type = text_member(value, "typeOf");
      const std::string_view assembly = member_text(value, "assembly");
      if (type && !assembly.empty()) type->append(", ").append(assembly);
      return type;
    }
    default: return sql_text(value, kind);
  }
}

}  // namespace

ValueKind tagged_kind(const Value& value) {
  if (!value.is_object() || value.first == nullptr) return ValueKind::None;
  for (const auto& [tag, kind] : kTags) {
    if (value.first->name == tag) return kind;
  }
  return ValueKind::None;
}

ValueKind sql_kind(const Value& value) {
  const std::string_view name = member_text(value, "sql");
  return name.empty() ? ValueKind::None : model::value_kind_of("System.Data.SqlTypes." + std::string(name));
}

bool is_sql_null(const Value& value) {
  return value.is_object() && value.find("sql") != nullptr && value.find("null") != nullptr;
}

bool is_dbnull(const Value& value) {
  return value.is_object() && value.first != nullptr && value.first->name == "dbnull";
}

Status load_fixed(const Value& value, ValueKind kind, void* to) {
  if (!value.is_object()) return mismatch(value, kind);
  if (model::is_sql(kind)) {
    if (!put_sql(value, kind, to)) return mismatch(value, kind);
    return {};
  }
  if (tagged_kind(value) != kind || !put_plain(value, *value.first, kind, to)) return mismatch(value, kind);
  return {};
}

Result<std::string> load_text(const Value& value, ValueKind kind) {
  std::optional<std::string> text = any_text(value, kind);
  if (!text) return mismatch(value, kind);
  return *std::move(text);
}

}  // namespace dotwire::dump

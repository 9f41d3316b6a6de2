#include <charconv>

#include "base/unicode.h"
#include "model/well_known_parts.h"

namespace dotwire::model {
namespace {

// A primitive member of exactly that kind.
template <class T>
std::optional<T> get(const ObjectNode& object, std::string_view name, Primitive primitive) {
  const Member* member = object.find(name);
  if (member == nullptr) return std::nullopt;
  const Value value = value_of(object, *member);
  T result;
  if (value.kind == Value::Kind::Primitive && value.primitive == primitive) {
    std::memcpy(&result, value.pointer, sizeof(T));
    return result;
  }
  const ScalarNode* scalar = as_scalar(value.node());
  if (scalar == nullptr || scalar->value_kind != static_cast<ValueKind>(primitive)) return std::nullopt;
  std::memcpy(&result, scalar->value, sizeof(T));
  return result;
}

bool look_at_primitive(const ObjectNode& object, Scalar& scalar) {
  const Member* member = object.find("m_value");
  if (member == nullptr) return false;
  const Value value = value_of(object, *member);
  if (value.kind != Value::Kind::Primitive || clr_name(value.primitive) != object.type->name) return false;
  scalar_of(value, scalar);
  return true;
}

bool look_at_decimal(const ObjectNode& object, Scalar& scalar) {
  const auto flags = integer_member(object, "flags");
  const auto hi = integer_member(object, "hi");
  const auto lo = integer_member(object, "lo");
  const auto mid = integer_member(object, "mid");
  if (!flags || !hi || !lo || !mid) return false;
  Decimal value;
  value.flags = static_cast<std::uint32_t>(*flags);
  value.hi = static_cast<std::uint32_t>(*hi);
  value.lo = static_cast<std::uint32_t>(*lo);
  value.mid = static_cast<std::uint32_t>(*mid);
  scalar.set(ValueKind::Decimal, value);
  return true;
}

// dateData has the kind; ticks alone is .NET 1's.
bool look_at_date_time(const ObjectNode& object, Scalar& scalar) {
  auto data = integer_member(object, "dateData");
  if (!data) data = integer_member(object, "_dateData");
  if (!data) data = integer_member(object, "ticks");
  if (!data) return false;
  scalar.set(ValueKind::DateTime, DateTime(static_cast<std::uint64_t>(*data)));
  return true;
}

bool look_at_guid(const ObjectNode& object, Scalar& scalar) {
  Guid guid;
  const auto a = integer_member(object, "_a");
  const auto b = integer_member(object, "_b");
  const auto c = integer_member(object, "_c");
  if (!a || !b || !c) return false;
  const auto a4 = static_cast<std::uint32_t>(*a);
  const auto b2 = static_cast<std::uint16_t>(*b);
  const auto c2 = static_cast<std::uint16_t>(*c);
  std::memcpy(guid.bytes.data(), &a4, 4);
  std::memcpy(guid.bytes.data() + 4, &b2, 2);
  std::memcpy(guid.bytes.data() + 6, &c2, 2);
  for (std::size_t i = 0; i < 8; ++i) {
    const char name[2] = {'_', static_cast<char>('d' + i)};
    const auto byte = integer_member(object, {name, 2});
    if (!byte) return false;
    guid.bytes[8 + i] = static_cast<std::uint8_t>(*byte);
  }
  scalar.set(ValueKind::Guid, guid);
  return true;
}

bool look_at_offset(const ObjectNode& object, Scalar& scalar) {
  const auto utc = get<std::uint64_t>(object, "DateTime", Primitive::DateTime);
  const auto minutes = integer_member(object, "OffsetMinutes");
  if (!utc || !minutes) return false;
  const std::int64_t ticks = DateTime(*utc).ticks() + *minutes * 600'000'000;
  scalar.set(ValueKind::DateTimeOffset, DateTimeOffsetCell{ticks, *minutes});
  return true;
}

bool look_at_version(const ObjectNode& object, Scalar& scalar) {
  scalar.kind = ValueKind::Version;
  scalar.storage.clear();
  for (const std::string_view part : {"_Major", "_Minor", "_Build", "_Revision"}) {
    const auto number = integer_member(object, part);
    if (!number) return false;
    if (*number < 0) break;
    if (!scalar.storage.empty()) scalar.storage.push_back('.');
    scalar.storage += std::to_string(*number);
  }
  scalar.text = scalar.storage;
  return true;
}

bool look_at_uri(const ObjectNode& object, Scalar& scalar) {
  const auto absolute = text_member(object, "AbsoluteUri");
  const auto relative = text_member(object, "RelativeUri");
  if (!absolute && !relative) return false;
  scalar.kind = ValueKind::Uri;
  scalar.text = absolute && !absolute->empty() ? *absolute : relative.value_or("");
  return true;
}

// Decimal digits of a magnitude in 32-bit words, least significant first. Divides by 10^9 until nothing is left.
std::string decimal_digits(std::vector<std::uint32_t> words) {
  std::string digits;
  while (!words.empty()) {
    std::uint64_t rest = 0;
    for (std::size_t i = words.size(); i-- > 0;) {
      rest = rest << 32 | words[i];
      words[i] = static_cast<std::uint32_t>(rest / 1'000'000'000);
      rest %= 1'000'000'000;
    }
    while (!words.empty() && words.back() == 0) words.pop_back();
    for (int i = 0; i < 9 && (rest != 0 || !words.empty()); ++i) {
      digits.push_back(static_cast<char>('0' + rest % 10));
      rest /= 10;
    }
  }
  if (digits.empty()) digits = "0";
  return {digits.rbegin(), digits.rend()};
}

// The work grows with the square of the size: numbers beyond this stay as they were recorded.
constexpr std::uint64_t kMaxBigIntegerWords = 4096;

// _sign is the number itself where _bits is null.
bool look_at_big_integer(const ObjectNode& object, Scalar& scalar) {
  const auto sign = integer_member(object, "_sign");
  if (!sign || object.find("_bits") == nullptr) return false;
  const ArrayNode* bits = array_member(object, {}, "_bits");
  scalar.kind = ValueKind::BigInteger;
  if (bits == nullptr) {
    scalar.storage = std::to_string(*sign);
  } else {
    if (!bits->is_primitive() || bits->element.primitive != Primitive::UInt32) return false;
    if (bits->length > kMaxBigIntegerWords) return false;
    std::vector<std::uint32_t> words(bits->length);
    if (!words.empty()) std::memcpy(words.data(), bits->primitives, words.size() * 4);
    scalar.storage = (*sign < 0 ? "-" : "") + decimal_digits(std::move(words));
  }
  scalar.text = scalar.storage;
  return true;
}

// UnityType 4 is a type, 2 DBNull. The others have no value of their own.
bool look_at_unity(const ObjectNode& object, Scalar& scalar) {
  const auto kind = integer_member(object, "UnityType");
  if (!kind) return false;
  if (*kind == 2) {
    scalar.kind = ValueKind::DBNull;
    return true;
  }
  const auto name = text_member(object, "Data");
  if (*kind != 4 || !name) return false;
  const auto assembly = text_member(object, "AssemblyName");
  scalar.kind = ValueKind::Type;
  scalar.storage = *name;
  if (assembly && !assembly->empty()) scalar.storage.append(", ").append(*assembly);
  scalar.text = scalar.storage;
  return true;
}

// A member named "m_name" on the Framework and .NET, "_name" on Mono for some.
std::string_view sql_name(const ObjectNode& object, std::string_view mono, std::string_view framework) {
  return object.find(framework) != nullptr ? framework : mono;
}

bool look_at_sql_decimal(const ObjectNode& object, Scalar& scalar) {
  const bool framework = object.find("m_bStatus") != nullptr;
  const auto part = [&](std::string_view name) {
    return integer_member(object, framework ? "m" + std::string(name) : std::string(name));
  };
  const auto status = part("_bStatus");
  const auto precision = part("_bPrec");
  const auto scale = part("_bScale");
  if (!status || !precision || !scale) return false;
  SqlDecimalCell cell{};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto word = part("_data" + std::to_string(i + 1));
    if (!word) return false;
    cell.words[i] = static_cast<std::uint32_t>(*word);
  }
  cell.precision = static_cast<std::uint8_t>(*precision);
  cell.scale = static_cast<std::uint8_t>(*scale);
  cell.negative = (*status & 2) != 0;
  scalar.set(ValueKind::SqlDecimal, cell);
  scalar.sql_null = (*status & 1) == 0;
  return true;
}

bool look_at_sql_guid(const ObjectNode& object, Scalar& scalar) {
  const ArrayNode* bytes = array_member(object, {}, sql_name(object, "_value", "m_value"));
  scalar.kind = ValueKind::SqlGuid;
  scalar.sql_null = bytes == nullptr;
  if (bytes == nullptr) return true;
  if (bytes->length != 16 || !bytes->is_primitive() || bytes->element.primitive != Primitive::Byte) return false;
  std::memcpy(scalar.bytes, bytes->primitives, 16);
  return true;
}

bool look_at_sql_binary(const ObjectNode& object, Scalar& scalar) {
  const ArrayNode* bytes = array_member(object, {}, sql_name(object, "_value", "m_value"));
  scalar.kind = ValueKind::SqlBinary;
  scalar.sql_null = bytes == nullptr;
  if (bytes == nullptr) return true;
  if (!bytes->is_primitive() || bytes->element.primitive != Primitive::Byte) return false;
  scalar.text = {reinterpret_cast<const char*>(bytes->primitives), static_cast<std::size_t>(bytes->length)};
  return true;
}

bool look_at_sql_date(const ObjectNode& object, Scalar& scalar) {
  const auto days = integer_member(object, "m_day");
  const auto ticks = integer_member(object, "m_time");
  if (!days || !ticks) return false;
  scalar.set(ValueKind::SqlDateTime,
             SqlDateTimeCell{static_cast<std::int32_t>(*days), static_cast<std::int32_t>(*ticks)});
  return true;
}

// m_value is 0 for null, 1 for false, 2 for true.
bool look_at_sql_boolean(const ObjectNode& object, Scalar& scalar) {
  const auto value = integer_member(object, sql_name(object, "_value", "m_value"));
  if (!value) return false;
  scalar.set(ValueKind::SqlBoolean, static_cast<std::uint8_t>(*value == 2 ? 1 : 0));
  scalar.sql_null = *value == 0;
  return true;
}

bool look_at_sql_value(const ObjectNode& object, ValueKind kind, Scalar& scalar) {
  const std::string_view name = sql_name(object, "_value", "m_value");
  if (kind == ValueKind::SqlString) {
    scalar.kind = kind;
    scalar.text = text_member(object, name).value_or("");
    return object.find(name) != nullptr;
  }
  const Member* member = object.find(name);
  if (member == nullptr) return false;
  const Value value = value_of(object, *member);
  if (value.kind != Value::Kind::Primitive || size_of(value.primitive) != cell_width(kind)) return false;
  std::memcpy(scalar.bytes, value.pointer, cell_width(kind));
  scalar.kind = kind;
  return true;
}

bool look_at_sql(const ObjectNode& object, std::string_view type_name, Scalar& scalar) {
  const ValueKind kind = value_kind_of(definition_name(type_name));
  switch (kind) {
    case ValueKind::SqlDecimal: return look_at_sql_decimal(object, scalar);
    case ValueKind::SqlGuid: return look_at_sql_guid(object, scalar);
    case ValueKind::SqlBinary: return look_at_sql_binary(object, scalar);
    case ValueKind::SqlBoolean: return look_at_sql_boolean(object, scalar);
    default: break;
  }
  const auto not_null = integer_member(object, sql_name(object, "_fNotNull", "m_fNotNull"));
  if (!not_null) return false;
  scalar.sql_null = *not_null == 0;
  return kind == ValueKind::SqlDateTime ? look_at_sql_date(object, scalar) : look_at_sql_value(object, kind, scalar);
}

bool look_at_pointer(const ObjectNode& object, ValueKind kind, Scalar& scalar) {
  auto value = integer_member(object, "value");
  if (!value) value = integer_member(object, "pointer");
  if (!value) return false;
  scalar.set(kind, *value);
  return true;
}

bool look_at_text(const ObjectNode& object, std::string_view name, Scalar& scalar) {
  if (object.find(name) == nullptr) return false;
  scalar.kind = ValueKind::String;
  scalar.text = text_member(object, name).value_or("");
  return true;
}

}  // namespace

std::optional<std::string_view> text_member(const ObjectNode& object, std::string_view name) {
  const Member* member = object.find(name);
  if (member == nullptr) return std::nullopt;
  const StringNode* text = as_string(value_of(object, *member).node());
  if (text == nullptr) return std::nullopt;
  return text->view();
}

bool look_at_scalar(const ObjectNode& object, WellKnown type, View& view) {
  Scalar& scalar = view.scalar;
  view.shape = Shape::Scalar;
  switch (type) {
    case WellKnown::Primitive: return look_at_primitive(object, scalar);
    case WellKnown::Decimal: return look_at_decimal(object, scalar);
    case WellKnown::DateTime: return look_at_date_time(object, scalar);
    case WellKnown::TimeSpan:
      if (const auto ticks = integer_member(object, "_ticks")) return scalar.set(ValueKind::TimeSpan, *ticks), true;
      return false;
    case WellKnown::Guid: return look_at_guid(object, scalar);
    case WellKnown::DateTimeOffset: return look_at_offset(object, scalar);
    case WellKnown::BigInteger: return look_at_big_integer(object, scalar);
    case WellKnown::Unity: return look_at_unity(object, scalar);
    case WellKnown::Sql: return look_at_sql(object, object.type->name, scalar);
    case WellKnown::IntPtr: view.shape = Shape::Pointer; return look_at_pointer(object, ValueKind::Int64, scalar);
    case WellKnown::UIntPtr: view.shape = Shape::UPointer; return look_at_pointer(object, ValueKind::UInt64, scalar);
    default: break;
  }
  view.shape = Shape::Text;
  switch (type) {
    case WellKnown::Version: return look_at_version(object, scalar);
    case WellKnown::Uri: return look_at_uri(object, scalar);
    case WellKnown::StringBuilder: return look_at_text(object, "m_StringValue", scalar);
    case WellKnown::CultureInfo: return look_at_text(object, "m_name", scalar);
    default: return false;
  }
}

void scalar_of(const Value& primitive, Scalar& scalar) {
  scalar.clear();
  scalar.kind = static_cast<ValueKind>(primitive.primitive);
  std::memcpy(scalar.bytes, primitive.pointer, size_of(primitive.primitive));
}

bool scalar_of(const Node& node, Scalar& scalar) {
  scalar.clear();
  if (node.kind == NodeKind::String) {
    scalar.kind = ValueKind::String;
    scalar.text = static_cast<const StringNode&>(node).view();
    return true;
  }
  if (node.kind == NodeKind::Scalar) {
    const auto& from = static_cast<const ScalarNode&>(node);
    scalar.kind = from.value_kind;
    scalar.sql_null = from.sql_null;
    if (from.has_text()) {
      scalar.text = from.text();
    } else {
      std::memcpy(scalar.bytes, from.value, sizeof(from.value));
    }
    if (from.value_kind == ValueKind::SqlDecimal && scalar.text.size() == sizeof(SqlDecimalCell)) {
      std::memcpy(scalar.bytes, scalar.text.data(), sizeof(SqlDecimalCell));
    }
    return true;
  }
  const ObjectNode* object = as_object(&node);
  if (object == nullptr) return false;
  const WellKnown type = well_known(object->type->name);
  if (type == WellKnown::None || type >= WellKnown::Delegate) {
    if (type != WellKnown::Sql) return false;
  }
  View view;
  if (!look_at_scalar(*object, type, view)) return false;
  const bool single = view.shape == Shape::Scalar || type == WellKnown::Uri || type == WellKnown::Version;
  if (!single) return false;
  scalar.kind = view.scalar.kind;
  scalar.sql_null = view.scalar.sql_null;
  std::memcpy(scalar.bytes, view.scalar.bytes, sizeof(scalar.bytes));
  const bool owned = view.scalar.text.data() == view.scalar.storage.data();
  scalar.storage = std::move(view.scalar.storage);
  scalar.text = owned ? std::string_view(scalar.storage) : view.scalar.text;
  return true;
}

}  // namespace dotwire::model

#include "formats/dataset_binary/scalar_reader.h"

#include <cstring>

#include "base/try.h"
#include "base/unicode.h"
#include "clr/big_integer.h"
#include "formats/dataset_binary/framework_views.h"

namespace dotwire::dataset_binary {

using model::ArrayNode;
using model::Member;
using model::Node;
using model::ObjectNode;
using model::ValueKind;

namespace {

Error broken(const ObjectNode& object) {
  return Error(ErrorCode::Malformed, std::string(object.type->name) + " without the fields it has in .NET");
}

// The bytes of a primitive field, or null.
const std::uint8_t* primitive_field(const ObjectNode& object, std::string_view name, Primitive kind) {
  const Member* member = object.find(name);
  if (member == nullptr || member->recorded.binary_type != model::BinaryType::Primitive ||
      member->recorded.primitive != kind) {
    return nullptr;
  }
  return object.data() + member->offset;
}

// Fields of SqlTypes are "m_value" or, in later versions, "_value".
const std::uint8_t* sql_field(const ObjectNode& object, std::string_view name, Primitive kind) {
  const std::uint8_t* bytes = primitive_field(object, std::string("m_").append(name), kind);
  return bytes != nullptr ? bytes : primitive_field(object, std::string("_").append(name), kind);
}

const Node* sql_reference(const ObjectNode& object, std::string_view name) {
  const Node* node = field(object, std::string("m_").append(name));
  return node != nullptr ? node : field(object, std::string("_").append(name));
}

std::string_view bytes_of(const ArrayNode& array) {
  return {reinterpret_cast<const char*>(array.primitives), static_cast<std::size_t>(array.length)};
}

void set_chars(const ArrayNode& array, Value& value) {
  for (std::uint64_t i = 0; i < array.length; ++i) {
    append_utf16_unit(value.owned, load<char16_t>(array.primitives + 2 * i));
  }
  value.text = value.owned;
}

Status read_guid(const ObjectNode& object, Value& value) {
  const std::uint8_t* a = primitive_field(object, "_a", Primitive::Int32);
  const std::uint8_t* b = primitive_field(object, "_b", Primitive::Int16);
  const std::uint8_t* c = primitive_field(object, "_c", Primitive::Int16);
  if (a == nullptr || b == nullptr || c == nullptr) return broken(object);
  std::memcpy(value.fixed, a, 4);
  std::memcpy(value.fixed + 4, b, 2);
  std::memcpy(value.fixed + 6, c, 2);
  for (int i = 0; i < 8; ++i) {
    const char name[2] = {'_', static_cast<char>('d' + i)};
    const std::uint8_t* byte = primitive_field(object, {name, 2}, Primitive::Byte);
    if (byte == nullptr) return broken(object);
    value.fixed[8 + i] = *byte;
  }
  return {};
}

// A.10: the instant in UTC and the place's distance from it.
Status read_offset(const ObjectNode& object, Value& value) {
  const std::uint8_t* instant = primitive_field(object, "DateTime", Primitive::DateTime);
  const std::uint8_t* offset = primitive_field(object, "OffsetMinutes", Primitive::Int16);
  if (instant == nullptr || offset == nullptr) return broken(object);
  const auto minutes = load<std::int16_t>(offset);
  const std::int64_t ticks = DateTime(load<std::uint64_t>(instant)).ticks() + std::int64_t{minutes} * 600'000'000;
  if (minutes < -840 || minutes > 840 || ticks < 0 || ticks > DateTime::kMaxTicks) {
    return Error(ErrorCode::OutOfRange, "DateTimeOffset is out of range");
  }
  value.set(model::DateTimeOffsetCell{ticks, minutes});
  return {};
}

// Longer numbers are refused: the time to turn them into digits grows with the square of their length.
constexpr std::uint64_t kMaxBigWords = 1024;

Status read_big_integer(const ObjectNode& object, Value& value) {
  const std::uint8_t* sign = primitive_field(object, "_sign", Primitive::Int32);
  const Node* bits_node = field(object, "_bits");
  const ArrayNode* bits = as_primitives(bits_node, Primitive::UInt32);
  if (sign == nullptr || (bits_node != nullptr && bits == nullptr)) return broken(object);
  BigIntegerFields fields;
  fields.sign = load<std::int32_t>(sign);
  if (bits != nullptr) {
    if (bits->length > kMaxBigWords) return Error(ErrorCode::LimitExceeded, "BigInteger of more than 32,768 bits");
    fields.bits.emplace(static_cast<std::size_t>(bits->length));
    if (bits->length != 0) std::memcpy(fields.bits->data(), bits->primitives, fields.bits->size() * 4);
  }
  value.owned = to_text(big_integer_from_fields(fields));
  value.text = value.owned;
  return {};
}

Status read_uri(const ObjectNode& object, Value& value) {
  const model::StringNode* text = model::as_string(field(object, "AbsoluteUri"));
  if (text == nullptr) return broken(object);
  const model::StringNode* relative = model::as_string(field(object, "RelativeUri"));
  value.text = text->size == 0 && relative != nullptr ? relative->view() : text->view();
  return {};
}

Status read_version(const ObjectNode& object, Value& value) {
  constexpr std::string_view kParts[] = {"_Major", "_Minor", "_Build", "_Revision"};
  for (const std::string_view part : kParts) {
    const std::uint8_t* bytes = primitive_field(object, part, Primitive::Int32);
    if (bytes == nullptr) return broken(object);
    const auto number = load<std::int32_t>(bytes);
    if (number < 0) break;
    if (!value.owned.empty()) value.owned += '.';
    value.owned += std::to_string(number);
  }
  value.text = value.owned;
  return {};
}

constexpr std::string_view kHolder = "System.UnitySerializationHolder";

std::optional<TypeHolder> type_names(const ObjectNode& object) {
  const model::StringNode* data = model::as_string(field(object, "Data"));
  const model::StringNode* assembly = model::as_string(field(object, "AssemblyName"));
  if (data == nullptr || assembly == nullptr || object.type->members.size() != 3) return std::nullopt;
  return TypeHolder{data->view(), assembly->view()};
}

// A.10: Type and DBNull; other stand-ins (assemblies, modules) are left as they are.
Status read_holder(const ObjectNode& object, Value& value) {
  const std::uint8_t* unity_type = primitive_field(object, "UnityType", Primitive::Int32);
  if (unity_type == nullptr) return broken(object);
  const auto kind = load<std::int32_t>(unity_type);
  if (kind == 2) {
    value.kind = ValueKind::DBNull;
    return {};
  }
  const std::optional<TypeHolder> holder = kind == 4 ? type_names(object) : std::nullopt;
  if (!holder) return {};
  value.kind = ValueKind::Type;
  value.owned = std::string(holder->type) + ", " + std::string(holder->assembly);
  value.text = value.owned;
  return {};
}

struct SqlNumber {
  std::string_view name;
  ValueKind kind;
  Primitive primitive;
};

constexpr SqlNumber kSqlNumbers[] = {
    {"SqlByte", ValueKind::SqlByte, Primitive::Byte},       {"SqlInt16", ValueKind::SqlInt16, Primitive::Int16},
    {"SqlInt32", ValueKind::SqlInt32, Primitive::Int32},    {"SqlInt64", ValueKind::SqlInt64, Primitive::Int64},
    {"SqlSingle", ValueKind::SqlSingle, Primitive::Single}, {"SqlDouble", ValueKind::SqlDouble, Primitive::Double},
    {"SqlMoney", ValueKind::SqlMoney, Primitive::Int64},
};

Status read_sql_number(const ObjectNode& object, const SqlNumber& number, Value& value) {
  const std::uint8_t* not_null = sql_field(object, "fNotNull", Primitive::Boolean);
  const std::uint8_t* bytes = sql_field(object, "value", number.primitive);
  if (not_null == nullptr || bytes == nullptr) return broken(object);
  value.kind = number.kind;
  value.null = *not_null == 0;
  if (!value.null) std::memcpy(value.fixed, bytes, size_of(number.primitive));
  return {};
}

Status read_sql_boolean(const ObjectNode& object, Value& value) {
  const std::uint8_t* state = sql_field(object, "value", Primitive::Byte);
  if (state == nullptr || *state > 2) return broken(object);
  value.null = *state == 0;
  value.fixed[0] = *state == 2 ? 1 : 0;
  return {};
}

Status read_sql_date_time(const ObjectNode& object, Value& value) {
  const std::uint8_t* not_null = sql_field(object, "fNotNull", Primitive::Boolean);
  const std::uint8_t* day = sql_field(object, "day", Primitive::Int32);
  const std::uint8_t* time = sql_field(object, "time", Primitive::Int32);
  if (not_null == nullptr || day == nullptr || time == nullptr) return broken(object);
  value.null = *not_null == 0;
  if (!value.null) value.set(model::SqlDateTimeCell{load<std::int32_t>(day), load<std::int32_t>(time)});
  return {};
}

Status read_sql_decimal(const ObjectNode& object, Value& value) {
  const std::uint8_t* status = sql_field(object, "bStatus", Primitive::Byte);
  const std::uint8_t* precision = sql_field(object, "bPrec", Primitive::Byte);
  const std::uint8_t* scale = sql_field(object, "bScale", Primitive::Byte);
  if (status == nullptr || precision == nullptr || scale == nullptr) return broken(object);
  model::SqlDecimalCell cell{};
  for (int i = 0; i < 4; ++i) {
    const char name[] = {'d', 'a', 't', 'a', static_cast<char>('1' + i)};
    const std::uint8_t* word = sql_field(object, {name, sizeof(name)}, Primitive::UInt32);
    if (word == nullptr) return broken(object);
    cell.words[i] = load<std::uint32_t>(word);
  }
  cell.precision = *precision;
  cell.scale = *scale;
  cell.negative = (*status & 2) != 0 ? 1 : 0;
  value.null = (*status & 1) == 0;
  if (!value.null && (cell.precision > 38 || cell.scale > cell.precision)) return broken(object);
  if (!value.null) value.set(cell);
  return {};
}

Status read_sql_guid(const ObjectNode& object, Value& value) {
  const Node* node = sql_reference(object, "value");
  const ArrayNode* bytes = as_primitives(node, Primitive::Byte);
  if (node != nullptr && (bytes == nullptr || bytes->length != 16)) return broken(object);
  value.null = bytes == nullptr;
  if (!value.null) std::memcpy(value.fixed, bytes->primitives, 16);
  return {};
}

Status read_sql_binary(const ObjectNode& object, Value& value) {
  const Node* node = sql_reference(object, "value");
  const ArrayNode* bytes = as_primitives(node, Primitive::Byte);
  if (node != nullptr && bytes == nullptr) return broken(object);
  value.null = bytes == nullptr;
  if (!value.null) value.text = bytes_of(*bytes);
  return {};
}

Status read_sql_string(const ObjectNode& object, Value& value) {
  const std::uint8_t* not_null = sql_field(object, "fNotNull", Primitive::Boolean);
  const Node* node = sql_reference(object, "value");
  const model::StringNode* text = model::as_string(node);
  if (not_null == nullptr || (*not_null != 0 && text == nullptr)) return broken(object);
  value.null = *not_null == 0;
  if (value.null) return {};
  value.text = text->view();
  const std::uint8_t* locale_id = sql_field(object, "lcid", Primitive::Int32);
  const ObjectNode* flag = model::as_object(sql_reference(object, "flag"));
  const std::uint8_t* options = flag == nullptr ? nullptr : primitive_field(*flag, "value__", Primitive::Int32);
  if (locale_id == nullptr || options == nullptr) return broken(object);
  value.style = {load<std::int32_t>(locale_id), load<std::int32_t>(options)};
  return {};
}

// SerializationInfo { IsNull, data }.
Status read_sql_lob(const ObjectNode& object, Primitive element, Value& value) {
  const std::uint8_t* null = primitive_field(object, "IsNull", Primitive::Boolean);
  if (null == nullptr) return broken(object);
  value.null = *null != 0;
  if (value.null) return {};
  const ArrayNode* data = as_primitives(field(object, "data"), element);
  if (data == nullptr) return broken(object);
  if (element == Primitive::Char) {
    set_chars(*data, value);
  } else {
    value.text = bytes_of(*data);
  }
  return {};
}

Status read_sql(const ObjectNode& object, Value& value) {
  constexpr std::string_view kPrefix = "System.Data.SqlTypes.";
  const std::string_view name = object.type->name.substr(kPrefix.size());
  for (const SqlNumber& number : kSqlNumbers) {
    if (number.name == name) return read_sql_number(object, number, value);
  }
  value.kind = model::value_kind_of(object.type->name);
  switch (value.kind) {
    case ValueKind::SqlBoolean: return read_sql_boolean(object, value);
    case ValueKind::SqlDateTime: return read_sql_date_time(object, value);
    case ValueKind::SqlDecimal: return read_sql_decimal(object, value);
    case ValueKind::SqlGuid: return read_sql_guid(object, value);
    case ValueKind::SqlBinary: return read_sql_binary(object, value);
    case ValueKind::SqlString: return read_sql_string(object, value);
    case ValueKind::SqlBytes: return read_sql_lob(object, Primitive::Byte, value);
    case ValueKind::SqlChars: return read_sql_lob(object, Primitive::Char, value);
    default: value.kind = ValueKind::None; return {};
  }
}

Status read_object(const ObjectNode& object, Value& value) {
  const std::string_view name = object.type->name;
  if (!name.starts_with("System.")) return {};
  if (name.starts_with("System.Data.SqlTypes.")) return read_sql(object, value);
  if (name == kHolder) return read_holder(object, value);
  value.kind = name == "System.Version" ? ValueKind::Version : model::value_kind_of(name);
  switch (value.kind) {
    case ValueKind::Guid: return read_guid(object, value);
    case ValueKind::DateTimeOffset: return read_offset(object, value);
    case ValueKind::BigInteger: return read_big_integer(object, value);
    case ValueKind::Uri: return read_uri(object, value);
    case ValueKind::Version: return read_version(object, value);
    default: value.kind = ValueKind::None; return {};
  }
}

}  // namespace

std::optional<TypeHolder> type_holder(const Node* node) {
  if (!has_type(node, kHolder)) return std::nullopt;
  const auto& object = *static_cast<const ObjectNode*>(node);
  const std::uint8_t* unity_type = primitive_field(object, "UnityType", Primitive::Int32);
  if (unity_type == nullptr || load<std::int32_t>(unity_type) != 4) return std::nullopt;
  return type_names(object);
}

Status value_of(const Node* node, Value& value) {
  value = {};
  switch (node->kind) {
    case model::NodeKind::Object: return read_object(*static_cast<const ObjectNode*>(node), value);
    case model::NodeKind::String:
      value.kind = ValueKind::String;
      value.text = static_cast<const model::StringNode*>(node)->view();
      return {};
    case model::NodeKind::Scalar: {
      const auto& scalar = *static_cast<const model::ScalarNode*>(node);
      value.kind = scalar.value_kind;
      value.null = scalar.sql_null;
      if (scalar.has_text()) {
        value.text = scalar.text();
      } else {
        std::memcpy(value.fixed, scalar.value, sizeof(scalar.value));
      }
      return {};
    }
    case model::NodeKind::Array:
      if (const ArrayNode* bytes = as_primitives(node, Primitive::Byte); bytes != nullptr) {
        value.kind = ValueKind::Bytes;
        value.text = bytes_of(*bytes);
      } else if (const ArrayNode* chars = as_primitives(node, Primitive::Char); chars != nullptr) {
        value.kind = ValueKind::Chars;
        set_chars(*chars, value);
      }
      return {};
  }
  return {};
}

Result<const Node*> import_value(const Node* node, NodeCopier& copier) {
  if (node == nullptr) return static_cast<const Node*>(nullptr);
  if (const Node* known = copier.copy_of(node); known != nullptr) return known;
  Value value;
  DOTWIRE_TRY(value_of(node, value));
  if (value.kind == ValueKind::None || node->kind == model::NodeKind::String) return copier.copy(node);
  model::ScalarNode* scalar = copier.to().make_text_scalar(value.kind, value.text);
  scalar->sql_null = value.null;
  if (value.kind == ValueKind::SqlDecimal) {
    // Wider than a scalar's value: its text holds the cell.
    scalar->set_text(copier.to().make_string({reinterpret_cast<const char*>(value.fixed), 20})->view());
  } else if (!scalar->has_text()) {
    std::memcpy(scalar->value, value.fixed, sizeof(scalar->value));
  }
  copier.remember(node, scalar);
  return static_cast<const Node*>(scalar);
}

}  // namespace dotwire::dataset_binary

#include "codecs/dataset_xml/node_text.h"

#include <array>
#include <cstring>

#include "base/byte_reader.h"
#include "base/try.h"
#include "clr/base64.h"
#include "clr/uri.h"

namespace dotwire::dataset_xml {

using model::as_array;
using model::as_object;
using model::as_scalar;
using model::as_string;
using model::Column;
using model::DateTimeMode;
using model::Node;
using model::ScalarNode;
using model::ValueKind;

namespace {

Error not_representable(const std::string& what) { return Error(ErrorCode::NotRepresentable, what); }

Result<std::string> scalar_text(const ScalarNode& scalar, DateTimeMode mode, bool by_mode, const CellContext& cells) {
  std::array<char, kCellRoom> room;
  const auto text_to = [&](const char* end) {
    return std::string(room.data(), static_cast<std::size_t>(end - room.data()));
  };
  switch (scalar.value_kind) {
    case ValueKind::Bytes:
    case ValueKind::SqlBinary:
    case ValueKind::SqlBytes: return to_base64(as_bytes(scalar.text()));
    case ValueKind::DateTime:
      if (!by_mode) return text_to(put_date_time(room.data(), cells, scalar.get<DateTime>()));
      break;
    // Outside of a column of their kind zeros have a sign.
    case ValueKind::Single:
      return text_to(put_xml_single(room.data(), scalar.get<float>(), number_text(cells.dialect)));
    case ValueKind::Double:
      return text_to(put_xml_double(room.data(), scalar.get<double>(), number_text(cells.dialect)));
    case ValueKind::SqlDecimal:
      if (scalar.text().size() < sizeof(model::SqlDecimalCell)) break;
      return text_to(put_cell(room.data(), cells, scalar.value_kind, mode, scalar.text().data()));
    case ValueKind::Type: return type_text_of(scalar.text(), cells.dialect);
    case ValueKind::Uri: return to_display_text(Uri{std::string(scalar.text())}, uri_display(cells.dialect));
    default: break;
  }
  if (model::storage_of(scalar.value_kind) == model::Storage::Varying) return std::string(scalar.text());
  if (model::cell_width(scalar.value_kind) > sizeof(scalar.value) || scalar.value_kind == ValueKind::Object ||
      scalar.value_kind == ValueKind::DBNull) {
    return not_representable("a value that has no text");
  }
  return text_to(put_cell(room.data(), cells, scalar.value_kind, mode, scalar.value));
}

Result<std::string> node_text(const Node* node, DateTimeMode mode, bool by_mode, const CellContext& cells) {
  if (const model::StringNode* string = as_string(node)) return std::string(string->view());
  if (const ScalarNode* scalar = as_scalar(node)) return scalar_text(*scalar, mode, by_mode, cells);
  if (is_byte_array(node)) {
    const model::ArrayNode* array = as_array(node);
    return to_base64({array->primitives, static_cast<std::size_t>(array->length)});
  }
  const model::ObjectNode* object = as_object(node);
  const model::Member* number = object != nullptr ? enum_value(*object) : nullptr;
  if (number != nullptr) return enum_text(*object, *number, cells);
  return not_representable("a value that has no text");
}

}  // namespace

bool is_byte_array(const Node* node) {
  const model::ArrayNode* array = as_array(node);
  return array != nullptr && array->rank == 1 && array->primitives != nullptr &&
         array->element.primitive == Primitive::Byte;
}

ValueKind kind_of_node(const Node* node) {
  if (as_string(node) != nullptr) return ValueKind::String;
  if (is_byte_array(node)) return ValueKind::Bytes;
  const ScalarNode* scalar = as_scalar(node);
  return scalar != nullptr ? scalar->value_kind : ValueKind::Object;
}

const model::Member* enum_value(const model::ObjectNode& object) {
  const auto& members = object.type->members;
  return members.size() == 1 && members[0].name == "value__" ? &members[0] : nullptr;
}

Result<std::string> enum_text(const model::ObjectNode& object, const model::Member& member, const CellContext& cells) {
  std::array<char, kCellRoom> room;
  const auto kind = static_cast<ValueKind>(member.recorded.primitive);
  const char* end = put_cell(room.data(), cells, kind, DateTimeMode::UnspecifiedLocal, object.data() + member.offset);
  return std::string(room.data(), static_cast<std::size_t>(end - room.data()));
}

Result<std::string> plain_text(const Node* node, const CellContext& cells) {
  return node_text(node, DateTimeMode::UnspecifiedLocal, false, cells);
}

Result<std::string> cell_text_of_node(const Node* node, const Column& column, const CellContext& cells) {
  return node_text(node, column.date_time_mode, column.kind() == ValueKind::DateTime, cells);
}

Result<const Node*> node_of_text(const CellContext& cells, ValueKind kind, DateTimeMode mode, std::string_view text,
                                 model::Graph& graph) {
  if (kind == ValueKind::String) return graph.make_string(text);
  if (kind == ValueKind::Bytes) {
    Buffer bytes;
    DOTWIRE_TRY(decode_base64(text, bytes));
    return graph.make_primitive_array(Primitive::Byte, bytes.size(), bytes.data());
  }
  Column column("", kind);
  column.date_time_mode = mode;
  DOTWIRE_TRY(append_cell(cells, column, 1, text));
  if (column.storage() == model::Storage::Varying) return graph.make_text_scalar(kind, column.text(0));
  const std::uint8_t* const value = column.chunk(0).bytes.data();
  if (column.width() > sizeof(ScalarNode::value)) {
    return graph.make_text_scalar(kind, {reinterpret_cast<const char*>(value), column.width()});
  }
  ScalarNode* scalar = graph.make_scalar(kind);
  std::memcpy(scalar->value, value, column.width());
  return scalar;
}

Result<std::string> default_text(const Node* node, const Column& column, const CellContext& cells) {
  const ScalarNode* scalar = as_scalar(node);
  if (scalar == nullptr || scalar->value_kind != ValueKind::DateTime) return cell_text_of_node(node, column, cells);
  auto value = scalar->get<DateTime>();
  if (column.date_time_mode == DateTimeMode::UnspecifiedLocal) {
    if (value.kind() == DateTimeKind::Utc) value = to_local_time(value.ticks(), cells.zone, cells.cursor);
    if (value.kind() != DateTimeKind::Local) value = DateTime(value.ticks(), DateTimeKind::Local);
  }
  std::array<char, kCellRoom> room;
  const char* const end = put_date_time(room.data(), cells, value);
  return std::string(room.data(), static_cast<std::size_t>(end - room.data()));
}

Result<const Node*> default_of_text(const CellContext& cells, const Column& column, std::string_view text,
                                    model::Graph& graph) {
  const bool shows_kind =
      column.kind() == ValueKind::DateTime && column.date_time_mode != DateTimeMode::UnspecifiedLocal;
  if (!shows_kind) return node_of_text(cells, column.kind(), column.date_time_mode, text, graph);
  DOTWIRE_TRY(const DateTime value, parse_date_time(cells, text));
  return graph.make_scalar(ValueKind::DateTime, value);
}

const Node* enum_number(std::string_view text, model::Graph& graph) {
  constexpr std::size_t kMostDigits = 20;
  if (text.empty() || text.size() > kMostDigits) return nullptr;
  if (const auto large = parse_integer<std::uint64_t>(text); large.ok() && *large > INT64_MAX) {
    return std::to_string(*large) == text ? graph.make_scalar(ValueKind::UInt64, *large) : nullptr;
  }
  const Result<std::int64_t> value = parse_integer<std::int64_t>(text);
  if (!value.ok() || std::to_string(*value) != text) return nullptr;
  if (*value != static_cast<std::int32_t>(*value)) return graph.make_scalar(ValueKind::Int64, *value);
  return graph.make_scalar(ValueKind::Int32, static_cast<std::int32_t>(*value));
}

}  // namespace dotwire::dataset_xml

#include "codecs/dataset_xml/object_cell.h"

#include <array>
#include <cstring>

#include "base/byte_reader.h"
#include "base/try.h"
#include "clr/base64.h"
#include "codecs/dataset_xml/type_map.h"
#include "codecs/dataset_xml/vocabulary.h"
#include "codecs/dataset_xml/xml_array.h"
#include "wire/xml/characters.h"
#include "wire/xml/escape.h"

namespace dotwire::dataset_xml {
namespace {

using model::as_array;
using model::as_object;
using model::as_scalar;
using model::as_string;
using model::Column;
using model::DateTimeMode;
using model::Node;
using model::ScalarNode;
using model::ValueKind;

constexpr std::string_view kAttributes = "attributes";
constexpr std::string_view kContent = "content";

Error not_representable(const std::string& what) { return Error(ErrorCode::NotRepresentable, what); }

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

Result<std::string> scalar_text(const ScalarNode& scalar, DateTimeMode mode, bool by_mode, const CellContext& cells) {
  std::array<char, kCellRoom> room;
  const auto text_to = [&](const char* end) {
    return std::string(room.data(), static_cast<std::size_t>(end - room.data()));
  };
  switch (scalar.value_kind) {
    case ValueKind::Bytes:
    case ValueKind::SqlBinary:
    case ValueKind::SqlBytes: return to_base64(as_bytes(scalar.text));
    case ValueKind::DateTime:
      if (!by_mode) return text_to(put_date_time(room.data(), cells, scalar.get<DateTime>()));
      break;
    case ValueKind::SqlDecimal:
      if (scalar.text.size() < sizeof(model::SqlDecimalCell)) break;
      return text_to(put_cell(room.data(), cells, scalar.value_kind, mode, scalar.text.data()));
    case ValueKind::Type: return type_text_of(scalar.text, cells.dialect);
    default: break;
  }
  if (model::storage_of(scalar.value_kind) == model::Storage::Varying) return std::string(scalar.text);
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
  return not_representable("a value that has no text");
}

// What an enum's record holds.
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

void append_attribute(Buffer& out, std::string_view name, std::string_view value) {
  out.push_back(' ');
  out.append(name);
  out.append("=\"");
  static_cast<void>(xml::append_escaped_value(out, value));
  out.push_back('"');
}

void append_xsi_type(Buffer& out, std::string_view xsi_type, Dialect dialect) {
  const std::string value = "xs:" + std::string(xsi_type);
  append_attribute(out, "xsi:type", value);
  if (has_stray_attribute(dialect)) append_attribute(out, "xs:xmlns", value);
  append_attribute(out, "xmlns:xs", kXsd);
  append_attribute(out, "xmlns:xsi", kXsi);
}

// F.1: what the value's type is, where the column's does not say it.
void append_type(Buffer& out, ValueKind kind, Dialect dialect) {
  const std::string_view xsi_type = xsi_type_of(kind);
  if (!xsi_type.empty()) return append_xsi_type(out, xsi_type, dialect);
  append_attribute(out, "msdata:InstanceType", kind == ValueKind::Type ? "Type" : model::clr_name(kind));
  append_attribute(out, "xmlns:msdata", kMsdata);
}

Status append_text_element_end(Buffer& out, std::string_view name, std::string_view text) {
  if (text.empty()) return out.append(" />"), Status();
  out.push_back('>');
  if (!xml::append_escaped_text(out, text)) return not_representable("text holds a lone surrogate");
  out.append("</");
  out.append(name);
  out.push_back('>');
  return {};
}

Status append_kept_xml(Buffer& out, std::string_view name, const model::ObjectNode& object) {
  const auto text_of = [&](std::string_view member_name) {
    const model::Member* member = object.find(member_name);
    if (member == nullptr || member->recorded.binary_type == model::BinaryType::Primitive) return std::string_view();
    const model::StringNode* text = as_string(object.slot(*member).node());
    return text == nullptr ? std::string_view() : text->view();
  };
  const std::string_view content = text_of(kContent);
  out.append(text_of(kAttributes));
  if (content.empty()) return out.append(" />"), Status();
  out.push_back('>');
  out.append(content);
  out.append("</");
  out.append(name);
  out.push_back('>');
  return {};
}

bool is_kept_xml(const model::ObjectNode& object) {
  return object.type->members.size() == 2 && object.find(kAttributes) != nullptr && object.find(kContent) != nullptr;
}

ValueKind kind_of_instance_type(std::string_view text) {
  if (text == "Type") return ValueKind::Type;
  return model::value_kind_of(split_type_text(text).name);
}

std::string_view local_part(std::string_view qualified) {
  const std::size_t colon = qualified.find(':');
  return colon == std::string_view::npos ? qualified : qualified.substr(colon + 1);
}

// The kind that the attributes name; Object where that is a class, String where nothing is said.
Result<ValueKind> stated_kind(xml::Reader& reader) {
  const xml::Attribute* type = reader.find_attribute(reader.intern(kXsi), reader.intern("type"));
  if (type != nullptr) {
    const auto kind = kind_of_xsi_type(local_part(type->value));
    if (!kind.has_value()) return reader.error(ErrorCode::TypeMismatch, type->at, "unknown xsi:type");
    return *kind;
  }
  const xml::Attribute* instance = reader.find_attribute(reader.intern(kMsdata), reader.intern("InstanceType"));
  return instance == nullptr ? ValueKind::String : kind_of_instance_type(instance->value);
}

// The class whose XML is kept: as the attribute names it, else the column's.
TypeText class_of(xml::Reader& reader, const Column& column) {
  const xml::Attribute* instance = reader.find_attribute(reader.intern(kMsdata), reader.intern("InstanceType"));
  if (instance != nullptr) return split_type_text(instance->value);
  return {column.type_name, column.assembly};
}

// An integer in the form that .NET writes.
const Node* number_node(std::string_view text, model::Graph& graph) {
  constexpr std::size_t kMostDigits = 20;
  if (text.empty() || text.size() > kMostDigits) return nullptr;
  const Result<std::int64_t> value = parse_integer<std::int64_t>(text);
  if (!value.ok() || std::to_string(*value) != text) return nullptr;
  if (*value != static_cast<std::int32_t>(*value)) return graph.make_scalar(ValueKind::Int64, *value);
  return graph.make_scalar(ValueKind::Int32, static_cast<std::int32_t>(*value));
}

// The reader is on the start tag.
Result<const Node*> keep_xml(xml::Reader& reader, const Column& column, model::Graph& graph) {
  const TypeText type_text = class_of(reader, column);
  model::Member members[2];
  members[0].name = kAttributes;
  members[1].name = kContent;
  for (model::Member& member : members) member.recorded.binary_type = model::BinaryType::String;
  const model::Type* type = graph.make_type(type_text.name, type_text.assembly, members);

  std::string_view tag(reader.node_begin(), static_cast<std::size_t>(reader.position() - reader.node_begin()));
  tag.remove_prefix(1 + reader.raw_name().size());
  tag.remove_suffix(reader.is_empty_element() ? 2 : 1);
  while (!tag.empty() && xml::is_space(tag.back())) tag.remove_suffix(1);
  const char* const content = reader.position();
  DOTWIRE_TRY(reader.skip());
  const auto size = static_cast<std::size_t>(reader.node_begin() - content);
  if (tag.empty()) {
    if (const Node* number = number_node({content, size}, graph)) return number;
  }

  model::ObjectNode* object = graph.make_object(type);
  object->slot(type->members[0]) = model::Slot::in_place(graph.make_string(tag));
  object->slot(type->members[1]) = model::Slot::in_place(graph.make_string({content, size}));
  return object;
}

}  // namespace

Result<std::string> plain_text(const Node* node, const CellContext& cells) {
  return node_text(node, DateTimeMode::UnspecifiedLocal, false, cells);
}

Result<std::string> cell_text_of_node(const Node* node, const Column& column, const CellContext& cells) {
  return node_text(node, column.date_time_mode, column.kind() == ValueKind::DateTime, cells);
}

Status write_object_cell(Buffer& out, const ObjectWriteContext& context, const Column& column, std::string_view name,
                         const Node* node) {
  out.push_back('<');
  out.append(name);
  if (const model::ObjectNode* object = as_object(node)) {
    if (is_kept_xml(*object)) return append_kept_xml(out, name, *object);
    const model::Member* member = enum_value(*object);
    if (member == nullptr) {
      return not_representable("a value of class " + std::string(object->type->name) + ", whose XML is not known here");
    }
    DOTWIRE_TRY(const std::string text, enum_text(*object, *member, context.cells));
    return append_text_element_end(out, name, text);
  }
  const ValueKind kind = kind_of_node(node);
  if (kind == ValueKind::Object) return write_array_content(out, context, name, *as_array(node));
  DOTWIRE_TRY(const std::string text, plain_text(node, context.cells));
  if (kind == ValueKind::String && is_white_space_only(text)) append_attribute(out, "xml:space", "preserve");
  if (column.type_name == "System.Object") append_type(out, kind, context.cells.dialect);
  return append_text_element_end(out, name, text);
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

Result<const Node*> read_object_cell(xml::Reader& reader, const CellContext& cells, const Column& column,
                                     model::Graph& graph) {
  if (column.type_name != "System.Object") {
    const Primitive item = array_item_of(column.type_name);
    if (item != Primitive::Null) return read_array_content(reader, cells, item, graph);
    return keep_xml(reader, column, graph);
  }
  DOTWIRE_TRY(const ValueKind kind, stated_kind(reader));
  if (kind == ValueKind::Object) return keep_xml(reader, column, graph);
  const char* const at = reader.node_begin();
  DOTWIRE_TRY(const std::string_view text, reader.read_content());
  if (kind == ValueKind::DateTime) {
    Result<DateTime> value = parse_date_time(cells, text);
    if (!value.ok()) return reader.error(ErrorCode::TypeMismatch, at, value.error().message());
    return graph.make_scalar(kind, *value);
  }
  Result<const Node*> node = node_of_text(cells, kind, DateTimeMode::Unspecified, text, graph);
  if (!node.ok()) return reader.error(ErrorCode::TypeMismatch, at, node.error().message());
  return node;
}

}  // namespace dotwire::dataset_xml

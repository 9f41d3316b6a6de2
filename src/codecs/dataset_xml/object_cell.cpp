#include "codecs/dataset_xml/object_cell.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/byte_reader.h"
#include "base/try.h"
#include "clr/base64.h"
#include "clr/uri.h"
#include "codecs/dataset_xml/prefixes.h"
#include "codecs/dataset_xml/sql_xml.h"
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
constexpr std::string_view kVersion = "System.Version";

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
    case ValueKind::Uri: return to_xml_text(Uri{std::string(scalar.text())});
    default: break;
  }
  if (model::storage_of(scalar.value_kind) == model::Storage::Varying) return std::string(scalar.text());
  if (model::cell_width(scalar.value_kind) > sizeof(scalar.value) || scalar.value_kind == ValueKind::Object ||
      scalar.value_kind == ValueKind::DBNull) {
    return not_representable("a value that has no text");
  }
  return text_to(put_cell(room.data(), cells, scalar.value_kind, mode, scalar.value));
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

void append_attribute(Buffer& out, const Markup& markup, std::string_view name, std::string_view value) {
  out.push_back(' ');
  out.append(name);
  out.append("=\"");
  static_cast<void>(markup.append_name(out, value));
  out.push_back('"');
}

// The two prefixes stand behind the attribute, in an order of their own, and then what the element's name declares;
// XmlDictionaryWriter has that first.
void append_xsi_type(Buffer& out, const ObjectWriteContext& context, std::string_view xsi_type,
                     std::string_view declarations) {
  const bool stray = has_stray_attribute(context.cells.dialect);
  const std::string value = "xs:" + std::string(xsi_type);
  append_attribute(out, context.markup, "xsi:type", value);
  if (stray) append_attribute(out, context.markup, "xs:xmlns", value);
  if (context.markup.dictionary) out.append(declarations);
  const bool xsi_first = stray && context.markup.dictionary;
  if (xsi_first && !context.xsi_bound) append_attribute(out, context.markup, "xmlns:xsi", kXsi);
  if (!context.xs_bound) append_attribute(out, context.markup, "xmlns:xs", kXsd);
  if (!xsi_first && !context.xsi_bound) append_attribute(out, context.markup, "xmlns:xsi", kXsi);
  if (!context.markup.dictionary) out.append(declarations);
}

// The class of a value that is not the column's own.
void append_instance_type(Buffer& out, const ObjectWriteContext& context, std::string_view type,
                          std::string_view declarations) {
  append_attribute(out, context.markup, "msdata:InstanceType", type);
  if (context.markup.dictionary) out.append(declarations);
  if (!context.msdata_bound) append_attribute(out, context.markup, "xmlns:msdata", kMsdata);
  if (!context.markup.dictionary) out.append(declarations);
}

// F.1: what the value's type is, where the column's does not say it.
void append_type(Buffer& out, const ObjectWriteContext& context, ValueKind kind, std::string_view declarations) {
  const std::string_view xsi_type = xsi_type_of(kind);
  if (!xsi_type.empty()) return append_xsi_type(out, context, xsi_type, declarations);
  append_instance_type(out, context, kind == ValueKind::Type ? "Type" : model::clr_name(kind), declarations);
}

Status append_text_element_end(Buffer& out, const Markup& markup, std::string_view name, std::string_view text) {
  if (text.empty()) return out.append(markup.empty_end()), Status();
  out.push_back('>');
  if (!markup.append_text(out, text)) return not_representable("text holds a lone surrogate");
  out.append("</");
  out.append(name);
  out.push_back('>');
  return {};
}

Status append_kept_xml(Buffer& out, const ObjectWriteContext& context, const Column& column,
                       const ObjectElement& element, const model::ObjectNode& object) {
  const auto text_of = [&](std::string_view member_name) {
    const model::Member* member = object.find(member_name);
    if (member == nullptr || member->recorded.binary_type == model::BinaryType::Primitive) return std::string_view();
    const model::StringNode* text = as_string(object.slot(*member).node());
    return text == nullptr ? std::string_view() : text->view();
  };
  const std::string_view content = text_of(kContent);
  if (object.type->name != column.type_name) {
    std::string type(object.type->name);
    if (!object.type->library.empty()) type += ", " + std::string(object.type->library);
    append_instance_type(out, context, type, {});
  }
  out.append(text_of(kAttributes));
  out.append(element.declarations);
  if (content.empty()) return out.append(context.markup.empty_end()), Status();
  out.push_back('>');
  out.append(content);
  out.append("</");
  out.append(element.name);
  out.push_back('>');
  return {};
}

bool is_kept_xml(const model::ObjectNode& object) {
  return object.type->members.size() == 2 && object.find(kAttributes) != nullptr && object.find(kContent) != nullptr;
}

// "Z" or "+01:00" behind a time.
bool has_offset(std::string_view text) {
  text = trim_xml_space(text);
  return text.ends_with('Z') || (text.size() > 6 && (text[text.size() - 6] == '+' || text[text.size() - 6] == '-') &&
                                 text.find('T') != std::string_view::npos);
}

ValueKind kind_of_instance_type(std::string_view text) {
  if (text == "Type") return ValueKind::Type;
  return model::value_kind_of(split_type_text(text).name);
}

std::string_view local_part(std::string_view qualified) {
  const std::size_t colon = qualified.find(':');
  return colon == std::string_view::npos ? qualified : qualified.substr(colon + 1);
}

// .NET writes xs:anyType for a BigInteger and a DateTimeOffset, which it does not read again; their texts tell which.
Result<const Node*> node_of_any_type(const CellContext& cells, std::string_view text, model::Graph& graph) {
  for (const ValueKind kind : {ValueKind::BigInteger, ValueKind::DateTimeOffset}) {
    if (kind == ValueKind::DateTimeOffset && !has_offset(text)) continue;
    Result<const Node*> node = node_of_text(cells, kind, DateTimeMode::Unspecified, text, graph);
    if (node.ok()) return node;
  }
  return graph.make_string(text);
}

// The class whose XML is kept: as the attribute names it, else the column's.
TypeText class_of(xml::Reader& reader, const Column& column) {
  const xml::Attribute* instance = reader.find_attribute(reader.intern(kMsdata), reader.intern("InstanceType"));
  if (instance != nullptr) return split_type_text(instance->value);
  return {column.type_name, column.assembly};
}

// Two to four numbers. .NET writes an empty element and so loses them.
bool is_version(std::string_view text) {
  std::size_t numbers = 0;
  while (true) {
    const std::size_t dot = text.find('.');
    if (!parse_integer<std::uint32_t>(text.substr(0, dot)).ok() || ++numbers > 4) return false;
    if (dot == std::string_view::npos) return numbers >= 2;
    text.remove_prefix(dot + 1);
  }
}

// A piece of a start tag: an attribute or a declaration, up to the next one.
struct TagPiece {
  const char* at;
  bool kept;
};

// The attributes of the start tag that the reader is on, without msdata:InstanceType, and without the declarations of
// msdata and of the prefix that the element has: who writes it knows those.
std::string kept_attributes(xml::Reader& reader) {
  std::vector<TagPiece> pieces;
  const xml::StringId msdata = reader.intern(kMsdata);
  const xml::StringId instance_type = reader.intern("InstanceType");
  for (const xml::Attribute& attribute : reader.attributes()) {
    pieces.push_back({attribute.at, attribute.name_space != msdata || attribute.local != instance_type});
  }
  for (const xml::NamespaceDeclaration& declaration : reader.declarations()) {
    pieces.push_back({declaration.at, declaration.prefix != reader.prefix() && declaration.name_space != msdata});
  }
  std::sort(pieces.begin(), pieces.end(), [](const TagPiece& a, const TagPiece& b) { return a.at < b.at; });
  const char* end = reader.position() - (reader.is_empty_element() ? 2 : 1);
  std::string kept;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (!pieces[i].kept) continue;
    const char* stop = i + 1 < pieces.size() ? pieces[i + 1].at : end;
    while (stop != pieces[i].at && xml::is_space(stop[-1])) --stop;
    kept.push_back(' ');
    kept.append(pieces[i].at, stop);
  }
  return kept;
}

// Prefixes that the kept XML uses and does not declare.
class OuterPrefixes {
 public:
  OuterPrefixes(xml::Reader& reader, std::size_t most) : reader_(reader), most_(most) {
    for (const xml::NamespaceDeclaration& declaration : reader.declarations()) add(known_, declaration.prefix);
    add(known_, xml::kEmptyString);
    add(known_, xml::kXmlPrefix);
    const xml::StringId msdata = reader.intern(kMsdata);
    const xml::StringId instance_type = reader.intern("InstanceType");
    for (const xml::Attribute& attribute : reader.attributes()) {
      if (attribute.name_space != msdata || attribute.local != instance_type) use(attribute);
    }
  }
  // At a start tag inside.
  void at_start() {
    for (const xml::NamespaceDeclaration& declaration : reader_.declarations()) add(known_, declaration.prefix);
    use(reader_.prefix(), reader_.name_space());
    for (const xml::Attribute& attribute : reader_.attributes()) use(attribute);
  }
  const std::string& declarations() const { return declarations_; }

 private:
  static bool add(std::vector<bool>& set, xml::StringId prefix) {
    if (prefix >= set.size()) set.resize(std::size_t{prefix} + 1);
    if (set[prefix]) return false;
    set[prefix] = true;
    return true;
  }
  void use(const xml::Attribute& attribute) {
    const std::string_view raw = reader_.raw_name(attribute);
    const std::size_t colon = raw.find(':');
    if (colon != std::string_view::npos) use(reader_.intern(raw.substr(0, colon)), attribute.name_space);
  }
  void use(xml::StringId prefix, xml::StringId name_space) {
    if (declarations_.size() > most_ || !add(known_, prefix)) return;
    declarations_ += declaration_text(Markup(), reader_.string(prefix), reader_.string(name_space));
  }

  xml::Reader& reader_;
  std::size_t most_;
  std::vector<bool> known_;
  std::string declarations_;
};

// The reader is on the start tag.
Result<const Node*> keep_xml(xml::Reader& reader, const Column& column, model::Graph& graph) {
  constexpr std::size_t kMostDeclarations = 1 << 16;
  const TypeText type_text = class_of(reader, column);
  model::Member members[2];
  members[0].name = kAttributes;
  members[1].name = kContent;
  for (model::Member& member : members) member.recorded.binary_type = model::BinaryType::String;
  const model::Type* type = graph.make_type(type_text.name, type_text.assembly, members);

  std::string attributes = kept_attributes(reader);
  OuterPrefixes outer(reader, kMostDeclarations);
  const char* const content = reader.position();
  const bool empty = reader.is_empty_element();
  const std::size_t depth = reader.depth();
  while (true) {
    DOTWIRE_TRY(const xml::NodeKind node, reader.next());
    if (node == xml::NodeKind::End && reader.depth() < depth) break;
    if (node == xml::NodeKind::Start) outer.at_start();
  }
  const auto size = empty ? std::size_t{0} : static_cast<std::size_t>(reader.node_begin() - content);
  attributes += outer.declarations();
  if (attributes.empty()) {
    if (type_text.name == kVersion && is_version({content, size})) return graph.make_string({content, size});
    if (const Node* number = enum_number({content, size}, graph)) return number;
  }

  model::ObjectNode* object = graph.make_object(type);
  object->slot(type->members[0]) = model::Slot::in_place(graph.make_string(attributes));
  object->slot(type->members[1]) = model::Slot::in_place(graph.make_string({content, size}));
  return object;
}

SqlXmlPlace sql_xml_place(const ObjectWriteContext& context, const ObjectElement& element) {
  const bool declares = element.declarations.find(" xmlns=\"") != std::string_view::npos;
  const bool clears = element.declarations.find(" xmlns=\"\"") != std::string_view::npos;
  return {.markup = context.markup,
          .name = element.name,
          .line = context.end_line,
          .has_default = declares ? !clears : context.default_bound};
}

}  // namespace

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

Result<std::string> plain_text(const Node* node, const CellContext& cells) {
  return node_text(node, DateTimeMode::UnspecifiedLocal, false, cells);
}

Result<std::string> cell_text_of_node(const Node* node, const Column& column, const CellContext& cells) {
  return node_text(node, column.date_time_mode, column.kind() == ValueKind::DateTime, cells);
}

bool has_known_xml(const Column& column, const Node* node) {
  if (node == nullptr || as_string(node) != nullptr || as_scalar(node) != nullptr || is_byte_array(node)) return true;
  const model::ObjectNode* object = as_object(node);
  if (object != nullptr && enum_value(*object) != nullptr) return true;
  const bool typed = column.type_name != "System.Object";
  const bool in_element = column.mapping == model::MappingType::Element;
  if (!in_element && !(column.mapping == model::MappingType::SimpleContent && typed)) return false;
  if (object != nullptr) return is_kept_xml(*object);
  const model::ArrayNode* array = as_array(node);
  return array != nullptr && typed && is_known_array(*array);
}

bool is_content_text(const Column& column, const Node* node) {
  if (column.type_name == "System.Object") return true;
  const model::ObjectNode* object = as_object(node);
  return as_scalar(node) != nullptr || (object != nullptr && enum_value(*object) != nullptr);
}

void append_object_type(Buffer& out, const ObjectWriteContext& context, const Node* node,
                        std::string_view declarations) {
  if (as_object(node) != nullptr) return append_xsi_type(out, context, {}, declarations);
  append_type(out, context, kind_of_node(node), declarations);
}

Status write_object_cell(Buffer& out, const ObjectWriteContext& context, const Column& column,
                         const ObjectElement& element, const Node* node) {
  out.push_back('<');
  out.append(element.name);
  if (const model::ObjectNode* object = as_object(node)) {
    if (is_kept_xml(*object)) return append_kept_xml(out, context, column, element, *object);
    const model::Member* member = enum_value(*object);
    if (member == nullptr) {
      return not_representable("a value of class " + std::string(object->type->name) + ", whose XML is not known here");
    }
    DOTWIRE_TRY(const std::string text, enum_text(*object, *member, context.cells));
    if (column.type_name == "System.Object") {
      append_object_type(out, context, node, element.declarations);
    } else {
      out.append(element.declarations);
    }
    return append_text_element_end(out, context.markup, element.name, text);
  }
  const ValueKind kind = kind_of_node(node);
  if (kind == ValueKind::Object && !has_known_xml(column, node)) return unknown_array();
  if (kind == ValueKind::Object) return write_array_content(out, context, element, *as_array(node));
  if (kind == ValueKind::SqlXml) {
    append_type(out, context, kind, element.declarations);
    return append_sql_xml(out, sql_xml_place(context, element), as_scalar(node)->text());
  }
  DOTWIRE_TRY(const std::string text, plain_text(node, context.cells));
  if (column.type_name == "System.Object") {
    append_type(out, context, kind, element.declarations);
  } else {
    out.append(element.declarations);
  }
  return append_text_element_end(out, context.markup, element.name, text);
}

Status write_sql_xml_cell(Buffer& out, const ObjectWriteContext& context, const ObjectElement& element,
                          std::string_view xml) {
  out.push_back('<');
  out.append(element.name);
  out.append(element.declarations);
  return append_sql_xml(out, sql_xml_place(context, element), xml);
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

Result<StatedType> stated_type(xml::Reader& reader) {
  const xml::Attribute* type = reader.find_attribute(reader.intern(kXsi), reader.intern("type"));
  if (type != nullptr) {
    const std::string_view local = local_part(type->value);
    if (local.empty() && !type->value.empty()) return StatedType{.is_enum = true};
    const auto kind = kind_of_xsi_type(local);
    if (!kind.has_value()) return reader.error(ErrorCode::TypeMismatch, type->at, "unknown xsi:type");
    return StatedType{.kind = *kind, .is_any = local == "anyType"};
  }
  const xml::Attribute* instance = reader.find_attribute(reader.intern(kMsdata), reader.intern("InstanceType"));
  if (instance == nullptr) return StatedType();
  return StatedType{.kind = kind_of_instance_type(instance->value)};
}

Result<const Node*> node_of_stated(const CellContext& cells, StatedType type, std::string_view text,
                                   model::Graph& graph) {
  if (type.is_any) return node_of_any_type(cells, text, graph);
  if (type.is_enum) {
    const Node* number = enum_number(text, graph);
    return number != nullptr ? number : graph.make_string(text);
  }
  if (type.kind == ValueKind::DateTime) {
    DOTWIRE_TRY(const DateTime value, parse_date_time(cells, text));
    return graph.make_scalar(type.kind, value);
  }
  return node_of_text(cells, type.kind, DateTimeMode::Unspecified, text, graph);
}

Result<const Node*> read_object_cell(xml::Reader& reader, const CellContext& cells, const Column& column,
                                     model::Graph& graph) {
  if (column.type_name != "System.Object") {
    const Primitive item = array_item_of(column.type_name);
    if (item != Primitive::Null) return read_array_content(reader, cells, item, graph);
    return keep_xml(reader, column, graph);
  }
  DOTWIRE_TRY(const StatedType type, stated_type(reader));
  if (type.kind == ValueKind::Object) return keep_xml(reader, column, graph);
  if (type.kind == ValueKind::SqlXml) {
    DOTWIRE_TRY(const std::string xml, read_sql_xml(reader));
    return graph.make_text_scalar(type.kind, xml);
  }
  const char* const at = reader.node_begin();
  DOTWIRE_TRY(const std::string_view text, reader.read_content());
  Result<const Node*> node = node_of_stated(cells, type, text, graph);
  if (!node.ok()) return reader.error(ErrorCode::TypeMismatch, at, node.error().message());
  return node;
}

}  // namespace dotwire::dataset_xml

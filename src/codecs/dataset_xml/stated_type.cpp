#include "codecs/dataset_xml/stated_type.h"

#include "base/try.h"
#include "codecs/dataset_xml/node_text.h"
#include "codecs/dataset_xml/type_map.h"
#include "codecs/dataset_xml/vocabulary.h"
#include "wire/xml/characters.h"

namespace dotwire::dataset_xml {

using model::as_object;
using model::DateTimeMode;
using model::Node;
using model::ValueKind;

namespace {

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

}  // namespace

void append_instance_type(Buffer& out, const ObjectWriteContext& context, std::string_view type,
                          std::string_view declarations) {
  append_attribute(out, context.markup, "msdata:InstanceType", type);
  if (context.markup.dictionary) out.append(declarations);
  if (!context.msdata_bound) append_attribute(out, context.markup, "xmlns:msdata", kMsdata);
  if (!context.markup.dictionary) out.append(declarations);
}

void append_type(Buffer& out, const ObjectWriteContext& context, ValueKind kind, std::string_view declarations) {
  const std::string_view xsi_type = xsi_type_of(kind);
  if (!xsi_type.empty()) return append_xsi_type(out, context, xsi_type, declarations);
  append_instance_type(out, context, kind == ValueKind::Type ? "Type" : model::clr_name(kind), declarations);
}

void append_object_type(Buffer& out, const ObjectWriteContext& context, const Node* node,
                        std::string_view declarations) {
  if (as_object(node) != nullptr) return append_xsi_type(out, context, {}, declarations);
  append_type(out, context, kind_of_node(node), declarations);
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

}  // namespace dotwire::dataset_xml

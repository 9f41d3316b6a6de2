#include "codecs/dataset_xml/object_cell.h"

#include "base/try.h"
#include "codecs/dataset_xml/kept_xml.h"
#include "codecs/dataset_xml/node_text.h"
#include "codecs/dataset_xml/sql_xml.h"
#include "codecs/dataset_xml/stated_type.h"
#include "codecs/dataset_xml/xml_array.h"

namespace dotwire::dataset_xml {
namespace {

using model::as_array;
using model::as_object;
using model::as_scalar;
using model::as_string;
using model::Column;
using model::Node;
using model::ValueKind;

Error not_representable(const std::string& what) { return Error(ErrorCode::NotRepresentable, what); }

Status append_text_element_end(Buffer& out, const Markup& markup, std::string_view name, std::string_view text) {
  if (text.empty()) return out.append(markup.empty_end()), Status();
  out.push_back('>');
  if (!markup.append_text(out, text)) return not_representable("text holds a lone surrogate");
  out.append("</");
  out.append(name);
  out.push_back('>');
  return {};
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

// Cells that are graph values: object columns, arrays and classes of the program (xml-json-formats.md F.1).
//
// What only XmlSerializer, or the class itself, can write is kept as its XML: an ObjectNode of the class with two text
// members, "attributes" (of the column's element, as written, a blank before each, without what its own name and
// msdata:InstanceType say) and "content" (all between the tags). Prefixes that are declared further out are declared
// there too. Where that is an integer alone, the class is an enum, whose columns .NET stores as numbers: an Int32,
// or an Int64 or UInt64 where it is too large.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "codecs/dataset_xml/cell_text.h"
#include "codecs/dataset_xml/dialect.h"
#include "codecs/dataset_xml/markup.h"
#include "dotwire/buffer.h"
#include "dotwire/result.h"
#include "dotwire/table.h"
#include "wire/xml/reader.h"

namespace dotwire::dataset_xml {

// The text of a single value or string, without what says its type.
Result<std::string> plain_text(const model::Node* node, const CellContext& cells);

// The same for a value of the column's type: a DateTime by the column's mode.
Result<std::string> cell_text_of_node(const model::Node* node, const model::Column& column, const CellContext& cells);

// A number of an enum in the form that .NET writes; null where the text is none.
const model::Node* enum_number(std::string_view text, model::Graph& graph);

// What the cells of a row's plan have in common.
struct ObjectWriteContext {
  const CellContext& cells;
  Markup markup;
  std::string end_line;   // before an end tag behind items: newline and indentation, or nothing
  std::string item_line;  // before an item
  // Prefixes that stand for their namespaces already.
  bool xsi_bound = false;
  bool xs_bound = false;
  bool msdata_bound = false;
  // A default namespace is in force around the element.
  bool default_bound = false;
};

// The column's element: its name as it is written, and what that has to declare.
struct ObjectElement {
  std::string_view name;
  std::string_view declarations;
};

// Whether the value can be written into the column's cell. .NET writes no array into a column of System.Object, and
// into attributes nothing of an object; single values are written there all the same.
bool has_known_xml(const model::Column& column, const model::Node* node);

// Whether a value of simple content is the text of the row's element. Others are an element in it, as in a column of
// elements.
bool is_content_text(const model::Column& column, const model::Node* node);
// The attributes that say the type of a value of a System.Object column, and then `declarations`.
void append_object_type(Buffer& out, const ObjectWriteContext& context, const model::Node* node,
                        std::string_view declarations);

// Writes the element from '<' to '>'.
Status write_object_cell(Buffer& out, const ObjectWriteContext& context, const model::Column& column,
                         const ObjectElement& element, const model::Node* node);
// The same for a char[] column; the text is what the array holds.
Status write_chars_cell(Buffer& out, const ObjectWriteContext& context, const ObjectElement& element,
                        std::string_view text);

// The same for a SqlXml column.
Status write_sql_xml_cell(Buffer& out, const ObjectWriteContext& context, const ObjectElement& element,
                          std::string_view xml);

// Behind the start tag of the column's element: reads to its end.
Result<const model::Node*> read_object_cell(xml::Reader& reader, const CellContext& cells, const model::Column& column,
                                            model::Graph& graph);
// Reads the items of a char[]: its text.
Result<std::string> read_chars_cell(xml::Reader& reader);

// What the attributes of an element say of the type of a System.Object's value in it.
struct StatedType {
  model::ValueKind kind = model::ValueKind::String;  // Object: a class
  bool is_any = false;                               // xs:anyType, which .NET does not read again
  bool is_enum = false;                              // "xs:", the same
};
Result<StatedType> stated_type(xml::Reader& reader);
Result<const model::Node*> node_of_stated(const CellContext& cells, StatedType type, std::string_view text,
                                          model::Graph& graph);

// A value of a kind with a text as a node: what defaults and typed cells become.
Result<const model::Node*> node_of_text(const CellContext& cells, model::ValueKind kind, model::DateTimeMode mode,
                                        std::string_view text, model::Graph& graph);

}  // namespace dotwire::dataset_xml

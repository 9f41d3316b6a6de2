// Cells that are graph values: object columns, arrays and classes of the program (xml-json-formats.md F.1).
#pragma once

#include <string_view>

#include "codecs/dataset_xml/cell_text.h"
#include "codecs/dataset_xml/object_element.h"
#include "dotwire/buffer.h"
#include "dotwire/graph.h"
#include "dotwire/result.h"
#include "dotwire/table.h"
#include "wire/xml/reader.h"

namespace dotwire::dataset_xml {

// Whether the value can be written into the column's cell. .NET writes no array into a column of System.Object, and
// into attributes nothing of an object; single values are written there all the same.
bool has_known_xml(const model::Column& column, const model::Node* node);

// Whether a value of simple content is the text of the row's element. Others are an element in it, as in a column of
// elements.
bool is_content_text(const model::Column& column, const model::Node* node);

// Writes the element from '<' to '>'.
Status write_object_cell(Buffer& out, const ObjectWriteContext& context, const model::Column& column,
                         const ObjectElement& element, const model::Node* node);
// The same for a SqlXml column.
Status write_sql_xml_cell(Buffer& out, const ObjectWriteContext& context, const ObjectElement& element,
                          std::string_view xml);

// Behind the start tag of the column's element: reads to its end.
Result<const model::Node*> read_object_cell(xml::Reader& reader, const CellContext& cells, const model::Column& column,
                                            model::Graph& graph);

}  // namespace dotwire::dataset_xml

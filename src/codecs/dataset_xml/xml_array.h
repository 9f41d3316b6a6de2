// Arrays of primitives and strings as XmlSerializer writes them into a cell: <Ints ...><int>1</int></Ints>.
#pragma once

#include <string>
#include <string_view>

#include "codecs/dataset_xml/cell_text.h"
#include "codecs/dataset_xml/object_element.h"
#include "dotwire/buffer.h"
#include "dotwire/graph.h"
#include "dotwire/result.h"
#include "wire/xml/reader.h"

namespace dotwire::dataset_xml {

// The item type of a CLR array name that is read and written here ("System.Int32[]"); Null for the others. Arrays of
// bytes are base64, and chars have a storage of their own.
Primitive array_item_of(std::string_view clr_type_name);

// Whether it is one of those, or of strings.
bool is_known_array(const model::ArrayNode& array);
Error unknown_array();

// From behind the element's name to its end.
Status write_array_content(Buffer& out, const ObjectWriteContext& context, const ObjectElement& element,
                           const model::ArrayNode& array);

Result<const model::Node*> read_array_content(xml::Reader& reader, const CellContext& cells, Primitive item,
                                              model::Graph& graph);

// Writes the element of a char[] column from '<' to '>'; the text is what the array holds.
Status write_chars_cell(Buffer& out, const ObjectWriteContext& context, const ObjectElement& element,
                        std::string_view text);
// Reads the items of a char[]: its text.
Result<std::string> read_chars_cell(xml::Reader& reader);

}  // namespace dotwire::dataset_xml

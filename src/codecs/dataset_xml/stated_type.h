// What the attributes of an element say of the type of the value in it, where the column's type does not (F.1).
#pragma once

#include <string_view>

#include "codecs/dataset_xml/cell_text.h"
#include "codecs/dataset_xml/object_element.h"
#include "dotwire/buffer.h"
#include "dotwire/graph.h"
#include "dotwire/result.h"
#include "wire/xml/reader.h"

namespace dotwire::dataset_xml {

// The functions that append attributes put `declarations` where the writer of the element's name would.

// Of a kind that has a name of XSD or of the framework.
void append_type(Buffer& out, const ObjectWriteContext& context, model::ValueKind kind, std::string_view declarations);
// msdata:InstanceType, of a class that is not the column's own.
void append_instance_type(Buffer& out, const ObjectWriteContext& context, std::string_view type,
                          std::string_view declarations);
// Of a value of a System.Object column.
void append_object_type(Buffer& out, const ObjectWriteContext& context, const model::Node* node,
                        std::string_view declarations);

struct StatedType {
  model::ValueKind kind = model::ValueKind::String;  // Object: a class
  bool is_any = false;                               // xs:anyType, which .NET does not read again
  bool is_enum = false;                              // "xs:", the same
};
// Of the start tag that the reader is on.
Result<StatedType> stated_type(xml::Reader& reader);
Result<const model::Node*> node_of_stated(const CellContext& cells, StatedType type, std::string_view text,
                                          model::Graph& graph);

}  // namespace dotwire::dataset_xml

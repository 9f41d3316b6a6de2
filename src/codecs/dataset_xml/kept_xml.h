// Values of classes that only XmlSerializer, or the class itself, can write: their XML is kept.
//
// That is an ObjectNode of the class with two text members, "attributes" (of the column's element, as written, a blank
// before each, without what its own name and msdata:InstanceType say) and "content" (all between the tags). Prefixes
// that are declared further out are declared there too. Where that is an integer alone, the class is an enum, whose
// columns .NET stores as numbers: an Int32, or an Int64 or UInt64 where it is too large.
#pragma once

#include "codecs/dataset_xml/object_element.h"
#include "dotwire/buffer.h"
#include "dotwire/graph.h"
#include "dotwire/result.h"
#include "dotwire/table.h"
#include "wire/xml/reader.h"

namespace dotwire::dataset_xml {

bool is_kept_xml(const model::ObjectNode& object);

// From behind the element's name to its end.
Status append_kept_xml(Buffer& out, const ObjectWriteContext& context, const model::Column& column,
                       const ObjectElement& element, const model::ObjectNode& object);

// The reader is on the start tag of the column's element: reads to its end.
Result<const model::Node*> keep_xml(xml::Reader& reader, const model::Column& column, model::Graph& graph);

}  // namespace dotwire::dataset_xml

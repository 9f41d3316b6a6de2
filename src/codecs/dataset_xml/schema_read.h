// From an XSD document or an inline schema to the columns of a table (xml-json-formats.md F.4).
#pragma once

#include "codecs/dataset_xml/dataset_xml.h"
#include "wire/xml/reader.h"

namespace dotwire::dataset_xml {

// On the start tag of xs:schema: reads to its end. `table` is new and empty.
Status read_schema_element(xml::Reader& reader, const ReadOptions& options, model::Table& table, model::TableSet* set);

bool is_schema_element(xml::Reader& reader);

}  // namespace dotwire::dataset_xml

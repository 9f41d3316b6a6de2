// The inline schema of WriteXml, and the document of WriteXmlSchema (xml-json-formats.md F.2).
#pragma once

#include "codecs/dataset_xml/dataset_xml.h"
#include "wire/xml/writer.h"

namespace dotwire::dataset_xml {

// The element and id of the schema: the set's name, or NewDataSet.
std::string schema_name(const model::TableSet* set);

Status write_schema_element(xml::Writer& writer, const model::Table& table, const model::TableSet* set,
                            const WriteOptions& options);

// The schema of a whole DataSet: one element, or several where it is split by namespace.
Status write_schema_element(xml::Writer& writer, const model::TableSet& set, const WriteOptions& options);

}  // namespace dotwire::dataset_xml

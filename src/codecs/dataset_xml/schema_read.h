// From an XSD document or an inline schema to the columns of a table (xml-json-formats.md F.4).
#pragma once

#include <optional>

#include "codecs/dataset_xml/dataset_xml.h"
#include "wire/xml/reader.h"

namespace dotwire::dataset_xml {

// On the start tag of xs:schema: reads to its end. `table` is new and empty.
Status read_schema_element(xml::Reader& reader, const ReadOptions& options, model::Table& table, model::TableSet* set);

// What a schema says beside the tables.
struct SchemaFacts {
  std::optional<std::uint32_t> main_table;  // msdata:MainDataTable: the schema is that of one table
  // Inferred: the root element of the data is itself a row of a table, and not the DataSet.
  bool top_level_table = false;
};

// The same for all tables of a schema, with constraints and relations. On the first of perhaps several elements beside
// one another (a schema that is split by namespace): reads all of them, and what follows is not read. `set` is new.
Status read_schema_elements(xml::Reader& reader, const ReadOptions& options, model::TableSet& set, SchemaFacts& facts);

bool is_schema_element(xml::Reader& reader);

}  // namespace dotwire::dataset_xml

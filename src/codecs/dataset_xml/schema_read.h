// From an XSD document or an inline schema to the columns of a table (xml-json-formats.md F.4).
#pragma once

#include <optional>

#include "codecs/dataset_xml/dataset_xml.h"
#include "wire/xml/reader.h"

namespace dotwire::dataset_xml {

// What a schema says beside the tables.
struct SchemaFacts {
  std::optional<std::uint32_t> main_table;  // msdata:MainDataTable: the schema is that of one table
  // Inferred: the root element of the data is itself a row of a table, and not the DataSet.
  bool top_level_table = false;
};

// All tables of a schema, with constraints and relations. On the first of perhaps several elements beside
// one another (a schema that is split by namespace): reads all of them, and what follows is not read. `set` is new.
Status read_schema_elements(xml::Reader& reader, const ReadOptions& options, model::TableSet& set, SchemaFacts& facts);

// Leaves a table of a set, the one at `index` there, with the foreign keys to itself: as it is alone.
void drop_keys_to_others(model::Table& table, std::uint32_t index);

// Takes a table out of its set, with what is only its own: keys and relations to other tables are gone. The set is left
// without tables.
void take_table(model::TableSet& set, std::uint32_t index, bool like_dotnet, model::Table& table);

bool is_schema_element(xml::Reader& reader);

}  // namespace dotwire::dataset_xml

// A schema out of data that have none (xml-json-formats.md F.4): what ReadXml does in the modes InferSchema and
// InferTypedSchema, and in Auto where nothing else tells.
#pragma once

#include <cstdint>

#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/dataset_xml/schema_read.h"

namespace dotwire::dataset_xml {

enum class Inference : std::uint8_t {
  Strings,  // InferSchema: every column is a String
  Typed,    // InferTypedSchema
};

// Reads the whole document once; rows are read afterwards, by another pass. `set` is new: it gets tables, columns,
// X_Id and X_Text columns, keys and nested relations. facts.top_level_table says whether the root element is a row.
Status infer_schema(Bytes document, const ReadOptions& options, Inference inference, model::TableSet& set,
                    SchemaFacts& facts);

}  // namespace dotwire::dataset_xml

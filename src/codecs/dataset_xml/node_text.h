// Graph values that have one text in XML: strings, single values, byte arrays and enums.
#pragma once

#include <string>
#include <string_view>

#include "codecs/dataset_xml/cell_text.h"
#include "dotwire/graph.h"
#include "dotwire/result.h"
#include "dotwire/table.h"

namespace dotwire::dataset_xml {

bool is_byte_array(const model::Node* node);
// Object: none of those that have a text; an enum is one too.
model::ValueKind kind_of_node(const model::Node* node);

// What an enum's record holds; null: the object is no enum.
const model::Member* enum_value(const model::ObjectNode& object);
Result<std::string> enum_text(const model::ObjectNode& object, const model::Member& member, const CellContext& cells);

// The text of a single value or string, without what says its type.
Result<std::string> plain_text(const model::Node* node, const CellContext& cells);

// The same for a value of the column's type: a DateTime by the column's mode.
Result<std::string> cell_text_of_node(const model::Node* node, const model::Column& column, const CellContext& cells);

// The text of a column's default in a schema: a DateTime shows its kind, but in UnspecifiedLocal its local time.
Result<std::string> default_text(const model::Node* node, const model::Column& column, const CellContext& cells);
// The other way round.
Result<const model::Node*> default_of_text(const CellContext& cells, const model::Column& column, std::string_view text,
                                           model::Graph& graph);

// A value of a kind with a text as a node: what typed cells become.
Result<const model::Node*> node_of_text(const CellContext& cells, model::ValueKind kind, model::DateTimeMode mode,
                                        std::string_view text, model::Graph& graph);

// A number of an enum in the form that .NET writes; null where the text is none.
const model::Node* enum_number(std::string_view text, model::Graph& graph);

}  // namespace dotwire::dataset_xml

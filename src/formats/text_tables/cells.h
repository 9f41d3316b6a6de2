// Cells of a table as text and as JSON values.
#pragma once

#include "dotwire/buffer.h"
#include "dotwire/format.h"
#include "dotwire/table.h"
#include "wire/json/writer.h"

namespace dotwire::text_tables {

// The node's value as text; nothing where it is an object or an array other than byte[].
bool append_node_text(const model::Node* node, Buffer& out);

// The cell's text behind `out`: binary data as base64. False, and nothing written, for objects that have no text.
// The cell must not be null.
bool append_cell_text(const model::Column& column, std::size_t record, Buffer& out);

// By json_values::put_value(). Null cells as null. Objects without text as {"$object": true}.
void write_cell(json::Writer& writer, const model::Column& column, std::size_t record, JsonNumbers numbers);
// A value with a type of its own: {"$type": "System.Int32", "$value": 5}; text bare.
void write_node_value(json::Writer& writer, const model::Node* node, JsonNumbers numbers);
// False where write_node_value() has only {"$object": true} to say.
bool has_text(const model::Node* node);

}  // namespace dotwire::text_tables

// Cells of a table as text and as JSON values.
#pragma once

#include "dotwire/buffer.h"
#include "dotwire/table.h"
#include "wire/json/writer.h"

namespace dotwire::text_tables {

// The node's value as text; nothing where it is an object or an array other than byte[].
bool append_node_text(const model::Node* node, Buffer& out);

// The cell's text behind `out`: binary data as base64. False, and nothing written, for objects that have no text.
// The cell must not be null.
bool append_cell_text(const model::Column& column, std::size_t record, Buffer& out);

// Numbers of up to 32 bits and finite floating point as JSON numbers, 64-bit and decimal ones and all else as text,
// so that no reader rounds them. Null cells as null. Objects without text as {"$object": true}.
void write_cell(json::Writer& writer, const model::Column& column, std::size_t record);
// A value with a type of its own: {"$type": "System.Int32", "$value": 5}; text bare.
void write_node_value(json::Writer& writer, const model::Node* node);
// False where write_node_value() has only {"$object": true} to say.
bool has_text(const model::Node* node);

}  // namespace dotwire::text_tables

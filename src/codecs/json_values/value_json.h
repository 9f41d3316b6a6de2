// Single values of .NET as JSON, and back: docs/json.md. Every value comes back with the same bits.
#pragma once

#include <string_view>

#include "dotwire/format.h"
#include "dotwire/graph.h"
#include "wire/json/reader.h"
#include "wire/json/writer.h"

namespace dotwire::json_values {

// A value of a kind of fixed size as it lies in a node or column. Numbers of up to 32 bits, finite floating point and
// Boolean are JSON's own; 64-bit integers and Decimal follow `numbers`; all else is text. A NaN with other bits than
// .NET's own says them: "NaN(7ff8000000000001)".
void put_value(json::Writer& writer, model::ValueKind kind, const void* value, JsonNumbers numbers);

// The reverse, into 24 bytes of room (a cell of table.h). Both forms of a number are taken, whatever its kind.
// Malformed if it is no value of that kind, OutOfRange if no value of that kind is so large; offsets are the token's.
Status load_value(const json::Token& token, model::ValueKind kind, void* to);
// The same of text alone.
Status load_text(std::string_view text, model::ValueKind kind, void* to);

}  // namespace dotwire::json_values

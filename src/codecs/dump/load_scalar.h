// Single values from their dump.
#pragma once

#include <string>

#include "dotwire/graph.h"
#include "wire/json/document.h"

namespace dotwire::dump {

// The fixed-size value of a tagged scalar ({"int":"5"}) or of a SqlType that is not null, as it lies in memory: 24
// bytes of room. TypeMismatch if it is none of that kind.
Status load_fixed(const json::Value& value, model::ValueKind kind, void* to);
// Text or bytes of a kind that is no fixed size, however it is dumped.
Result<std::string> load_text(const json::Value& value, model::ValueKind kind);

// The kind that a tag says, or None: "int" is Int32.
model::ValueKind tagged_kind(const json::Value& value);
// The kind that "sql" says, or None.
model::ValueKind sql_kind(const json::Value& value);
bool is_sql_null(const json::Value& value);
bool is_dbnull(const json::Value& value);

}  // namespace dotwire::dump

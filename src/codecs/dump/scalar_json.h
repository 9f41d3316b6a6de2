// Single values as the dump tags them: {"int":"5"}, {"dateTime":"TICKS;KIND"} ... (the oracle's README).
#pragma once

#include "model/well_known.h"
#include "wire/json/writer.h"

namespace dotwire::dump {

// Values that are objects to the dump take ids, so they are not written here: Bytes, Chars, Uri, Version, BigInteger.
bool is_dumped_as_object(model::ValueKind kind);

// Any other value; a null SqlType too.
void write_scalar(json::Writer& out, const model::Scalar& scalar);
void write_sql_null(json::Writer& out, model::ValueKind kind);

// Of kinds of fixed size, as they lie in memory (values.h, table.h); of kinds that are text or bytes.
void write_fixed(json::Writer& out, model::ValueKind kind, const void* value);
void write_text(json::Writer& out, model::ValueKind kind, std::string_view text);
void write_hex(json::Writer& out, std::string_view bytes);

}  // namespace dotwire::dump

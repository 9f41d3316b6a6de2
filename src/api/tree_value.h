// Single values of the tree as text.
#pragma once

#include <cstdint>
#include <string>

#include "dotwire/inspect.h"
#include "model/well_known.h"

namespace dotwire {

// Text on one line, in quotes.
std::string quoted(std::string_view text, std::size_t max_text);

// Of a fixed-size value, or text and binary data of the others.
std::string scalar_text(const model::Scalar& scalar, std::size_t max_text);
std::string primitive_value_text(Primitive primitive, const void* value);

// "1, 2, 3, ..." or the first bytes in hexadecimal.
std::string primitive_array_text(const model::ArrayNode& array, std::size_t max_text);

// "Int32[2,3]", "Ns.Order[]"
std::string array_type_text(const model::ArrayNode& array, bool raw_names);

// "Int32"
std::string kind_name(model::ValueKind kind);

}  // namespace dotwire

// What a record says of a member or element, as text, and back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "dotwire/graph.h"

namespace dotwire::graph_json {

// Library ids by the keys under which "classes" names their classes; kCore: the core library.
using ClassLibraries = std::unordered_map<std::string_view, std::int32_t>;
inline constexpr std::int32_t kCore = 0;

// "Int32", "String", "Object", "Int32[]", "Object[]", "String[]", or the name of a class. Not the whole of it where
// from_type_text() gives another type: then its name and library are said one by one.
std::string type_text(const model::RecordedType& type);
// A name that is none of the first is that of a class of the core library, unless "classes" has it, or has that of
// which it is an array.
model::RecordedType from_type_text(std::string_view text, const ClassLibraries& classes);

bool same_type(const model::RecordedType& a, const model::RecordedType& b);

// BinaryArrayTypeEnumeration as .NET gives it: by rank, lower bounds, and whether the elements are arrays.
std::uint8_t usual_array_kind(const model::RecordedType& element, std::uint8_t rank, bool has_lower_bounds);

}  // namespace dotwire::graph_json

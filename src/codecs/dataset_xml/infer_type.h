// Which XSD types a text may be of: XmlSchemaInference's way of finding a column's type from its values.
#pragma once

#include <cstdint>
#include <string_view>

#include "codecs/dataset_xml/cell_text.h"

namespace dotwire::dataset_xml {

// A set of types; the next value of a column leaves those that fit both.
using TypeSet = std::uint32_t;

inline constexpr TypeSet kAnyType = ~TypeSet{0};
inline constexpr TypeSet kOnlyString = TypeSet{1} << 18;

// Narrows `types` by a value and gives the name of the XSD type that is left: "unsignedByte", "dateTime", "string".
std::string_view refine_type(std::string_view text, TypeSet& types, const CellContext& cells);

}  // namespace dotwire::dataset_xml

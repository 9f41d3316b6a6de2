// Names and short texts of NRBF records for people.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/byte_reader.h"

namespace dotwire::nrbf {

// Text on one line: characters that do not show, backslashes and bytes that are not UTF-8 escaped, cut at `max_bytes`
// with
// "...".
std::string quoted_part(std::string_view text, std::size_t max_bytes);

// "Int32" for 8, PrimitiveTypeEnumeration of 2.1.2.3; empty for numbers that are no primitive.
std::string_view primitive_name(std::uint8_t primitive);

// "ObjectArray" for 5, BinaryTypeEnumeration of 2.1.2.2.
std::string_view binary_type_name(std::uint8_t binary_type);

// A primitive's recorded bytes as text; numbers invariant, dates as ISO text with their kind.
std::string primitive_text(std::uint8_t primitive, Bytes recorded, std::size_t max_bytes);

// "Ns.Point[3,4]"
std::string array_text(std::string element, std::span<const std::uint64_t> lengths);

}  // namespace dotwire::nrbf

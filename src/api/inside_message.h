// Tables of protobuf-net-data that are a field of another Protocol Buffers message: a DataTable as a member of a class
// that protobuf-net serializes.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "dotwire/format.h"

namespace dotwire {

// "a Protocol Buffers message, whose field 3/1 at byte 20 holds protobuf-net-data (345 bytes)"; empty where the input
// is no message, or none of its fields, eight messages deep at most, is such a table. Time in proportion to the input.
std::string table_inside_message(std::span<const std::uint8_t> input, const Options& options = {});

}  // namespace dotwire

// The Library object written and read by code made for it alone: what descriptors are measured against.
#pragma once

#include "../examples/sample_types.h"
#include "dotwire/buffer.h"

namespace dotwire::bench {

// Appends the bytes that dotwire::Writer gives. Every author must be there.
void write_library_by_hand(const samples::Library& library, Buffer& out);

// False if the payload is anything else than what write_library_by_hand makes.
bool read_library_by_hand(std::span<const std::uint8_t> in, samples::Library& library);

}  // namespace dotwire::bench

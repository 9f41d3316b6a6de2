// NRBF payloads of chosen shapes and any size.
#pragma once

#include <cstdint>

#include "dotwire/buffer.h"

namespace dotwire::bench {

// The generator's list of graphic primitives, as the golden case primitives-graphics-*-plain has it.
Buffer graphics_payload(std::uint32_t count);
// string[count], each of 20 letters.
Buffer string_array_payload(std::uint32_t count);
// object[count], all the same object.
Buffer reference_payload(std::uint32_t count);
// object[count]: a boxed Int32, then a run of 9 nulls, and so on.
Buffer null_run_payload(std::uint32_t count);
// object[count]: objects with one Int32, each with a class record and a class name of its own.
Buffer class_record_payload(std::uint32_t count);

}  // namespace dotwire::bench

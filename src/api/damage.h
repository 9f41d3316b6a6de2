// One account of a damage, whichever reader came upon it.
#pragma once

#include <span>

#include "dotwire/error.h"
#include "dotwire/format.h"

namespace dotwire {

// Offset, path and message as the walk over the records gives them, if that stops in the same record; all commands then
// say the same. Otherwise the walk's path at its offset, or the offset of its path. Adds the likely
// reason. Walks the input up to three times.
Error explain(std::span<const std::uint8_t> input, const Format& format, const Options& options, Error error);

}  // namespace dotwire

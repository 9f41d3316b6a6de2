// Which format's recogniser is surest.
#pragma once

#include "dotwire/format.h"

namespace dotwire {

struct Recognition {
  const Format* format = nullptr;
  Confidence confidence = Confidence::No;
};

// The first of the most confident; rows of the host program are asked first.
Recognition recognise(std::span<const std::uint8_t> input, const Options& options);

}  // namespace dotwire

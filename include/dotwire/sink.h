// Where bytes go piece by piece: documents larger than one would like to hold in memory.
#pragma once

#include <cstdint>
#include <span>

#include "dotwire/result.h"

namespace dotwire {

class Sink {
 public:
  virtual ~Sink() = default;
  // The bytes live until put() returns. An error ends the writing, which gives it back.
  virtual Status put(std::span<const std::uint8_t> bytes) = 0;
};

}  // namespace dotwire

// How much resident memory a process gains, as the kernel counts it in /proc/self.
#pragma once

#include <cstdint>
#include <optional>

namespace dotwire::bench {

// From its making on. Memory that was freed before is given back first, so that it is not taken for nothing.
class MemoryPeak {
 public:
  MemoryPeak();
  // The most that was resident since, beyond what was then. Nothing where the kernel does not say.
  std::optional<std::uint64_t> bytes() const;

 private:
  std::optional<std::uint64_t> before_;
};

}  // namespace dotwire::bench

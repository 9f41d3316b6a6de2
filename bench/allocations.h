// Counts what a call takes from malloc.
#pragma once

#include <cstdint>
#include <optional>

namespace dotwire::bench {

struct Allocations {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;  // that were asked for
};

// Of this thread, while an object lives; one at a time. This program has a malloc of its own for it, which counts and
// passes on: the pages of buffers and what C libraries take count as operator new does. Not where a sanitizer has taken
// malloc, nor on another C library than glibc.
class AllocationCounter {
 public:
  AllocationCounter();
  ~AllocationCounter();
  AllocationCounter(const AllocationCounter&) = delete;
  AllocationCounter& operator=(const AllocationCounter&) = delete;

  // So far; nothing where they cannot be counted.
  std::optional<Allocations> count() const;
};

}  // namespace dotwire::bench

// What a reader may still take of Limits::memory.
#pragma once

#include <cstdint>
#include <new>

#include "dotwire/error.h"

namespace dotwire {

// Thrown where memory grows, far from where errors are made; readers catch it and give memory_error().
struct MemoryLimitReached : std::bad_alloc {
  const char* what() const noexcept override { return "Limits::memory is reached"; }
};

inline Error memory_error(std::uint64_t offset) {
  return Error(ErrorCode::LimitExceeded, offset, "what is read takes more memory than Limits::memory allows");
}

// One call's, and so one thread's.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::uint64_t bytes) : left_(bytes) {}

  // Throws MemoryLimitReached when there is no more.
  void take(std::uint64_t bytes) {
    if (bytes > left_) throw MemoryLimitReached();
    left_ -= bytes;
  }
  void give_back(std::uint64_t bytes) { left_ += bytes; }

 private:
  std::uint64_t left_;
};

}  // namespace dotwire

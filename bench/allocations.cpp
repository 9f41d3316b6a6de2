#include "allocations.h"

#include <cerrno>
#include <cstddef>
#include <cstdlib>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define DOTWIRE_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define DOTWIRE_SANITIZED
#endif
#if defined(__GLIBC__) && !defined(DOTWIRE_SANITIZED)
#define DOTWIRE_COUNTS_ALLOCATIONS
#endif

namespace dotwire::bench {
namespace {

// Plain data: they are used before constructors run.
thread_local bool counting = false;
thread_local Allocations counted;

}  // namespace

AllocationCounter::AllocationCounter() {
  counted = {};
  counting = true;
}

AllocationCounter::~AllocationCounter() { counting = false; }

std::optional<Allocations> AllocationCounter::count() const {
#ifdef DOTWIRE_COUNTS_ALLOCATIONS
  return counted;
#else
  return std::nullopt;
#endif
}

}  // namespace dotwire::bench

#ifdef DOTWIRE_COUNTS_ALLOCATIONS

namespace {

void count(std::size_t size) {
  using dotwire::bench::counted;
  using dotwire::bench::counting;
  if (!counting) [[likely]]
    return;
  ++counted.count;
  counted.bytes += size;
}

}  // namespace

// glibc's own, under the names that it keeps for this; free() takes what they give.
extern "C" {
void* __libc_malloc(std::size_t size);  // NOLINT(bugprone-reserved-identifier,readability-identifier-naming)
void* __libc_calloc(std::size_t count,
                    std::size_t size);  // NOLINT(bugprone-reserved-identifier,readability-identifier-naming)
void* __libc_realloc(void* memory,
                     std::size_t size);  // NOLINT(bugprone-reserved-identifier,readability-identifier-naming)
void* __libc_memalign(std::size_t alignment,
                      std::size_t size);  // NOLINT(bugprone-reserved-identifier,readability-identifier-naming)

void* malloc(std::size_t size) noexcept {
  count(size);
  return __libc_malloc(size);
}

void* calloc(std::size_t number, std::size_t size) noexcept {
  count(number * size);
  return __libc_calloc(number, size);
}

void* realloc(void* memory, std::size_t size) noexcept {
  count(size);
  return __libc_realloc(memory, size);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  count(size);
  return __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept { return memalign(alignment, size); }

int posix_memalign(void** memory, std::size_t alignment, std::size_t size) noexcept {
  if (alignment % sizeof(void*) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
  void* const block = memalign(alignment, size);
  if (block == nullptr) return ENOMEM;
  *memory = block;
  return 0;
}
}

#endif

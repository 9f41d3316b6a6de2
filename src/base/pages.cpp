#include "base/pages.h"

#include <sys/mman.h>

#include <cstdlib>
#include <new>

namespace dotwire {

void* allocate_pages(std::size_t size) {
  const std::size_t alignment = size >= kHugePage ? kHugePage : 64;
  const std::size_t rounded = (size + alignment - 1) & ~(alignment - 1);
  if (rounded < size) throw std::bad_alloc();
  void* block = std::aligned_alloc(alignment, rounded);
  if (block == nullptr) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
  if (size >= kHugePage) (void)madvise(block, rounded, MADV_HUGEPAGE);
#endif
  return block;
}

void free_pages(void* block) { std::free(block); }

}  // namespace dotwire

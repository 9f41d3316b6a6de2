// Memory for large blocks. Fresh pages are dear on virtual machines: large blocks are 2 MiB-aligned, with huge pages
// advised.
#pragma once

#include <cstddef>

namespace dotwire {

inline constexpr std::size_t kHugePage = std::size_t{2} << 20;

// Never null: throws std::bad_alloc.
void* allocate_pages(std::size_t size);
void free_pages(void* block);

}  // namespace dotwire

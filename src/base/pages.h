// Memory for large blocks. Fresh pages are dear on virtual machines: large blocks are 2 MiB-aligned, with huge pages
// advised.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

namespace dotwire {

inline constexpr std::size_t kHugePage = std::size_t{2} << 20;

// Never null: throws std::bad_alloc.
void* allocate_pages(std::size_t size);
void free_pages(void* block);

// For containers that grow with the input: small ones are as any other, large ones lie in huge pages.
template <class T>
struct PageAllocator {
  using value_type = T;

  PageAllocator() = default;
  template <class Other>
  PageAllocator(const PageAllocator<Other>&) {}  // NOLINT(google-explicit-constructor): as allocators do

  T* allocate(std::size_t count) {
    static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    if (count > SIZE_MAX / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(is_large(count) ? allocate_pages(count * sizeof(T)) : ::operator new(count * sizeof(T)));
  }
  void deallocate(T* block, std::size_t count) { is_large(count) ? free_pages(block) : ::operator delete(block); }

  friend bool operator==(const PageAllocator&, const PageAllocator&) { return true; }

 private:
  static bool is_large(std::size_t count) { return count >= kHugePage / sizeof(T); }
};

template <class T>
using PageVector = std::vector<T, PageAllocator<T>>;

}  // namespace dotwire

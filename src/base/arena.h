// Memory for many small objects that are freed together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace dotwire {

class MemoryBudget;

// Destructors are not run. reset() keeps the blocks, so that a reader that is used again finds them warm.
class Arena {
 public:
  Arena() = default;
  Arena(Arena&& other) noexcept
      : at_(std::exchange(other.at_, nullptr)),
        end_(std::exchange(other.end_, nullptr)),
        next_block_(std::exchange(other.next_block_, 0)),
        used_before_(std::exchange(other.used_before_, 0)),
        blocks_(std::exchange(other.blocks_, {})),
        budget_(std::exchange(other.budget_, nullptr)) {}
  Arena& operator=(Arena&& other) noexcept;
  ~Arena();

  // Aligned to `alignment`, a power of two of at most 64. Not zeroed.
  void* allocate(std::size_t size, std::size_t alignment = 8) {
    const auto start = (reinterpret_cast<std::uintptr_t>(at_) + alignment - 1) & ~(alignment - 1);
    if (start + size > reinterpret_cast<std::uintptr_t>(end_) || size > kMaxInline || at_ == nullptr) [[unlikely]] {
      return allocate_slow(size, alignment);
    }
    at_ = reinterpret_cast<std::uint8_t*>(start + size);
    return reinterpret_cast<void*>(start);
  }

  template <class T, class... Args>
  T* make(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>, "an arena does not run destructors");
    return ::new (allocate(sizeof(T), alignof(T))) T{std::forward<Args>(args)...};
  }

  template <class T>
  T* allocate_array(std::size_t count) {
    static_assert(std::is_trivially_destructible_v<T>);
    if (count > SIZE_MAX / sizeof(T)) throw std::bad_alloc();
    return static_cast<T*>(allocate(count * sizeof(T), alignof(T)));
  }

  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char* to = static_cast<char*>(allocate(text.size(), 1));
    std::memcpy(to, text.data(), text.size());
    return {to, text.size()};
  }

  // Bytes handed out since the last reset, with what was lost at the ends of blocks.
  std::size_t used() const;
  // Forgets everything, keeps the memory.
  void reset();

  // Blocks that come into use are taken from `budget` from now on, and allocate() throws MemoryLimitReached when there
  // is no more. Null: without limit. Borrowed: take it away before it goes.
  void set_budget(MemoryBudget* budget) { budget_ = budget; }

 private:
  static constexpr std::size_t kMaxInline = std::size_t{1} << 40;
  struct Block {
    std::uint8_t* data;
    std::size_t size;
  };
  void* allocate_slow(std::size_t size, std::size_t alignment);

  std::uint8_t* at_ = nullptr;
  std::uint8_t* end_ = nullptr;
  std::size_t next_block_ = 0;   // the block after the current one
  std::size_t used_before_ = 0;  // bytes in the blocks before the current one
  std::vector<Block> blocks_;
  MemoryBudget* budget_ = nullptr;
};

}  // namespace dotwire

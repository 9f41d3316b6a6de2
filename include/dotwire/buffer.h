// A growing byte buffer whose memory stays when it is cleared: reuse one for many documents.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace dotwire {

// New bytes are not zeroed. Large buffers are aligned to 2 MiB and ask for huge pages.
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(std::span<const std::uint8_t> bytes) { append(bytes.data(), bytes.size()); }
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer();

  std::uint8_t* data() { return data_; }
  const std::uint8_t* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  std::span<const std::uint8_t> bytes() const { return {data_, size_}; }
  std::string_view text() const { return {reinterpret_cast<const char*>(data_), size_}; }
  operator std::span<const std::uint8_t>() const { return bytes(); }  // NOLINT(google-explicit-constructor)

  void clear() { size_ = 0; }
  void reserve(std::size_t capacity) {
    if (capacity > capacity_) grow(capacity - size_);
  }
  // Grows with bytes that the caller fills in, or cuts.
  void resize(std::size_t size) {
    if (size > capacity_) grow(size - size_);
    size_ = size;
  }

  // At least `count` writable bytes at the end. Fill them, then commit() what was used. Valid until the next growth.
  std::uint8_t* reserve_more(std::size_t count) {
    if (capacity_ - size_ < count) [[unlikely]]
      grow(count);
    return data_ + size_;
  }
  // `end` is one past the last byte written behind reserve_more().
  void commit(const std::uint8_t* end) { size_ = static_cast<std::size_t>(end - data_); }

  void append(const void* bytes, std::size_t count) {
    if (count == 0) return;
    std::memcpy(reserve_more(count), bytes, count);
    size_ += count;
  }
  void append(std::span<const std::uint8_t> bytes) { append(bytes.data(), bytes.size()); }
  void append(std::string_view text) { append(text.data(), text.size()); }
  void push_back(std::uint8_t byte) { *reserve_more(1) = byte, ++size_; }

 private:
  void grow(std::size_t more);

  std::uint8_t* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace dotwire

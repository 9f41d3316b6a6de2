#include "dotwire/buffer.h"

#include <algorithm>
#include <new>
#include <utility>

#include "base/pages.h"

namespace dotwire {

Buffer::Buffer(Buffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      capacity_(std::exchange(other.capacity_, 0)) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(capacity_, other.capacity_);
  return *this;
}

Buffer::~Buffer() { free_pages(data_); }

void Buffer::grow(std::size_t more) {
  if (more > SIZE_MAX / 4 - size_) throw std::bad_alloc();
  const std::size_t capacity = std::max({std::size_t{256}, size_ + more, capacity_ * 2});
  auto* data = static_cast<std::uint8_t*>(allocate_pages(capacity));
  if (size_ != 0) std::memcpy(data, data_, size_);
  free_pages(data_);
  data_ = data;
  capacity_ = capacity;
}

}  // namespace dotwire

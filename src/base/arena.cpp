#include "base/arena.h"

#include <algorithm>

#include "base/memory_budget.h"
#include "base/pages.h"

namespace dotwire {

Arena& Arena::operator=(Arena&& other) noexcept {
  std::swap(at_, other.at_);
  std::swap(end_, other.end_);
  std::swap(next_block_, other.next_block_);
  std::swap(used_before_, other.used_before_);
  std::swap(blocks_, other.blocks_);
  std::swap(budget_, other.budget_);
  return *this;
}

Arena::~Arena() {
  for (const Block& block : blocks_) free_pages(block.data);
}

std::size_t Arena::used() const {
  if (next_block_ == 0) return 0;
  return used_before_ + static_cast<std::size_t>(at_ - blocks_[next_block_ - 1].data);
}

void Arena::reset() {
  at_ = end_ = nullptr;
  next_block_ = 0;
  used_before_ = 0;
}

// Blocks start small, since most documents are, and double up to 32 MiB.
void* Arena::allocate_slow(std::size_t size, std::size_t alignment) {
  if (size > kMaxInline) throw std::bad_alloc();
  if (next_block_ != 0) used_before_ += blocks_[next_block_ - 1].size;
  // Kept blocks that are too small for this request are passed over.
  while (next_block_ < blocks_.size() && blocks_[next_block_].size < size + alignment) {
    used_before_ += blocks_[next_block_++].size;
  }
  if (next_block_ == blocks_.size()) {
    const std::size_t last = blocks_.empty() ? 2048 : blocks_.back().size;
    const std::size_t next = std::max(std::min(last * 2, std::size_t{32} << 20), size + alignment);
    if (budget_ != nullptr) budget_->take(next);
    blocks_.reserve(blocks_.size() + 1);
    blocks_.push_back({static_cast<std::uint8_t*>(allocate_pages(next)), next});
  } else if (budget_ != nullptr) {
    budget_->take(blocks_[next_block_].size);
  }
  const Block& block = blocks_[next_block_++];
  at_ = block.data;
  end_ = block.data + block.size;
  return allocate(size, alignment);
}

}  // namespace dotwire

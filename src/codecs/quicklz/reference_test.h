// Level 1 step by step in the words of table-formats.md 7.3, slow and without a trick: what the compressor is measured
// by.
#pragma once

#include <cstdint>
#include <vector>

#include "codecs/quicklz/quicklz.h"

namespace dotwire::quicklz {

struct ReferenceSlot {
  bool filled = false;
  std::uint32_t bytes = 0;
  std::size_t position = 0;
};

class ReferenceEncoder {
 public:
  ReferenceEncoder(const std::vector<std::uint8_t>& in, Version version) : in_(in), version_(version) {}

  std::vector<std::uint8_t> encode() {
    if (in_.empty()) return {};
    out_.assign(9 + 4, 0);
    std::size_t at = 0;
    while (at + 11 <= in_.size()) {
      if (items_ == 31 && gives_up(at)) return stored();
      next_item();
      const std::size_t length = match_at(at);
      if (length == 0) {
        out_.push_back(in_[at++]);
        ++literals_;
        continue;
      }
      bits_ |= 1U << (items_ - 1);
      put_match(length);
      at += length;
      literals_ = 0;
    }
    for (; at < in_.size(); ++at) {
      next_item();
      out_.push_back(in_[at]);
    }
    close_word();
    header(true, out_.size());
    return out_;
  }

 private:
  bool gives_up(std::size_t at) const {
    const std::size_t after = version_ == Version::V150 ? in_.size() / 2 : 3 * (in_.size() / 4);
    return at > after && out_.size() > at - at / 32;
  }
  void next_item() {
    if (items_ == 31) {
      close_word();
      word_ = out_.size();
      out_.resize(out_.size() + 4);
      bits_ = items_ = 0;
    }
    ++items_;
  }
  void close_word() { number(word_, bits_ | 0x80000000U); }
  void number(std::size_t at, std::size_t value) {
    for (std::size_t i = 0; i < 4; ++i) out_[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
  }
  bool run_at(std::size_t at) const {
    if (literals_ < 3 || at < 4) return false;
    for (std::size_t i = at - 3; i < at + 3; ++i) {
      if (in_[i] != in_[at]) return false;
    }
    return true;
  }
  std::size_t match_at(std::size_t at) {
    const std::uint32_t bytes =
        in_[at] | static_cast<std::uint32_t>(in_[at + 1]) << 8 | static_cast<std::uint32_t>(in_[at + 2]) << 16;
    hash_ = (bytes >> 12 ^ bytes) & 0xFFF;
    const ReferenceSlot found = slots_[hash_];
    slots_[hash_] = {true, bytes, at};
    if (!found.filled || found.bytes != bytes) return 0;
    const std::size_t distance = at - found.position;
    if (distance <= 2 && !(distance == 1 && run_at(at))) return 0;
    std::size_t length = 3;
    while (length < 255 && at + length < in_.size() - 4 && in_[at + length] == in_[at + length - distance]) ++length;
    return length;
  }
  void put_match(std::size_t length) {
    const std::size_t first = hash_ << 4 | (length < 18 ? length - 2 : 0);
    out_.push_back(static_cast<std::uint8_t>(first));
    out_.push_back(static_cast<std::uint8_t>(first >> 8));
    if (length >= 18) out_.push_back(static_cast<std::uint8_t>(length));
  }
  void header(bool compressed, std::size_t size) {
    out_[0] = static_cast<std::uint8_t>((version_ == Version::V150 ? 0x46 : 0x02) | (compressed ? 1 : 0));
    number(1, size);
    number(5, in_.size());
  }
  std::vector<std::uint8_t> stored() {
    out_.assign(9, 0);
    header(false, in_.size() + 9);
    out_.insert(out_.end(), in_.begin(), in_.end());
    return out_;
  }

  const std::vector<std::uint8_t>& in_;
  Version version_;
  std::vector<std::uint8_t> out_;
  std::vector<ReferenceSlot> slots_ = std::vector<ReferenceSlot>(4096);
  std::size_t word_ = 9;
  std::uint32_t bits_ = 0;
  std::uint32_t items_ = 0;
  std::size_t literals_ = 0;
  std::uint32_t hash_ = 0;
};

}  // namespace dotwire::quicklz

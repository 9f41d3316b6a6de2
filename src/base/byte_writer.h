// Puts primitives at the end of a Buffer.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/load.h"
#include "dotwire/buffer.h"

namespace dotwire {

// Bytes that a 7-bit encoded integer takes.
constexpr std::size_t size_of_7bit(std::uint32_t value) {
  return value < (1U << 7) ? 1 : value < (1U << 14) ? 2 : value < (1U << 21) ? 3 : value < (1U << 28) ? 4 : 5;
}

// Writes the minimal form behind `at` and returns the end. Needs five bytes of room.
inline std::uint8_t* put_7bit(std::uint8_t* at, std::uint32_t value) {
  while (value >= 0x80) {
    *at++ = static_cast<std::uint8_t>(value | 0x80);
    value >>= 7;
  }
  *at++ = static_cast<std::uint8_t>(value);
  return at;
}

template <class T>
std::uint8_t* put(std::uint8_t* at, T value) {
  store(at, value);
  return at + sizeof(T);
}

// Borrows the buffer. Cannot fail but by std::bad_alloc.
class ByteWriter {
 public:
  explicit ByteWriter(Buffer& out) : out_(&out) {}

  Buffer& buffer() { return *out_; }
  std::size_t size() const { return out_->size(); }

  template <class T>
  void write(T value) {
    std::uint8_t* at = out_->reserve_more(sizeof(T));
    out_->commit(put(at, value));
  }
  void write_u8(std::uint8_t value) { write(value); }
  void write_i16(std::int16_t value) { write(value); }
  void write_i32(std::int32_t value) { write(value); }
  void write_i64(std::int64_t value) { write(value); }
  void write_u64(std::uint64_t value) { write(value); }
  void write_7bit(std::uint32_t value) {
    std::uint8_t* at = out_->reserve_more(5);
    out_->commit(put_7bit(at, value));
  }
  void write_bytes(const void* bytes, std::size_t count) { out_->append(bytes, count); }
  // .NET's LengthPrefixedString. The text must be shorter than 2 GiB.
  void write_prefixed(std::string_view text) {
    std::uint8_t* at = out_->reserve_more(text.size() + 5);
    at = put_7bit(at, static_cast<std::uint32_t>(text.size()));
    if (!text.empty()) std::memcpy(at, text.data(), text.size());
    out_->commit(at + text.size());
  }

 private:
  Buffer* out_;
};

}  // namespace dotwire

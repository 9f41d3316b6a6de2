// A cursor over bytes that somebody else owns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/load.h"
#include "base/try.h"
#include "dotwire/result.h"

namespace dotwire {

using Bytes = std::span<const std::uint8_t>;

inline Bytes as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
inline std::string_view as_text(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

// Every read either gives its value and moves past it, or fails with the offset where the value starts and stays.
class ByteReader {
 public:
  // Offsets in errors count from `base`, for a reader over part of a document.
  explicit ByteReader(Bytes bytes, std::uint64_t base = 0)
      : begin_(bytes.data()), at_(bytes.data()), end_(bytes.data() + bytes.size()), base_(base) {}

  std::size_t remaining() const { return static_cast<std::size_t>(end_ - at_); }
  bool at_end() const { return at_ == end_; }
  std::uint64_t offset() const { return base_ + static_cast<std::uint64_t>(at_ - begin_); }
  const std::uint8_t* position() const { return at_; }
  const std::uint8_t* end() const { return end_; }
  const std::uint8_t* begin() const { return begin_; }

  // For decoders that run on raw pointers and come back: `at` must lie between position() and end().
  void set_position(const std::uint8_t* at) { at_ = at; }
  std::uint64_t offset_of(const std::uint8_t* at) const { return base_ + static_cast<std::uint64_t>(at - begin_); }

  template <class T>
  Result<T> read() {
    if (remaining() < sizeof(T)) [[unlikely]]
      return truncated(sizeof(T));
    const T value = load<T>(at_);
    at_ += sizeof(T);
    return value;
  }
  Result<std::uint8_t> read_u8() { return read<std::uint8_t>(); }
  Result<std::int8_t> read_i8() { return read<std::int8_t>(); }
  Result<std::int16_t> read_i16() { return read<std::int16_t>(); }
  Result<std::uint16_t> read_u16() { return read<std::uint16_t>(); }
  Result<std::int32_t> read_i32() { return read<std::int32_t>(); }
  Result<std::uint32_t> read_u32() { return read<std::uint32_t>(); }
  Result<std::int64_t> read_i64() { return read<std::int64_t>(); }
  Result<std::uint64_t> read_u64() { return read<std::uint64_t>(); }
  Result<float> read_f32() { return read<float>(); }
  Result<double> read_f64() { return read<double>(); }

  // The view borrows from the input.
  Result<Bytes> read_bytes(std::uint64_t count) {
    if (count > remaining()) [[unlikely]]
      return truncated(count);
    const Bytes bytes(at_, static_cast<std::size_t>(count));
    at_ += count;
    return bytes;
  }

  // An Int32 that counts items of at least `min_item_size` bytes each: not negative, and the input can hold them.
  Result<std::size_t> read_count(std::size_t min_item_size);

  // .NET's 7-bit encoded Int32: at most five bytes; longer forms than needed are accepted.
  Result<std::int32_t> read_7bit_i32();

  // .NET's LengthPrefixedString: the bytes, not checked for UTF-8. The view borrows from the input.
  Result<Bytes> read_prefixed_bytes();

  Error truncated(std::uint64_t wanted) const;

 private:
  const std::uint8_t* begin_;
  const std::uint8_t* at_;
  const std::uint8_t* end_;
  std::uint64_t base_;
};

}  // namespace dotwire

#include "base/byte_reader.h"

namespace dotwire {

Error ByteReader::truncated(std::uint64_t wanted) const {
  return Error(ErrorCode::Truncated, offset(),
               "needs " + std::to_string(wanted) + " bytes, " + std::to_string(remaining()) + " are left");
}

Result<std::size_t> ByteReader::read_count(std::size_t min_item_size) {
  const std::uint64_t start = offset();
  if (remaining() < 4) return truncated(4);
  const std::int32_t count = load<std::int32_t>(at_);
  if (count < 0) return Error(ErrorCode::Malformed, start, "count is negative");
  if (static_cast<std::uint64_t>(count) * min_item_size > remaining() - 4) {
    return Error(ErrorCode::Truncated, start,
                 "count " + std::to_string(count) + " is more than the remaining bytes can hold");
  }
  at_ += 4;
  return static_cast<std::size_t>(count);
}

Result<std::int32_t> ByteReader::read_7bit_i32() {
  std::uint32_t value = 0;
  const std::uint8_t* at = at_;
  for (int shift = 0; shift < 35; shift += 7) {
    if (at == end_) return Error(ErrorCode::Truncated, offset(), "the input ends inside a length");
    const std::uint8_t byte = *at++;
    if (shift == 28 && byte > 0x0F) return Error(ErrorCode::Malformed, offset(), "7-bit integer is too long");
    value |= static_cast<std::uint32_t>(byte & 0x7F) << shift;
    if ((byte & 0x80) == 0) {
      at_ = at;
      return static_cast<std::int32_t>(value);
    }
  }
  return Error(ErrorCode::Malformed, offset(), "7-bit integer is too long");
}

Result<Bytes> ByteReader::read_prefixed_bytes() {
  const std::uint8_t* start = at_;
  DOTWIRE_TRY(const std::int32_t length, read_7bit_i32());
  if (length < 0 || static_cast<std::size_t>(length) > remaining()) {
    at_ = start;
    if (length < 0) return Error(ErrorCode::Malformed, offset(), "string length is negative");
    return Error(ErrorCode::Truncated, offset(),
                 "string of " + std::to_string(length) + " bytes is longer than the input");
  }
  return read_bytes(static_cast<std::uint64_t>(length));
}

}  // namespace dotwire

#include "wire/nrbf/primitive_skip.h"

#include <string>

#include "base/checked.h"

namespace dotwire::nrbf {
namespace {

constexpr std::uint8_t kChar = 3, kDecimal = 5;

// Characters count in UTF-16 units: a sequence of four bytes is two of them (nrbf-soap.md A.2).
Status skip_characters(ByteReader& in, std::uint64_t count) {
  while (count > 0) {
    const std::uint64_t at = in.offset();
    DOTWIRE_TRY(const std::uint8_t lead, in.read_u8());
    if (lead < 0x80) {
      --count;
      continue;
    }
    const std::size_t more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    if (lead < 0xC2 || lead > 0xF4) return Error(ErrorCode::Malformed, at, "a character is not UTF-8");
    DOTWIRE_TRY(in.read_bytes(more));
    if (more == 3 && count < 2) {
      return Error(ErrorCode::Malformed, at, "a surrogate pair is cut by the end of the array");
    }
    count -= more == 3 ? 2 : 1;
  }
  return {};
}

}  // namespace

Status skip_varying_primitive(ByteReader& in, std::uint8_t type) {
  if (type == kChar) return skip_characters(in, 1);
  DOTWIRE_TRY(in.read_prefixed_bytes());
  return {};
}

Status skip_primitives(ByteReader& in, std::uint8_t type, std::uint64_t count) {
  const std::size_t size = kFixedPrimitiveSize[type];
  if (size != 0) {
    const auto bytes = checked_multiply(count, size);
    if (!bytes || *bytes > in.remaining()) {
      return Error(ErrorCode::Truncated, in.offset(),
                   std::to_string(count) + " elements are more than the remaining bytes can hold");
    }
    DOTWIRE_TRY(in.read_bytes(*bytes));
    return {};
  }
  if (count > in.remaining() && type == kDecimal) return in.truncated(count);
  if (type == kChar) return skip_characters(in, count);
  for (std::uint64_t i = 0; i < count; ++i) {
    DOTWIRE_TRY(in.read_prefixed_bytes());
  }
  return {};
}

}  // namespace dotwire::nrbf

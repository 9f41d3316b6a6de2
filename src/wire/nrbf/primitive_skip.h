// Over the primitive values of a payload without reading them.
#pragma once

#include <array>
#include <cstdint>

#include "base/byte_reader.h"
#include "base/try.h"
#include "dotwire/result.h"

namespace dotwire::nrbf {

// Bytes of a primitive that is always the same size; 0 for Char, Decimal and what is none.
inline constexpr std::array<std::uint8_t, 19> kFixedPrimitiveSize = {0, 1, 1, 0, 0, 0, 8, 2, 4, 8,
                                                                     1, 4, 8, 8, 2, 4, 8, 0, 0};

// A Char or Decimal.
Status skip_varying_primitive(ByteReader& in, std::uint8_t type);

// `type` is a code of PrimitiveTypeEnumeration.
inline Status skip_primitive(ByteReader& in, std::uint8_t type) {
  const std::size_t size = kFixedPrimitiveSize[type];
  if (size == 0) return skip_varying_primitive(in, type);
  DOTWIRE_TRY(in.read_bytes(size));
  return {};
}

Status skip_primitives(ByteReader& in, std::uint8_t type, std::uint64_t count);

}  // namespace dotwire::nrbf

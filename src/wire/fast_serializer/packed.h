// The writer's short forms of times and decimals, and the 7-bit integers (table-formats.md 4.6, 4.7).
//
// Functions that decode return where the value ends, or a null pointer and set `fault`; those that put write behind
// `at`, which needs kPackedRoom bytes, and return the end.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dotwire/error.h"
#include "dotwire/values.h"
#include "wire/fast_serializer/codes.h"

namespace dotwire::fast_serializer {

inline constexpr std::size_t kPackedRoom = 24;

// What stopped a decoder, and where.
struct Fault {
  ErrorCode code = ErrorCode::Malformed;
  const std::uint8_t* at = nullptr;
  const char* message = nullptr;
};

const std::uint8_t* fail(Fault& fault, ErrorCode code, const std::uint8_t* at, const char* message);

// Up to five and ten bytes; bits beyond the type are refused, where .NET's reader drops them.
const std::uint8_t* decode_7bit(const std::uint8_t* at, const std::uint8_t* end, std::uint32_t& value, Fault& fault);
const std::uint8_t* decode_7bit(const std::uint8_t* at, const std::uint8_t* end, std::uint64_t& value, Fault& fault);
std::uint8_t* put_7bit_long(std::uint8_t* at, std::uint64_t value);

inline bool is_whole_milliseconds(std::int64_t ticks) { return ticks % 10'000 == 0; }

// Ticks must be whole milliseconds.
std::uint8_t* put_packed(std::uint8_t* at, TimeSpan value);
std::uint8_t* put_packed(std::uint8_t* at, DateTime value);
const std::uint8_t* decode_packed(const std::uint8_t* at, const std::uint8_t* end, TimeSpan& value, Fault& fault);
const std::uint8_t* decode_packed(const std::uint8_t* at, const std::uint8_t* end, DateTime& value, Fault& fault);

// Dialect A looks at the sign of the low word for the other two as well, as its source does.
std::uint8_t* put_packed(std::uint8_t* at, const Decimal& value, Dialect dialect);
const std::uint8_t* decode_packed(const std::uint8_t* at, const std::uint8_t* end, Decimal& value, Fault& fault);

}  // namespace dotwire::fast_serializer

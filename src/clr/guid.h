// Guid and its texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "dotwire/result.h"
#include "dotwire/values.h"

namespace dotwire {

enum class GuidFormat : std::uint8_t {
  D,  // 00112233-4455-6677-8899-aabbccddeeff
  N,  // 00112233445566778899aabbccddeeff
  B,  // {00112233-4455-6677-8899-aabbccddeeff}
  P,  // (00112233-4455-6677-8899-aabbccddeeff)
  X,  // {0x00112233,0x4455,0x6677,{0x88,0x99,0xaa,0xbb,0xcc,0xdd,0xee,0xff}}
};

inline constexpr std::size_t kGuidSize = 36;  // of form D
inline constexpr std::size_t kGuidRoom = 72;  // of any form

// Lower case. It writes kGuidSize characters behind `at` and returns the end.
char* put_guid(char* at, const Guid& value);
// Needs kGuidRoom.
char* put_guid(char* at, const Guid& value, GuidFormat format);
std::string to_text(const Guid& value);

// Any of the forms, in either case, white space around.
Result<Guid> parse_guid(std::string_view text);

// Guid(int, short, short, byte...): the fields of BinaryFormatter.
Guid guid_from_fields(std::uint32_t a, std::uint16_t b, std::uint16_t c, const std::uint8_t (&rest)[8]);

}  // namespace dotwire

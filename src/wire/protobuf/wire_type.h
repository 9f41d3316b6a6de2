// Tags of Protocol Buffers: a field's number and how its value lies in the bytes.
#pragma once

#include <cstdint>
#include <string_view>

namespace dotwire::protobuf {

enum class WireType : std::uint8_t {
  Varint = 0,
  Fixed64 = 1,
  Length = 2,  // a varint length and so many bytes: text, bytes, messages, packed numbers
  StartGroup = 3,
  EndGroup = 4,
  Fixed32 = 5,
};

inline constexpr std::uint32_t kLargestField = 0x1FFFFFFF;
inline constexpr std::size_t kLongestVarint = 10;
inline constexpr std::size_t kLongestTag = 5;

struct Tag {
  std::uint32_t field = 0;  // from 1
  WireType type = WireType::Varint;
  friend bool operator==(const Tag&, const Tag&) = default;
};

// As the tag stands in the bytes, before it is made a varint.
constexpr std::uint32_t to_number(Tag tag) { return tag.field << 3 | static_cast<std::uint32_t>(tag.type); }

// "Varint", "Fixed64", "Length", "StartGroup", "EndGroup", "Fixed32".
std::string_view to_string(WireType type);

}  // namespace dotwire::protobuf

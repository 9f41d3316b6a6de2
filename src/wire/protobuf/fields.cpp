#include "wire/protobuf/fields.h"

#include <algorithm>
#include <string>
#include <vector>

#include "wire/protobuf/varint.h"

namespace dotwire::protobuf {

std::string_view to_string(WireType type) {
  constexpr std::string_view kNames[] = {"Varint", "Fixed64", "Length", "StartGroup", "EndGroup", "Fixed32"};
  return static_cast<std::size_t>(type) < std::size(kNames) ? kNames[static_cast<std::size_t>(type)] : "?";
}

const std::uint8_t* take_long_varint(const std::uint8_t* at, const std::uint8_t* end, std::uint64_t& value) {
  std::uint64_t bits = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (at == end) return nullptr;
    const std::uint8_t byte = *at++;
    if (shift == 63 && byte > 1) return nullptr;
    bits |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) {
      value = bits;
      return at;
    }
  }
  return nullptr;
}

Result<std::uint64_t> decode_varint(ByteReader& in) {
  std::uint64_t value = 0;
  const std::uint8_t* const end = take_varint(in.position(), in.end(), value);
  if (end == nullptr) {
    bool ends = false;  // within the ten bytes that a varint may have
    for (std::size_t i = 0; i < std::min(in.remaining(), kLongestVarint); ++i) ends |= in.position()[i] < 0x80;
    if (in.remaining() < kLongestVarint && !ends) {
      return Error(ErrorCode::Truncated, in.offset(), "the input ends inside a varint");
    }
    return Error(ErrorCode::Malformed, in.offset(), "varint has more than 64 bits");
  }
  in.set_position(end);
  return value;
}

Result<Tag> decode_tag(ByteReader& in) {
  const std::uint64_t start = in.offset();
  DOTWIRE_TRY(const std::uint64_t number, decode_varint(in));
  if (number > (std::uint64_t{kLargestField} << 3) + 7) {
    return Error(ErrorCode::Malformed, start, "field number has more than 29 bits");
  }
  const auto type = static_cast<std::uint8_t>(number & 7);
  if (type > static_cast<std::uint8_t>(WireType::Fixed32)) {
    return Error(ErrorCode::Malformed, start, "there is no wire type " + std::to_string(type));
  }
  const auto field = static_cast<std::uint32_t>(number >> 3);
  if (field == 0) return Error(ErrorCode::Malformed, start, "field number is 0");
  return Tag{field, static_cast<WireType>(type)};
}

Result<Bytes> decode_length_delimited(ByteReader& in) {
  const std::uint8_t* const start = in.position();
  const std::uint64_t offset = in.offset();
  DOTWIRE_TRY(const std::uint64_t size, decode_varint(in));
  if (size > in.remaining()) {
    in.set_position(start);
    return Error(ErrorCode::Truncated, offset, "a length of " + std::to_string(size) + " bytes is beyond the input");
  }
  return in.read_bytes(size);
}

namespace {

Status skip_plain(ByteReader& in, WireType type) {
  switch (type) {
    case WireType::Varint: {
      DOTWIRE_TRY(decode_varint(in));
      return {};
    }
    case WireType::Length: {
      DOTWIRE_TRY(decode_length_delimited(in));
      return {};
    }
    default: {
      DOTWIRE_TRY(in.read_bytes(type == WireType::Fixed64 ? 8 : 4));
      return {};
    }
  }
}

}  // namespace

Status skip_value(ByteReader& in, Tag tag, std::uint32_t depth) {
  std::vector<std::uint32_t> open;
  for (std::uint64_t start = in.offset();;) {
    switch (tag.type) {
      case WireType::StartGroup:
        if (open.size() >= depth) {
          return Error(ErrorCode::LimitExceeded, start, "groups lie deeper in one another than the limits allow");
        }
        open.push_back(tag.field);
        break;
      case WireType::EndGroup:
        if (open.empty() || open.back() != tag.field) {
          return Error(ErrorCode::Malformed, start,
                       "end of group " + std::to_string(tag.field) + ", which is not open");
        }
        open.pop_back();
        break;
      default: {
        DOTWIRE_TRY(skip_plain(in, tag.type));
        break;
      }
    }
    if (open.empty()) return {};
    start = in.offset();
    DOTWIRE_TRY(tag, decode_tag(in));
  }
}

}  // namespace dotwire::protobuf

#include "codecs/quicklz/block.h"
#include "codecs/quicklz/quicklz.h"

namespace dotwire::quicklz {
namespace {

// A level 1 match of three bytes gives up to 255, and control bits come on top, so no body grows by more than this.
constexpr std::uint64_t kMaxGrowth = 85;

// The levels are written only since 1.5.0; before, bits 2..7 are clear and the level is 1.
Status decode_flags(std::uint8_t flags, Header& header) {
  header.compressed = (flags & kFlagCompressed) != 0;
  header.header_size = (flags & kFlagLongHeader) != 0 ? kLongHeader : kShortHeader;
  header.version = (flags & kFlagVersion150) != 0 ? Version::V150 : Version::V141;
  header.level = static_cast<std::uint8_t>(flags >> 2 & 3);
  if ((flags & 0x80) != 0) return Error(ErrorCode::Malformed, 0, "not a QuickLZ header");
  if ((flags & 0x30) != 0) return Error(ErrorCode::Unsupported, 0, "QuickLZ with a streaming buffer");
  if (header.version == Version::V141 && header.level == 0) header.level = 1;
  if (header.level != 1 && header.level != 3)
    return Error(ErrorCode::Unsupported, 0, "QuickLZ of another level than 1 and 3");
  return {};
}

Status check_sizes(const Header& header, std::size_t input_size) {
  const std::uint32_t size_offset = header.header_size == kLongHeader ? 5 : 2;
  if (header.block_size > 0x7FFFFFFF || header.block_size < header.header_size) {
    return Error(ErrorCode::Malformed, 1, "block size is less than the header's or negative");
  }
  if (header.content_size > 0x7FFFFFFF) return Error(ErrorCode::Malformed, size_offset, "content size is negative");
  if (header.block_size > input_size) {
    return Error(
        ErrorCode::Truncated, 1,
        "block of " + std::to_string(header.block_size) + " bytes, " + std::to_string(input_size) + " are there");
  }
  const std::uint64_t body = header.block_size - header.header_size;
  if (!header.compressed && body != header.content_size) {
    return Error(ErrorCode::Malformed, size_offset, "content size is not that of the stored bytes");
  }
  if (header.compressed && (header.content_size == 0 || header.content_size > body * kMaxGrowth)) {
    return Error(ErrorCode::Malformed, size_offset, "content size does not fit the compressed size");
  }
  return {};
}

}  // namespace

namespace {

Result<Header> decode_fields(Bytes in) {
  Header header;
  if (in.empty()) return Error(ErrorCode::Truncated, 0, "no QuickLZ header");
  DOTWIRE_TRY(decode_flags(in[0], header));
  if (in.size() < header.header_size) return Error(ErrorCode::Truncated, 0, "the input ends inside the QuickLZ header");
  if (header.header_size == kLongHeader) {
    header.block_size = load<std::uint32_t>(in.data() + 1);
    header.content_size = load<std::uint32_t>(in.data() + 5);
  } else {
    header.block_size = in[1];
    header.content_size = in[2];
  }
  return header;
}

}  // namespace

Result<Header> decode_header(Bytes in) {
  DOTWIRE_TRY(const Header header, decode_fields(in));
  DOTWIRE_TRY(check_sizes(header, in.size()));
  return header;
}

Result<Header> decode_start_of_header(Bytes in) {
  DOTWIRE_TRY(const Header header, decode_fields(in));
  DOTWIRE_TRY(check_sizes(header, SIZE_MAX));
  return header;
}

bool looks_like(Bytes in) { return decode_header(in).ok(); }

}  // namespace dotwire::quicklz

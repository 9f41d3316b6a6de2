#include <array>
#include <cstring>
#include <optional>
#include <string_view>
#include <utility>

#include "api/object_summary.h"

namespace dotwire {
namespace {

using Size = std::pair<std::uint32_t, std::uint32_t>;

std::uint32_t big_endian(const std::uint8_t* at, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < count; ++i) value = value << 8 | at[i];
  return value;
}

std::uint32_t little_endian(const std::uint8_t* at, std::size_t count) {
  std::uint32_t value = 0;
  for (std::size_t i = count; i-- > 0;) value = value << 8 | at[i];
  return value;
}

bool starts_with(const std::uint8_t* data, std::size_t size, std::string_view magic) {
  return size >= magic.size() && std::memcmp(data, magic.data(), magic.size()) == 0;
}

// From the frame header, behind segments that say how long they are.
std::optional<Size> jpeg_size(const std::uint8_t* data, std::size_t size) {
  for (std::size_t at = 2; at + 9 <= size && data[at] == 0xFF;) {
    const std::uint8_t marker = data[at + 1];
    const bool frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    if (frame) return Size{big_endian(data + at + 7, 2), big_endian(data + at + 5, 2)};
    at += 2 + big_endian(data + at + 2, 2);
  }
  return std::nullopt;
}

std::string named(std::string_view name, std::optional<Size> size) {
  std::string text(name);
  if (size) text += ", " + std::to_string(size->first) + " x " + std::to_string(size->second);
  return text;
}

}  // namespace

std::string image_summary(const std::uint8_t* data, std::size_t size) {
  constexpr std::string_view kPng = "\x89PNG\r\n\x1A\n";
  constexpr std::string_view kIcon{"\0\0\1\0", 4};
  constexpr std::string_view kPlaceableWmf = "\xD7\xCD\xC6\x9A";
  if (starts_with(data, size, kPng)) {
    return named("PNG",
                 size >= 24 ? std::optional(Size{big_endian(data + 16, 4), big_endian(data + 20, 4)}) : std::nullopt);
  }
  if (starts_with(data, size, "\xFF\xD8\xFF")) return named("JPEG", jpeg_size(data, size));
  if (starts_with(data, size, "GIF8")) {
    return named(
        "GIF", size >= 10 ? std::optional(Size{little_endian(data + 6, 2), little_endian(data + 8, 2)}) : std::nullopt);
  }
  if (starts_with(data, size, "BM") && size >= 26) {
    const auto height = static_cast<std::int32_t>(little_endian(data + 22, 4));  // negative: from the top down
    const std::uint32_t rows =
        height < 0 ? 0U - static_cast<std::uint32_t>(height) : static_cast<std::uint32_t>(height);
    return named("BMP", Size{little_endian(data + 18, 4), rows});
  }
  if (starts_with(data, size, kIcon) && size >= 8) {
    const auto side = [](std::uint8_t byte) -> std::uint32_t { return byte == 0 ? 256 : byte; };
    const std::uint32_t count = little_endian(data + 4, 2);
    return named("ICO of " + std::to_string(count) + (count == 1 ? " image" : " images"),
                 Size{side(data[6]), side(data[7])});
  }
  if (starts_with(data, size, kPlaceableWmf)) return "WMF";
  if (starts_with(data, size, "MSFt")) return "image list";
  if (size >= 44 && little_endian(data, 4) == 1 && std::memcmp(data + 40, " EMF", 4) == 0) return "EMF";
  if (starts_with(data, size, "II*") || starts_with(data, size, "MM")) return "TIFF";
  return {};
}

}  // namespace dotwire

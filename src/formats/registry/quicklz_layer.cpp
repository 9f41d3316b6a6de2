#include "formats/registry/quicklz_layer.h"

#include "base/try.h"
#include "codecs/quicklz/quicklz.h"

namespace dotwire::registry {

Confidence recognise_in_quicklz(std::span<const std::uint8_t> input,
                                Confidence (*inner)(std::span<const std::uint8_t>)) {
  // The formats in question show themselves in their first bytes. What follows may be cut off or damaged.
  constexpr std::uint32_t kEnough = std::uint32_t{1} << 16;
  Buffer content;
  quicklz::Decompressor().decompress_start(input, content, kEnough);
  if (content.empty()) return Confidence::No;
  return inner(content);
}

Result<std::uint64_t> open_quicklz(std::span<const std::uint8_t> input, const Options& options, Buffer& content) {
  DOTWIRE_TRY(const quicklz::Header header, quicklz::decompress(input, content, options.limits));
  return std::uint64_t{header.block_size};
}

Status close_quicklz(const Buffer& content, Buffer& out) {
  return quicklz::compress(content, out, {.version = quicklz::Version::V141});
}

}  // namespace dotwire::registry

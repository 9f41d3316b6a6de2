// What a document is wrapped in: base64, gzip and the like.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "dotwire/buffer.h"
#include "dotwire/format.h"

namespace dotwire {

struct Opened {
  // Outermost first: "base64", "gzip". Empty: there are none, and the input itself is the content. Static text.
  std::vector<std::string_view> layers;
  Buffer content;              // what is inside; empty without layers
  std::uint64_t trailing = 0;  // bytes behind the outermost layer
  // Of a layer that cannot be opened, which it names, where nothing known was found; the layers around it are those
  // above. LimitExceeded: it holds more than the limits allow. Malformed, Truncated: it says itself what it is (gzip,
  // zstd, lz4), but is damaged. The offset counts in the input; inside other layers the message says the byte there.
  std::optional<Error> refused;
  // Of a damaged layer, the innermost, in which a document of a known format begins: Malformed or Truncated, placed
  // like `refused`. `content` is what came before the damage, as far as the compressor gives it.
  std::optional<Error> damage;
};

// Opens the layers around a document of a known format: gzip, zlib, deflate, zstd, lz4, QuickLZ, base64, base64url,
// hexadecimal digits, URL encoding, UTF-16. Where no known format appears inside, only those layers are opened that say
// themselves what they are (gzip, zstd, lz4). Input of a known format has no layers. Grows to no more than
// Limits::expansion for each layer. Any thread.
Opened open_layers(std::span<const std::uint8_t> input, const Options& options = {});
// Only those layers that say themselves what they are, whatever is inside: for content of no known format, such as CSV.
Opened open_certain_layers(std::span<const std::uint8_t> input, const Options& options = {});

// What put_in_layers() takes: "gzip", "deflate" (without a header), "zlib", "zstd", "lz4" (a frame), "quicklz" (a block
// of version 1.4.1, level 1), "base64" (one line), "hex". Static.
std::span<const std::string_view> written_layers();
// open_layers() goes no deeper.
inline constexpr std::size_t kMostLayers = 6;

// Appends the content in these layers to `out`; the first is the innermost: {"gzip", "base64"} is base64 text of gzip
// data, which open_layers() names the other way round. Without layers it is the content itself. gzip, zlib and deflate
// data are framed as .NET's streams do it; content of no bytes is no bytes in QuickLZ. `content` must not lie in `out`.
// InvalidArgument for other names and more than kMostLayers; NotRepresentable beyond the 2 GiB of QuickLZ. On an error
// `out` keeps its size. Any thread.
Status put_in_layers(std::span<const std::uint8_t> content, std::span<const std::string_view> layers, Buffer& out);

}  // namespace dotwire

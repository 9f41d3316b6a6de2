// What a document is wrapped in: base64, gzip and the like.
#pragma once

#include <cstdint>
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
};

// Opens the layers around a document of a known format: gzip, zlib, deflate, zstd, lz4, QuickLZ, base64, base64url,
// hexadecimal digits, URL encoding, UTF-16. Where no known format appears inside, only those layers are opened that say
// themselves what they are (gzip, zstd, lz4). Input of a known format has no layers. Never fails; grows to no more than
// Limits::expansion for each layer. Any thread.
Opened open_layers(std::span<const std::uint8_t> input, const Options& options = {});

}  // namespace dotwire

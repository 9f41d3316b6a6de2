// How small a document becomes under the compressors that people put around formats.
#pragma once

#include <cstdint>
#include <span>

namespace dotwire::bench {

// 0: not known.
struct CompressedSizes {
  std::uint64_t gzip = 0;  // level 6 of libdeflate
  std::uint64_t zstd = 0;  // level 3
};

CompressedSizes compressed_sizes(std::span<const std::uint8_t> bytes);

}  // namespace dotwire::bench

#include "compressed_sizes.h"

#include <libdeflate.h>
#include <zstd.h>

#include "dotwire/buffer.h"

namespace dotwire::bench {
namespace {

std::uint64_t gzip_size(std::span<const std::uint8_t> bytes) {
  constexpr int kLevel = 6;
  libdeflate_compressor* compressor = libdeflate_alloc_compressor(kLevel);
  if (compressor == nullptr) return 0;
  Buffer out;
  out.resize(libdeflate_gzip_compress_bound(compressor, bytes.size()));
  const std::size_t size = libdeflate_gzip_compress(compressor, bytes.data(), bytes.size(), out.data(), out.size());
  libdeflate_free_compressor(compressor);
  return size;
}

std::uint64_t zstd_size(std::span<const std::uint8_t> bytes) {
  constexpr int kLevel = 3;
  Buffer out;
  out.resize(ZSTD_compressBound(bytes.size()));
  const std::size_t size = ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), kLevel);
  return ZSTD_isError(size) != 0 ? 0 : size;
}

}  // namespace

CompressedSizes compressed_sizes(std::span<const std::uint8_t> bytes) { return {gzip_size(bytes), zstd_size(bytes)}; }

}  // namespace dotwire::bench

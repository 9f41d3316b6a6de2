// How the compressors among the layers are written.
#include <memory>
#include <string>

#include <libdeflate.h>
#include <lz4frame.h>
#include <zstd.h>

#include "base/try.h"
#include "codecs/layers/compressed.h"
#include "codecs/quicklz/quicklz.h"

namespace dotwire::layers {
namespace {

// What these libraries and .NET take when nobody says.
constexpr int kDeflateLevel = 6;
constexpr int kZstdLevel = 3;

Error no_memory() { return Error(ErrorCode::LimitExceeded, std::uint64_t{0}, "no memory to compress"); }

using Bound = std::size_t (*)(libdeflate_compressor*, std::size_t);
using Deflate = std::size_t (*)(libdeflate_compressor*, const void*, std::size_t, void*, std::size_t);

Status deflate(Bound bound, Deflate compress, Bytes content, Buffer& out) {
  const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
      libdeflate_alloc_compressor(kDeflateLevel), &libdeflate_free_compressor);
  if (compressor == nullptr) return no_memory();
  const std::size_t room = bound(compressor.get(), content.size());
  std::uint8_t* to = out.reserve_more(room);
  out.commit(to + compress(compressor.get(), content.data(), content.size(), to, room));
  return {};
}

}  // namespace

Status write_gzip(Bytes content, Buffer& out) {
  const std::size_t start = out.size();
  DOTWIRE_TRY(deflate(libdeflate_gzip_compress_bound, libdeflate_gzip_compress, content, out));
  // No name and no time, as the library has it; but the system is Unix, not unknown.
  constexpr std::size_t kSystem = 9;
  out.data()[start + kSystem] = 3;
  return {};
}

Status write_zlib(Bytes content, Buffer& out) {
  return deflate(libdeflate_zlib_compress_bound, libdeflate_zlib_compress, content, out);
}

Status write_deflate(Bytes content, Buffer& out) {
  return deflate(libdeflate_deflate_compress_bound, libdeflate_deflate_compress, content, out);
}

Status write_zstd(Bytes content, Buffer& out) {
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
  if (context == nullptr) return no_memory();
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kZstdLevel);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  const std::size_t room = ZSTD_compressBound(content.size());
  std::uint8_t* to = out.reserve_more(room);
  const std::size_t size = ZSTD_compress2(context.get(), to, room, content.data(), content.size());
  if (ZSTD_isError(size) != 0) {
    return Error(ErrorCode::LimitExceeded, std::uint64_t{0}, std::string("zstd: ") + ZSTD_getErrorName(size));
  }
  out.commit(to + size);
  return {};
}

Status write_lz4(Bytes content, Buffer& out) {
  LZ4F_preferences_t preferences{};
  preferences.frameInfo.contentSize = content.size();
  preferences.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;
  const std::size_t room = LZ4F_compressFrameBound(content.size(), &preferences);
  std::uint8_t* to = out.reserve_more(room);
  const std::size_t size = LZ4F_compressFrame(to, room, content.data(), content.size(), &preferences);
  if (LZ4F_isError(size) != 0) {
    return Error(ErrorCode::LimitExceeded, std::uint64_t{0}, std::string("lz4: ") + LZ4F_getErrorName(size));
  }
  out.commit(to + size);
  return {};
}

Status write_quicklz(Bytes content, Buffer& out) {
  return quicklz::compress(content, out, {.version = quicklz::Version::V141});
}

}  // namespace dotwire::layers

// The compressors among the layers.
#pragma once

#include "codecs/layers/layers.h"

namespace dotwire::layers {

Sign sign_of_gzip(Bytes input);
Sign sign_of_zlib(Bytes input);
Sign sign_of_deflate(Bytes input);
Sign sign_of_zstd(Bytes input);
Sign sign_of_lz4(Bytes input);
Sign sign_of_quicklz(Bytes input);

// gzip, zstd and lz4 may be several members or frames in a row: their contents are one.
Result<std::uint64_t> open_gzip(Bytes input, Buffer& out, const Limits& limits);
Result<std::uint64_t> open_zlib(Bytes input, Buffer& out, const Limits& limits);
Result<std::uint64_t> open_deflate(Bytes input, Buffer& out, const Limits& limits);
Result<std::uint64_t> open_zstd(Bytes input, Buffer& out, const Limits& limits);
Result<std::uint64_t> open_lz4(Bytes input, Buffer& out, const Limits& limits);
Result<std::uint64_t> open_quicklz(Bytes input, Buffer& out, const Limits& limits);

// Headers and flags as .NET's GZipStream, ZLibStream and DeflateStream write them; the compressor's bytes are its own.
Status write_gzip(Bytes content, Buffer& out);
Status write_zlib(Bytes content, Buffer& out);
Status write_deflate(Bytes content, Buffer& out);
// One frame, with the content's size and checksum.
Status write_zstd(Bytes content, Buffer& out);
Status write_lz4(Bytes content, Buffer& out);
// A block of version 1.4.1, level 1; nothing for empty content.
Status write_quicklz(Bytes content, Buffer& out);

}  // namespace dotwire::layers

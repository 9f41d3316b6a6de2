// QuickLZ blocks as the C# ports of versions 1.4.1 and 1.5.0 write them: table-formats.md 7.2 and 7.3.
//
// A block is a header, then the bytes as they are (stored) or a compressed body: 32-bit control words, each followed by
// up to 31 items. A clear control bit is a literal byte; a set one is a match. Level 1 matches name a slot of a table
// of 4,096 positions that both sides fill alike; level 3 matches name a distance. The last ten bytes are always
// literals.
#pragma once

#include <cstdint>
#include <vector>

#include "base/byte_reader.h"
#include "dotwire/buffer.h"
#include "dotwire/limits.h"
#include "dotwire/result.h"

namespace dotwire::quicklz {

// The ports differ in the first byte of the header and in when they give up and store.
enum class Version : std::uint8_t {
  V141,  // 02 stored, 03 compressed
  V150,  // 46 stored, 47 compressed
};

// The article's engine calls the compressor with one argument, as only the port of 1.4.1 has it at level 1.
struct Options {
  Version version = Version::V141;
};

struct Header {
  bool compressed = false;
  Version version = Version::V150;
  std::uint8_t level = 1;
  std::uint8_t header_size = 9;    // 9, or 3 where both sizes are single bytes
  std::uint32_t block_size = 0;    // with the header
  std::uint32_t content_size = 0;  // after decompression
};

// The header alone. Checks what can be known without the body: the level, and that the block lies within `in`.
Result<Header> decode_header(Bytes in);

// The same of a block that may be cut off behind its header.
Result<Header> decode_start_of_header(Bytes in);

// Whether the input starts with a header that decode_header() accepts and that could hold that much content.
bool looks_like(Bytes in);

// Level 1. Owns its table, so that many blocks cost no set-up. One thread each.
class Compressor {
 public:
  Compressor();

  // Appends one block to `out`, nothing for empty input. `in` must not lie in `out`.
  // Fails (NotRepresentable) where the sizes would not fit the header's Int32.
  Status compress(Bytes in, Buffer& out, const Options& options = {});

 private:
  std::uint8_t* encode(Bytes in, std::uint8_t* out, Version version);

  // A slot is the position (counted over all blocks) << 32 and the four bytes there.
  std::vector<std::uint64_t> slots_;
  std::uint64_t base_ = 1;  // position that the next block's first byte has; slots below it are of earlier blocks
};

// Levels 1 and 3. Owns its table, so that many blocks cost no set-up. One thread each.
class Decompressor {
 public:
  Decompressor();

  // Appends the content of the block at the start of `in` to `out`. Bytes behind the block are left to the caller:
  // compare Header::block_size with the input. Empty input is empty content. On failure `out` is as before.
  Result<Header> decompress(Bytes in, Buffer& out, const Limits& limits = {});

  // Appends up to `most` bytes of the start of the content, as far as the block is there and makes sense; nothing for
  // what does not start with a header. Up to eleven bytes of a content's end stay away. For looking at damaged blocks.
  void decompress_start(Bytes in, Buffer& out, std::uint32_t most);

 private:
  friend class Level1;

  std::vector<std::uint32_t> slots_;
  std::uint32_t base_ = 1;
};

// One call with tables of its own.
Status compress(Bytes in, Buffer& out, const Options& options = {});
Result<Header> decompress(Bytes in, Buffer& out, const Limits& limits = {});

}  // namespace dotwire::quicklz

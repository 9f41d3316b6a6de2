// The input as a block, and as content: what decompresses must compress and decompress to itself.
#include <cstdlib>
#include <cstring>

#include "codecs/quicklz/quicklz.h"

using namespace dotwire;

namespace {

void check_round_trip(Bytes content, quicklz::Version version) {
  static quicklz::Compressor compressor;
  static quicklz::Decompressor decompressor;
  static Buffer block;
  static Buffer back;
  block.clear();
  back.clear();
  if (!compressor.compress(content, block, {version}).ok()) std::abort();
  if (!decompressor.decompress(block, back).ok()) std::abort();
  if (back.text() != as_text(content)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes in(data, size);
  Limits limits;
  limits.expansion = std::uint64_t{1} << 24;
  Buffer content;
  const Result<quicklz::Header> header = quicklz::decompress(in, content, limits);
  if (header.ok() && !in.empty() && content.size() != header->content_size) std::abort();
  check_round_trip(content, quicklz::Version::V150);
  check_round_trip(in, quicklz::Version::V141);
  check_round_trip(in, quicklz::Version::V150);
  return 0;
}

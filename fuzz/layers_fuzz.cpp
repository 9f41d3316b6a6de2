// Text encodings and compressors over anything: each opens what it gives within the limits, and leaves what was there.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/reading_limits.h"
#include "codecs/layers/layers.h"
#include "dotwire/layers.h"

using namespace dotwire;

namespace {

constexpr std::array kKinds = {layers::Kind::Gzip,   layers::Kind::Zlib,        layers::Kind::Zstd,
                               layers::Kind::Lz4,    layers::Kind::Base64,      layers::Kind::Base64Url,
                               layers::Kind::Hex,    layers::Kind::UrlEncoding, layers::Kind::Utf16,
                               layers::Kind::Latin1, layers::Kind::QuickLz,     layers::Kind::Deflate};

void give_up(layers::Kind kind, const char* what) {
  std::fprintf(stderr, "%s: %s\n", std::string(layers::to_string(kind)).c_str(), what);
  std::abort();
}

void open_one(layers::Kind kind, Bytes input, const Limits& limits) {
  Buffer out;
  out.push_back('!');
  const Result<std::uint64_t> end = layers::open(kind, input, out, limits);
  if (out.empty() || out.bytes()[0] != '!') give_up(kind, "lost what was in front");
  if (!end.ok()) {
    if (out.size() != 1) give_up(kind, "failed and left something");
    if (end.error().has_offset() && end.error().offset() > input.size()) give_up(kind, "an error behind the input");
    return;
  }
  if (*end > input.size()) give_up(kind, "ends behind the input");
  if (out.size() - 1 > expansion_limit(limits)) give_up(kind, "grew beyond the limit");
  // What belongs to the layer is enough to open it to the same.
  Buffer again;
  const Result<std::uint64_t> same = layers::open(kind, input.first(*end), again, limits);
  if (!same.ok() || *same != *end || again.text() != out.text().substr(1)) give_up(kind, "needs what is behind it");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes input(data, size);
  Limits limits;
  limits.expansion = std::uint64_t{1} << 20;
  for (const layers::Kind kind : kKinds) open_one(kind, input, limits);
  for (const layers::Kind kind : layers::candidates(input)) {
    if (layers::looks_like(kind, input) == layers::Sign::None) give_up(kind, "a candidate without a sign");
  }
  Options options;
  options.limits = limits;
  const Opened opened = open_layers(input, options);
  if (opened.trailing > input.size()) give_up(layers::Kind::Gzip, "more is left than there was");
  if (opened.layers.empty() != opened.content.empty()) give_up(layers::Kind::Gzip, "content without layers");
  return 0;
}

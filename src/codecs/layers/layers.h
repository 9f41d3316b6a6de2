// What people wrap payloads in before they store or send them: text encodings and general compressors.
// Most can be written too.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/byte_reader.h"
#include "dotwire/buffer.h"
#include "dotwire/limits.h"
#include "dotwire/result.h"

namespace dotwire::layers {

enum class Kind : std::uint8_t {
  Gzip,
  Zlib,
  Zstd,
  Lz4,
  Base64,
  Base64Url,
  Hex,
  UrlEncoding,
  Utf16,   // UTF-16 text of another layer's characters
  Latin1,  // each byte as a character, the characters as UTF-8
  QuickLz,
  Deflate,   // without a header
  XmlText,   // the longest text of an XML document
  JsonText,  // the longest string of a JSON document
};
// "gzip", "base64url", "utf-16" ...
std::string_view to_string(Kind kind);

enum class Sign : std::uint8_t {
  None,
  Weak,    // other data looks so too: trust it only when what is inside is known
  Strong,  // the bytes say it themselves
};

// Whether the input may be in this layer, from its start.
Sign looks_like(Kind kind, Bytes input);

// The kinds that the input may be in, strong signs first.
std::vector<Kind> candidates(Bytes input);

// Appends what is inside to `out` and gives how many bytes of the input belong to the layer. Grows to no more than
// Limits::expansion. On an error `out` keeps its size; offsets count in the input.
Result<std::uint64_t> open(Kind kind, Bytes input, Buffer& out, const Limits& limits);
// The same; but where the input is damaged (Malformed, Truncated) `out` holds what came before the damage, as far as
// the compressor can give it.
Result<std::uint64_t> open_up_to_damage(Kind kind, Bytes input, Buffer& out, const Limits& limits);

// The kinds that write() takes, by their names.
std::span<const std::string_view> written_names();

// Appends the content in that layer to `out`. InvalidArgument for a name that is none of written_names(). On an error
// `out` keeps its size.
Status write(std::string_view name, Bytes content, Buffer& out);

}  // namespace dotwire::layers

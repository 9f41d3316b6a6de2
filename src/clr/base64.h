// Base64 without line breaks; reading skips white space (xml-json-formats.md 0.2, 0.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "dotwire/buffer.h"
#include "dotwire/result.h"

namespace dotwire {

// Characters for so many bytes.
constexpr std::size_t base64_size(std::size_t bytes) { return (bytes + 2) / 3 * 4; }

// Writes base64_size(bytes.size()) characters behind `at` and returns the end.
char* put_base64(char* at, std::span<const std::uint8_t> bytes);
void append_base64(Buffer& out, std::span<const std::uint8_t> bytes);
std::string to_base64(std::span<const std::uint8_t> bytes);

// Appends. As .NET: blank, tab, CR and LF are skipped; the rest is a multiple of four with '=' only at the end; unused
// bits of the last character may be anything. On an error `out` keeps its size; the offset counts in `text`.
Status decode_base64(std::string_view text, Buffer& out);

namespace detail {

// Twins for the same work, chosen at run time. They stop where they like, at whole groups, and say how far they got:
// bytes consumed when encoding, characters consumed when decoding.
std::size_t encode_base64_avx2(const std::uint8_t* bytes, std::size_t count, char* at);
// Needs 32 bytes of room at `at` for each 32 characters. Stops at the first block with a character that is not base64.
std::size_t decode_base64_avx2(const char* text, std::size_t count, std::uint8_t* at);
bool has_avx2();

char* put_base64_scalar(char* at, std::span<const std::uint8_t> bytes);
Status decode_base64_with(std::string_view text, Buffer& out, bool avx2);

}  // namespace detail
}  // namespace dotwire

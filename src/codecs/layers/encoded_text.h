// The text encodings among the layers. White space around and within the text is skipped, as are a byte order mark and
// quotes around it.
#pragma once

#include "codecs/layers/layers.h"

namespace dotwire::layers {

Sign sign_of_base64(Bytes input);
Sign sign_of_base64url(Bytes input);
Sign sign_of_hex(Bytes input);
Sign sign_of_url_encoding(Bytes input);
Sign sign_of_utf16(Bytes input);
Sign sign_of_latin1(Bytes input);

// Padding may be missing. A data URI's head ("data:...;base64,") is skipped.
Result<std::uint64_t> open_base64(Bytes input, Buffer& out, const Limits& limits);
Result<std::uint64_t> open_base64url(Bytes input, Buffer& out, const Limits& limits);
// "0x" before it, "\x" or X'...' around it as SQL has them, '-' between bytes as BitConverter puts them.
Result<std::uint64_t> open_hex(Bytes input, Buffer& out, const Limits& limits);
// %XX, and '+' for a space where the text was escaped as forms are; where it may be base64, '+' stays.
Result<std::uint64_t> open_url_encoding(Bytes input, Buffer& out, const Limits& limits);
Result<std::uint64_t> open_utf16(Bytes input, Buffer& out, const Limits& limits);
Result<std::uint64_t> open_latin1(Bytes input, Buffer& out, const Limits& limits);

// On one line.
Status write_base64(Bytes content, Buffer& out);
// Lower case digits.
Status write_hex(Bytes content, Buffer& out);

}  // namespace dotwire::layers

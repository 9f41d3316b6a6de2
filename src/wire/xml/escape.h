// Text and attribute values as XmlTextWriter writes them (xml-json-formats C.6, left column).
#pragma once

#include <cstdint>
#include <string_view>

#include "dotwire/buffer.h"

namespace dotwire::xml {

// Bytes that may be written behind the end of what is put: room for one vector.
inline constexpr std::size_t kEscapeSlack = 64;

// Copies bytes that need no escape from `from` (which it moves) to `to` (whose new end it returns), up to the first
// that may need one or `end`. Needs end - from + kEscapeSlack bytes of room.
std::uint8_t* put_plain_text(std::uint8_t* to, const char*& from, const char* end);

// & < > and control characters but TAB, LF and CR; U+FFFE and U+FFFF too. The text is WTF-8. False, with part of it
// written, if it holds a lone surrogate, which XML has no form for.
[[nodiscard]] bool append_escaped_text(Buffer& out, std::string_view text);

// The same for a value between double quotes: " LF and CR too.
[[nodiscard]] bool append_escaped_value(Buffer& out, std::string_view value);

// As XmlDictionaryWriter does: CR as a reference too; in values TAB, LF and CR. A lone surrogate becomes U+FFFD.
[[nodiscard]] bool append_dictionary_text(Buffer& out, std::string_view text);
[[nodiscard]] bool append_dictionary_value(Buffer& out, std::string_view value);

}  // namespace dotwire::xml

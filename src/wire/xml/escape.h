// Text and attribute values as XmlTextWriter writes them (xml-json-formats C.6, left column).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
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

// What to do with characters that XML has no place for: control characters but TAB, LF and CR, U+FFFE, U+FFFF, lone
// surrogates.
enum class Unfit : std::uint8_t {
  AsDotnet,  // references, and no form for lone surrogates
  Refuse,
  Escape,         // "_x0001_"
  Replace,        // U+FFFD
  EscapeEncoded,  // as Escape, of what has gone through XmlConvert: a "_" in it stays
};

// Names, and values that hold them, are encoded before they are written: how they are to be treated where texts are
// treated like that.
constexpr Unfit for_names(Unfit how) { return how == Unfit::Escape ? Unfit::EscapeEncoded : how; }

// The first such character of WTF-8 text, or its size. To Escape, a "_" that begins what looks escaped is one too.
std::size_t find_unfit(std::string_view text, Unfit how = Unfit::AsDotnet);
// The text with each of them escaped or replaced.
std::string without_unfit(std::string_view text, Unfit how);

// Of XmlTextWriter or, with `dictionary`, XmlDictionaryWriter. False, with part of it written, where there is no form.
[[nodiscard]] bool append_text(Buffer& out, std::string_view text, bool dictionary, Unfit unfit);
[[nodiscard]] bool append_value(Buffer& out, std::string_view value, bool dictionary, Unfit unfit);

}  // namespace dotwire::xml

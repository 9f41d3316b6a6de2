// From the bytes of a file to the UTF-8 text that the reader reads, and from places in that text back to the bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/byte_reader.h"
#include "dotwire/limits.h"
#include "dotwire/result.h"

namespace dotwire::xml {

enum class Encoding : std::uint8_t { Utf8, Utf16LittleEndian, Utf16BigEndian, Latin1 };  // Latin1: and what is like it

enum class Standalone : std::uint8_t { Absent, Yes, No };

// <?xml version="1.0" encoding="utf-8" standalone="yes"?>
struct Declaration {
  bool present = false;
  std::string_view encoding;  // empty where it names none
  Standalone standalone = Standalone::Absent;
  std::size_t end = 0;  // offset behind it
};

struct Document {
  std::string_view text;  // without the byte order mark; borrows from the input or from `converted`
  Encoding encoding = Encoding::Utf8;
  std::size_t mark_size = 0;  // bytes of the byte order mark
  std::string converted;      // where the input was not UTF-8
};

// The declaration at the start of `text`, if there is one.
Result<Declaration> decode_declaration(std::string_view text);

// Finds the encoding by byte order mark, first bytes and declaration (XML 4.3.3, appendix F). UTF-16 becomes WTF-8.
// Does not check that UTF-8 is well formed: the reader does, where it reads.
Status decode_document(Bytes bytes, const Limits& limits, Document& document);

// Where `index` of the text stands in the bytes that the document came from.
std::uint64_t byte_offset(const Document& document, std::size_t index);

// Puts offset, line and column of `index` into an error. Takes time in proportion to `index`.
void set_place(Error& error, const Document& document, std::size_t index);

}  // namespace dotwire::xml

// What the cells of a column hold, and how they are written.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "dotwire/buffer.h"
#include "dotwire/result.h"

namespace dotwire::cli {

// Of the text between the quotes of JSON. A lone surrogate is three bytes, which whoever reads the text finds.
std::string unescape(std::string_view text);
// What the quotes of a CSV field hold, with each pair inside made one.
std::string unquoted(std::string_view field);

// Bytes of a cell's base64 (also base64url, with or without padding) or hexadecimal digits (also 0x and \x in front).
// A cell that begins with '{', '[' or '<' is the document itself: JSON, as a value or a text, or XML; so is each text
// that `is_plain_text`. Nothing of an empty cell or null. Malformed for other content.
Result<std::optional<Buffer>> decode_cell(std::string_view cell, bool csv, bool is_plain_text = false);
std::string encode_base64(std::string_view bytes);
// A text as a cell, with its quotes.
std::string text_cell(std::string_view text, bool csv);

}  // namespace dotwire::cli

// Just enough UTF-8 to write text of others safely.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dotwire::cli {

// Bytes of the well-formed UTF-8 sequence at the start, 0 if there is none.
std::size_t utf8_sequence_size(std::string_view text);

// Of one well-formed sequence.
char32_t utf8_code_point(std::string_view sequence);

// A lone surrogate gives the three bytes of WTF-8.
void append_utf8(std::string& out, char32_t code_point);

}  // namespace dotwire::cli

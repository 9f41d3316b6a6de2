// Just enough UTF-8 to write text of others safely.
#pragma once

#include <cstddef>
#include <string_view>

namespace dotwire::cli {

// Bytes of the well-formed UTF-8 sequence at the start, 0 if there is none.
std::size_t utf8_sequence_size(std::string_view text);

// Of one well-formed sequence.
char32_t utf8_code_point(std::string_view sequence);

}  // namespace dotwire::cli

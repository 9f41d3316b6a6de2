// UTF-8, UTF-16 and WTF-8 (UTF-8 that also holds lone surrogates, so that every .NET string fits).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dotwire {

inline constexpr std::size_t kValid = ~std::size_t{0};

// Index of the first byte that is not well-formed UTF-8, or kValid.
std::size_t find_invalid_utf8(std::string_view text);
inline bool is_valid_utf8(std::string_view text) { return find_invalid_utf8(text) == kValid; }

// As above, but lone surrogates (ED A0..BF xx) are accepted; a pair in two three-byte sequences is not.
std::size_t find_invalid_wtf8(std::string_view text);

// Bytes before the first that is not ASCII.
std::size_t ascii_prefix(std::string_view text);
inline bool is_ascii(std::string_view text) { return ascii_prefix(text) == text.size(); }

// One code point from well-formed WTF-8; moves `at` past it. Lone surrogates come out as their own value.
char32_t next_code_point(const char*& at, const char* end);

// Appends one code point (a surrogate gives its three-byte form). Values over U+10FFFF are not allowed.
void append_code_point(std::string& out, char32_t code_point);

// Writes one code point behind `at` (up to four bytes) and returns the end.
std::uint8_t* put_code_point(std::uint8_t* at, char32_t code_point);

// A .NET string to WTF-8: pairs become one four-byte sequence, lone surrogates keep their value.
std::string utf16_to_wtf8(std::u16string_view units);
// The reverse. The text must be well-formed WTF-8.
std::u16string wtf8_to_utf16(std::string_view text);

// UTF-16 code units that the text has in .NET: String.Length. The text must be well-formed WTF-8.
std::size_t utf16_length(std::string_view text);

// Index of the first lone surrogate in well-formed WTF-8, or kValid.
std::size_t find_lone_surrogate(std::string_view text);

// What .NET's UTF-8 encoder writes: each lone surrogate becomes U+FFFD (EF BF BD).
std::string wtf8_to_utf8(std::string_view text);

// Appends in WTF-8: a low surrogate behind a high one at the end of `out` joins it to one four-byte sequence.
void append_utf16_unit(std::string& out, char16_t unit);

}  // namespace dotwire

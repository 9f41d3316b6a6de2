#include "wire/json/writer.h"

#include <charconv>
#include <cstring>

#include "base/load.h"
#include "base/unicode.h"
#include "wire/json/scan.h"

namespace dotwire::json {
namespace {

constexpr char kHexDigits[] = "0123456789abcdef";

std::uint8_t* put_unit(std::uint8_t* at, std::uint32_t unit) {
  *at++ = '\\';
  *at++ = 'u';
  for (int shift = 12; shift >= 0; shift -= 4) *at++ = static_cast<std::uint8_t>(kHexDigits[unit >> shift & 0xF]);
  return at;
}

// One or two escapes: a character beyond the BMP is a pair of surrogates.
std::uint8_t* put_code_point_escape(std::uint8_t* at, char32_t code_point) {
  if (code_point < 0x10000) return put_unit(at, code_point);
  const std::uint32_t rest = code_point - 0x10000;
  return put_unit(put_unit(at, 0xD800 + (rest >> 10)), 0xDC00 + (rest & 0x3FF));
}

// Length of the well-formed WTF-8 sequence at `at`, which is no ASCII; 0 if there is none.
std::size_t sequence_length(const std::uint8_t* at, const std::uint8_t* end) {
  const std::size_t length = *at >= 0xF0 ? 4 : *at >= 0xE0 ? 3 : *at >= 0xC2 ? 2 : 0;
  if (length == 0 || *at > 0xF4 || static_cast<std::size_t>(end - at) < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((at[i] & 0xC0U) != 0x80) return 0;
  }
  return length;
}

bool is_surrogate(const std::uint8_t* at, const std::uint8_t* end) {
  return *at == 0xED && end - at >= 3 && at[1] >= 0xA0;
}

}  // namespace

void Writer::put_escape(std::uint8_t byte) {
  std::uint8_t* at = out_.reserve_more(6);
  switch (byte) {
    case '"':
    case '\\': at[1] = byte; break;
    case '\b': at[1] = 'b'; break;
    case '\f': at[1] = 'f'; break;
    case '\n': at[1] = 'n'; break;
    case '\r': at[1] = 'r'; break;
    case '\t': at[1] = 't'; break;
    default: out_.commit(put_unit(at, byte)); return;
  }
  at[0] = '\\';
  out_.commit(at + 2);
}

// Text with nothing special in it is copied while it is looked at.
void Writer::put_string(std::string_view text) {
  if (options_.ascii) return put_any_string(text);
  const auto* from = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto* const end = from + text.size();
  std::uint8_t* at = out_.reserve_more(text.size() + 2);
  *at++ = '"';  // NOLINT(clang-analyzer-core.NullDereference): there is room for two bytes
  std::uint64_t special = 0;
  std::uint64_t high = 0;
  for (; end - from >= 8; from += 8, at += 8) {
    const auto word = load<std::uint64_t>(from);
    std::memcpy(at, &word, sizeof word);
    special |= special_bytes(word);
    high |= word;
  }
  for (; from != end; ++from) {
    special |= is_special(*from) ? 1 : 0;
    high |= *from;
    *at++ = *from;
  }
  if (special != 0 || (high & kHighBits) != 0) [[unlikely]]
    return put_any_string(text);
  *at++ = '"';
  out_.commit(at);
}

void Writer::put_any_string(std::string_view text) {
  const auto* at = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto* end = at + text.size();
  out_.reserve_more(text.size() + 2);
  out_.push_back('"');
  while (at != end) {
    std::uint64_t high_bits = 0;
    const std::uint8_t* special = options_.ascii ? find_special_or_high(at, end) : find_special(at, end, high_bits);
    if (high_bits != 0) {
      put_high_run(at, special);
    } else {
      out_.append(at, static_cast<std::size_t>(special - at));
    }
    at = special;
    if (at == end) break;
    if (*at < 0x80) {
      put_escape(*at++);
    } else {
      at = put_high_escape(at, end);
    }
  }
  out_.push_back('"');
}

// Copies text without special bytes; lone surrogates become escapes.
void Writer::put_high_run(const std::uint8_t* at, const std::uint8_t* end) {
  const std::uint8_t* copied = at;
  while (at != end) {
    at = static_cast<const std::uint8_t*>(std::memchr(at, 0xED, static_cast<std::size_t>(end - at)));
    if (at == nullptr) break;
    if (!is_surrogate(at, end)) {
      ++at;
      continue;
    }
    out_.append(copied, static_cast<std::size_t>(at - copied));
    copied = at = put_high_escape(at, end);
  }
  out_.append(copied, static_cast<std::size_t>(end - copied));
}

// Writes the character at `at` as escapes and returns where the next starts. What is no text gives U+FFFD.
const std::uint8_t* Writer::put_high_escape(const std::uint8_t* at, const std::uint8_t* end) {
  const std::size_t length = sequence_length(at, end);
  const char* next = reinterpret_cast<const char*>(at);
  const char32_t code_point = length == 0 ? 0xFFFD : next_code_point(next, reinterpret_cast<const char*>(end));
  out_.commit(put_code_point_escape(out_.reserve_more(12), code_point));
  return at + (length == 0 ? 1 : length);
}

void Writer::string(std::u16string_view units) {
  const std::string text = utf16_to_wtf8(units);
  string(text);
}

void Writer::number(std::int64_t value) {
  separate();
  auto* at = reinterpret_cast<char*>(out_.reserve_more(24));
  out_.commit(reinterpret_cast<std::uint8_t*>(std::to_chars(at, at + 24, value).ptr));
}

void Writer::unsigned_number(std::uint64_t value) {
  separate();
  auto* at = reinterpret_cast<char*>(out_.reserve_more(24));
  out_.commit(reinterpret_cast<std::uint8_t*>(std::to_chars(at, at + 24, value).ptr));
}

void Writer::break_line() {
  const std::size_t blanks = std::size_t{options_.indent} * depth_;
  std::uint8_t* at = out_.reserve_more(blanks + 1 + kSpare);
  *at++ = '\n';
  const std::uint8_t* const end = at + blanks;
  for (; at < end; at += kSpare) std::memset(at, ' ', kSpare);
  out_.commit(end);
}

std::string Writer::encode_name(std::string_view text) const {
  Buffer buffer;
  Writer writer(buffer, options_);
  writer.put_string(text);
  std::string encoded(buffer.text());
  encoded += options_.indent != 0 ? ": " : ":";
  encoded.append(kSpare, ' ');
  return encoded;
}

}  // namespace dotwire::json

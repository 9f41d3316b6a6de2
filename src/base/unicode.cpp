#include "base/unicode.h"

#include "base/load.h"

namespace dotwire {
namespace {

constexpr std::uint64_t kHighBits = 0x8080808080808080U;

bool is_continuation(std::uint8_t byte) { return (byte & 0xC0) == 0x80; }
bool is_high(char32_t unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool is_low(char32_t unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

// Length of the well-formed sequence at `at`, or 0. Surrogates only where `surrogates` says so.
std::size_t sequence_length(const std::uint8_t* at, const std::uint8_t* end, bool surrogates) {
  const std::uint8_t lead = at[0];
  const auto left = static_cast<std::size_t>(end - at);
  if (lead < 0x80) return 1;
  if (lead < 0xC2) return 0;
  if (lead < 0xE0) return left >= 2 && is_continuation(at[1]) ? 2 : 0;
  if (lead < 0xF0) {
    if (left < 3 || !is_continuation(at[1]) || !is_continuation(at[2])) return 0;
    if (lead == 0xE0 && at[1] < 0xA0) return 0;
    if (lead == 0xED && at[1] >= 0xA0 && !surrogates) return 0;
    return 3;
  }
  if (lead > 0xF4) return 0;
  if (left < 4 || !is_continuation(at[1]) || !is_continuation(at[2]) || !is_continuation(at[3])) return 0;
  if (lead == 0xF0 && at[1] < 0x90) return 0;
  if (lead == 0xF4 && at[1] > 0x8F) return 0;
  return 4;
}

bool is_high_sequence(const std::uint8_t* at) { return at[0] == 0xED && at[1] >= 0xA0 && at[1] <= 0xAF; }
bool is_low_sequence(const std::uint8_t* at, const std::uint8_t* end) {
  return end - at >= 3 && at[0] == 0xED && at[1] >= 0xB0 && at[1] <= 0xBF;
}

std::size_t find_invalid(std::string_view text, bool surrogates) {
  const auto* begin = reinterpret_cast<const std::uint8_t*>(text.data());
  const std::uint8_t* end = begin + text.size();
  const std::uint8_t* at = begin;
  while (true) {
    at += ascii_prefix({reinterpret_cast<const char*>(at), static_cast<std::size_t>(end - at)});
    while (at != end && *at >= 0x80) {
      const std::size_t length = sequence_length(at, end, surrogates);
      if (length == 0) return static_cast<std::size_t>(at - begin);
      if (length == 3 && is_high_sequence(at) && is_low_sequence(at + 3, end))
        return static_cast<std::size_t>(at - begin);
      at += length;
    }
    if (at == end) return kValid;
  }
}

}  // namespace

std::size_t ascii_prefix(std::string_view text) {
  const char* at = text.data();
  const char* end = at + text.size();
  while (end - at >= 32) {
    const std::uint64_t bits = load<std::uint64_t>(at) | load<std::uint64_t>(at + 8) | load<std::uint64_t>(at + 16) |
                               load<std::uint64_t>(at + 24);
    if ((bits & kHighBits) != 0) break;
    at += 32;
  }
  while (end - at >= 8 && (load<std::uint64_t>(at) & kHighBits) == 0) at += 8;
  while (at != end && static_cast<std::uint8_t>(*at) < 0x80) ++at;
  return static_cast<std::size_t>(at - text.data());
}

std::size_t find_invalid_utf8(std::string_view text) { return find_invalid(text, false); }
std::size_t find_invalid_wtf8(std::string_view text) { return find_invalid(text, true); }

char32_t next_code_point(const char*& at, const char* end) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(at);
  const std::uint8_t lead = bytes[0];
  const std::ptrdiff_t left = end - at;
  if (lead < 0x80 || left < 2) return ++at, lead;
  if (lead < 0xE0) return at += 2, static_cast<char32_t>((lead & 0x1F) << 6 | (bytes[1] & 0x3F));
  if (left < 3) return at = end, U'\uFFFD';
  if (lead < 0xF0) {
    at += 3;
    return static_cast<char32_t>((lead & 0x0F) << 12 | (bytes[1] & 0x3F) << 6 | (bytes[2] & 0x3F));
  }
  if (left < 4) return at = end, U'\uFFFD';
  at += 4;
  return static_cast<char32_t>((lead & 0x07) << 18 | (bytes[1] & 0x3F) << 12 | (bytes[2] & 0x3F) << 6 |
                               (bytes[3] & 0x3F));
}

std::uint8_t* put_code_point(std::uint8_t* at, char32_t c) {
  if (c < 0x80) {
    *at++ = static_cast<std::uint8_t>(c);
  } else if (c < 0x800) {
    *at++ = static_cast<std::uint8_t>(0xC0 | c >> 6);
    *at++ = static_cast<std::uint8_t>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    *at++ = static_cast<std::uint8_t>(0xE0 | c >> 12);
    *at++ = static_cast<std::uint8_t>(0x80 | (c >> 6 & 0x3F));
    *at++ = static_cast<std::uint8_t>(0x80 | (c & 0x3F));
  } else {
    *at++ = static_cast<std::uint8_t>(0xF0 | c >> 18);
    *at++ = static_cast<std::uint8_t>(0x80 | (c >> 12 & 0x3F));
    *at++ = static_cast<std::uint8_t>(0x80 | (c >> 6 & 0x3F));
    *at++ = static_cast<std::uint8_t>(0x80 | (c & 0x3F));
  }
  return at;
}

void append_code_point(std::string& out, char32_t code_point) {
  std::uint8_t bytes[4];
  const std::uint8_t* end = put_code_point(bytes, code_point);
  out.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(end - bytes));
}

void append_utf16_unit(std::string& out, char16_t unit) {
  if (is_low(unit) && out.size() >= 3) {
    const auto* last = reinterpret_cast<const std::uint8_t*>(out.data() + out.size() - 3);
    if (is_high_sequence(last)) {
      const auto high = static_cast<char32_t>(0xD000 | (last[1] & 0x3F) << 6 | (last[2] & 0x3F));
      out.resize(out.size() - 3);
      append_code_point(out, 0x10000 + ((high - 0xD800) << 10) + (static_cast<char32_t>(unit) - 0xDC00));
      return;
    }
  }
  append_code_point(out, unit);
}

std::string utf16_to_wtf8(std::u16string_view units) {
  std::string out;
  out.reserve(units.size() + units.size() / 2);
  for (std::size_t i = 0; i < units.size(); ++i) {
    char32_t c = units[i];
    if (is_high(c) && i + 1 < units.size() && is_low(units[i + 1])) {
      c = 0x10000 + ((c - 0xD800) << 10) + (units[++i] - 0xDC00U);
    }
    append_code_point(out, c);
  }
  return out;
}

std::u16string wtf8_to_utf16(std::string_view text) {
  std::u16string out;
  out.reserve(text.size());
  const char* at = text.data();
  const char* end = at + text.size();
  while (at != end) {
    const char32_t c = next_code_point(at, end);
    if (c < 0x10000) {
      out.push_back(static_cast<char16_t>(c));
    } else {
      out.push_back(static_cast<char16_t>(0xD800 + ((c - 0x10000) >> 10)));
      out.push_back(static_cast<char16_t>(0xDC00 + ((c - 0x10000) & 0x3FF)));
    }
  }
  return out;
}

std::size_t utf16_length(std::string_view text) {
  std::size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<std::uint8_t>(c);
    units += !is_continuation(byte);
    units += byte >= 0xF0;
  }
  return units;
}

std::size_t find_lone_surrogate(std::string_view text) {
  for (std::size_t at = text.find('\xED'); at != std::string_view::npos; at = text.find('\xED', at + 1)) {
    if (at + 1 < text.size() && static_cast<std::uint8_t>(text[at + 1]) >= 0xA0) return at;
  }
  return kValid;
}

std::string wtf8_to_utf8(std::string_view text) {
  std::string out(text);
  for (std::size_t at = find_lone_surrogate(out); at != kValid;) {
    out.replace(at, 3, "\xEF\xBF\xBD");
    const std::size_t next = find_lone_surrogate(std::string_view(out).substr(at + 3));
    at = next == kValid ? kValid : at + 3 + next;
  }
  return out;
}

}  // namespace dotwire

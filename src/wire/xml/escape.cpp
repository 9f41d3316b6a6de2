#include "wire/xml/escape.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/load.h"
#include "base/unicode.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace dotwire::xml {
namespace {

// ED may begin a surrogate, EF may begin U+FFFE or U+FFFF.
constexpr bool stops(std::uint8_t c) {
  return c == '&' || c == '<' || c == '>' || c == '"' || c < 0x20 || c == 0xED || c == 0xEF;
}

constexpr std::array<bool, 256> kStops = [] {
  std::array<bool, 256> table{};
  for (unsigned c = 0; c < 256; ++c) table[c] = stops(static_cast<std::uint8_t>(c));
  return table;
}();

#if defined(__SSE2__)
std::uint32_t stop_mask(__m128i bytes) {
  const auto is = [&](int c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(static_cast<char>(c))); };
  // '<' and '>' differ in bit 1, ED and EF too: with it set they are '>' and EF.
  const __m128i merged = _mm_or_si128(bytes, _mm_set1_epi8(2));
  const auto merged_is = [&](int c) { return _mm_cmpeq_epi8(merged, _mm_set1_epi8(static_cast<char>(c))); };
  const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
  const __m128i stop = _mm_or_si128(_mm_or_si128(_mm_or_si128(merged_is('>'), merged_is(0xEF)), control),
                                    _mm_or_si128(is('&'), is('"')));
  return static_cast<std::uint32_t>(_mm_movemask_epi8(stop));
}
#endif

std::uint8_t* put_text(std::uint8_t* to, std::string_view text) {
  std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

std::uint8_t* put_reference(std::uint8_t* to, unsigned code) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  to = put_text(to, "&#x");
  for (int shift = code < 0x10 ? 0 : code < 0x100 ? 4 : 12; shift >= 0; shift -= 4) {
    *to++ = static_cast<std::uint8_t>(kDigits[code >> shift & 0xF]);
  }
  *to++ = ';';
  return to;
}

// One character at which the copying stopped, whatever it turns out to be. Null for a surrogate.
// XmlTextWriter's text and values, and those of XmlDictionaryWriter, which writes more of white space as references.
enum class Escaping : std::uint8_t { Text, Value, DictionaryText, DictionaryValue };

template <Escaping escaping>
std::uint8_t* put_stopped(std::uint8_t* to, const char*& from, const char* end) {
  constexpr bool kValue = escaping == Escaping::Value || escaping == Escaping::DictionaryValue;
  constexpr bool kDictionary = escaping == Escaping::DictionaryText || escaping == Escaping::DictionaryValue;
  const auto c = static_cast<std::uint8_t>(*from);
  const auto byte = [&](std::ptrdiff_t i) {
    return end - from > i ? static_cast<std::uint8_t>(from[i]) : std::uint8_t{0};
  };
  if (c == 0xED && byte(1) >= 0xA0) {
    if (!kDictionary) return nullptr;
    from += std::min<std::ptrdiff_t>(3, end - from);
    return put_text(to, "\xEF\xBF\xBD");
  }
  if (c == 0xEF && byte(1) == 0xBF && byte(2) >= 0xBE) {
    const unsigned code = 0xFF40U | byte(2);
    from += 3;
    return put_reference(to, code);
  }
  ++from;
  switch (c) {
    case '&': return put_text(to, "&amp;");
    case '<': return put_text(to, "&lt;");
    case '>': return put_text(to, "&gt;");
    case '"':
      if (kValue) return put_text(to, "&quot;");
      break;
    case '\n':
      if (kValue) return put_reference(to, c);
      break;
    case '\r':
      if (kValue || kDictionary) return put_reference(to, c);
      break;
    case '\t':
      if (kValue && kDictionary) return put_reference(to, c);
      break;
    default:
      if (c < 0x20) return put_reference(to, c);
      break;
  }
  *to = c;
  return to + 1;
}

template <Escaping escaping>
bool append_escaped(Buffer& out, std::string_view text) {
  constexpr std::size_t kLongestReference = 8;
  const char* from = text.data();
  const char* const end = from + text.size();
  while (true) {
    std::uint8_t* to = out.reserve_more(static_cast<std::size_t>(end - from) + kEscapeSlack + kLongestReference);
    to = put_plain_text(to, from, end);
    if (from != end) to = put_stopped<escaping>(to, from, end);
    if (to == nullptr) return false;
    out.commit(to);
    if (from == end) return true;
  }
}

}  // namespace

std::uint8_t* put_plain_text(std::uint8_t* to, const char*& from, const char* end) {
  const char* at = from;
#if defined(__SSE2__)
  while (end - at >= 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes);
    const std::uint32_t mask = stop_mask(bytes);
    if (mask != 0) {
      const int count = std::countr_zero(mask);
      from = at + count;
      return to + count;
    }
    at += 16;
    to += 16;
  }
  // The rest in pieces that reach back over what has been copied: bytes that did not stop it then do not now.
  const auto left = static_cast<std::size_t>(end - at);
  if (left != 0 && end - from >= 16) {
    const char* const last = end - 16;
    std::uint8_t* const last_to = to - (16 - left);
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(last));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(last_to), bytes);
    const int count = std::countr_zero(stop_mask(bytes) | 1U << 16);
    from = last + count;
    return last_to + count;
  }
  if (left >= 8) {
    const auto copy = [&](std::size_t offset) {
      const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(at + offset));
      _mm_storel_epi64(reinterpret_cast<__m128i*>(to + offset), bytes);
      return stop_mask(bytes) & 0xFFU;
    };
    const std::uint64_t mask = copy(0) | std::uint64_t{copy(left - 8)} << (left - 8);
    const int count = std::countr_zero(mask | std::uint64_t{1} << left);
    from = at + count;
    return to + count;
  }
#endif
  while (at != end && !kStops[static_cast<std::uint8_t>(*at)]) *to++ = static_cast<std::uint8_t>(*at++);
  from = at;
  return to;
}

bool append_escaped_text(Buffer& out, std::string_view text) { return append_escaped<Escaping::Text>(out, text); }
bool append_escaped_value(Buffer& out, std::string_view value) { return append_escaped<Escaping::Value>(out, value); }
bool append_dictionary_text(Buffer& out, std::string_view text) {
  return append_escaped<Escaping::DictionaryText>(out, text);
}
bool append_dictionary_value(Buffer& out, std::string_view value) {
  return append_escaped<Escaping::DictionaryValue>(out, value);
}

namespace {

bool is_unfit(char32_t c) {
  if (c < 0x20) return c != '\t' && c != '\n' && c != '\r';
  return (c >= 0xD800 && c <= 0xDFFF) || c == 0xFFFE || c == 0xFFFF;
}

// "_x0041_" or "_x00010000_", as XmlConvert.DecodeName takes them.
bool looks_escaped(std::string_view text) {
  if (!text.starts_with("_x")) return false;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789abcdefABCDEF", 2), text.size()) - 2;
  return (digits == 4 || digits == 8) && digits + 2 < text.size() && text[digits + 2] == '_';
}

}  // namespace

std::size_t find_unfit(std::string_view text, Unfit how) {
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at != end;) {
    const auto byte = static_cast<std::uint8_t>(*at);
    if (byte == '_' && how == Unfit::Escape) {
      const auto place = static_cast<std::size_t>(at - text.data());
      if (looks_escaped(text.substr(place))) return place;
    }
    if (byte >= 0x20 && byte < 0x80) {
      ++at;
      continue;
    }
    const char* const start = at;
    if (is_unfit(next_code_point(at, end))) return static_cast<std::size_t>(start - text.data());
  }
  return text.size();
}

std::string without_unfit(std::string_view text, Unfit how) {
  std::string result;
  while (!text.empty()) {
    const std::size_t plain = find_unfit(text, how);
    result.append(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    const char* at = text.data();
    const char32_t unfit = next_code_point(at, at + text.size());
    if (how == Unfit::Replace) {
      result += "\xEF\xBF\xBD";
    } else {
      constexpr char kDigits[] = "0123456789ABCDEF";
      result += "_x";
      for (int shift = 12; shift >= 0; shift -= 4) result += kDigits[unfit >> static_cast<unsigned>(shift) & 0xFU];
      result += '_';
    }
    text.remove_prefix(static_cast<std::size_t>(at - text.data()));
  }
  return result;
}

bool append_text(Buffer& out, std::string_view text, bool dictionary, Unfit unfit) {
  if (unfit != Unfit::AsDotnet && find_unfit(text, unfit) != text.size()) {
    return unfit != Unfit::Refuse && append_text(out, without_unfit(text, unfit), dictionary, Unfit::AsDotnet);
  }
  return dictionary ? append_dictionary_text(out, text) : append_escaped_text(out, text);
}

bool append_value(Buffer& out, std::string_view value, bool dictionary, Unfit unfit) {
  if (unfit != Unfit::AsDotnet && find_unfit(value, unfit) != value.size()) {
    return unfit != Unfit::Refuse && append_value(out, without_unfit(value, unfit), dictionary, Unfit::AsDotnet);
  }
  return dictionary ? append_dictionary_value(out, value) : append_escaped_value(out, value);
}

}  // namespace dotwire::xml

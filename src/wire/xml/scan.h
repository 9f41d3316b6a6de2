// Finds the bytes that matter, sixteen at a time. Nothing here reads at or behind `end`.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "base/load.h"
#include "wire/xml/characters.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace dotwire::xml {

// Sees whether two runs of `size` bytes are equal; for the short runs that names are, faster than memcmp.
inline bool equal_bytes(const char* a, const char* b, std::size_t size) {
  if (size >= 8) {
    if (size > 16) return std::memcmp(a, b, size) == 0;
    return ((load<std::uint64_t>(a) ^ load<std::uint64_t>(b)) |
            (load<std::uint64_t>(a + size - 8) ^ load<std::uint64_t>(b + size - 8))) == 0;
  }
  if (size >= 4) {
    return ((load<std::uint32_t>(a) ^ load<std::uint32_t>(b)) |
            (load<std::uint32_t>(a + size - 4) ^ load<std::uint32_t>(b + size - 4))) == 0;
  }
  for (std::size_t i = 0; i < size; ++i) {
    if (a[i] != b[i]) return false;
  }
  return true;
}

// Bytes at which a scan of text stops.
constexpr bool stops_text(char c) { return c == '<' || c == '&' || c == ']' || static_cast<std::uint8_t>(c) < 0x20; }

// The first byte of '<', '&', ']' and the control characters, or `end`. `high` becomes true if a byte before it is not
// ASCII (and may if one shortly behind it is not).
inline const char* find_text_stop(const char* at, const char* end, bool& high) {
#if defined(__SSE2__)
  const __m128i less = _mm_set1_epi8('<');
  const __m128i ampersand = _mm_set1_epi8('&');
  const __m128i bracket = _mm_set1_epi8(']');
  const __m128i control = _mm_set1_epi8(0x1F);
  while (end - at >= 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i stops =
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, less), _mm_cmpeq_epi8(bytes, ampersand)),
                     _mm_or_si128(_mm_cmpeq_epi8(bytes, bracket), _mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes)));
    const auto stop_mask = static_cast<std::uint32_t>(_mm_movemask_epi8(stops));
    const auto high_mask = static_cast<std::uint32_t>(_mm_movemask_epi8(bytes));
    if (stop_mask != 0) {
      high |= (high_mask & (stop_mask ^ (stop_mask - 1))) != 0;
      return at + std::countr_zero(stop_mask);
    }
    high |= high_mask != 0;
    at += 16;
  }
#endif
  while (at != end && !stops_text(*at)) {
    high |= static_cast<std::uint8_t>(*at) >= 0x80;
    ++at;
  }
  return at;
}

// The first of `quote`, '<', '&' and the control characters, or `end`.
inline const char* find_value_stop(const char* at, const char* end, char quote, bool& high) {
#if defined(__SSE2__)
  const __m128i less = _mm_set1_epi8('<');
  const __m128i ampersand = _mm_set1_epi8('&');
  const __m128i quotes = _mm_set1_epi8(quote);
  const __m128i control = _mm_set1_epi8(0x1F);
  while (end - at >= 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i stops =
        _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(bytes, less), _mm_cmpeq_epi8(bytes, ampersand)),
                     _mm_or_si128(_mm_cmpeq_epi8(bytes, quotes), _mm_cmpeq_epi8(_mm_min_epu8(bytes, control), bytes)));
    const auto stop_mask = static_cast<std::uint32_t>(_mm_movemask_epi8(stops));
    const auto high_mask = static_cast<std::uint32_t>(_mm_movemask_epi8(bytes));
    if (stop_mask != 0) {
      high |= (high_mask & (stop_mask ^ (stop_mask - 1))) != 0;
      return at + std::countr_zero(stop_mask);
    }
    high |= high_mask != 0;
    at += 16;
  }
#endif
  while (at != end && *at != quote && *at != '<' && *at != '&' && static_cast<std::uint8_t>(*at) >= 0x20) {
    high |= static_cast<std::uint8_t>(*at) >= 0x80;
    ++at;
  }
  return at;
}

// Past white space.
inline const char* skip_space(const char* at, const char* end) {
#if defined(__SSE2__)
  while (end - at >= 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const __m128i spaces = _mm_or_si128(
        _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(' ')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'))),
        _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\r')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\t'))));
    const auto others = static_cast<std::uint32_t>(_mm_movemask_epi8(spaces)) ^ 0xFFFFU;
    if (others != 0) return at + std::countr_zero(others);
    at += 16;
  }
#endif
  while (at != end && is_space(*at)) ++at;
  return at;
}

}  // namespace dotwire::xml

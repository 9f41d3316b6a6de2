// Checks on short runs of text, inline: most strings of a payload have a few bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/load.h"
#include "base/unicode.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace dotwire {

// Whether `size` bytes are ASCII. `readable` bytes may be looked at, so that short text costs one load.
inline bool is_ascii_within(const std::uint8_t* at, std::size_t size, std::size_t readable) {
#if defined(__SSE2__)
  if (size <= 16 && readable >= 16) {
    const auto bits =
        static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at))));
    return (bits & ((1U << size) - 1)) == 0;
  }
  if (size <= 32 && readable >= 32) {
    const auto low =
        static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at))));
    const auto high =
        static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(at + 16))));
    return ((low | std::uint64_t{high} << 16) & ((std::uint64_t{1} << size) - 1)) == 0;
  }
  if (size > 32 && size <= 256) {
    __m128i all = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + size - 16));
    for (std::size_t i = 0; i + 16 < size; i += 16) {
      all = _mm_or_si128(all, _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + i)));
    }
    return _mm_movemask_epi8(all) == 0;
  }
#else
  (void)readable;
#endif
  return is_ascii({reinterpret_cast<const char*>(at), size});
}

// Copies text and says whether it holds a byte ED, the lead of surrogates among others.
inline bool copy_finds_ed(std::uint8_t* to, const char* from, std::size_t size) {
#if defined(__SSE2__)
  if (size >= 16) {
    const __m128i ed = _mm_set1_epi8(static_cast<char>(0xED));
    __m128i found = _mm_setzero_si128();
    const auto copy = [&](std::size_t at) {
      const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + at));
      _mm_storeu_si128(reinterpret_cast<__m128i*>(to + at), block);
      found = _mm_or_si128(found, _mm_cmpeq_epi8(block, ed));
    };
    for (std::size_t at = 0; at + 16 <= size; at += 16) copy(at);
    copy(size - 16);
    return _mm_movemask_epi8(found) != 0;
  }
#endif
  const auto has_ed = [](std::uint64_t word) {
    const std::uint64_t x = word ^ 0xEDEDEDEDEDEDEDEDU;
    return ((x - 0x0101010101010101U) & ~x & 0x8080808080808080U) != 0;
  };
  if (size >= 8 && size <= 16) {
    const auto first = load<std::uint64_t>(from);
    const auto last = load<std::uint64_t>(from + size - 8);
    store(to, first);
    store(to + size - 8, last);
    return has_ed(first) || has_ed(last);
  }
  if (size >= 4 && size < 8) {
    const auto first = load<std::uint32_t>(from);
    const auto last = load<std::uint32_t>(from + size - 4);
    store(to, first);
    store(to + size - 4, last);
    return has_ed(first | std::uint64_t{last} << 32);
  }
  bool found = false;
  for (std::size_t i = 0; i < size; ++i) {
    to[i] = static_cast<std::uint8_t>(from[i]);
    found |= to[i] == 0xED;
  }
  return found;
}

}  // namespace dotwire

// Checks on short runs of text, inline: most strings of a payload have a few bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/copy_text.h"
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

// Copies text and says whether all of it is ASCII.
inline bool copy_is_ascii(std::uint8_t* to, const char* from, std::size_t size) {
#if defined(__SSE2__)
  if (size >= 16) {
    __m128i all = _mm_setzero_si128();
    const auto copy = [&](std::size_t at) {
      const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + at));
      _mm_storeu_si128(reinterpret_cast<__m128i*>(to + at), block);
      all = _mm_or_si128(all, block);
    };
    for (std::size_t at = 0; at + 16 <= size; at += 16) copy(at);
    copy(size - 16);
    return _mm_movemask_epi8(all) == 0;
  }
#endif
  return copy_text(to, reinterpret_cast<const std::uint8_t*>(from), size);
}

}  // namespace dotwire

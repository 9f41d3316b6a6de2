// 24 bytes to 32 characters and back. The scalar twins are in base64.cpp.
#include "clr/base64.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace dotwire::detail {

#if defined(__x86_64__)

#define DOTWIRE_AVX2 __attribute__((target("avx2")))

bool has_avx2() { return __builtin_cpu_supports("avx2") != 0; }

DOTWIRE_AVX2 std::size_t encode_base64_avx2(const std::uint8_t* bytes, std::size_t count, char* at) {
  // Of each three bytes a b c the order b a c b, so that 16-bit lanes hold all bits of their two characters.
  const __m256i spread = _mm256_setr_epi8(1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10, 1, 0, 2, 1, 4, 3, 5, 4, 7,
                                          6, 8, 7, 10, 9, 11, 10);
  // What to add to a value for its character, by class: 0 small letters, 1..10 digits, 11 plus, 12 slash, 13 capitals.
  const __m256i shifts =
      _mm256_setr_epi8('a' - 26, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, '+' - 62, '/' - 63, 'A', 0, 0, 'a' - 26, -4,
                       -4, -4, -4, -4, -4, -4, -4, -4, -4, '+' - 62, '/' - 63, 'A', 0, 0);
  std::size_t done = 0;
  for (; count - done >= 28; done += 24, at += 32) {
    const __m128i low = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + done));
    const __m128i high = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + done + 12));
    const __m256i in = _mm256_shuffle_epi8(_mm256_set_m128i(high, low), spread);
    const __m256i odd =
        _mm256_mulhi_epu16(_mm256_and_si256(in, _mm256_set1_epi32(0x0FC0FC00)), _mm256_set1_epi32(0x04000040));
    const __m256i even =
        _mm256_mullo_epi16(_mm256_and_si256(in, _mm256_set1_epi32(0x003F03F0)), _mm256_set1_epi32(0x01000010));
    const __m256i values = _mm256_or_si256(odd, even);
    const __m256i capitals = _mm256_cmpgt_epi8(_mm256_set1_epi8(26), values);
    const __m256i classes = _mm256_or_si256(_mm256_subs_epu8(values, _mm256_set1_epi8(51)),
                                            _mm256_and_si256(capitals, _mm256_set1_epi8(13)));
    const __m256i text = _mm256_add_epi8(values, _mm256_shuffle_epi8(shifts, classes));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), text);
  }
  return done;
}

DOTWIRE_AVX2 std::size_t decode_base64_avx2(const char* text, std::size_t count, std::uint8_t* at) {
  // A character is wrong if the bits for its low and its high half meet.
  const __m256i low_bits = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x13, 0x1A, 0x1B, 0x1B, 0x1B, 0x1A));
  const __m256i high_bits = _mm256_broadcastsi128_si256(
      _mm_setr_epi8(0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10));
  // What to add to a character for its value, by its high half; the slash has the entry before the plus.
  const __m256i rolls =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 16, 19, 4, -65, -65, -71, -71, 0, 0, 0, 0, 0, 0, 0, 0));
  const __m256i order =
      _mm256_broadcastsi128_si256(_mm_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1));
  const __m256i half = _mm256_set1_epi8(0x0F);
  std::size_t done = 0;
  for (; count - done >= 32; done += 32, at += 24) {
    const __m256i in = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(text + done));
    const __m256i high = _mm256_and_si256(_mm256_srli_epi32(in, 4), half);
    const __m256i low = _mm256_and_si256(in, half);
    if (_mm256_testz_si256(_mm256_shuffle_epi8(low_bits, low), _mm256_shuffle_epi8(high_bits, high)) == 0) break;
    const __m256i slash = _mm256_cmpeq_epi8(in, _mm256_set1_epi8('/'));
    const __m256i values = _mm256_add_epi8(in, _mm256_shuffle_epi8(rolls, _mm256_add_epi8(slash, high)));
    const __m256i pairs = _mm256_maddubs_epi16(values, _mm256_set1_epi32(0x01400140));
    const __m256i groups = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x00011000));
    const __m256i bytes = _mm256_shuffle_epi8(groups, order);
    const __m256i packed = _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(at), packed);
  }
  return done;
}

#else

bool has_avx2() { return false; }
std::size_t encode_base64_avx2(const std::uint8_t*, std::size_t, char*) { return 0; }
std::size_t decode_base64_avx2(const char*, std::size_t, std::uint8_t*) { return 0; }

#endif

}  // namespace dotwire::detail

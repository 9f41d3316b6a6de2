// Copying text and looking at it in one pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/check.h"
#include "base/load.h"

namespace dotwire {

// Copies exactly `size` bytes and says whether all are ASCII. Both pieces of a short or last copy may overlap.
DOTWIRE_ALWAYS_INLINE bool copy_text(std::uint8_t* to, const std::uint8_t* from, std::size_t size) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080U;
  using Word = std::uint64_t;
  if (size >= 16) {
    Word low = 0;
    Word high = 0;
    std::size_t at = 0;
    const auto piece = [&](std::size_t i) {
      const Word a = load<Word>(from + i);
      const Word b = load<Word>(from + i + 8);
      store(to + i, a);
      store(to + i + 8, b);
      low |= a;
      high |= b;
    };
    for (; at + 16 <= size; at += 16) piece(at);
    piece(size - 16);
    return ((low | high) & kHighBits) == 0;
  }
  if (size >= 8) {
    const Word a = load<Word>(from);
    const Word b = load<Word>(from + size - 8);
    store(to, a);
    store(to + size - 8, b);
    return ((a | b) & kHighBits) == 0;
  }
  if (size >= 4) {
    const auto a = load<std::uint32_t>(from);
    const auto b = load<std::uint32_t>(from + size - 4);
    store(to, a);
    store(to + size - 4, b);
    return ((a | b) & 0x80808080U) == 0;
  }
  std::uint8_t all = 0;
  for (std::size_t i = 0; i < size; ++i) all |= to[i] = from[i];
  return all < 0x80;
}

// What .NET's UTF-8 encoder makes of WTF-8: U+FFFD in place of each lone surrogate, which takes three bytes as well.
DOTWIRE_NOINLINE inline void replace_lone_surrogates(std::uint8_t* text, std::size_t size) {
  constexpr std::uint8_t kReplacement[] = {0xEF, 0xBF, 0xBD};
  for (std::size_t i = 0; i + 2 < size; ++i) {
    if (text[i] == 0xED && text[i + 1] >= 0xA0) std::memcpy(text + i, kReplacement, sizeof kReplacement);
  }
}

}  // namespace dotwire

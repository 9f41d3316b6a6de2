#include "support/hex.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace dotwire::test {
namespace {

constexpr std::size_t kContext = 16;

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

[[noreturn]] void fail(std::string_view text, std::size_t at) {
  std::fprintf(stderr, "hex(): not a pair of hex digits at character %zu: %.*s\n", at,
               static_cast<int>(std::min<std::size_t>(text.size() - at, 40)), text.data() + at);
  std::abort();
}

std::size_t first_difference(std::span<const std::uint8_t> a, std::span<const std::uint8_t> b) {
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (a[i] != b[i]) return i;
  }
  return common;
}

std::string around(std::span<const std::uint8_t> bytes, std::size_t at) {
  const std::size_t first = std::min(at < kContext ? 0 : at - kContext, bytes.size());
  const std::size_t last = std::min(at + kContext, bytes.size());
  const std::span<const std::uint8_t> shown = bytes.subspan(first, last - first);
  std::string text;
  for (const std::uint8_t byte : shown) text += byte >= 0x20 && byte < 0x7F ? static_cast<char>(byte) : '.';
  return to_hex(shown) + "  |" + text + "|";
}

}  // namespace

Buffer hex(std::string_view text) {
  Buffer bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '#') {
      i = std::min(text.find('\n', i), text.size());
    } else if (c != ' ' && c != '\n' && c != '\t' && c != '\r') {
      const int high = digit_of(c);
      const int low = i + 1 < text.size() ? digit_of(text[i + 1]) : -1;
      if (high < 0 || low < 0) fail(text, i);
      bytes.push_back(static_cast<std::uint8_t>(high * 16 + low));
      ++i;
    }
  }
  return bytes;
}

std::string to_hex(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  text.reserve(bytes.size() * 3);
  for (const std::uint8_t byte : bytes) {
    if (!text.empty()) text += ' ';
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

testing::AssertionResult same_bytes(std::span<const std::uint8_t> actual, std::span<const std::uint8_t> expected) {
  const std::size_t at = first_difference(actual, expected);
  if (at == actual.size() && at == expected.size()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << actual.size() << " bytes where " << expected.size()
                                     << " are expected, the first difference at byte " << at << "\n  actual    "
                                     << around(actual, at) << "\n  expected  " << around(expected, at);
}

testing::AssertionResult same_text(std::string_view actual, std::string_view expected) {
  return same_bytes(as_bytes(actual), as_bytes(expected));
}

}  // namespace dotwire::test

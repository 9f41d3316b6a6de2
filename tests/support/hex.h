// Bytes written as a person reads them, and what to say when two runs of bytes differ.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "dotwire/buffer.h"

namespace dotwire::test {

// Pairs of hex digits; white space is skipped, and '#' starts a comment that ends with the line. Anything else aborts:
//   const Buffer input = hex(R"(
//     07 00 00 00  # object id 7
//     01 41        # "A"
//   )");
Buffer hex(std::string_view text);

// "07 00 00 00"
std::string to_hex(std::span<const std::uint8_t> bytes);

inline std::span<const std::uint8_t> as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// EXPECT_TRUE(same_bytes(actual, expected)): on failure both sizes, the first byte that differs and what surrounds it.
testing::AssertionResult same_bytes(std::span<const std::uint8_t> actual, std::span<const std::uint8_t> expected);
testing::AssertionResult same_text(std::string_view actual, std::string_view expected);

}  // namespace dotwire::test

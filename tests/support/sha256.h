// The hash that the golden manifests state. Tests only: the library needs no cryptography.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace dotwire::test {

// 64 lower-case hex digits.
std::string sha256(std::span<const std::uint8_t> bytes);

}  // namespace dotwire::test

// Unaligned little-endian access. .NET's formats are little-endian throughout.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace dotwire {

static_assert(std::endian::native == std::endian::little, "big-endian hosts are not supported yet");

template <class T>
T load(const void* at) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

template <class T>
void store(void* at, T value) {
  static_assert(std::is_trivially_copyable_v<T>);
  std::memcpy(at, &value, sizeof(T));
}

}  // namespace dotwire

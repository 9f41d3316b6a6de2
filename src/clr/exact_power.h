// Powers of ten that a floating-point type holds exactly.
#pragma once

#include <array>
#include <cstddef>

namespace dotwire {

// 10^0 to 10^22 for double, to 10^10 for float.
template <class T>
inline constexpr auto kExactPowers = [] {
  std::array<T, sizeof(T) == 8 ? 23 : 11> powers{};
  T power = 1;
  for (T& entry : powers) {
    entry = power;
    power *= 10;
  }
  return powers;
}();

template <class T>
T exact_power(int power) {
  return kExactPowers<T>[static_cast<std::size_t>(power)];
}

}  // namespace dotwire

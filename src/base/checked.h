// Arithmetic on sizes that come from input.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

namespace dotwire {

inline std::optional<std::uint64_t> checked_add(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum;
  if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
  return sum;
}

inline std::optional<std::uint64_t> checked_multiply(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product;
  if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
  return product;
}

// The value in a narrower type, or nothing if it does not fit.
template <class To, class From>
std::optional<To> checked_narrow(From value) {
  static_assert(std::is_integral_v<To> && std::is_integral_v<From>);
  const To narrow = static_cast<To>(value);
  if (static_cast<From>(narrow) != value || (narrow < To{}) != (value < From{})) return std::nullopt;
  return narrow;
}

}  // namespace dotwire

// The generator of all generated data. How each value is made of draws is fixed for good: golden files depend on it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dotwire/values.h"

namespace dotwire::bench {

class Lcg {
 public:
  explicit Lcg(std::uint64_t seed) : state_(seed) {}

  // One draw: the upper 32 bits of the next state.
  std::uint32_t next() {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::uint32_t>(state_ >> 32);
  }
  // Two draws, the upper half first.
  std::uint64_t next64() {
    const std::uint64_t high = next();
    return high << 32 | next();
  }

  bool boolean() { return (next() & 1) != 0; }
  float single();
  double real();
  Decimal decimal();
  DateTime date_time();
  TimeSpan time_span() { return {(std::int64_t{next()} - 2147483648) * 10'000}; }
  Guid guid();
  Char character() { return static_cast<Char>(33 + next() % 94); }
  // UTF-8 of letters, digits, the blank and four characters beyond ASCII.
  std::string text(std::uint32_t least, std::uint32_t most);
  // a to z.
  std::string letters(std::uint32_t length);
  std::vector<std::uint8_t> bytes(std::uint32_t least, std::uint32_t most);

 private:
  std::uint64_t state_;
};

}  // namespace dotwire::bench

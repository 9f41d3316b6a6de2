#include "data/lcg.h"

#include <array>

namespace dotwire::bench {
namespace {

constexpr std::array<std::string_view, 5> kBeyondLetters = {" ", "\u00E9", "\u00DF", "\u6F22", "\u20AC"};
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
constexpr std::uint32_t kAlphabetSize = 67;
static_assert(kLetters.size() + kBeyondLetters.size() == kAlphabetSize);

}  // namespace

float Lcg::single() { return static_cast<float>(static_cast<std::int32_t>(next() >> 8) - (1 << 23)) / 256.0F; }

double Lcg::real() {
  return static_cast<double>(static_cast<std::int64_t>(next64() >> 11) - (std::int64_t{1} << 52)) / 1048576.0;
}

Decimal Lcg::decimal() {
  Decimal value;
  value.lo = next();
  value.mid = next();
  value.flags = (next() % 10) << 16;
  if (boolean()) value.flags |= 1U << 31;
  return value;
}

// From 2000-01-01 on.
DateTime Lcg::date_time() {
  const std::int64_t seconds = next() % 315'360'000;
  const std::int64_t milliseconds = next() % 1000;
  return {630'822'816'000'000'000 + seconds * 10'000'000 + milliseconds * 10'000, DateTimeKind::Unspecified};
}

Guid Lcg::guid() {
  Guid value;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::uint32_t draw = next();
    for (std::size_t j = 0; j < 4; ++j) value.bytes[4 * i + j] = static_cast<std::uint8_t>(draw >> (8 * j));
  }
  return value;
}

std::string Lcg::text(std::uint32_t least, std::uint32_t most) {
  const std::uint32_t length = least + next() % (most - least + 1);
  std::string value;
  for (std::uint32_t i = 0; i < length; ++i) {
    const std::uint32_t index = next() % kAlphabetSize;
    if (index < kLetters.size()) {
      value += kLetters[index];
    } else {
      value += kBeyondLetters[index - kLetters.size()];
    }
  }
  return value;
}

std::string Lcg::letters(std::uint32_t length) {
  std::string value(length, ' ');
  for (char& letter : value) letter = static_cast<char>('a' + next() % 26);
  return value;
}

std::vector<std::uint8_t> Lcg::bytes(std::uint32_t least, std::uint32_t most) {
  std::vector<std::uint8_t> value(least + next() % (most - least + 1));
  for (std::uint8_t& byte : value) byte = static_cast<std::uint8_t>(next());
  return value;
}

}  // namespace dotwire::bench

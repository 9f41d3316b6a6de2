// Documents with a few things wrong, from a fixed seed.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace dotwire::interop {

// The same numbers everywhere.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint32_t next() {
    state_ = state_ * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    return static_cast<std::uint32_t>(state_ >> 32);
  }
  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : next() % bound; }

 private:
  std::uint64_t state_;
};

// A mutant and what was done, in a few words without tabs.
struct Mutant {
  std::string bytes;
  std::string how;
};

// BinaryFormatter payloads: bytes and numbers changed, ranges and whole records cut, inserted, swapped, repeated.
Mutant mutate_payload(std::span<const std::uint8_t> payload, Random& random);
// XML: tags, attributes and texts changed, elements dropped, repeated, swapped; bytes too.
Mutant mutate_xml(std::span<const std::uint8_t> document, Random& random);

}  // namespace dotwire::interop

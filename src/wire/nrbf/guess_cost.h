// How usual bytes are as a value, in bits that it takes to say them: ways to read a payload are compared by their sums.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/byte_reader.h"

namespace dotwire::nrbf {

// How the bytes of a value are told.
enum class Width : std::uint8_t { Unknown, Record, One, Two, Four, Eight, Decimal, Char };

// Bytes of One to Eight.
constexpr std::uint32_t bytes_of(Width width) {
  switch (width) {
    case Width::One: return 1;
    case Width::Two: return 2;
    case Width::Four: return 4;
    case Width::Eight: return 8;
    default: return 0;
  }
}

// Of a primitive's code; Unknown if there is none of that code.
Width width_of(std::uint8_t primitive);

// Of One to Eight: a number, date or the like of that many bytes at `at`.
int number_cost(Width width, const std::uint8_t* at);
std::int64_t text_cost(std::string_view text);
// What a member's name says against such a value; negative where it speaks for it.
int name_cost(std::string_view member, Width width);

inline constexpr int kRecordCost = 2;     // that a member is none of the others
inline constexpr int kReferenceCost = 3;  // what an id says, beside what it stands for
int decimal_cost(std::string_view text);
inline constexpr int kCharCost = 20;  // of two or three bytes

// As the text of a Decimal: digits with one dot at most, and a sign.
bool is_decimal(std::string_view text);

// What sets of values may be.
bool looks_like_date(std::uint64_t bits);
bool looks_like_double(double value);
bool looks_like_single(float value);

}  // namespace dotwire::nrbf

#include "wire/nrbf/guess_cost.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "base/load.h"

namespace dotwire::nrbf {
namespace {

constexpr std::uint8_t kChar = 3, kDecimal = 5;

// Before the value itself: that it has this width. Int32 is the most usual.
constexpr int kOneCost = 3, kTwoCost = 5, kFourCost = 2, kEightCost = 3;

constexpr std::uint64_t kTickBits = (std::uint64_t{1} << 62) - 1;
constexpr std::uint64_t kMaxDate = 3'155'378'975'999'999'999;
constexpr std::uint64_t kSecond = 10'000'000, kDay = 86'400 * kSecond, kMillisecond = 10'000;

// Elias's delta code: small numbers are short, and none is much longer than its digits.
int whole_cost(std::uint64_t number) {
  const auto width = static_cast<int>(std::bit_width(number));
  return width + 2 * static_cast<int>(std::bit_width(static_cast<unsigned>(width))) + 1 - (width > 0 ? 1 : 0);
}

std::uint64_t distance(std::int64_t number) {
  return number < 0 ? ~static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
}

// Of the bits behind the point: short ones end with zeros, largest values with ones.
int mantissa_cost(std::uint64_t bits, int width) {
  const int zeros = bits == 0 ? width : std::countr_zero(bits);
  return width - std::min(width, std::max(zeros, std::countr_one(bits)));
}

int single_cost(std::uint32_t bits) {
  const auto value = std::bit_cast<float>(bits);
  constexpr int kMantissa = 23;
  const int exponent = looks_like_single(value) ? 7 : 12;
  return exponent + mantissa_cost(bits & ((1U << kMantissa) - 1), kMantissa);
}

int double_cost(std::uint64_t bits) {
  const auto value = std::bit_cast<double>(bits);
  constexpr int kMantissa = 52;
  const int exponent = looks_like_double(value) ? 9 : 15;
  return exponent + mantissa_cost(bits & ((std::uint64_t{1} << kMantissa) - 1), kMantissa);
}

int four_cost(std::uint32_t bits) {
  const auto number = static_cast<std::int32_t>(bits);
  if (number == std::numeric_limits<std::int32_t>::max() || number == std::numeric_limits<std::int32_t>::min())
    return 9;
  return std::min({whole_cost(distance(number)) + 1, single_cost(bits), 33});
}

// The kind of a DateTime stands in the upper two bits.
int date_cost(std::uint64_t bits) {
  const std::uint64_t ticks = bits & kTickBits;
  constexpr int kImpossible = 99;
  if (ticks > kMaxDate) return kImpossible;
  const int kind = bits == ticks ? 1 : 4;
  if (ticks == kMaxDate) return kind + 8;
  const int far = looks_like_date(bits) ? 0 : 5;
  if (ticks % kDay == 0) return kind + far + 17;
  if (ticks % kSecond == 0) return kind + far + 32;
  return kind + far + (ticks % kMillisecond == 0 ? 42 : 55);
}

// A TimeSpan of whole seconds or milliseconds.
int span_cost(std::uint64_t bits) {
  const std::uint64_t ticks = distance(static_cast<std::int64_t>(bits));
  if (ticks % kSecond == 0) return 4 + whole_cost(ticks / kSecond);
  if (ticks % kMillisecond == 0) return 6 + whole_cost(ticks / kMillisecond);
  return 99;
}

int eight_cost(std::uint64_t bits) {
  const auto number = static_cast<std::int64_t>(bits);
  if (number == std::numeric_limits<std::int64_t>::max() || number == std::numeric_limits<std::int64_t>::min())
    return 9;
  return std::min({whole_cost(distance(number)) + 1, date_cost(bits), span_cost(bits), double_cost(bits), 65});
}

bool is_letter_upper(char c) { return c >= 'A' && c <= 'Z'; }

// "Name" of "<Name>k__BackingField", "_name", "m_name" and "Base+name".
std::string_view plain_name(std::string_view member) {
  if (const std::size_t plus = member.rfind('+'); plus != std::string_view::npos) member.remove_prefix(plus + 1);
  if (member.starts_with('<')) return member.substr(1, member.find('>') - 1);
  if (member.starts_with("m_")) return member.substr(2);
  return member.starts_with('_') ? member.substr(1) : member;
}

// Words that start or end names, and the widths that go with them.
struct NameHint {
  std::string_view word;
  bool at_start;
  Width width;
};
constexpr auto kHints = std::to_array<NameHint>({
    {"Is", true, Width::One},        {"Has", true, Width::One},       {"is", true, Width::One},
    {"has", true, Width::One},       {"Enabled", false, Width::One},  {"value__", true, Width::Four},
    {"ID", false, Width::Four},      {"Id", false, Width::Four},      {"Count", false, Width::Four},
    {"count", false, Width::Four},   {"Index", false, Width::Four},   {"index", false, Width::Four},
    {"Number", false, Width::Four},  {"Size", false, Width::Four},    {"size", false, Width::Four},
    {"Version", false, Width::Four}, {"version", false, Width::Four}, {"Year", false, Width::Four},
    {"Date", false, Width::Eight},   {"Time", false, Width::Eight},   {"Utc", false, Width::Eight},
    {"Ticks", false, Width::Eight},  {"Name", false, Width::Record},  {"name", false, Width::Record},
    {"Text", false, Width::Record},  {"Title", false, Width::Record}, {"List", false, Width::Record},
    {"items", false, Width::Record}, {"Items", false, Width::Record},
});

bool holds(std::string_view name, const NameHint& hint) {
  if (!hint.at_start) return name.ends_with(hint.word);
  if (!name.starts_with(hint.word)) return false;
  return name.size() == hint.word.size() || is_letter_upper(name[hint.word.size()]);
}

}  // namespace

Width width_of(std::uint8_t primitive) {
  switch (primitive) {
    case 1:
    case 2:
    case 10: return Width::One;
    case kChar: return Width::Char;
    case kDecimal: return Width::Decimal;
    case 7:
    case 14: return Width::Two;
    case 8:
    case 11:
    case 15: return Width::Four;
    case 6:
    case 9:
    case 12:
    case 13:
    case 16: return Width::Eight;
    default: return Width::Unknown;
  }
}

int number_cost(Width width, const std::uint8_t* at) {
  switch (width) {
    case Width::One: return kOneCost + (*at <= 1 ? 1 : 8);
    case Width::Two: return kTwoCost + std::min(whole_cost(distance(load<std::int16_t>(at))) + 1, 17);
    case Width::Four: return kFourCost + four_cost(load<std::uint32_t>(at));
    case Width::Eight: return kEightCost + eight_cost(load<std::uint64_t>(at));
    default: return 0;
  }
}

std::int64_t text_cost(std::string_view text) {
  // What begins as text goes on as text.
  constexpr std::size_t kLooked = 64;
  constexpr int kPrintable = 6, kBeyondAscii = 8, kControl = 12;
  const std::string_view start = text.substr(0, kLooked);
  std::int64_t cost = whole_cost(text.size()) + static_cast<std::int64_t>(text.size() - start.size()) * kPrintable;
  for (const char c : start) {
    const auto byte = static_cast<std::uint8_t>(c);
    cost += byte >= 0x20 && byte < 0x7F ? kPrintable : byte >= 0x80 ? kBeyondAscii : kControl;
  }
  return cost;
}

int decimal_cost(std::string_view text) { return 7 + 4 * static_cast<int>(text.size()); }

int name_cost(std::string_view member, Width width) {
  const std::string_view name = plain_name(member);
  for (const NameHint& hint : kHints) {
    if (holds(name, hint)) return hint.width == width ? -2 : 1;
  }
  return 0;
}

// 1900 to 2055: later ones end with the byte 09, as references do that are not where they seem to be.
bool looks_like_date(std::uint64_t bits) {
  constexpr std::uint64_t kFrom = 599'266'080'000'000'000, kTo = 0x08FF'FFFF'FFFF'FFFF;
  return (bits & kTickBits) >= kFrom && (bits & kTickBits) <= kTo;
}
bool looks_like_double(double value) { return value != 0 && std::fabs(value) > 1e-12 && std::fabs(value) < 1e15; }
bool looks_like_single(float value) { return value != 0 && std::fabs(value) > 1e-9F && std::fabs(value) < 1e12F; }

bool is_decimal(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const auto dots = std::ranges::count(text, '.');
  return !text.empty() && text.size() <= 31 && dots <= 1 &&
         std::ranges::all_of(text, [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
}

}  // namespace dotwire::nrbf

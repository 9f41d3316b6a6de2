// Values as SQL Server's bulk files have them. Nothing where the text is not of that form.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dotwire/values.h"

namespace dotwire::bench {

template <class T>
std::optional<T> parse_integer(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Digits with a point among them or before them, up to 18: the scale is the number of digits behind it.
std::optional<Decimal> parse_decimal(std::string_view text);
// 694215B7-08F7-4C0D-ACB1-D734BA44C0C8
std::optional<Guid> parse_guid(std::string_view text);
// 2008-03-11 10:01:36.827, as ticks.
std::optional<std::int64_t> parse_date_time(std::string_view text);
std::optional<std::string> parse_hex(std::string_view text);

}  // namespace dotwire::bench

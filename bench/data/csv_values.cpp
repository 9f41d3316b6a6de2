#include "data/csv_values.h"

namespace dotwire::bench {
namespace {

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Days from 0001-01-01 in the Gregorian calendar.
std::int64_t days_before(std::int64_t year, std::int64_t month, std::int64_t day) {
  const std::int64_t shifted_year = month <= 2 ? year - 1 : year;
  const std::int64_t shifted_month = (month + 9) % 12;  // from March
  const std::int64_t leap_days = shifted_year / 4 - shifted_year / 100 + shifted_year / 400;
  return shifted_year * 365 + leap_days + (shifted_month * 153 + 2) / 5 + day - 1 - 306;
}

}  // namespace

std::optional<Decimal> parse_decimal(std::string_view text) {
  constexpr std::size_t kMostDigits = 18;
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const std::size_t point = text.find('.');
  std::string digits(text);
  if (point != std::string_view::npos) digits.erase(point, 1);
  if (digits.size() > kMostDigits) return std::nullopt;
  const std::optional<std::uint64_t> magnitude = parse_integer<std::uint64_t>(digits);
  if (!magnitude) return std::nullopt;
  Decimal value;
  value.lo = static_cast<std::uint32_t>(*magnitude);
  value.mid = static_cast<std::uint32_t>(*magnitude >> 32);
  const std::size_t scale = point == std::string_view::npos ? 0 : digits.size() - point;
  value.flags = static_cast<std::uint32_t>(scale) << 16 | (negative ? 1U << 31 : 0);
  return value;
}

std::optional<Guid> parse_guid(std::string_view text) {
  constexpr std::size_t kPlaces[16] = {6, 4, 2, 0, 11, 9, 16, 14, 19, 21, 24, 26, 28, 30, 32, 34};
  if (text.size() != 36) return std::nullopt;
  Guid value;
  for (std::size_t i = 0; i < 16; ++i) {
    const int high = hex_digit(text[kPlaces[i]]);
    const int low = hex_digit(text[kPlaces[i] + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    value.bytes[i] = static_cast<std::uint8_t>(high << 4 | low);
  }
  return value;
}

std::optional<std::int64_t> parse_date_time(std::string_view text) {
  if (text.size() != 23 || text[4] != '-' || text[7] != '-' || text[10] != ' ' || text[13] != ':' || text[16] != ':' ||
      text[19] != '.') {
    return std::nullopt;
  }
  const auto year = parse_integer<std::uint16_t>(text.substr(0, 4));
  const auto month = parse_integer<std::uint8_t>(text.substr(5, 2));
  const auto day = parse_integer<std::uint8_t>(text.substr(8, 2));
  const auto hour = parse_integer<std::uint8_t>(text.substr(11, 2));
  const auto minute = parse_integer<std::uint8_t>(text.substr(14, 2));
  const auto second = parse_integer<std::uint8_t>(text.substr(17, 2));
  const auto millisecond = parse_integer<std::uint16_t>(text.substr(20, 3));
  if (!year || !month || !day || !hour || !minute || !second || !millisecond) return std::nullopt;
  if (*year < 1753 || *month < 1 || *month > 12 || *day < 1 || *day > 31 || *hour > 23 || *minute > 59 ||
      *second > 59) {
    return std::nullopt;
  }
  const std::int64_t seconds =
      ((days_before(*year, *month, *day) * 24 + *hour) * 60 + *minute) * 60 + std::int64_t{*second};
  return (seconds * 1000 + *millisecond) * 10'000;
}

std::optional<std::string> parse_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::string bytes(text.size() / 2, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const int high = hex_digit(text[2 * i]);
    const int low = hex_digit(text[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes[i] = static_cast<char>(high << 4 | low);
  }
  return bytes;
}

}  // namespace dotwire::bench

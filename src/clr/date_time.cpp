#include "clr/date_time.h"

#include <algorithm>

#include "clr/digits.h"

namespace dotwire {
namespace {

constexpr std::int32_t kDaysBeforeMonth[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
constexpr std::int32_t kDaysInMonth[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

char* put_time(char* at, std::uint32_t seconds) {
  const std::uint32_t minutes = seconds / 60;
  at = put_two_digits(at, minutes / 60);
  *at++ = ':';
  at = put_two_digits(at, minutes % 60);
  *at++ = ':';
  return put_two_digits(at, seconds % 60);
}

// Date and time to the second; what is left is the fraction.
char* put_seconds(char* at, std::int64_t ticks, std::uint32_t& fraction) {
  const auto clamped = static_cast<std::uint64_t>(std::clamp<std::int64_t>(ticks, 0, DateTime::kMaxTicks));
  const std::uint64_t all_seconds = clamped / kTicksPerSecond;
  fraction = static_cast<std::uint32_t>(clamped - all_seconds * kTicksPerSecond);
  const auto days = static_cast<std::uint32_t>(all_seconds / 86400);
  const auto seconds = static_cast<std::uint32_t>(all_seconds - std::uint64_t{days} * 86400);
  at = put_date(at, civil_from_days(static_cast<std::int32_t>(days)));
  *at++ = 'T';
  return put_time(at, seconds);
}

char* put_round_trip_clock(char* at, std::int64_t ticks) {
  std::uint32_t fraction = 0;
  at = put_seconds(at, ticks, fraction);
  *at++ = '.';
  return put_eight_digits(at, fraction * 10) - 1;
}

char* put_zone(char* at, DateTime value, std::int32_t local_offset_minutes) {
  switch (value.kind()) {
    case DateTimeKind::Unspecified: return at;
    case DateTimeKind::Utc: return *at = 'Z', at + 1;
    case DateTimeKind::Local: return put_offset(at, local_offset_minutes);
  }
  return at;
}

}  // namespace

std::int32_t days_in_month(std::int32_t year, std::int32_t month) {
  return kDaysInMonth[month - 1] + (month == 2 && is_leap_year(year) ? 1 : 0);
}

bool is_valid(const CivilDate& date) {
  return date.year >= 1 && date.year <= 9999 && date.month >= 1 && date.month <= 12 && date.day >= 1 &&
         date.day <= days_in_month(date.year, date.month);
}

bool is_valid(const DateTimeOffset& value) {
  const auto inside = [](std::int64_t ticks) { return ticks >= 0 && ticks <= DateTime::kMaxTicks; };
  return value.offset_minutes >= -840 && value.offset_minutes <= 840 && inside(value.clock_ticks) &&
         inside(value.utc_ticks());
}

std::int32_t days_from_civil(const CivilDate& date) {
  const std::int32_t before = date.year - 1;
  const std::int32_t leap_day = date.month > 2 && is_leap_year(date.year) ? 1 : 0;
  return before * 365 + before / 4 - before / 100 + before / 400 + kDaysBeforeMonth[date.month - 1] + leap_day +
         date.day - 1;
}

// Counts from 0000-03-01, so that leap days end their years; the products replace divisions by 1461 and by month
// lengths.
CivilDate civil_from_days(std::int32_t days) {
  const std::uint32_t quarter_days = 4 * (static_cast<std::uint32_t>(days) + 306) + 3;
  const std::uint32_t century = quarter_days / 146097;
  const std::uint32_t of_century = quarter_days % 146097 | 3;
  const std::uint64_t product = std::uint64_t{2939745} * of_century;
  const auto year_of_century = static_cast<std::uint32_t>(product >> 32);
  const std::uint32_t day_of_year = static_cast<std::uint32_t>(product) / 2939745 / 4;
  const std::uint32_t months = 2141 * day_of_year + 197913;
  const std::uint32_t next_year = day_of_year >= 306 ? 1 : 0;
  return {static_cast<std::int32_t>(100 * century + year_of_century + next_year),
          static_cast<std::int32_t>((months >> 16) - 12 * next_year),
          static_cast<std::int32_t>((months & 0xFFFF) / 2141 + 1)};
}

char* put_date(char* at, const CivilDate& date) {
  at = put_two_digits(at, static_cast<std::uint32_t>(date.year) / 100);
  at = put_two_digits(at, static_cast<std::uint32_t>(date.year) % 100);
  *at++ = '-';
  at = put_two_digits(at, static_cast<std::uint32_t>(date.month));
  *at++ = '-';
  return put_two_digits(at, static_cast<std::uint32_t>(date.day));
}

char* put_clock(char* at, std::int64_t ticks) {
  std::uint32_t fraction = 0;
  at = put_seconds(at, ticks, fraction);
  if (fraction == 0) return at;
  *at++ = '.';
  at = put_eight_digits(at, fraction * 10);
  while (at[-1] == '0') --at;
  return at;
}

char* put_offset(char* at, std::int32_t minutes) {
  *at++ = minutes < 0 ? '-' : '+';
  const std::uint32_t magnitude = static_cast<std::uint32_t>(minutes < 0 ? -minutes : minutes) % 6000;
  at = put_two_digits(at, magnitude / 60);
  *at++ = ':';
  return put_two_digits(at, magnitude % 60);
}

char* put_xml_date_time(char* at, DateTime value, std::int32_t local_offset_minutes) {
  return put_zone(put_clock(at, value.ticks()), value, local_offset_minutes);
}

char* put_xml_date_time_offset(char* at, const DateTimeOffset& value) {
  at = put_clock(at, value.clock_ticks);
  if (value.offset_minutes == 0) return *at = 'Z', at + 1;
  return put_offset(at, value.offset_minutes);
}

char* put_round_trip(char* at, DateTime value, std::int32_t local_offset_minutes) {
  return put_zone(put_round_trip_clock(at, value.ticks()), value, local_offset_minutes);
}

char* put_round_trip(char* at, const DateTimeOffset& value) {
  return put_offset(put_round_trip_clock(at, value.clock_ticks), value.offset_minutes);
}

std::string to_xml_text(DateTime value, std::int32_t local_offset_minutes) {
  char text[kDateTimeRoom];
  return std::string(text, put_xml_date_time(text, value, local_offset_minutes));
}

std::string to_xml_text(const DateTimeOffset& value) {
  char text[kDateTimeRoom];
  return std::string(text, put_xml_date_time_offset(text, value));
}

}  // namespace dotwire

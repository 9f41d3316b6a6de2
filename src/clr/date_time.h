// Dates and their texts (xml-json-formats.md 0.2, 0.3). What needs a time zone is in time_zone.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dotwire/result.h"
#include "dotwire/values.h"

namespace dotwire {

inline constexpr std::int64_t kTicksPerSecond = 10'000'000;
inline constexpr std::int64_t kTicksPerMinute = 60 * kTicksPerSecond;
inline constexpr std::int64_t kTicksPerHour = 60 * kTicksPerMinute;
inline constexpr std::int64_t kTicksPerDay = 24 * kTicksPerHour;
inline constexpr std::int64_t kUnixEpochTicks = 621355968000000000;

// In the proleptic Gregorian calendar; month and day from 1.
struct CivilDate {
  std::int32_t year = 1;
  std::int32_t month = 1;
  std::int32_t day = 1;
  friend constexpr bool operator==(const CivilDate&, const CivilDate&) = default;
};

constexpr bool is_leap_year(std::int32_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }
std::int32_t days_in_month(std::int32_t year, std::int32_t month);
// Year 1 to 9999 and a day that exists.
bool is_valid(const CivilDate& date);

// Days since 0001-01-01, and back.
std::int32_t days_from_civil(const CivilDate& date);
CivilDate civil_from_days(std::int32_t days);
inline std::int64_t ticks_from_civil(const CivilDate& date) { return days_from_civil(date) * kTicksPerDay; }

// False if the bits are not a DateTime: ticks behind the year 9999.
constexpr bool is_valid(DateTime value) { return value.ticks() <= DateTime::kMaxTicks; }
// Clock and UTC both within the years 1 to 9999, the offset within 14 hours.
bool is_valid(const DateTimeOffset& value);

// Room that each put function needs. They write behind `at` and return the end; ticks outside DateTime's are clamped.
inline constexpr std::size_t kDateTimeRoom = 48;

// "2010-08-17T14:30:15.12": trailing zeros of the fraction cut, no zone.
char* put_clock(char* at, std::int64_t ticks);
// "+02:00", also for zero.
char* put_offset(char* at, std::int32_t minutes);
// "2010-08-17".
char* put_date(char* at, const CivilDate& date);

// XmlConvert: the clock, then nothing, "Z", or for Local the offset of that instant, which the zone tells.
char* put_xml_date_time(char* at, DateTime value, std::int32_t local_offset_minutes);
// XmlConvert: the clock, then "Z" for offset zero, else the offset.
char* put_xml_date_time_offset(char* at, const DateTimeOffset& value);

// The round-trip text "o": always seven digits of fraction.
char* put_round_trip(char* at, DateTime value, std::int32_t local_offset_minutes);
char* put_round_trip(char* at, const DateTimeOffset& value);

std::string to_xml_text(DateTime value, std::int32_t local_offset_minutes);
std::string to_xml_text(const DateTimeOffset& value);

// An xs:dateTime, date, time, gYearMonth, gYear, gMonthDay, gDay or gMonth as it stands in the text.
struct XsdDateTime {
  enum class Zone : std::uint8_t { None, Utc, Offset };

  std::int64_t clock_ticks = 0;
  Zone zone = Zone::None;
  std::int16_t offset_minutes = 0;  // up to 99:99, as .NET reads it
};

// Blanks around are skipped; more than seven digits of fraction are rounded half to even, as .NET 10 does. What the
// text leaves open (the date of a time, the year of a gMonth or gDay) comes from `today`, since nothing here asks the
// machine.
Result<XsdDateTime> parse_xsd_date_time(std::string_view text, const CivilDate& today = {});

// Fails if clock or UTC leave the years 1 to 9999, or the offset 14 hours. Without a zone the given offset counts.
Result<DateTimeOffset> to_date_time_offset(const XsdDateTime& value, std::int32_t default_offset_minutes);

}  // namespace dotwire

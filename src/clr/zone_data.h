// What a time zone is made of. Private to time_zone.cpp and the parsers of zone texts and files.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "dotwire/result.h"

namespace dotwire {

// One change of a POSIX rule: which day of each year, and when on that day.
struct RuleDay {
  enum class Form : std::uint8_t { MonthWeekDay, JulianWithoutLeapDay, DayOfYear };
  Form form = Form::MonthWeekDay;
  std::int32_t month = 1;       // 1..12
  std::int32_t week = 1;        // 1..5, 5 is the last
  std::int32_t day = 0;         // of the week from Sunday = 0, or of the year
  std::int32_t seconds = 7200;  // of the local clock, may be negative or beyond a day
};

struct PosixRule {
  std::int32_t standard_seconds = 0;  // east of Greenwich
  std::int32_t daylight_seconds = 0;
  bool has_daylight = false;
  RuleDay start;  // of daylight time, by the standard clock
  RuleDay end;    // by the daylight clock
};

Result<PosixRule> parse_posix_rule(std::string_view text);

struct ZoneType {
  std::int32_t seconds = 0;
  bool daylight = false;
};

struct ZoneChange {
  std::int64_t ticks = 0;  // of UTC
  std::uint8_t type = 0;
};

struct ZoneData {
  std::int32_t base_minutes = 0;
  std::vector<ZoneType> types;
  std::vector<ZoneChange> changes;  // ascending
  std::uint8_t first_type = 0;      // before all changes
  std::optional<PosixRule> rule;    // behind all changes

  // .NET knows offsets in whole minutes, and cuts them as distances from the base offset.
  std::int32_t minutes_of(std::int32_t seconds) const { return base_minutes + (seconds - base_minutes * 60) / 60; }
};

// RFC 8536.
Result<ZoneData> decode_tzif(std::span<const std::uint8_t> file);

}  // namespace dotwire

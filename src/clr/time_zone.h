// Time zones as .NET's TimeZoneInfo applies them. The zone is always an argument: nothing here asks the machine's own.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "clr/date_time.h"
#include "dotwire/result.h"
#include "dotwire/values.h"

namespace dotwire {

// A stretch of time with one offset. Ticks of UTC; offsets are whole minutes, as in .NET.
struct ZonePeriod {
  std::int64_t begin = std::numeric_limits<std::int64_t>::max();  // inclusive; min() before all changes
  std::int64_t end = 0;                                           // exclusive; max() behind all changes
  std::int32_t offset_minutes = 0;
  std::int32_t previous_offset_minutes = 0;  // of the period before
  bool daylight = false;
};

// The caller's memory of the last period found: repeated look-ups cost a comparison. One for each thread and zone.
struct ZoneCursor {
  ZonePeriod period;
};

struct LocalTime {
  std::int64_t ticks;           // of the clock there; beyond DateTime's range at its very ends
  std::int32_t offset_minutes;  // clock minus UTC
  bool ambiguous_daylight;      // first pass, in daylight time, through an hour that comes twice
};

struct ZoneData;

// Immutable and cheap to copy; any number of threads may ask one zone.
class TimeZone {
 public:
  TimeZone();  // UTC
  static TimeZone fixed(std::int32_t offset_minutes);
  // "EST5EDT,M3.2.0,M11.1.0"
  static Result<TimeZone> from_posix(std::string_view rule);
  // The content of a compiled zone file (RFC 8536).
  static Result<TimeZone> from_tzif(std::span<const std::uint8_t> file);
  // "UTC", "Z", "+02:00", a POSIX rule, or a name ("America/New_York") of a file below the folder.
  static Result<TimeZone> from_text(std::string_view text, const std::string& folder = "/usr/share/zoneinfo");

  LocalTime to_local(std::int64_t utc_ticks, ZoneCursor& cursor) const;

  // The offset at a local clock time. In an hour that comes twice it is standard time, unless `daylight_pass`; in an
  // hour that is skipped it is standard time.
  std::int32_t offset_of_local(std::int64_t local_ticks, bool daylight_pass, ZoneCursor& cursor) const;

  // Standard offset of today's rule.
  std::int32_t base_offset_minutes() const;

 private:
  explicit TimeZone(std::shared_ptr<const ZoneData> data) : data_(std::move(data)) {}
  const ZonePeriod& find_local(std::int64_t local_ticks, ZoneCursor& cursor) const;

  std::shared_ptr<const ZoneData> data_;
};

// What put_xml_date_time needs: 0 but for Local.
std::int32_t local_offset(DateTime value, const TimeZone& zone, ZoneCursor& cursor);

// DateTime.ToLocalTime of a UTC time: clamped to DateTime's range, the ambiguous bit set as .NET does.
DateTime to_local_time(std::int64_t utc_ticks, const TimeZone& zone, ZoneCursor& cursor);
// DateTime.ToUniversalTime; Unspecified counts as local.
DateTime to_universal_time(DateTime value, const TimeZone& zone, ZoneCursor& cursor);

// XmlConvert.ToDateTime, RoundtripKind: an offset gives local time.
DateTime to_date_time(const XsdDateTime& value, const TimeZone& zone, ZoneCursor& cursor);

// DateTime.ToBinary and FromBinary (table-formats.md 1): local ticks travel as UTC.
std::int64_t to_binary(DateTime value, const TimeZone& zone, ZoneCursor& cursor);
Result<DateTime> from_binary(std::int64_t data, const TimeZone& zone, ZoneCursor& cursor);

}  // namespace dotwire

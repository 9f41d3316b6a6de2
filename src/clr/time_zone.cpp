#include "clr/time_zone.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "clr/digits.h"
#include "clr/zone_data.h"
#include "dotwire/buffer.h"

namespace dotwire {
namespace {

constexpr std::int64_t kMinTicks = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMaxTicks = std::numeric_limits<std::int64_t>::max();

std::int64_t minutes_to_ticks(std::int32_t minutes) { return minutes * kTicksPerMinute; }

// Days since 0001-01-01 on which the rule's change falls.
std::int32_t day_of_change(const RuleDay& rule, std::int32_t year) {
  const std::int32_t new_year = days_from_civil({year, 1, 1});
  switch (rule.form) {
    case RuleDay::Form::DayOfYear: return new_year + rule.day;
    case RuleDay::Form::JulianWithoutLeapDay:
      return new_year + rule.day - 1 + (rule.day > 59 && is_leap_year(year) ? 1 : 0);
    case RuleDay::Form::MonthWeekDay: break;
  }
  const std::int32_t first = days_from_civil({year, rule.month, 1});
  const std::int32_t weekday = (first + 1) % 7;  // 0001-01-01 was a Monday
  std::int32_t day = (rule.day - weekday + 7) % 7 + (rule.week - 1) * 7;
  if (day >= days_in_month(year, rule.month)) day -= 7;
  return first + day;
}

std::int64_t ticks_of_change(const RuleDay& rule, std::int32_t year, std::int32_t offset_seconds) {
  constexpr std::int64_t kCycle = 146097 * kTicksPerDay;  // the calendar repeats after 400 years
  if (year < 1) return ticks_of_change(rule, year + 400, offset_seconds) - kCycle;
  return day_of_change(rule, year) * kTicksPerDay + (rule.seconds - offset_seconds) * kTicksPerSecond;
}

// A change and the period that it starts.
struct Step {
  std::int64_t ticks;
  std::int32_t offset_minutes;
  bool daylight;
};

Step last_table_step(const ZoneData& zone) {
  const bool any = !zone.changes.empty();
  const ZoneType& type = zone.types[any ? zone.changes.back().type : zone.first_type];
  return {any ? zone.changes.back().ticks : kMinTicks, zone.minutes_of(type.seconds), type.daylight};
}

std::int32_t offset_before_last(const ZoneData& zone) {
  const std::size_t count = zone.changes.size();
  return zone.minutes_of(zone.types[count < 2 ? zone.first_type : zone.changes[count - 2].type].seconds);
}

// The period by the rule, for a time at or behind the last change of the table.
ZonePeriod find_by_rule(const ZoneData& zone, std::int64_t utc_ticks) {
  const PosixRule& rule = *zone.rule;
  const Step last = last_table_step(zone);
  const auto days =
      static_cast<std::int32_t>(std::clamp<std::int64_t>(utc_ticks, 0, DateTime::kMaxTicks) / kTicksPerDay);
  const std::int32_t year = civil_from_days(days).year;
  std::array<Step, 6> steps;
  auto* next = steps.data();
  for (std::int32_t y = year - 1; y <= year + 1; ++y) {
    *next++ = {ticks_of_change(rule.start, y, rule.standard_seconds), zone.minutes_of(rule.daylight_seconds), true};
    *next++ = {ticks_of_change(rule.end, y, rule.daylight_seconds), zone.minutes_of(rule.standard_seconds), false};
  }
  std::sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) { return a.ticks < b.ticks; });
  Step before{0, offset_before_last(zone), false};
  Step current = last;
  for (const Step& step : steps) {
    if (step.ticks <= last.ticks) continue;
    if (step.ticks > utc_ticks) {
      return {current.ticks, step.ticks, current.offset_minutes, before.offset_minutes, current.daylight};
    }
    before = current;
    current = step;
  }
  return {current.ticks, kMaxTicks, current.offset_minutes, before.offset_minutes, current.daylight};
}

ZonePeriod find_period(const ZoneData& zone, std::int64_t utc_ticks) {
  const auto later =
      std::upper_bound(zone.changes.begin(), zone.changes.end(), utc_ticks,
                       [](std::int64_t ticks, const ZoneChange& change) { return ticks < change.ticks; });
  const auto type_before = [&](auto change) -> const ZoneType& {
    return zone.types[change == zone.changes.begin() ? zone.first_type : (change - 1)->type];
  };
  if (later == zone.changes.end() && zone.rule && zone.rule->has_daylight) return find_by_rule(zone, utc_ticks);
  const ZoneType& type = type_before(later);
  const bool first = later == zone.changes.begin();
  const ZoneType& previous = first ? type : type_before(later - 1);
  return {first ? kMinTicks : (later - 1)->ticks, later == zone.changes.end() ? kMaxTicks : later->ticks,
          zone.minutes_of(type.seconds), zone.minutes_of(previous.seconds), type.daylight};
}

const ZonePeriod& look_up(const ZoneData& zone, std::int64_t utc_ticks, ZoneCursor& cursor) {
  if (utc_ticks < cursor.period.begin || utc_ticks >= cursor.period.end) [[unlikely]] {
    cursor.period = find_period(zone, utc_ticks);
  }
  return cursor.period;
}

std::shared_ptr<ZoneData> from_rule(const PosixRule& rule) {
  auto zone = std::make_shared<ZoneData>();
  zone->base_minutes = rule.standard_seconds / 60;
  zone->types.push_back({rule.standard_seconds, false});
  zone->rule = rule;
  return zone;
}

bool is_zone_name(std::string_view name) {
  if (name.empty() || name[0] == '/' || name.size() > 100) return false;
  return std::all_of(name.begin(), name.end(), [](char c) {
    return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' || c == '-' || c == '+' ||
           c == '/';
  });
}

// False if there is no such file.
bool read_file(const std::string& path, Buffer& out) {
  constexpr std::size_t kMaxSize = 1 << 20;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return false;
  std::size_t count = 0;
  do {
    std::uint8_t* at = out.reserve_more(65536);
    count = std::fread(at, 1, 65536, file);
    out.commit(at + count);
  } while (count != 0 && out.size() < kMaxSize);
  std::fclose(file);
  return !out.empty();
}

// "+02:00", "-5".
bool parse_offset(std::string_view text, std::int32_t& minutes) {
  if (text.size() < 2 || text.size() > 6 || (text[0] != '+' && text[0] != '-')) return false;
  const bool negative = text[0] == '-';
  std::int32_t parts[2] = {};
  int part = 0;
  for (const char c : text.substr(1)) {
    if (c == ':' && part == 0) {
      part = 1;
    } else if (is_digit(c)) {
      parts[part] = parts[part] * 10 + (c - '0');
    } else {
      return false;
    }
  }
  if (parts[0] > 14 || parts[1] > 59) return false;
  minutes = parts[0] * 60 + parts[1];
  if (minutes > 840) return false;
  if (negative) minutes = -minutes;
  return true;
}

std::int64_t clamp_ticks(std::int64_t ticks) { return std::clamp<std::int64_t>(ticks, 0, DateTime::kMaxTicks); }

}  // namespace

TimeZone::TimeZone() : TimeZone(fixed(0)) {}

TimeZone TimeZone::fixed(std::int32_t offset_minutes) {
  PosixRule rule;
  rule.standard_seconds = offset_minutes * 60;
  return TimeZone(from_rule(rule));
}

Result<TimeZone> TimeZone::from_posix(std::string_view rule) {
  Result<PosixRule> parsed = parse_posix_rule(rule);
  if (!parsed.ok()) return std::move(parsed).error();
  return TimeZone(from_rule(*parsed));
}

Result<TimeZone> TimeZone::from_tzif(std::span<const std::uint8_t> file) {
  Result<ZoneData> zone = decode_tzif(file);
  if (!zone.ok()) return std::move(zone).error();
  return TimeZone(std::make_shared<const ZoneData>(std::move(*zone)));
}

Result<TimeZone> TimeZone::from_text(std::string_view text, const std::string& folder) {
  if (text == "UTC" || text == "Z") return TimeZone();
  if (std::int32_t minutes = 0; parse_offset(text, minutes)) return fixed(minutes);
  Buffer file;
  if (is_zone_name(text) && read_file(folder + "/" + std::string(text), file)) return from_tzif(file);
  Result<TimeZone> rule = from_posix(text);
  if (rule.ok()) return rule;
  return Error(ErrorCode::InvalidArgument,
               "unknown time zone: neither an offset, a POSIX rule nor a zone of this machine");
}

std::int32_t TimeZone::base_offset_minutes() const { return data_->base_minutes; }

LocalTime TimeZone::to_local(std::int64_t utc_ticks, ZoneCursor& cursor) const {
  const ZonePeriod& period = look_up(*data_, utc_ticks, cursor);
  bool ambiguous = false;
  if (period.daylight) {
    const std::int64_t delta = minutes_to_ticks(period.offset_minutes - data_->base_minutes);
    ambiguous = delta > 0 ? utc_ticks >= period.end - delta : utc_ticks < period.begin - delta;
  }
  return {utc_ticks + minutes_to_ticks(period.offset_minutes), period.offset_minutes, ambiguous};
}

// The last period that has begun by the clock of the one before it: so .NET searches its rules.
const ZonePeriod& TimeZone::find_local(std::int64_t local_ticks, ZoneCursor& cursor) const {
  const ZonePeriod* period = &cursor.period;
  if (local_ticks - minutes_to_ticks(period->offset_minutes) < period->begin ||
      local_ticks - minutes_to_ticks(period->offset_minutes) >= period->end) {
    period = &look_up(*data_, local_ticks - minutes_to_ticks(data_->base_minutes), cursor);
  }
  for (int steps = 0; steps < 4; ++steps) {
    if (local_ticks - minutes_to_ticks(period->previous_offset_minutes) < period->begin && period->begin != kMinTicks) {
      period = &look_up(*data_, period->begin - 1, cursor);
    } else if (local_ticks - minutes_to_ticks(period->offset_minutes) >= period->end) {
      period = &look_up(*data_, period->end, cursor);
      if (local_ticks - minutes_to_ticks(period->previous_offset_minutes) < period->begin) break;
    } else {
      break;
    }
  }
  return *period;
}

std::int32_t TimeZone::offset_of_local(std::int64_t local_ticks, bool daylight_pass, ZoneCursor& cursor) const {
  const ZonePeriod& period = find_local(local_ticks, cursor);
  const std::int64_t delta = minutes_to_ticks(period.offset_minutes - data_->base_minutes);
  if (!period.daylight || delta <= 0) return period.offset_minutes;
  const bool skipped = period.begin != kMinTicks &&
                       local_ticks < period.begin + minutes_to_ticks(period.previous_offset_minutes) + delta;
  const bool twice = local_ticks - minutes_to_ticks(period.offset_minutes) >= period.end - delta;
  return skipped || (twice && !daylight_pass) ? data_->base_minutes : period.offset_minutes;
}

std::int32_t local_offset(DateTime value, const TimeZone& zone, ZoneCursor& cursor) {
  if (value.kind() != DateTimeKind::Local) return 0;
  return zone.offset_of_local(clamp_ticks(value.ticks()), value.ambiguous(), cursor);
}

DateTime to_local_time(std::int64_t utc_ticks, const TimeZone& zone, ZoneCursor& cursor) {
  const LocalTime local = zone.to_local(clamp_ticks(utc_ticks), cursor);
  const DateTime result(clamp_ticks(local.ticks), DateTimeKind::Local);
  return local.ambiguous_daylight ? DateTime(result.data | std::uint64_t{3} << 62) : result;
}

DateTime to_universal_time(DateTime value, const TimeZone& zone, ZoneCursor& cursor) {
  if (value.kind() == DateTimeKind::Utc) return value;
  const std::int64_t ticks = clamp_ticks(value.ticks());
  const std::int32_t offset = zone.offset_of_local(ticks, value.ambiguous(), cursor);
  return DateTime(clamp_ticks(ticks - minutes_to_ticks(offset)), DateTimeKind::Utc);
}

DateTime to_date_time(const XsdDateTime& value, const TimeZone& zone, ZoneCursor& cursor) {
  switch (value.zone) {
    case XsdDateTime::Zone::None: return DateTime(value.clock_ticks, DateTimeKind::Unspecified);
    case XsdDateTime::Zone::Utc: return DateTime(value.clock_ticks, DateTimeKind::Utc);
    case XsdDateTime::Zone::Offset: break;
  }
  const std::int64_t utc = value.clock_ticks - minutes_to_ticks(value.offset_minutes);
  if (utc >= 0 && utc <= DateTime::kMaxTicks) return to_local_time(utc, zone, cursor);
  // UTC is beyond the calendar; the local clock may be within it.
  const std::int32_t offset = zone.offset_of_local(value.clock_ticks, false, cursor);
  return DateTime(clamp_ticks(utc + minutes_to_ticks(offset)), DateTimeKind::Local);
}

std::int64_t to_binary(DateTime value, const TimeZone& zone, ZoneCursor& cursor) {
  if (value.kind() != DateTimeKind::Local) return static_cast<std::int64_t>(value.data);
  const std::int64_t utc = value.ticks() - minutes_to_ticks(local_offset(value, zone, cursor));
  // Ticks before the year 1 wrap around in their 62 bits.
  return static_cast<std::int64_t>((static_cast<std::uint64_t>(utc) & DateTime::kTicksMask) | std::uint64_t{1} << 63);
}

Result<DateTime> from_binary(std::int64_t data, const TimeZone& zone, ZoneCursor& cursor) {
  const DateTime raw(static_cast<std::uint64_t>(data));
  if (raw.kind() != DateTimeKind::Local) {
    if (!is_valid(raw)) return Error(ErrorCode::OutOfRange, "DateTime ticks out of range");
    return raw;
  }
  constexpr std::int64_t kCeiling = std::int64_t{1} << 62;
  std::int64_t utc = raw.ticks();
  if (utc > kCeiling - kTicksPerDay) utc -= kCeiling;
  const LocalTime local = zone.to_local(clamp_ticks(utc), cursor);
  std::int64_t ticks = utc + minutes_to_ticks(local.offset_minutes);
  if (ticks < 0) ticks += kTicksPerDay;
  if (ticks < 0 || ticks > DateTime::kMaxTicks) return Error(ErrorCode::OutOfRange, "DateTime ticks out of range");
  const DateTime result(ticks, DateTimeKind::Local);
  return local.ambiguous_daylight ? DateTime(result.data | std::uint64_t{3} << 62) : result;
}

}  // namespace dotwire

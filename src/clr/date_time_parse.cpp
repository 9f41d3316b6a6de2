// Text to dates: the second half of date_time.h.

#include "clr/date_time.h"
#include "clr/digits.h"
#include "clr/number_text.h"

namespace dotwire {
namespace {

Error not_a_date() { return Error(ErrorCode::Malformed, "not a date"); }

// Takes the text from its front; every function leaves it as it was when it fails.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool at_end() const { return text_.empty(); }

  bool literal(std::string_view expected) {
    if (!text_.starts_with(expected)) return false;
    text_.remove_prefix(expected.size());
    return true;
  }
  // Exactly `count` digits.
  bool number(std::size_t count, std::int32_t& out) {
    if (text_.size() < count) return false;
    std::int32_t value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (!is_digit(text_[i])) return false;
      value = value * 10 + (text_[i] - '0');
    }
    text_.remove_prefix(count);
    out = value;
    return true;
  }
  // Behind a point: ticks, rounded half to even from the eighth digit on.
  bool fraction(std::int64_t& ticks) {
    std::size_t count = 0;
    std::int64_t value = 0;
    int rest = 0;  // below, at or above half a tick: 0..4, 5, 6..
    for (; count < text_.size() && is_digit(text_[count]); ++count) {
      const int digit = text_[count] - '0';
      if (count < 7) {
        value = value * 10 + digit;
      } else if (count == 7) {
        rest = digit;
      } else if (rest == 5 && digit != 0) {
        rest = 6;
      }
    }
    if (count == 0) return false;
    for (std::size_t i = count; i < 7; ++i) value *= 10;
    if (rest > 5 || (rest == 5 && value % 2 != 0)) ++value;
    ticks = value;
    text_.remove_prefix(count);
    return true;
  }

 private:
  std::string_view text_;
};

bool scan_time(Scanner& in, std::int64_t& ticks) {
  std::int32_t hour = 0;
  std::int32_t minute = 0;
  std::int32_t second = 0;
  if (!in.number(2, hour) || !in.literal(":") || !in.number(2, minute) || !in.literal(":") || !in.number(2, second)) {
    return false;
  }
  if (hour > 23 || minute > 59 || second > 59) return false;
  std::int64_t fraction = 0;
  if (in.literal(".") && !in.fraction(fraction)) return false;
  ticks += hour * kTicksPerHour + minute * kTicksPerMinute + second * kTicksPerSecond + fraction;
  return true;
}

// The zone, if any, and then nothing more.
bool scan_zone(Scanner& in, XsdDateTime& out) {
  if (in.at_end()) return true;
  if (in.literal("Z") || in.literal("z")) {
    out.zone = XsdDateTime::Zone::Utc;
    return in.at_end();
  }
  const bool negative = in.literal("-");
  if (!negative && !in.literal("+")) return false;
  std::int32_t hours = 0;
  std::int32_t minutes = 0;
  if (!in.number(2, hours) || !in.literal(":") || !in.number(2, minutes)) return false;
  out.zone = XsdDateTime::Zone::Offset;
  out.offset_minutes = static_cast<std::int16_t>(negative ? -(hours * 60 + minutes) : hours * 60 + minutes);
  return in.at_end();
}

bool scan_day(Scanner in, const CivilDate& today, XsdDateTime& out) {
  CivilDate date{today.year, 1, 0};
  if (!in.literal("---") || !in.number(2, date.day) || !is_valid(date)) return false;
  out.clock_ticks = ticks_from_civil(date);
  return scan_zone(in, out);
}

bool scan_month_day(Scanner in, XsdDateTime& out) {
  CivilDate date{1904, 0, 0};  // .NET's year for it, a leap year
  if (!in.literal("--") || !in.number(2, date.month) || !in.literal("-") || !in.number(2, date.day)) return false;
  if (!is_valid(date)) return false;
  out.clock_ticks = ticks_from_civil(date);
  return scan_zone(in, out);
}

bool scan_month(Scanner in, const CivilDate& today, XsdDateTime& out) {
  CivilDate date{today.year, 0, 1};
  if (!in.literal("--") || !in.number(2, date.month) || !is_valid(date)) return false;
  in.literal("--");  // the form of the first edition of XML Schema
  out.clock_ticks = ticks_from_civil(date);
  return scan_zone(in, out);
}

bool scan_year(Scanner in, XsdDateTime& out) {
  CivilDate date;
  if (!in.number(4, date.year) || !is_valid(date)) return false;
  out.clock_ticks = ticks_from_civil(date);
  return scan_zone(in, out);
}

bool scan_year_month(Scanner in, XsdDateTime& out) {
  CivilDate date;
  if (!in.number(4, date.year) || !in.literal("-") || !in.number(2, date.month) || !is_valid(date)) return false;
  out.clock_ticks = ticks_from_civil(date);
  return scan_zone(in, out);
}

bool scan_date(Scanner in, XsdDateTime& out) {
  CivilDate date;
  if (!in.number(4, date.year) || !in.literal("-") || !in.number(2, date.month) || !in.literal("-") ||
      !in.number(2, date.day) || !is_valid(date)) {
    return false;
  }
  out.clock_ticks = ticks_from_civil(date);
  if (in.literal("T") && !scan_time(in, out.clock_ticks)) return false;
  return scan_zone(in, out);
}

bool scan_time_today(Scanner in, const CivilDate& today, XsdDateTime& out) {
  out.clock_ticks = ticks_from_civil(today);
  return scan_time(in, out.clock_ticks) && scan_zone(in, out);
}

}  // namespace

Result<XsdDateTime> parse_xsd_date_time(std::string_view text, const CivilDate& today) {
  const Scanner in(trim_xml_space(text));
  XsdDateTime value;
  if (!scan_date(in, value) && !scan_time_today(in, today, value = {}) && !scan_year_month(in, value = {}) &&
      !scan_year(in, value = {}) && !scan_month_day(in, value = {}) && !scan_day(in, today, value = {}) &&
      !scan_month(in, today, value = {})) {
    return not_a_date();
  }
  if (value.clock_ticks > DateTime::kMaxTicks) return Error(ErrorCode::OutOfRange, "date behind the year 9999");
  return value;
}

Result<DateTimeOffset> to_date_time_offset(const XsdDateTime& value, std::int32_t default_offset_minutes) {
  std::int32_t offset = 0;
  if (value.zone == XsdDateTime::Zone::None) offset = default_offset_minutes;
  if (value.zone == XsdDateTime::Zone::Offset) offset = value.offset_minutes;
  const DateTimeOffset result{value.clock_ticks, static_cast<std::int16_t>(offset)};
  if (!is_valid(result)) return Error(ErrorCode::OutOfRange, "date with offset out of range");
  return result;
}

}  // namespace dotwire

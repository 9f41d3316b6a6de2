#include "clr/time_span.h"

#include <algorithm>
#include <limits>

#include "clr/date_time.h"
#include "clr/digits.h"
#include "clr/number_text.h"

namespace dotwire {
namespace {

Error not_a_time_span() { return Error(ErrorCode::Malformed, "not a time span"); }
Error out_of_range() { return Error(ErrorCode::OutOfRange, "time span out of range"); }

struct Parts {
  bool negative;
  std::uint64_t days;
  std::uint32_t hours;
  std::uint32_t minutes;
  std::uint32_t seconds;
  std::uint32_t fraction;
};

Parts split(TimeSpan value) {
  const auto bits = static_cast<std::uint64_t>(value.ticks);
  const std::uint64_t ticks = value.ticks < 0 ? 0 - bits : bits;
  const std::uint64_t day_ticks = ticks % kTicksPerDay;
  const auto seconds = static_cast<std::uint32_t>(day_ticks / kTicksPerSecond);
  return {value.ticks < 0,   ticks / kTicksPerDay, seconds / 3600,
          seconds / 60 % 60, seconds % 60,         static_cast<std::uint32_t>(day_ticks % kTicksPerSecond)};
}

char* put_part(char* at, std::uint64_t value, char unit) {
  if (value == 0) return at;
  at = put_unsigned(at, value);
  *at++ = unit;
  return at;
}

char* put_fraction(char* at, std::uint32_t fraction) {
  *at++ = '.';
  return put_eight_digits(at, fraction * 10) - 1;
}

Result<TimeSpan> with_sign(Uint128 ticks, bool negative) {
  constexpr Uint128 kLimit = Uint128{1} << 63;
  if (ticks > (negative ? kLimit : kLimit - 1)) return out_of_range();
  const auto magnitude = static_cast<std::uint64_t>(ticks);
  return TimeSpan{static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude)};
}

// Digits at the front of a text.
struct Digits {
  std::uint64_t value = 0;  // saturated
  std::size_t count = 0;
};
Digits take_digits(std::string_view& text) {
  Digits digits;
  for (; digits.count < text.size() && is_digit(text[digits.count]); ++digits.count) {
    digits.value = digits.value * 10 + static_cast<std::uint64_t>(text[digits.count] - '0');
    digits.value = std::min<std::uint64_t>(digits.value, 1'000'000'000'000U);
  }
  text.remove_prefix(digits.count);
  return digits;
}

// Ticks behind a decimal point, digits below a tick cut.
std::uint32_t take_fraction(std::string_view& text) {
  std::uint32_t ticks = 0;
  std::size_t count = 0;
  for (; count < text.size() && is_digit(text[count]); ++count) {
    if (count < 7) ticks = ticks * 10 + static_cast<std::uint32_t>(text[count] - '0');
  }
  text.remove_prefix(count);
  for (; count < 7; ++count) ticks *= 10;
  return ticks;
}

// Amounts with their designators, in the order of `units`, up to a T or the end. A fraction only where it has a place.
bool scan_amounts(std::string_view& text, std::string_view units, std::uint64_t* amounts, std::uint32_t* fraction) {
  while (!text.empty() && text[0] != 'T') {
    const Digits amount = take_digits(text);
    const bool point = fraction != nullptr && text.starts_with('.');
    if (point) {
      text.remove_prefix(1);
      *fraction = take_fraction(text);
    }
    if ((amount.count == 0 && !point) || amount.value > 0x7FFFFFFF || text.empty()) return false;
    const std::size_t unit = units.find(text[0]);
    if (unit == std::string_view::npos || (point && unit + 1 != units.size())) return false;
    amounts[unit] = amount.value;
    amounts += unit + 1;
    units.remove_prefix(unit + 1);
    text.remove_prefix(1);
  }
  return true;
}

}  // namespace

char* put_xml_duration(char* at, TimeSpan value) {
  const Parts parts = split(value);
  if (parts.negative) *at++ = '-';
  *at++ = 'P';
  at = put_part(at, parts.days, 'D');
  if (value.ticks % kTicksPerDay == 0 && value.ticks != 0) return at;
  *at++ = 'T';
  if (value.ticks == 0) return *at = '0', at[1] = 'S', at + 2;
  at = put_part(at, parts.hours, 'H');
  at = put_part(at, parts.minutes, 'M');
  if (parts.seconds == 0 && parts.fraction == 0) return at;
  at = put_unsigned(at, parts.seconds);
  if (parts.fraction != 0) {
    at = put_fraction(at, parts.fraction);
    while (at[-1] == '0') --at;
  }
  *at++ = 'S';
  return at;
}

std::string to_xml_text(TimeSpan value) {
  char text[kTimeSpanRoom];
  return std::string(text, put_xml_duration(text, value));
}

Result<TimeSpan> parse_xml_duration(std::string_view text) {
  text = trim_xml_space(text);
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (!text.starts_with('P') || text.size() < 2) return not_a_time_span();
  text.remove_prefix(1);
  std::uint64_t date[3] = {};
  std::uint64_t time[3] = {};
  std::uint32_t fraction = 0;
  if (!scan_amounts(text, "YMD", date, nullptr)) return not_a_time_span();
  if (!text.empty()) {
    text.remove_prefix(1);  // the T
    if (text.empty() || !scan_amounts(text, "HMS", time, &fraction) || !text.empty()) return not_a_time_span();
  }
  const std::uint64_t days = (date[0] + date[1] / 12) * 365 + date[1] % 12 * 30 + date[2];
  const std::uint64_t seconds = ((days * 24 + time[0]) * 60 + time[1]) * 60 + time[2];
  return with_sign(Uint128{seconds} * kTicksPerSecond + fraction, negative);
}

char* put_constant(char* at, TimeSpan value) {
  const Parts parts = split(value);
  if (parts.negative) *at++ = '-';
  at = put_part(at, parts.days, '.');
  at = put_two_digits(at, parts.hours);
  *at++ = ':';
  at = put_two_digits(at, parts.minutes);
  *at++ = ':';
  at = put_two_digits(at, parts.seconds);
  return parts.fraction == 0 ? at : put_fraction(at, parts.fraction);
}

std::string to_constant_text(TimeSpan value) {
  char text[kTimeSpanRoom];
  return std::string(text, put_constant(text, value));
}

namespace {

// Numbers and the separators between them: d.hh:mm:ss.fffffff has five and four.
struct Tokens {
  std::uint64_t values[5] = {};
  char separators[5] = {};
  int count = 0;
  bool has_fraction = false;
  std::uint32_t fraction = 0;
};

// The digits of a fraction; more than seven only if all are zeros.
bool scan_fraction(std::string_view& text, std::uint32_t& out) {
  const std::string_view whole = text;
  out = take_fraction(text);
  const std::size_t count = whole.size() - text.size();
  return count > 0 && (count <= 7 || whole.substr(0, count).find_first_not_of('0') == std::string_view::npos);
}

bool scan_tokens(std::string_view text, Tokens& tokens, bool& fraction_fits) {
  while (true) {
    const Digits number = take_digits(text);
    const bool seconds_left_out = number.count == 0 && tokens.count >= 2 && text.starts_with('.');
    if ((number.count == 0 && !seconds_left_out) || tokens.count == 5) return false;
    tokens.values[tokens.count++] = number.value;
    if (text.empty()) return true;
    const char separator = text[0];
    if (separator != '.' && separator != ':') return false;
    text.remove_prefix(1);
    if (separator == '.' && tokens.count > 1) {
      tokens.has_fraction = true;
      if (text.empty() || !is_digit(text[0])) return false;
      fraction_fits = scan_fraction(text, tokens.fraction);
      return text.empty();
    }
    tokens.separators[tokens.count - 1] = separator;
  }
}

Result<TimeSpan> make_time_span(std::uint64_t days, std::uint64_t hours, std::uint64_t minutes, std::uint64_t seconds,
                                std::uint32_t fraction, bool negative) {
  if (hours > 23 || minutes > 59 || seconds > 59) return out_of_range();
  const std::uint64_t all = ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
  return with_sign(Uint128{all} * kTicksPerSecond + fraction, negative);
}

}  // namespace

Result<TimeSpan> parse_time_span(std::string_view text) {
  while (!text.empty() && is_number_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_number_space(text.back())) text.remove_suffix(1);
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  Tokens t;
  bool fraction_fits = true;
  if (!scan_tokens(text, t, fraction_fits)) return not_a_time_span();
  const bool dotted = t.separators[0] == '.';
  if (t.has_fraction && (dotted ? t.count != 4 : t.count < 3)) return not_a_time_span();
  if (!fraction_fits) return out_of_range();
  const auto& v = t.values;
  switch (t.count) {
    case 1: return make_time_span(v[0], 0, 0, 0, 0, negative);
    case 2: return dotted ? not_a_time_span() : make_time_span(0, v[0], v[1], 0, 0, negative);
    case 3:
      if (dotted) return make_time_span(v[0], v[1], v[2], 0, 0, negative);
      // "25:00:00" are 25 days: what does not fit h:m:s is taken as d:h:m.
      if (v[0] > 23 && !t.has_fraction) return make_time_span(v[0], v[1], v[2], 0, 0, negative);
      return make_time_span(0, v[0], v[1], v[2], t.fraction, negative);
    case 4: return make_time_span(v[0], v[1], v[2], v[3], t.fraction, negative);
    default: return not_a_time_span();
  }
}

}  // namespace dotwire

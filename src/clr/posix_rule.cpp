#include <algorithm>

#include "clr/digits.h"
#include "clr/zone_data.h"

namespace dotwire {
namespace {

Error not_a_rule() { return Error(ErrorCode::Malformed, "not a POSIX time zone rule"); }

bool is_letter(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

class RuleScanner {
 public:
  explicit RuleScanner(std::string_view text) : text_(text) {}

  bool at_end() const { return text_.empty(); }
  char next() const { return text_.empty() ? '\0' : text_[0]; }
  bool literal(char c) {
    if (next() != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  // Three or more letters, or anything between < and >.
  bool name() {
    std::size_t length = 0;
    if (literal('<')) {
      length = text_.find('>');
      if (length == std::string_view::npos) return false;
      text_.remove_prefix(length + 1);
      return length >= 3;
    }
    while (length < text_.size() && is_letter(text_[length])) ++length;
    text_.remove_prefix(length);
    return length >= 3;
  }
  bool number(std::int32_t max, std::int32_t& out) {
    if (!is_digit(next())) return false;
    std::int32_t value = 0;
    while (is_digit(next())) {
      value = std::min(value * 10 + (text_[0] - '0'), 1'000'000);
      text_.remove_prefix(1);
    }
    out = value;
    return value <= max;
  }
  // [+-]h[:m[:s]] as seconds.
  bool time(std::int32_t max_hours, std::int32_t& out) {
    const bool negative = literal('-');
    if (!negative) literal('+');
    std::int32_t hours = 0;
    std::int32_t minutes = 0;
    std::int32_t seconds = 0;
    if (!number(max_hours, hours)) return false;
    if (literal(':') && !number(59, minutes)) return false;
    if (literal(':') && !number(59, seconds)) return false;
    out = (hours * 60 + minutes) * 60 + seconds;
    if (negative) out = -out;
    return true;
  }
  // ,Mm.w.d[/time]  ,Jn[/time]  ,n[/time]
  bool day(RuleDay& out) {
    if (!literal(',')) return false;
    if (literal('M')) {
      out.form = RuleDay::Form::MonthWeekDay;
      if (!number(12, out.month) || !literal('.') || !number(5, out.week) || !literal('.') || !number(6, out.day)) {
        return false;
      }
      if (out.month == 0 || out.week == 0) return false;
    } else if (literal('J')) {
      out.form = RuleDay::Form::JulianWithoutLeapDay;
      if (!number(365, out.day) || out.day == 0) return false;
    } else {
      out.form = RuleDay::Form::DayOfYear;
      if (!number(365, out.day)) return false;
    }
    return !literal('/') || time(167, out.seconds);
  }

 private:
  std::string_view text_;
};

}  // namespace

Result<PosixRule> parse_posix_rule(std::string_view text) {
  RuleScanner in(text);
  PosixRule rule;
  std::int32_t west = 0;
  if (!in.name() || !in.time(24, west)) return not_a_rule();
  rule.standard_seconds = -west;
  if (in.at_end()) return rule;
  rule.has_daylight = true;
  if (!in.name()) return not_a_rule();
  rule.daylight_seconds = rule.standard_seconds + 3600;
  if (in.next() != ',' && !in.at_end()) {
    if (!in.time(24, west)) return not_a_rule();
    rule.daylight_seconds = -west;
  }
  if (in.at_end()) in = RuleScanner(",M3.2.0,M11.1.0");  // what POSIX systems take where the rule is left out
  if (!in.day(rule.start) || !in.day(rule.end) || !in.at_end()) return not_a_rule();
  return rule;
}

}  // namespace dotwire

#include "formats/text_tables/inferred_types.h"

#include <algorithm>
#include <cstring>
#include <iterator>

#include "base/try.h"
#include "clr/date_time.h"
#include "clr/decimal.h"
#include "clr/digits.h"
#include "clr/same_number.h"
#include "codecs/json_values/value_json.h"

namespace dotwire::text_tables {
namespace {

using model::ValueKind;

bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

// "-?(0|[1-9][0-9]*)": zeros in front are a number's name, not a number.
std::string_view whole_part(std::string_view text) {
  std::size_t at = text.starts_with('-') ? 1 : 0;
  const std::size_t first = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  if (at == first || (text[first] == '0' && at - first > 1)) return {};
  return text.substr(0, at);
}

bool looks_whole(std::string_view text) {
  return !text.empty() && text != "-0" && whole_part(text).size() == text.size();
}

bool looks_decimal(std::string_view text) {
  const std::string_view whole = whole_part(text);
  if (whole.empty()) return false;
  std::size_t at = whole.size();
  if (at == text.size()) return text != "-0";
  if (text[at] != '.' || at + 1 == text.size()) return false;
  for (++at; at < text.size(); ++at) {
    if (!is_digit(text[at])) return false;
  }
  return true;
}

// The sign of a zero: Double alone has it.
bool is_negative_zero(std::string_view text) {
  if (!text.starts_with('-')) return false;
  const std::string_view mantissa = text.substr(1, std::min(text.find_first_of("eE"), text.size()) - 1);
  return mantissa.find_first_not_of("0.") == std::string_view::npos;
}

bool looks_exponential(std::string_view text) {
  const std::size_t e = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, e);
  if (mantissa != "-0" && !looks_decimal(mantissa)) return false;
  if (e == std::string_view::npos) return true;
  std::string_view exponent = text.substr(e + 1);
  if (exponent.starts_with('+') || exponent.starts_with('-')) exponent.remove_prefix(1);
  if (exponent.empty() || exponent.size() > 4) return false;
  for (const char c : exponent) {
    if (!is_digit(c)) return false;
  }
  return true;
}

// Its value says what the text says: nothing is rounded.
bool is_real(std::string_view text) {
  if (is_no_finite_number(text)) return true;
  double value = 0;
  return looks_exponential(text) && json_values::load_text(text, ValueKind::Double, &value).ok() &&
         is_shortest_number(text, value);
}

// '9' stands for a digit; the rest for itself.
bool has_shape(std::string_view text, std::string_view shape) {
  if (text.size() < shape.size()) return false;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == '9' ? !is_digit(text[i]) : text[i] != shape[i]) return false;
  }
  return true;
}

constexpr std::string_view kDate = "9999-99-99";

bool has_offset(std::string_view text) {
  return text.size() > kDate.size() + 6 && text.size() >= 6 && has_shape(text.substr(text.size() - 5), "99:99") &&
         (text[text.size() - 6] == '+' || text[text.size() - 6] == '-');
}

bool looks_date_time(std::string_view text) {
  if (!has_shape(text, kDate)) return false;
  if (text.size() == kDate.size()) return true;
  return has_shape(text.substr(kDate.size()), "T99:99:99") && !has_offset(text);
}

bool looks_offset(std::string_view text) {
  return has_shape(text, kDate) && has_shape(text.substr(kDate.size()), "T99:99:99") && has_offset(text);
}

bool looks_time_span(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::size_t point = text.find('.');
  if (point < text.find(':')) {
    for (const char c : text.substr(0, point)) {
      if (!is_digit(c)) return false;
    }
    if (point == 0) return false;
    text.remove_prefix(point + 1);
  }
  return has_shape(text, "99:99:99");
}

bool looks_guid(std::string_view text) {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool hyphen = i == 8 || i == 13 || i == 18 || i == 23;
    if (hyphen ? text[i] != '-' : !is_hex(text[i])) return false;
  }
  return true;
}

struct Rule {
  ValueKind kind;
  bool (*looks)(std::string_view text);
};

// In the order in which they are tried. That a value fits its type, and is not rounded, is seen by reading it.
constexpr Rule kRules[] = {
    {ValueKind::Boolean, [](std::string_view text) { return text == "true" || text == "false"; }},
    {ValueKind::Int32, looks_whole},
    {ValueKind::Int64, looks_whole},
    {ValueKind::Decimal, [](std::string_view text) { return looks_decimal(text) && !is_negative_zero(text); }},
    {ValueKind::Double, is_real},
    {ValueKind::Decimal, [](std::string_view text) { return looks_exponential(text) && !is_negative_zero(text); }},
    {ValueKind::DateTime, looks_date_time},
    {ValueKind::DateTimeOffset, looks_offset},
    {ValueKind::TimeSpan, looks_time_span},
    {ValueKind::Guid, looks_guid},
};

constexpr std::uint32_t kAllRules = (1U << std::size(kRules)) - 1;

// Payloads may hold others, .NET makes none of a text.
Status load_offset(std::string_view text, void* to) {
  if (Status loaded = json_values::load_text(text, ValueKind::DateTimeOffset, to); !loaded.ok()) return loaded;
  model::DateTimeOffsetCell cell;
  std::memcpy(&cell, to, sizeof cell);
  if (is_valid(DateTimeOffset{cell.clock_ticks, static_cast<std::int16_t>(cell.offset_minutes)})) return {};
  return Error(ErrorCode::OutOfRange, "date with offset out of range");
}

Status load_exponential(std::string_view text, void* to) {
  DOTWIRE_TRY(const Decimal value, parse_decimal(text, DecimalSyntax::Float));
  if (!is_same_number(to_text(value), text)) return Error(ErrorCode::OutOfRange, "would be rounded");
  std::memcpy(to, &value, sizeof value);
  return {};
}

}  // namespace

bool is_no_finite_number(std::string_view text) { return text == "NaN" || text == "Infinity" || text == "-Infinity"; }

void InferredType::narrow(std::string_view text) {
  possible_ &= kAllRules;
  for (std::size_t i = 0; i < std::size(kRules); ++i) {
    const std::uint32_t bit = 1U << i;
    if ((possible_ & bit) == 0) continue;
    alignas(16) std::uint8_t value[32];
    const Rule& rule = kRules[i];
    if (!rule.looks(text) || !load_inferred(rule.kind, text, value).ok()) {
      possible_ &= ~bit;
    } else if (rule.kind == ValueKind::Int32) {
      return;  // what an Int32 takes, the wider numbers take
    }
  }
}

ValueKind InferredType::kind() const {
  if (!any_ || possible_ == kText) return ValueKind::String;
  for (std::size_t i = 0; i < std::size(kRules); ++i) {
    if ((possible_ & 1U << i) != 0) return kRules[i].kind;
  }
  return ValueKind::String;
}

Status load_inferred(ValueKind kind, std::string_view text, void* to) {
  if (kind == ValueKind::Decimal && text.find_first_of("eE") != std::string_view::npos) {
    return load_exponential(text, to);
  }
  if (kind == ValueKind::DateTimeOffset) return load_offset(text, to);
  if (kind != ValueKind::DateTime || text.size() != kDate.size()) return json_values::load_text(text, kind, to);
  // A date alone: its midnight.
  constexpr std::string_view kMidnight = "T00:00:00";
  char room[kDate.size() + kMidnight.size()];
  std::memcpy(room, text.data(), kDate.size());
  std::memcpy(room + kDate.size(), kMidnight.data(), kMidnight.size());
  return json_values::load_text({room, sizeof room}, kind, to);
}

Status append_inferred(model::Column& column, std::string_view text, std::size_t records) {
  model::Chunk& chunk = column.tail(records);
  if (column.storage() == model::Storage::Varying) {
    chunk.bytes.append(text);
    chunk.ends.push_back(chunk.bytes.size());
  } else {
    alignas(16) std::uint8_t value[32];
    DOTWIRE_TRY(load_inferred(column.kind(), text, value));
    chunk.bytes.append(value, column.width());
  }
  ++chunk.size;
  column.added(1);
  return {};
}

}  // namespace dotwire::text_tables

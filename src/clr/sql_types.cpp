#include "clr/sql_types.h"

#include <algorithm>

#include "clr/date_time.h"
#include "clr/decimal.h"
#include "clr/digits.h"

namespace dotwire {
namespace {

constexpr int kMaxDigits = 38;
constexpr std::int32_t kFirstDay = -53690;  // 1753-01-01
constexpr std::int32_t kLastDay = 2958463;  // 9999-12-31
constexpr std::int64_t kBaseDays = 693595;  // 1900-01-01 counted from 0001-01-01
constexpr std::int64_t kTicksPerMillisecond = 10'000;

Uint128 magnitude(const SqlDecimal& value) {
  Uint128 all = 0;
  for (std::size_t i = 4; i-- > 0;) all = all << 32 | value.data[i];
  return all;
}

// Without leading zeros; "0" for zero. 128 bits have up to 39 digits.
std::string digits_of(Uint128 value) {
  char text[48];
  char* end = text;
  constexpr std::uint64_t kUnit = kPowersOfTen[19];
  const Uint128 high = value / kUnit;
  const auto low = static_cast<std::uint64_t>(value % kUnit);
  if (high == 0) return std::string(text, put_unsigned(text, low));
  const auto top = static_cast<std::uint64_t>(high / kUnit);
  const auto middle = static_cast<std::uint64_t>(high % kUnit);
  if (top != 0) {
    end = put_fixed_digits(put_unsigned(end, top), middle, 19);
  } else {
    end = put_unsigned(end, middle);
  }
  return std::string(text, put_fixed_digits(end, low, 19));
}

std::string with_point(std::string digits, std::size_t scale, bool negative) {
  if (digits.size() <= scale) digits.insert(0, scale + 1 - digits.size(), '0');
  if (scale != 0) digits.insert(digits.size() - scale, 1, '.');
  if (negative) digits.insert(0, 1, '-');
  return digits;
}

std::uint64_t absolute(std::int64_t value) {
  return value < 0 ? 0 - static_cast<std::uint64_t>(value) : static_cast<std::uint64_t>(value);
}

}  // namespace

std::string to_text(const SqlDecimal& value) {
  if (value.is_null) return "Null";
  const Uint128 all = magnitude(value);
  return with_point(digits_of(all), value.scale, value.negative && all != 0);
}

bool is_valid(const SqlDecimal& value) {
  return value.precision >= 1 && value.precision <= kMaxDigits && value.scale <= value.precision &&
         digits_of(magnitude(value)).size() <= kMaxDigits;
}

Result<SqlDecimal> parse_sql_decimal(std::string_view text) {
  while (!text.empty() && is_number_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_number_space(text.back())) text.remove_suffix(1);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  Uint128 all = 0;
  int digits = 0;  // without zeros in front
  int scale = 0;
  bool point = false;
  bool any = false;
  for (const char c : text) {
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (!is_digit(c)) return Error(ErrorCode::Malformed, "not a decimal number");
    any = true;
    if (digits != 0 || c != '0' || point) ++digits;
    if (point) ++scale;
    if (digits > kMaxDigits) return Error(ErrorCode::OutOfRange, "decimal number has more than 38 digits");
    all = all * 10 + static_cast<std::uint32_t>(c - '0');
  }
  if (!any) return Error(ErrorCode::Malformed, "not a decimal number");
  SqlDecimal value;
  value.is_null = false;
  value.negative = negative && all != 0;
  value.precision = static_cast<std::uint8_t>(std::max(digits, 1));
  value.scale = static_cast<std::uint8_t>(scale);
  for (std::uint32_t& word : value.data) {
    word = static_cast<std::uint32_t>(all);
    all >>= 32;
  }
  return value;
}

SqlDecimal to_sql_decimal(const Decimal& value) {
  SqlDecimal result;
  result.is_null = false;
  result.negative = value.negative() && !value.is_zero();
  result.scale = static_cast<std::uint8_t>(std::min(value.scale(), 28));
  result.data = {value.lo, value.mid, value.hi, 0};
  const std::size_t digits = value.is_zero() ? 1 : digits_of(magnitude(result)).size();
  result.precision = static_cast<std::uint8_t>(std::max<std::size_t>(digits, result.scale));
  return result;
}

std::optional<Decimal> to_decimal(const SqlDecimal& value) {
  if (value.is_null || value.scale > 28 || value.data[3] != 0) return std::nullopt;
  return Decimal{value.data[0], value.data[1], value.data[2],
                 static_cast<std::uint32_t>(value.scale) << 16 | (value.negative ? 0x80000000U : 0U)};
}

std::string to_xml_text(const SqlMoney& value) {
  if (value.is_null) return "Null";
  return with_point(std::to_string(absolute(value.value)), 4, value.value < 0);
}

std::string to_text(const SqlMoney& value) {
  std::string text = to_xml_text(value);
  if (value.is_null) return text;
  for (int spare = 0; spare < 2 && text.back() == '0'; ++spare) text.pop_back();
  return text;
}

Decimal to_decimal(const SqlMoney& value) { return decimal_from_i64(value.value, 4); }

Result<SqlMoney> to_sql_money(const Decimal& value) {
  Uint128 all = value.lo | static_cast<std::uint64_t>(value.mid) << 32;
  all |= Uint128{value.hi} << 64;
  for (int scale = std::min(value.scale(), 28); scale > 5; --scale) all /= 10;
  if (value.scale() >= 5) all = (all + 5) / 10;
  constexpr Uint128 kLimit = Uint128{1} << 63;
  const Uint128 limit = value.negative() ? kLimit : kLimit - 1;
  for (int scale = value.scale(); scale < 4; ++scale) {
    if (all > limit) break;
    all *= 10;
  }
  if (all > limit) return Error(ErrorCode::OutOfRange, "money out of range");
  const auto bits = static_cast<std::uint64_t>(all);
  return SqlMoney{false, static_cast<std::int64_t>(value.negative() ? 0 - bits : bits)};
}

bool is_valid(const SqlDateTime& value) {
  return value.days >= kFirstDay && value.days <= kLastDay && value.ticks >= 0 && value.ticks < kSqlTicksPerDay;
}

std::optional<DateTime> to_date_time(const SqlDateTime& value) {
  if (value.is_null || !is_valid(value)) return std::nullopt;
  const std::int64_t milliseconds = (std::int64_t{value.ticks} * 10 + 1) / 3;  // ticks / 0.3, rounded
  return DateTime((kBaseDays + value.days) * kTicksPerDay + milliseconds * kTicksPerMillisecond,
                  DateTimeKind::Unspecified);
}

Result<SqlDateTime> to_sql_date_time(DateTime value) {
  std::int64_t days = value.ticks() / kTicksPerDay - kBaseDays;
  const std::int64_t day_ticks = value.ticks() % kTicksPerDay;
  // ticks * 300 / 10^7, half up.
  std::int64_t ticks = (day_ticks * 3 + 50'000) / 100'000;
  if (ticks == kSqlTicksPerDay) {
    ticks = 0;
    ++days;
  }
  const SqlDateTime result{false, static_cast<std::int32_t>(days), static_cast<std::int32_t>(ticks)};
  if (!is_valid(result)) return Error(ErrorCode::OutOfRange, "date outside 1753-01-01 to 9999-12-31");
  return result;
}

std::string to_xml_text(const SqlDateTime& value) {
  const std::optional<DateTime> date = to_date_time(value);
  if (!date) return "Null";
  char text[kDateTimeRoom];
  char* end = put_clock(text, date->ticks() / kTicksPerSecond * kTicksPerSecond);
  *end++ = '.';
  const auto milliseconds = static_cast<std::uint64_t>(date->ticks() % kTicksPerSecond / kTicksPerMillisecond);
  return std::string(text, put_fixed_digits(end, milliseconds, 3));
}

Result<SqlDateTime> parse_sql_date_time(std::string_view xml_text) {
  Result<XsdDateTime> value = parse_xsd_date_time(xml_text);
  if (!value.ok()) return std::move(value).error();
  return to_sql_date_time(DateTime(value->clock_ticks, DateTimeKind::Unspecified));
}

}  // namespace dotwire

// System.Data.SqlTypes: text forms and conversions of the values in dotwire/values.h (table-formats.md 9.7).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "dotwire/result.h"
#include "dotwire/values.h"

namespace dotwire {

// Digits with the point of the scale: "1.50", "-0.5"; up to 38. It has no sign for zero.
std::string to_text(const SqlDecimal& value);
// Digits with a sign and a point, blanks around; precision and scale are those of the text.
Result<SqlDecimal> parse_sql_decimal(std::string_view text);
SqlDecimal to_sql_decimal(const Decimal& value);
// Nothing if it is null or does not fit 96 bits and scale 28.
std::optional<Decimal> to_decimal(const SqlDecimal& value);
// Precision 1 to 38, scale at most precision, magnitude within 38 digits.
bool is_valid(const SqlDecimal& value);

// SqlMoney.ToString has at least two decimals ("5.00", "1.2346"), its XML text always four ("1.5000").
std::string to_text(const SqlMoney& value);
std::string to_xml_text(const SqlMoney& value);
// Exactly: at most four decimals count, as .NET rounds half away from zero.
Result<SqlMoney> to_sql_money(const Decimal& value);
Decimal to_decimal(const SqlMoney& value);

inline constexpr std::int32_t kSqlTicksPerDay = 25'920'000;  // of 1/300 s
// 1753-01-01 to 9999-12-31, ticks within a day.
bool is_valid(const SqlDateTime& value);
// 1/300 s become whole milliseconds, as .NET has it; nothing if it is null or not valid.
std::optional<DateTime> to_date_time(const SqlDateTime& value);
// Rounded to the nearest 1/300 s.
Result<SqlDateTime> to_sql_date_time(DateTime value);
// "2009-07-08T00:00:41.150"; must be valid.
std::string to_xml_text(const SqlDateTime& value);
Result<SqlDateTime> parse_sql_date_time(std::string_view xml_text);

}  // namespace dotwire

// Values from text and as text, in the invariant culture. Any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "dotwire/result.h"
#include "dotwire/values.h"

namespace dotwire {

// All fail with Malformed for what is no such text, and with OutOfRange for what the type cannot hold.

// "-12.50", "1e3": keeps trailing zeros as scale. Digits beyond the 96 bits are rounded half to even, as .NET does.
Result<Decimal> decimal_from_text(std::string_view text);
// "2010-08-17T14:30:15.1234567" is Unspecified, with "Z" Utc, with "+02:00" Local by the clock that the text shows:
// nothing here asks the machine for its zone. Also "2010-08-17".
Result<DateTime> date_time_from_text(std::string_view text);
// The same; without an offset that of UTC.
Result<DateTimeOffset> date_time_offset_from_text(std::string_view text);
// "[-][d.]hh:mm:ss[.fffffff]" and what else TimeSpan.Parse takes.
Result<TimeSpan> time_span_from_text(std::string_view text);
// Any of the forms of Guid.ToString, in either case.
Result<Guid> guid_from_text(std::string_view text);
// "1.2", "1.2.3", "1.2.3.4"
Result<Version> version_from_text(std::string_view text);
// Up to 100,000 digits.
Result<BigInteger> big_integer_from_text(std::string_view text);

// What the functions above give back as the same value, but for the sign of a Decimal's zero, which .NET's texts have
// not either, and for hours that a Local DateTime calls ambiguous.

std::string to_string(const Decimal& value);
// The form "o". A Local time shows the offset, which the caller knows.
std::string to_string(const DateTime& value, std::int32_t local_offset_minutes = 0);
std::string to_string(const DateTimeOffset& value);
// The form "c".
std::string to_string(const TimeSpan& value);
// The form "D".
std::string to_string(const Guid& value);
std::string to_string(const Version& value);
std::string to_string(const BigInteger& value);

}  // namespace dotwire

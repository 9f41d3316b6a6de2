#include "dotwire/value_text.h"

#include "base/try.h"
#include "clr/big_integer.h"
#include "clr/date_time.h"
#include "clr/decimal.h"
#include "clr/guid.h"
#include "clr/time_span.h"
#include "clr/version.h"

namespace dotwire {
namespace {

template <class Value, class... More>
std::string round_trip(const Value& value, More... more) {
  char room[kDateTimeRoom];
  return {room, put_round_trip(room, value, more...)};
}

}  // namespace

Result<Decimal> decimal_from_text(std::string_view text) { return parse_decimal(text, DecimalSyntax::Float); }

Result<DateTime> date_time_from_text(std::string_view text) {
  DOTWIRE_TRY(const XsdDateTime read, parse_xsd_date_time(text));
  if (read.clock_ticks < 0 || read.clock_ticks > DateTime::kMaxTicks) {
    return Error(ErrorCode::OutOfRange, "the time is outside the years 1 to 9999");
  }
  switch (read.zone) {
    case XsdDateTime::Zone::None: return DateTime(read.clock_ticks, DateTimeKind::Unspecified);
    case XsdDateTime::Zone::Utc: return DateTime(read.clock_ticks, DateTimeKind::Utc);
    case XsdDateTime::Zone::Offset: break;
  }
  return DateTime(read.clock_ticks, DateTimeKind::Local);
}

Result<DateTimeOffset> date_time_offset_from_text(std::string_view text) {
  DOTWIRE_TRY(const XsdDateTime read, parse_xsd_date_time(text));
  return to_date_time_offset(read, 0);
}

Result<TimeSpan> time_span_from_text(std::string_view text) { return parse_time_span(text); }
Result<Guid> guid_from_text(std::string_view text) { return parse_guid(text); }
Result<Version> version_from_text(std::string_view text) { return parse_version(text); }
Result<BigInteger> big_integer_from_text(std::string_view text) { return parse_big_integer(text); }

std::string to_string(const Decimal& value) { return to_text(value); }
std::string to_string(const DateTime& value, std::int32_t local_offset_minutes) {
  return round_trip(value, local_offset_minutes);
}
std::string to_string(const DateTimeOffset& value) { return round_trip(value); }
std::string to_string(const TimeSpan& value) { return to_constant_text(value); }
std::string to_string(const Guid& value) { return to_text(value); }
std::string to_string(const Version& value) { return to_text(value); }
std::string to_string(const BigInteger& value) { return to_text(value); }

}  // namespace dotwire

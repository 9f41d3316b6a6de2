// TimeSpan texts: xs:duration and .NET's constant form (xml-json-formats.md 0.2, 0.3).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "dotwire/result.h"
#include "dotwire/values.h"

namespace dotwire {

// Room that the put functions need. They write behind `at` and return the end.
inline constexpr std::size_t kTimeSpanRoom = 48;

// xs:duration: "P1DT2H3M4.5S", "-PT1S", "PT0S". Days are not folded into months.
char* put_xml_duration(char* at, TimeSpan value);
std::string to_xml_text(TimeSpan value);

// Any xs:duration. A year counts 365 days, a month 30 (but twelve of them a year); digits below a tick are cut.
Result<TimeSpan> parse_xml_duration(std::string_view text);

// "c": "[-][d.]hh:mm:ss[.fffffff]".
char* put_constant(char* at, TimeSpan value);
std::string to_constant_text(TimeSpan value);

// What TimeSpan.Parse takes in the invariant culture: days, h:m, h:m:s[.f] and the same behind days and a point or
// colon.
Result<TimeSpan> parse_time_span(std::string_view text);

}  // namespace dotwire

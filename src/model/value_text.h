// Single values as text for people and for text formats: invariant, exact, one form a kind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "dotwire/graph.h"

namespace dotwire::model {

// Room that put_value_text needs.
inline constexpr std::size_t kValueRoom = 96;

// A value of a kind of fixed size, as it lies in a column (table.h) or a node. Numbers are the shortest text that reads
// back (Infinity, -Infinity, NaN, -0), decimals keep their scale, dates are ISO 8601 without trailing zeros, TimeSpan
// is [-][d.]hh:mm:ss[.fffffff], Guid has hyphens. DateTime ends with Z (UTC), nothing (unspecified), " local", or "
// local (second pass)" in the repeated hour. Writes behind `at` and returns the end.
char* put_value_text(char* at, ValueKind kind, const void* value);
std::string value_text(ValueKind kind, const void* value);

}  // namespace dotwire::model

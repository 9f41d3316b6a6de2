// Whether two dumps say the same: for tests and for `verify`.
#pragma once

#include <string>

#include "dotwire/limits.h"
#include "wire/json/document.h"

namespace dotwire::dump {

// The path of the first difference with both values in short ("/table/rows/3: 1 against 2"), or empty. The order of
// members does not count; numbers in "float" and "double" are compared as numbers. Left out on either side, they do not
// count: kind, case, note, types, stringIdentity and state of a graph; the ...Set flags and autoIncrementCurrent of a
// table; LCID and compare options of a SqlString. The state of a collection is not compared at all.
std::string compare_dumps(const json::Value& ours, const json::Value& expected);
// The same for texts; a text that is no JSON differs.
std::string compare_dumps(std::string_view ours, std::string_view expected, const Limits& limits = {});

}  // namespace dotwire::dump

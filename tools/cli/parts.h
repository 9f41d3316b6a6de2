// Documents behind the first one of an input.
#pragma once

#include <string>
#include <vector>

#include "cli/content.h"
#include "cli/json_line.h"
#include "dotwire/identify.h"

namespace dotwire::cli {

// "at byte 120: binaryformatter, 88 bytes, Acme.Person, Acme, ..."
std::string part_text(const Part& part, const Start& start);
// offset, size, format, type; note where there is one
JsonLine part_json(const Part& part, const Start& start);
// For a document that was taken from an input with others behind it; empty: there is none. "another document follows at
// byte 120: ...", with all of them counted.
std::string what_follows(const Content& input, std::uint64_t end, const Options& options);

}  // namespace dotwire::cli

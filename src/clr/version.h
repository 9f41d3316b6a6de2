// System.Version as text: "1.2", "1.2.3", "1.2.3.4".
#pragma once

#include <string>
#include <string_view>

#include "dotwire/result.h"
#include "dotwire/values.h"

namespace dotwire {

std::string to_text(const Version& value);

// Two to four numbers; blanks around each are skipped, as in .NET.
Result<Version> parse_version(std::string_view text);

}  // namespace dotwire

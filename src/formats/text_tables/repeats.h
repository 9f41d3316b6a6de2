// Objects that stand in many cells: a payload refers to them, and a text spells each.
#pragma once

#include "dotwire/format.h"
#include "dotwire/result.h"

namespace dotwire::text_tables {

// LimitExceeded where a document that was read would repeat more than its length is allowed to grow into
// (base/reading_limits.h). Looks at the tables that are written. Documents that a program made are as it wants them.
Status check_repeats(const Document& document, const Options& options);

}  // namespace dotwire::text_tables

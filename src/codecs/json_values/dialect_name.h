// The runtime whose writer made a document, as JSON names it.
#pragma once

#include "dotwire/format.h"
#include "wire/json/pull.h"

namespace dotwire::json_values {

// A text that to_string(Dialect) gives, Recorded's excepted; Malformed for any other.
Result<Dialect> read_dialect(json::Pull& in);

}  // namespace dotwire::json_values

// The canonical dump as a format that is only written.
#pragma once

#include "base/drain.h"
#include "dotwire/format.h"

namespace dotwire::registry {

Status put_dump(const Document& document, const Options& options, Drain& drain);

}  // namespace dotwire::registry

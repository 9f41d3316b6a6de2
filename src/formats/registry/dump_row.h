// The canonical dump as a format that is only written.
#pragma once

#include "dotwire/format.h"

namespace dotwire::registry {

Status write_dump(const Document& document, const Options& options, Buffer& out);

}  // namespace dotwire::registry

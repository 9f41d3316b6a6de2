// The zone that Options name.
#pragma once

#include "clr/time_zone.h"
#include "dotwire/format.h"

namespace dotwire::registry {

// UTC where nothing is said. Paths are of TZif files; other names are looked up in the system's zone folder.
Result<TimeZone> zone_of(const Options& options);

}  // namespace dotwire::registry

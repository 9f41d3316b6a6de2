// NRBF record by record, without building anything: offsets, names and values for people, also of damaged payloads.
#pragma once

#include <cstdint>

#include "base/byte_reader.h"
#include "dotwire/event.h"
#include "dotwire/limits.h"
#include "dotwire/result.h"
#include "wire/nrbf/class_types.h"

namespace dotwire::nrbf {

// Calls the visitor for each record and for each primitive member, in the order of the bytes. Stops with Unsupported at
// records 2 and 3 whose members' types neither `types` (may be null) nor the framework's classes say. Does not resolve
// references or check that ids differ: what a reader would refuse is still shown. Memory is bounded by the class
// records of the input.
Status walk_records(Bytes input, const Limits& limits, EventVisitor& visitor, WalkSummary& summary,
                    const ClassTypes* types = nullptr);

}  // namespace dotwire::nrbf

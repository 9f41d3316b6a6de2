// Documents of protobuf-net-data and of its light form piece by piece: results, columns, records and their values.
#pragma once

#include "dotwire/format.h"

namespace dotwire::registry::protobuf_table {

Status walk(std::span<const std::uint8_t> input, const Options& options, EventVisitor& visitor, WalkSummary& summary);
Status walk_light(std::span<const std::uint8_t> input, const Options& options, EventVisitor& visitor,
                  WalkSummary& summary);

}  // namespace dotwire::registry::protobuf_table

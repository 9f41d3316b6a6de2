#include "model/auto_number.h"

namespace dotwire::model {

std::int64_t counted_next_number(const Column& column) {
  std::int64_t next = column.auto_increment_seed;
  if (!column.auto_increment) return next;
  const std::int64_t step = column.auto_increment_step;
  const auto pass = [&](std::int64_t value) {
    const bool beyond = step > 0 ? value >= next : value <= next;
    // As .NET counts: unchecked.
    if (beyond) next = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) + static_cast<std::uint64_t>(step));
  };
  for (std::size_t i = 0; i < column.record_count(); ++i) {
    if (column.is_null(i)) continue;
    switch (column.kind()) {
      case ValueKind::Int16: pass(column.get<std::int16_t>(i)); break;
      case ValueKind::Int32: pass(column.get<std::int32_t>(i)); break;
      case ValueKind::Int64: pass(column.get<std::int64_t>(i)); break;
      default: return next;
    }
  }
  return next;
}

std::string next_number(const Column& column) {
  return column.auto_increment_current ? *column.auto_increment_current : std::to_string(counted_next_number(column));
}

bool says_other_next_number(const Column& column) {
  return column.auto_increment && column.auto_increment_current &&
         *column.auto_increment_current != std::to_string(counted_next_number(column));
}

}  // namespace dotwire::model

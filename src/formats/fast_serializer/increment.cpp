#include "formats/fast_serializer/increment.h"

#include <charconv>

namespace dotwire::fast_serializer {

using model::Column;
using model::ValueKind;

namespace {

// The counter passes each value that a row has, as far as it lies in the direction of the step.
template <class T>
std::int64_t counted(const Column& column) {
  std::int64_t current = column.auto_increment_seed;
  const std::int64_t step = column.auto_increment_step;
  for (std::size_t i = 0; i < column.record_count(); ++i) {
    if (column.is_null(i)) continue;
    const auto value = static_cast<std::int64_t>(column.get<T>(i));
    if (step > 0 ? value < current : value > current) continue;
    if (__builtin_add_overflow(value, step, &current)) return value;
  }
  return current;
}

std::int64_t current_of(const Column& column) {
  if (column.auto_increment_current) {
    const std::string& digits = *column.auto_increment_current;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    // A number that does not fit is neither 0 nor -1.
    return error == std::errc() && end == digits.data() + digits.size() ? number : INT64_MAX;
  }
  if (!column.auto_increment) return column.auto_increment_seed;
  switch (column.kind()) {
    case ValueKind::Int16: return counted<std::int16_t>(column);
    case ValueKind::Int32: return counted<std::int32_t>(column);
    case ValueKind::Int64: return counted<std::int64_t>(column);
    default: return column.auto_increment_seed;
  }
}

}  // namespace

bool has_increment_defaults(const Column& column) {
  const std::int64_t step = column.auto_increment_step;
  if (step != 1 && step != -1) return false;
  return current_of(column) == (step == 1 ? 0 : -1);
}

}  // namespace dotwire::fast_serializer

#include "formats/fast_serializer/increment.h"

#include <charconv>

#include "model/auto_number.h"

namespace dotwire::fast_serializer {

using model::Column;

namespace {

std::int64_t current_of(const Column& column) {
  if (column.auto_increment_current) {
    const std::string& digits = *column.auto_increment_current;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    // A number that does not fit is neither 0 nor -1.
    return error == std::errc() && end == digits.data() + digits.size() ? number : INT64_MAX;
  }
  return model::counted_next_number(column);
}

}  // namespace

bool has_increment_defaults(const Column& column) {
  const std::int64_t step = column.auto_increment_step;
  if (step != 1 && step != -1) return false;
  return current_of(column) == (step == 1 ? 0 : -1);
}

}  // namespace dotwire::fast_serializer

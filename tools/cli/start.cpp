#include "cli/start.h"

#include <algorithm>

namespace dotwire::cli {

Start start_behind(std::span<const std::uint8_t> bytes, const Start& start) {
  Start behind = start;
  behind.offset += bytes.size();
  behind.lines += static_cast<std::uint32_t>(std::count(bytes.begin(), bytes.end(), '\n'));
  const auto line = std::find(bytes.rbegin(), bytes.rend(), '\n');
  const auto column = static_cast<std::uint32_t>(line - bytes.rbegin());
  behind.column = line == bytes.rend() ? start.column + column : column;
  return behind;
}

LineAndColumn position_in_file(const Error& error, const Start& start) {
  if (error.line() == 0) return {};
  return {error.line() + start.lines, error.column() + (error.line() == 1 ? start.column : 0)};
}

void add_offset(JsonLine& line, std::uint64_t offset, const Start& start) {
  if (offset == Error::kNoOffset) {
    line.null("offset");
  } else {
    line.unsigned_number("offset", offset + start.offset);
  }
}

}  // namespace dotwire::cli

#include "clr/version.h"

#include "clr/number_text.h"

namespace dotwire {

std::string to_text(const Version& value) {
  std::string text = std::to_string(value.major) + "." + std::to_string(value.minor);
  if (value.build < 0) return text;
  text += "." + std::to_string(value.build);
  return value.revision < 0 ? text : text + "." + std::to_string(value.revision);
}

Result<Version> parse_version(std::string_view text) {
  std::int32_t parts[4] = {-1, -1, -1, -1};
  std::size_t count = 0;
  while (true) {
    if (count == 4) return Error(ErrorCode::Malformed, "version has more than four parts");
    const std::size_t end = text.find('.');
    Result<std::int32_t> part = parse_integer<std::int32_t>(text.substr(0, end));
    if (!part.ok()) return std::move(part).error();
    if (*part < 0) return Error(ErrorCode::OutOfRange, "version part is negative");
    parts[count++] = *part;
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  if (count < 2) return Error(ErrorCode::Malformed, "version has fewer than two parts");
  return Version{parts[0], parts[1], parts[2], parts[3]};
}

}  // namespace dotwire

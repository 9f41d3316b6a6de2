#include "cli/parts.h"

namespace dotwire::cli {

std::string part_text(const Part& part, const Start& start) {
  std::string text = "at byte " + std::to_string(part.offset + start.offset) + ": " + std::string(part.format->name);
  if (!part.note.empty()) text += ": " + std::string(part.note);
  text += ", " + std::to_string(part.size) + " bytes";
  if (!part.root_type.empty()) text += ", " + part.root_type;
  return text;
}

JsonLine part_json(const Part& part, const Start& start) {
  JsonLine line;
  add_offset(line, part.offset, start);
  line.unsigned_number("size", part.size).text("format", part.format->name);
  line.text_or_null("type", part.root_type);
  if (!part.note.empty()) line.text("note", part.note);
  return line;
}

std::string what_follows(const Content& input, std::uint64_t end, const Options& options) {
  const std::vector<Part> parts = list_documents(input.bytes, end, options);
  if (parts.empty()) return {};
  std::string text = parts.size() == 1 ? "1 document follows" : std::to_string(parts.size()) + " documents follow";
  text += ", the next " + part_text(parts[0], input.start);
  return text;
}

}  // namespace dotwire::cli

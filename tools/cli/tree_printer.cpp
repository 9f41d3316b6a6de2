#include "cli/tree_printer.h"

#include <unistd.h>

#include <algorithm>

#include "cli/json_line.h"

namespace dotwire::cli {

TreePrinter::TreePrinter(const std::string& file, bool json, Output& out)
    : file_(file), json_(json), color_(!json && is_terminal(STDOUT_FILENO)), out_(out) {}

bool TreePrinter::line(const TreeLine& line) { return json_ ? write_json(line) : write_text(line); }

bool TreePrinter::write_json(const TreeLine& line) {
  JsonLine json;
  json.number("version", 1).text("file", file_).number("depth", line.depth).text("path", line.path);
  json.text_or_null("name", line.name).text_or_null("type", line.type);
  if (line.id != 0) {
    json.number("id", line.id);
  } else {
    json.null("id");
  }
  if ((line.has_children && line.value.empty()) || line.left_out != 0) {
    json.null("value");
  } else {
    json.text("value", line.value);
  }
  if (line.has_children) {
    json.unsigned_number("children", line.children);
  } else {
    json.null("children");
  }
  return out_.write(json.unsigned_number("left_out", line.left_out).take());
}

// NAME: TYPE #ID = VALUE, or NAME: TYPE #ID (CHILDREN)
bool TreePrinter::write_text(const TreeLine& line) {
  constexpr std::string_view kDim = "\x1B[2m";
  constexpr std::string_view kBold = "\x1B[1m";
  constexpr std::string_view kPlain = "\x1B[0m";
  // Beyond that the depth stands in front, since a chain of N objects would take N^2 blanks.
  constexpr std::uint32_t kDeepest = 64;
  std::string text(std::size_t{std::min(line.depth, kDeepest)} * 2, ' ');
  if (line.depth > kDeepest) text += "(" + std::to_string(line.depth) + ") ";
  if (line.left_out != 0) return out_.write(text + "... " + std::to_string(line.left_out) + " more\n");
  if (!line.name.empty()) {
    if (color_) text += kBold;
    text += line.name;
    if (color_) text += kPlain;
    if (!line.type.empty() || !line.value.empty()) text += ": ";
  }
  if (color_) text += kDim;
  text += line.type;
  if (line.id != 0) text += " #" + std::to_string(line.id);
  if (line.has_children) text += " (" + std::to_string(line.children) + ")";
  if (color_) text += kPlain;
  if (!line.value.empty()) {
    if (!line.type.empty()) text += " = ";
    text += line.value;
  }
  return out_.write(text + '\n');
}

}  // namespace dotwire::cli

// dotwire formats
#include "cli/exit_code.h"
#include "cli/json_line.h"
#include "cli/output.h"
#include "cli/settings.h"

namespace dotwire::cli {
namespace {

std::string_view directions(const Format& format) {
  if (format.read == nullptr) return "write";
  return format.write == nullptr ? "read" : "read, write";
}

// With a blank behind it at least.
std::string padded(std::string_view text, std::size_t width) {
  std::string shown(text);
  shown.append(shown.size() < width ? width - shown.size() : 1, ' ');
  return shown;
}

void list_settings(const Format& format, bool json, Output& out) {
  for (const SettingRule& rule : format.settings) {
    if (json) {
      JsonLine line;
      line.number("version", 1).text("format", format.name).text("setting", rule.name);
      out.write(line.text("values", rule.values).text("what", rule.what).take());
    } else {
      const std::string choice = std::string(rule.name) + "=" + std::string(rule.values);
      out.write(padded(format.name, 26) + padded(choice, 34) + std::string(rule.what) + '\n');
    }
  }
}

}  // namespace

int run_formats(const Settings& settings) {
  Output out;
  if (settings.list_settings) {
    for (const Format& format : builtin_formats()) list_settings(format, settings.json, out);
    return out.finish();
  }
  for (const Format& format : builtin_formats()) {
    if (settings.json) {
      JsonLine line;
      line.number("version", 1).text("format", format.name).text("title", format.title);
      line.boolean("read", format.read != nullptr).boolean("write", format.write != nullptr);
      out.write(line.take());
    } else {
      out.write(padded(format.name, 26) + padded(directions(format), 12) + std::string(format.title) + '\n');
    }
  }
  return out.finish();
}

}  // namespace dotwire::cli

// dotwire identify FILE...
#include <algorithm>

#include "cli/content.h"
#include "cli/exit_code.h"
#include "cli/json_line.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/settings.h"

namespace dotwire::cli {
namespace {

// version, file, format, dialect, layers, size, trailing; note and damage where there is something to say
std::string json_of(const std::string& file, const Identification& found) {
  JsonLine line;
  line.number("version", 1).text("file", file);
  line.text_or_null("format", found.format != nullptr ? found.format->name : std::string_view());
  line.text_or_null("dialect", to_string(found.measure.dialect));
  line.texts("layers", found.measure.layers);
  if (found.format != nullptr && !found.damage) {
    line.unsigned_number("size", found.measure.size).unsigned_number("trailing", found.trailing);
  } else {
    line.null("size").null("trailing");
  }
  if (!found.measure.note.empty()) line.text("note", found.measure.note);
  if (found.damage) line.object("damage", error_json(*found.damage));
  return line.take();
}

std::string text_of(const std::string& file, const Identification& found) {
  std::string text = printable(file) + ": ";
  if (found.format == nullptr) {
    text += "unknown";
    for (const std::string_view layer : found.measure.layers) text += ", in " + std::string(layer);
    return text + "\n";
  }
  text += found.format->name;
  if (const std::string_view dialect = to_string(found.measure.dialect); !dialect.empty()) {
    text += ", dialect " + std::string(dialect);
  }
  for (const std::string_view layer : found.measure.layers) text += ", in " + std::string(layer);
  if (!found.measure.note.empty()) text += ": " + std::string(found.measure.note);
  if (found.damage) return text + ", damaged\n";
  text += ", " + std::to_string(found.measure.size) + " bytes";
  if (found.trailing != 0) text += ", then " + std::to_string(found.trailing) + " that do not belong to it";
  return text + "\n";
}

int identify_file(const std::string& file, const Settings& settings, const Loaded& loaded, Output& out) {
  const Result<Content> input = read_content(file, loaded);
  if (!input.ok()) {
    report(file, input.error());
    if (settings.json) out.write(json_of(file, {}));
    return kInputOutput;
  }
  Identification found = identify(input->bytes, loaded.options);
  found.measure.layers.insert(found.measure.layers.begin(), input->layers.begin(), input->layers.end());
  found.trailing += input->trailing;
  out.write(settings.json ? json_of(file, found) : text_of(file, found));
  if (found.format == nullptr) {
    report_unknown(file, found.hint);
    return kUnknownFormat;
  }
  if (!found.damage) return kFine;
  report(file, *found.damage, input->bytes, found.format, loaded.options);
  return exit_code_of(found.damage->code());
}

}  // namespace

int run_identify(const Settings& settings) {
  Loaded loaded;
  int code = load(settings, loaded);
  if (code != kFine) return code;
  Output out;
  for (const std::string& file : settings.files) {
    code = std::max(code, identify_file(file, settings, loaded, out));
    if (out.failed()) break;
  }
  return std::max(code, out.finish());
}

}  // namespace dotwire::cli

// dotwire losses FORMAT
#include "cli/exit_code.h"
#include "cli/json_line.h"
#include "cli/output.h"
#include "cli/settings.h"

namespace dotwire::cli {
namespace {

std::string text_line(const FormatLoss& loss) {
  std::string line = loss.path.empty() ? std::string() : printable(loss.path) + ": ";
  line += printable(loss.what);
  if (loss.refused) line += " (refused)";
  if (loss.inherent) line += " (not named each time)";
  return line + '\n';
}

}  // namespace

int run_losses(const Settings& settings) {
  Loaded loaded;
  if (const int code = load(settings, loaded); code != kFine) return code;
  Output out;
  for (const FormatLoss& loss : format_losses(*loaded.to, loaded.options)) {
    if (!settings.json) {
      out.write(text_line(loss));
      continue;
    }
    JsonLine line;
    line.number("version", 1).text("format", loaded.to->name).text_or_null("path", loss.path);
    out.write(line.text("what", loss.what).boolean("refused", loss.refused).boolean("inherent", loss.inherent).take());
  }
  return out.finish();
}

}  // namespace dotwire::cli

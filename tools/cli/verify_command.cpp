// dotwire verify FILE...
#include <unistd.h>

#include <algorithm>

#include "cli/content.h"
#include "cli/exit_code.h"
#include "cli/json_line.h"
#include "cli/option_use.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/settings.h"

namespace dotwire::cli {
namespace {

// version, file, format, verdict, offset, path, message
std::string json_of(const std::string& file, const Verification& found) {
  JsonLine line;
  line.number("version", 1).text("file", file);
  line.text_or_null("format", found.format != nullptr ? found.format->name : std::string_view());
  line.text("verdict", to_string(found.verdict));
  if (found.offset != Error::kNoOffset) {
    line.unsigned_number("offset", found.offset);
  } else {
    line.null("offset");
  }
  std::string message = found.message;
  if (!found.hint.empty()) message += "; " + found.hint;
  line.text_or_null("path", found.path).text_or_null("message", message);
  return line.take();
}

// "#1/Lines (ClassWithId)"
std::string place_of(const Verification& found) {
  if (found.kind.empty() || found.path.empty()) return found.path + found.kind;
  return found.path + " (" + found.kind + ")";
}

std::string text_of(const std::string& file, const Verification& found) {
  std::string text = printable(file) + ": " + std::string(to_string(found.verdict));
  if (found.verdict == Verdict::Identical) {
    if (!found.message.empty()) text += " (" + printable(found.message) + ")";
    return text + "\n";
  }
  if (found.error && found.error->line() != 0) {
    text += " at line " + std::to_string(found.error->line()) + ", column " + std::to_string(found.error->column());
  } else if (found.offset != Error::kNoOffset) {
    text += " at byte " + std::to_string(found.offset);
  }
  if (!found.path.empty() || !found.kind.empty()) text += ", in " + printable(place_of(found));
  if (!found.message.empty()) text += ": " + printable(found.message);
  if (!found.hint.empty()) text += "; " + printable(found.hint);
  return text + "\n";
}

ExitCode exit_code_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Identical: return kFine;
    case Verdict::Different: return kDifferences;
    case Verdict::Damaged: return kDamaged;
    case Verdict::Unknown: return kUnknownFormat;
  }
  return kDamaged;
}

// A line on a terminal that the next one overwrites.
class Progress {
 public:
  explicit Progress(std::size_t count)
      : count_(count), shown_(count > 1 && is_terminal(STDERR_FILENO) && ::isatty(STDOUT_FILENO) == 0) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void at(std::size_t i) {
    if (!shown_) return;
    put("\r\x1B[K[" + std::to_string(i + 1) + "/" + std::to_string(count_) + "]");
  }
  void clear() {
    if (shown_) put("\r\x1B[K");
  }

 private:
  static void put(const std::string& text) {
    if (::write(STDERR_FILENO, text.data(), text.size()) < 0) return;
  }

  std::size_t count_;
  bool shown_;
};

int verify_file(const std::string& file, const Settings& settings, const Loaded& loaded, OptionUse& use, Output& out,
                Progress& progress) {
  const Result<Content> input = read_content(file, loaded);
  if (!input.ok()) {
    progress.clear();
    report(file, input.error());
    Verification unread;
    unread.message = input.error().message();
    if (settings.json) out.write(json_of(file, unread));
    return kInputOutput;
  }
  const Format* format = loaded.from != nullptr ? loaded.from : recognise_format(input->bytes, loaded.options);
  if (format != nullptr && !use.check(*format)) return kUsage;
  Verification found = verify(input->bytes, loaded.from, loaded.options);
  if (!input->layers.empty()) found.message = input->note() + (found.message.empty() ? "" : ": ") + found.message;
  out.write(settings.json ? json_of(file, found) : text_of(file, found));
  if (found.error && found.error->code() == ErrorCode::InvalidArgument) return kUsage;
  return exit_code_of(found.verdict);
}

}  // namespace

int run_verify(const Settings& settings) {
  Loaded loaded;
  int code = load(settings, loaded);
  if (code != kFine) return code;
  Output out;
  Progress progress(settings.files.size());
  OptionUse use(settings, loaded);
  for (std::size_t i = 0; i < settings.files.size() && !out.failed(); ++i) {
    progress.at(i);
    code = std::max(code, verify_file(settings.files[i], settings, loaded, use, out, progress));
  }
  progress.clear();
  if (!use.check_all()) code = std::max<int>(code, kUsage);
  return std::max(code, out.finish());
}

}  // namespace dotwire::cli

// dotwire convert FILE --to FORMAT
#include <unistd.h>

#include <algorithm>

#include "cli/exit_code.h"
#include "cli/input.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/settings.h"

namespace dotwire::cli {
namespace {

// False if there is something to lose and the user did not agree to it.
bool accept_losses(const std::string& file, const std::vector<Loss>& losses, const Format& target, bool are_errors) {
  if (losses.empty()) return true;
  for (const Loss& loss : losses) note(printable(file) + ": " + printable(loss.path) + ": " + printable(loss.what));
  std::string summary = printable(file) + ": " + std::string(target.name) + " cannot hold " +
                        std::to_string(losses.size()) + (losses.size() == 1 ? " thing" : " things") + " of this";
  if (are_errors) summary += "; nothing was written (--loss warn goes on)";
  note(summary);
  return !are_errors;
}

int write_result(const Settings& settings, const Buffer& bytes) {
  if (!settings.output.empty() && settings.output != "-") {
    const std::string error = write_file(settings.output, bytes.text());
    if (error.empty()) return kFine;
    note(printable(settings.output) + ": " + error);
    return kInputOutput;
  }
  const bool is_binary = bytes.text().find('\0') != std::string_view::npos;
  if (is_binary && settings.output.empty() && ::isatty(STDOUT_FILENO) != 0) {
    note("binary data is not written to a terminal: give -o FILE, or -o - to insist");
    return kUsage;
  }
  Output out;
  out.write(bytes.text());
  return out.finish();
}

}  // namespace

int run_convert(const Settings& settings) {
  Loaded loaded;
  if (const int code = load(settings, loaded); code != kFine) return code;
  const std::string& file = settings.files[0];
  const Result<Buffer> input = read_input(file);
  if (!input.ok()) {
    report(file, input.error());
    return kInputOutput;
  }
  Result<Document> document = loaded.from != nullptr ? read_document(*input, *loaded.from, loaded.options)
                                                     : read_document(*input, loaded.options);
  if (!document.ok()) {
    const Error& error = document.error();
    if (error.code() == ErrorCode::UnknownFormat) {
      report_unknown(file, error.hint());
    } else {
      const Format* format = loaded.from != nullptr ? loaded.from : identify(*input, loaded.options).format;
      report(file, error, *input, format, loaded.options);
    }
    return exit_code_of(error.code());
  }
  const std::uint64_t trailing = input->size() - document->size;
  if (trailing != 0)
    note(printable(file) + ": " + std::to_string(trailing) + " bytes behind the document are left out");
  const std::vector<Loss> losses = find_losses(*document, *loaded.to, loaded.options);
  if (!accept_losses(file, losses, *loaded.to, settings.losses_are_errors)) return kCannotHold;
  Buffer written;
  const Status wrote = write_document(*document, *loaded.to, written, loaded.options);
  if (!wrote.ok()) {
    report(file, wrote.error());
    // What a writer does not support it cannot hold.
    return wrote.error().code() == ErrorCode::Unsupported ? kCannotHold : exit_code_of(wrote.error().code());
  }
  return write_result(settings, written);
}

}  // namespace dotwire::cli

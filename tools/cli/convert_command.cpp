// dotwire convert FILE --to FORMAT
#include <unistd.h>

#include <algorithm>

#include "cli/bulk.h"
#include "cli/content.h"
#include "cli/convert_many.h"
#include "cli/exit_code.h"
#include "cli/option_use.h"
#include "cli/output.h"
#include "cli/parts.h"
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

// Standard output; keeps binary data from a terminal.
class StandardSink final : public Sink {
 public:
  explicit StandardSink(bool insists) : guarded_(!insists && ::isatty(STDOUT_FILENO) != 0) {}

  Status put(std::span<const std::uint8_t> bytes) override {
    if (guarded_ && std::ranges::find(bytes, 0) != bytes.end()) {
      return Error(ErrorCode::InvalidArgument,
                   "binary data is not written to a terminal: give -o FILE, or -o - to insist");
    }
    const bool written = out_.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    return written ? Status() : Error(ErrorCode::Io, "standard output");
  }
  int finish() { return out_.finish(); }
  bool failed() const { return out_.failed(); }

 private:
  bool guarded_;
  Output out_;
};

int report_unwritten(const std::string& file, const Error& error) {
  report(file, error);
  // What a writer does not support it cannot hold.
  return error.code() == ErrorCode::Unsupported ? kCannotHold : exit_code_of(error.code());
}

// Layers are put around the whole document.
Status write_document_in_layers(const Document& document, const Loaded& loaded, Sink& sink) {
  if (loaded.layers.empty()) return write_document(document, *loaded.to, sink, loaded.options);
  Buffer wrapped;
  Status status = write_in_layers(document, loaded, wrapped);
  if (!status.ok()) return status;
  return sink.put(wrapped);
}

int write_to_file(const std::string& file, const Document& document, const Settings& settings, const Loaded& loaded) {
  FileSink sink;
  Status status = sink.open(settings.output);
  if (status.ok()) {
    status = write_document_in_layers(document, loaded, sink);
    if (!status.ok() && status.error().code() != ErrorCode::Io) return report_unwritten(file, status.error());
  }
  if (status.ok()) status = sink.close();
  if (status.ok()) return kFine;
  report(settings.output, status.error());
  return kInputOutput;
}

int write_to_standard_output(const std::string& file, const Document& document, const Settings& settings,
                             const Loaded& loaded) {
  StandardSink sink(!settings.output.empty());
  const Status status = write_document_in_layers(document, loaded, sink);
  if (status.ok() || sink.failed()) return sink.finish();
  const int code = report_unwritten(file, status.error());
  return std::max(code, sink.finish());
}

Result<Document> read(const Buffer& input, const Loaded& loaded) {
  return loaded.from != nullptr ? read_document(input, *loaded.from, loaded.options)
                                : read_document(input, loaded.options);
}

}  // namespace

int run_convert(const Settings& settings) {
  Loaded loaded;
  if (const int code = load(settings, loaded); code != kFine) return code;
  if (is_bulk(settings)) return run_convert_many(settings, loaded);
  if (settings.summary || !settings.resume_file.empty()) {
    note("--summary and --resume are for the rows of a column, or a folder");
    return kUsage;
  }
  OptionUse use(settings, loaded);
  if (!use.check_target()) return kUsage;
  const std::string& file = settings.files[0];
  const Result<Content> input = read_content(file, loaded);
  if (!input.ok()) {
    report(file, input.error());
    return kInputOutput;
  }
  const Format* format = loaded.from != nullptr ? loaded.from : recognise_format(input->bytes, loaded.options);
  if (format != nullptr && !use.check(*format)) return kUsage;
  Result<Document> document = read(input->bytes, loaded);
  if (!document.ok()) {
    const Error& error = document.error();
    if (error.code() == ErrorCode::UnknownFormat) {
      report_unknown(file, error.hint());
    } else {
      report(file, error, input->bytes, format, loaded.options);
    }
    return exit_code_of(error.code());
  }
  if (!input->layers.empty()) note(printable(file) + ": " + input->note());
  const std::uint64_t trailing = input->bytes.size() - document->size + input->trailing;
  if (document->partial) {
    note(printable(file) + ": read up to byte " + std::to_string(document->size) + ", as --first asked");
  } else if (trailing != 0) {
    std::string text = std::to_string(trailing) + " bytes behind the document are left out";
    const std::string next = what_follows(input->bytes, document->size, loaded.options);
    if (!next.empty()) text += ": " + printable(next) + "; --offset takes one of them";
    note(printable(file) + ": " + text);
  }
  if (!document->note.empty()) note(printable(file) + ": " + printable(document->note));
  const std::vector<Loss> losses = find_losses(*document, *loaded.to, loaded.options);
  if (!accept_losses(file, losses, *loaded.to, settings.losses_are_errors)) return kCannotHold;
  const bool to_file = !settings.output.empty() && settings.output != "-";
  return to_file ? write_to_file(file, *document, settings, loaded)
                 : write_to_standard_output(file, *document, settings, loaded);
}

}  // namespace dotwire::cli

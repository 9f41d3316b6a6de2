// dotwire convert FILE --to FORMAT
#include <unistd.h>

#include <algorithm>
#include <filesystem>

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

void list_losses(const std::string& file, const std::vector<Loss>& losses, const Format& target, bool are_errors) {
  if (losses.empty()) return;
  for (const Loss& loss : losses) note(loss_text(file, loss));
  std::string summary = printable(file) + ": " + std::string(target.name) + " cannot hold " +
                        std::to_string(losses.size()) + (losses.size() == 1 ? " thing" : " things") + " of this";
  if (are_errors) summary += "; nothing was written (--loss warn goes on)";
  note(summary);
}

// A line that was mistyped would change nothing and say nothing.
void note_unused_renames(const std::string& file, const Document& document, const Loaded& loaded) {
  if (loaded.options.renames.empty()) return;
  const Result<std::vector<std::string>> unused = unused_renames(document, loaded.options);
  if (!unused.ok()) return;  // writing says so
  for (const std::string& line : *unused) {
    note(printable(file) + ": " + printable(loaded.options.renames_name) + ": no type fits: " + printable(line));
  }
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

class NullSink final : public Sink {
 public:
  Status put(std::span<const std::uint8_t>) override { return {}; }
};

// What is lost does not matter where an error keeps all from being written: that is said alone.
int refuse_losses(const std::string& file, const Document& document, const std::vector<Loss>& losses,
                  const Loaded& loaded) {
  NullSink nowhere;
  const Status written = write_document(document, *loaded.to, nowhere, loaded.options);
  if (!written.ok()) return report_unwritten(file, written.error());
  list_losses(file, losses, *loaded.to, true);
  return kCannotHold;
}

Result<Document> read(std::span<const std::uint8_t> input, const Loaded& loaded) {
  return loaded.from != nullptr ? read_document(input, *loaded.from, loaded.options)
                                : read_document(input, loaded.options);
}

// --all: the documents of one file, all of them converted before anything is written.
class AllDocuments {
 public:
  AllDocuments(const Settings& settings, const Loaded& loaded, const Content& input, OptionUse& use)
      : settings_(settings),
        loaded_(loaded),
        input_(input.bytes),
        start_(input.start),
        file_(settings.files[0]),
        use_(use) {}

  int run() {
    std::size_t at = 0;
    while (at < input_.size() && code_ != kUsage) {
      const std::size_t next = convert(at);
      if (next == at) break;
      at = next;
    }
    if (code_ != kFine) return code_;
    if (at < input_.size()) {
      note(printable(file_) + ": " + std::to_string(input_.size() - at) +
           " bytes behind the last document are left out");
    }
    const bool to_folder = !settings_.output.empty() && settings_.output != "-";
    return to_folder ? write_to_folder() : write_to_standard_output();
  }

 private:
  // Where the next one begins; the same place where none does.
  std::size_t convert(std::size_t at) {
    const std::span<const std::uint8_t> rest = input_.bytes().subspan(at);
    const Format* format = loaded_.from != nullptr ? loaded_.from : recognise_format(rest, loaded_.options);
    if (format == nullptr && !written_.empty()) return at;
    if (format != nullptr && !use_.check(*format)) return fail(kUsage), at;
    const std::string name = file_ + " at byte " + std::to_string(start_.offset + at);
    const Result<Document> document = read(rest, loaded_);
    if (!document.ok()) {
      const Error& error = document.error();
      if (error.code() == ErrorCode::UnknownFormat) {
        report_unknown(name, error.hint());
      } else {
        const bool inside = format != nullptr && format->layered;
        report(name, error, rest, format, loaded_.options,
               inside ? Start() : start_behind(input_.bytes().first(at), start_));
      }
      return fail(exit_code_of(error.code())), at;
    }
    if (!document->note.empty()) note(printable(name) + ": " + printable(document->note));
    const std::vector<Loss> losses = find_losses(*document, *loaded_.to, loaded_.options);
    note_unused_renames(name, *document, loaded_);
    const Status written = write_in_layers(*document, loaded_, written_.emplace_back());
    if (written.ok()) {
      list_losses(name, losses, *loaded_.to, settings_.losses_are_errors);
      if (!losses.empty() && settings_.losses_are_errors) fail(kCannotHold);
    } else {
      fail(report_unwritten(name, written.error()));
    }
    return at + static_cast<std::size_t>(document->size);
  }
  void fail(int code) { code_ = std::max(code_, code); }

  int write_to_folder() const {
    std::error_code error;
    std::filesystem::create_directories(settings_.output, error);
    std::string ending = "." + std::string(loaded_.to->name);
    for (const std::string_view layer : loaded_.layers) (ending += '.') += layer;
    for (std::size_t i = 0; i < written_.size(); ++i) {
      const std::string name = (std::filesystem::path(settings_.output) / (std::to_string(i + 1) + ending)).string();
      FileSink sink;
      Status status = sink.open(name);
      if (status.ok()) status = sink.put(written_[i].bytes());
      if (status.ok()) status = sink.close();
      if (status.ok()) continue;
      report(name, status.error());
      return kInputOutput;
    }
    return kFine;
  }
  int write_to_standard_output() const {
    StandardSink sink(!settings_.output.empty());
    for (const Buffer& each : written_) {
      const Status status = sink.put(each.bytes());
      if (!status.ok() && !sink.failed()) return std::max(report_unwritten(file_, status.error()), sink.finish());
    }
    return sink.finish();
  }

  const Settings& settings_;
  const Loaded& loaded_;
  const Buffer& input_;
  const Start& start_;
  const std::string& file_;
  OptionUse& use_;
  std::vector<Buffer> written_;
  int code_ = kFine;
};

}  // namespace

int run_convert(const Settings& settings) {
  Loaded loaded;
  if (const int code = load(settings, loaded); code != kFine) return code;
  if (is_bulk(settings)) {
    if (!settings.all) return run_convert_many(settings, loaded);
    note("--all is for the documents of one file, not for a folder or a column");
    return kUsage;
  }
  if (settings.summary || settings.jobs != 0 || !settings.resume_file.empty()) {
    note("--jobs, --summary and --resume are for the rows of a column, or a folder");
    return kUsage;
  }
  OptionUse use(settings, loaded);
  if (!use.check_target()) return kUsage;
  const std::string& file = settings.files[0];
  const Result<Content> input = read_content(file, loaded);
  if (!input.ok()) {
    report(file, input.error());
    return exit_code_of(input.error().code());
  }
  if (settings.all) {
    if (!input->layers.empty()) note(printable(file) + ": " + input->note());
    return AllDocuments(settings, loaded, *input, use).run();
  }
  const Format* format = loaded.from != nullptr ? loaded.from : recognise_format(input->bytes, loaded.options);
  if (format != nullptr && !use.check(*format)) return kUsage;
  Result<Document> document = read(input->bytes, loaded);
  if (!document.ok()) {
    const Error& error = document.error();
    if (error.code() == ErrorCode::UnknownFormat) {
      report_unknown(file, error.hint());
    } else {
      report(file, error, input->bytes, format, loaded.options, input->start_for(format));
    }
    return exit_code_of(error.code());
  }
  if (!input->layers.empty()) note(printable(file) + ": " + input->note());
  const std::uint64_t trailing = input->bytes.size() - document->size + input->trailing;
  if (document->partial) {
    const bool asked = loaded.options.first_objects != 0;
    note(printable(file) +
         (asked ? ": read up to byte " + std::to_string(input->start.offset + document->size) + ", as --first asked"
                : ": it holds a part of a graph, as it was read with --first"));
  } else if (trailing != 0) {
    std::string text = std::to_string(trailing) + " bytes behind the document are left out";
    const std::string next = what_follows(*input, document->size, loaded.options);
    if (!next.empty()) text += ": " + printable(next) + "; --offset takes one of them";
    note(printable(file) + ": " + text);
  }
  if (!document->note.empty()) note(printable(file) + ": " + printable(document->note));
  const std::vector<Loss> losses = find_losses(*document, *loaded.to, loaded.options);
  note_unused_renames(file, *document, loaded);
  if (!losses.empty() && settings.losses_are_errors) return refuse_losses(file, *document, losses, loaded);
  const bool to_file = !settings.output.empty() && settings.output != "-";
  const int code = to_file ? write_to_file(file, *document, settings, loaded)
                           : write_to_standard_output(file, *document, settings, loaded);
  if (code == kFine) list_losses(file, losses, *loaded.to, false);
  return code;
}

}  // namespace dotwire::cli

// dotwire inspect FILE...
#include <algorithm>

#include "cli/content.h"
#include "cli/event_printer.h"
#include "cli/exit_code.h"
#include "cli/json_line.h"
#include "cli/option_use.h"
#include "cli/output.h"
#include "cli/parts.h"
#include "cli/report.h"
#include "cli/settings.h"
#include "cli/tree_printer.h"

namespace dotwire::cli {
namespace {

int report_damage(const std::string& file, const Error& error, const Buffer& input, const Format& format,
                  const Settings& settings, const Options& options, Output& out) {
  if (settings.json) {
    // For programs that read the lines: how it ended, where that was not the end.
    JsonLine line;
    line.number("version", 1).text("file", file);
    add_error(line, error);
    out.write(line.take());
  }
  out.flush();
  report(file, error, input, &format, options);
  return exit_code_of(error.code());
}

int inspect_records(const std::string& file, const Buffer& input, const Format& format, const Settings& settings,
                    const Options& options, Output& out) {
  EventPrinter printer(file, input, {.hex = settings.hex, .json = settings.json, .layered = format.layered}, out);
  WalkSummary summary;
  const Status walked = walk(input, format, printer, summary, options);
  if (!walked.ok()) {
    const int code = report_damage(file, walked.error(), input, format, settings, options, out);
    if (settings.hex && !settings.json && !format.layered && code == kDamaged) printer.rest(summary.payload_size);
    return code;
  }
  if (!summary.stopped && !format.layered && settings.hex && !settings.json) printer.rest(summary.payload_size);
  return kFine;
}

int inspect_tree(const std::string& file, const Buffer& input, const Format& format, bool is_told,
                 const Settings& settings, const Options& options, Output& out) {
  const Result<Document> document = is_told ? read_document(input, format, options) : read_document(input, options);
  if (document.ok()) {
    TreePrinter printer(file, settings.json, out);
    walk_tree(*document, settings.tree, printer);
    const std::uint64_t trailing = input.size() - document->size;
    if (document->partial) {
      out.flush();
      note(printable(file) + ": read up to byte " + std::to_string(document->size) + ", as --first asked");
    } else if (trailing != 0) {
      const std::vector<Part> parts = list_documents(input, document->size, options);
      std::size_t number = 1;
      for (const Part& part : parts) {
        ++number;
        if (settings.json) {
          JsonLine line;
          line.number("version", 1).text("file", file).unsigned_number("number", number);
          out.write(line.object("document", part_json(part)).take());
        }
      }
      out.flush();
      note(printable(file) + ": " + std::to_string(trailing) + " bytes behind the document do not belong to it");
      for (const Part& part : parts) {
        if (!settings.json) note(printable(file) + ": " + printable(part_text(part)) + "; --offset shows it");
      }
    }
    if (!document->note.empty()) {
      out.flush();
      note(printable(file) + ": " + printable(document->note));
    }
    return kFine;
  }
  // One that knows no place may still have records.
  if (format.walk != nullptr) {
    if (!settings.json) {
      const bool is_damaged = exit_code_of(document.error().code()) == kDamaged;
      note(printable(file) + ": the content cannot be read; these are its records" +
           (is_damaged ? " up to the damage" : ""));
    }
    EventPrinter printer(file, input, {.json = settings.json, .like_tree = true, .layered = format.layered}, out);
    WalkSummary summary;
    const Status walked = walk(input, format, printer, summary, options);
  }
  return report_damage(file, document.error(), input, format, settings, options, out);
}

int inspect_file(const std::string& file, const Settings& settings, const Loaded& loaded, OptionUse& use, Output& out) {
  const Result<Content> input = read_content(file, loaded);
  if (!input.ok()) {
    report(file, input.error());
    return kInputOutput;
  }
  const Format* format = loaded.from;
  if (format == nullptr) format = recognise_format(input->bytes, loaded.options);
  if (format == nullptr) {
    report_unknown(file, likely_reason(input->bytes, nullptr));
    if (settings.hex && !settings.json) EventPrinter(file, input->bytes, {.hex = true}, out).rest(0);
    return kUnknownFormat;
  }
  if (!use.check(*format)) return kUsage;
  if (!input->layers.empty()) note(printable(file) + ": " + input->note() + "; offsets count inside");
  if (settings.files.size() > 1 && !settings.json) out.write("==> " + printable(file) + " <==\n");
  if (settings.records || settings.hex)
    return inspect_records(file, input->bytes, *format, settings, loaded.options, out);
  return inspect_tree(file, input->bytes, *format, loaded.from != nullptr, settings, loaded.options, out);
}

}  // namespace

int run_inspect(const Settings& settings) {
  Loaded loaded;
  int code = load(settings, loaded);
  if (code != kFine) return code;
  Output out;
  OptionUse use(settings, loaded);
  for (const std::string& file : settings.files) {
    code = std::max(code, inspect_file(file, settings, loaded, use, out));
    if (out.failed()) break;
  }
  if (!use.check_all()) code = std::max<int>(code, kUsage);
  return std::max(code, out.finish());
}

}  // namespace dotwire::cli

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

// A file whose content is shown.
struct Shown {
  const std::string& file;
  const Content& content;
  const Format& format;
  bool is_told;  // the format
  const Settings& settings;
  const Options& options;
  Output& out;

  const Buffer& bytes() const { return content.bytes; }
  Start start() const { return content.start_for(&format); }
};

int report_damage(const Shown& shown, const Error& in_content) {
  const bool is_layer = shown.content.damage.has_value();
  const Error& error = is_layer ? *shown.content.damage : in_content;
  const Start start = is_layer ? Start() : shown.start();
  if (shown.settings.json) {
    // For programs that read the lines: how it ended, where that was not the end.
    JsonLine line;
    line.number("version", 1).text("file", shown.file);
    add_error(line, error, start);
    shown.out.write(line.take());
  }
  shown.out.flush();
  if (is_layer) {
    report(shown.file, error);
  } else {
    report(shown.file, error, shown.bytes(), &shown.format, shown.options, start);
  }
  return exit_code_of(error.code());
}

// The end of what could be shown to the end.
int finish(const Shown& shown) {
  return shown.content.damage ? report_damage(shown, *shown.content.damage) : int{kFine};
}

EventLayout layout_of(const Shown& shown) {
  return {.hex = shown.settings.hex,
          .json = shown.settings.json,
          .layered = shown.format.layered,
          .start = shown.start().offset};
}

int inspect_records(const Shown& shown) {
  EventPrinter printer(shown.file, shown.bytes(), layout_of(shown), shown.out);
  WalkSummary summary;
  const Status walked = walk(shown.bytes(), shown.format, printer, summary, shown.options);
  const bool shows_rest = shown.settings.hex && !shown.settings.json && !shown.format.layered;
  if (!walked.ok()) {
    const int code = report_damage(shown, walked.error());
    if (shows_rest && code == kDamaged) printer.rest(summary.payload_size);
    return code;
  }
  if (!summary.stopped && shows_rest) printer.rest(summary.payload_size);
  return finish(shown);
}

// The documents behind the first.
void list_parts(const Shown& shown, std::uint64_t end) {
  const std::string& file = shown.file;
  const Start& start = shown.content.start;
  const std::vector<Part> parts = list_documents(shown.bytes(), end, shown.options);
  std::size_t number = 1;
  for (const Part& part : parts) {
    ++number;
    if (!shown.settings.json) continue;
    JsonLine line;
    line.number("version", 1).text("file", file).unsigned_number("number", number);
    shown.out.write(line.object("document", part_json(part, start)).take());
  }
  shown.out.flush();
  note(printable(file) + ": " + std::to_string(shown.bytes().size() - end) +
       " bytes behind the document do not belong to it");
  for (const Part& part : parts) {
    if (!shown.settings.json) note(printable(file) + ": " + printable(part_text(part, start)) + "; --offset shows it");
  }
}

class NoVisitor final : public EventVisitor {
 public:
  bool visit(const Event&) override { return true; }
  bool wants_values() const override { return false; }
};

// Whether the list of records stops at what is damaged; records may all be there where their content is wrong.
bool records_end_early(const Shown& shown) {
  NoVisitor nothing;
  WalkSummary summary;
  return !walk(shown.bytes(), shown.format, nothing, summary, shown.options).ok();
}

// One that knows no place may still have records.
int inspect_damaged(const Shown& shown, const Error& error) {
  if (shown.format.walk != nullptr) {
    if (!shown.settings.json) {
      const bool is_damaged = exit_code_of(error.code()) == kDamaged;
      note(printable(shown.file) + ": the content cannot be read; these are its records" +
           (is_damaged && records_end_early(shown) ? " up to the damage" : ""));
    }
    EventLayout layout = layout_of(shown);
    layout.like_tree = true;
    EventPrinter printer(shown.file, shown.bytes(), layout, shown.out);
    WalkSummary summary;
    const Status walked = walk(shown.bytes(), shown.format, printer, summary, shown.options);
  }
  return report_damage(shown, error);
}

int inspect_tree(const Shown& shown) {
  const Result<Document> document = shown.is_told ? read_document(shown.bytes(), shown.format, shown.options)
                                                  : read_document(shown.bytes(), shown.options);
  if (!document.ok()) return inspect_damaged(shown, document.error());
  TreePrinter printer(shown.file, shown.settings.json, shown.out);
  walk_tree(*document, shown.settings.tree, printer);
  if (document->partial) {
    shown.out.flush();
    note(printable(shown.file) + ": read up to byte " + std::to_string(shown.start().offset + document->size) +
         ", as --first asked");
  } else if (document->size != shown.bytes().size()) {
    list_parts(shown, document->size);
  }
  if (!document->note.empty()) {
    shown.out.flush();
    note(printable(shown.file) + ": " + printable(document->note));
  }
  return finish(shown);
}

int inspect_file(const std::string& file, const Settings& settings, const Loaded& loaded, OptionUse& use, Output& out) {
  const Result<Content> input = read_content(file, loaded, OfDamagedLayers::Start);
  if (!input.ok()) {
    report(file, input.error());
    return exit_code_of(input.error().code());
  }
  const Format* format = loaded.from;
  if (format == nullptr) format = recognise_format(input->bytes, loaded.options);
  if (format == nullptr) {
    report_unknown(file, likely_reason(input->bytes, nullptr));
    if (settings.hex && !settings.json) {
      EventPrinter(file, input->bytes, {.hex = true, .start = input->start.offset}, out).rest(0);
    }
    return kUnknownFormat;
  }
  if (!use.check(*format)) return kUsage;
  if (!input->layers.empty()) note(printable(file) + ": " + input->note() + "; offsets count inside");
  if (settings.files.size() > 1 && !settings.json) out.write("==> " + printable(file) + " <==\n");
  const Shown shown{file, *input, *format, loaded.from != nullptr, settings, loaded.options, out};
  return settings.records || settings.hex ? inspect_records(shown) : inspect_tree(shown);
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

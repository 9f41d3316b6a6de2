// dotwire verify FILE...
#include "cli/bulk.h"
#include "cli/content.h"
#include "cli/exit_code.h"
#include "cli/json_line.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/settings.h"
#include "cli/summary.h"

namespace dotwire::cli {
namespace {

// version, file, row of columns, format, verdict, offset, path, message
std::string json_of(const InputName& name, const Verification& found, std::string_view verdict,
                    const Start& start = {}) {
  JsonLine line;
  line.number("version", 1).text("file", name.file);
  if (name.row != 0) line.unsigned_number("row", name.row);
  line.text_or_null("format", found.format != nullptr ? found.format->name : std::string_view());
  line.text("verdict", verdict);
  add_offset(line, found.offset, start);
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

std::string text_of(const std::string& file, const Verification& found, const Start& start) {
  std::string text = printable(file) + ": " + std::string(to_string(found.verdict));
  if (found.verdict == Verdict::Identical) {
    if (!found.message.empty()) text += " (" + printable(found.message) + ")";
    return text + "\n";
  }
  if (const LineAndColumn at = found.error ? position_in_file(*found.error, start) : LineAndColumn(); at.line != 0) {
    text += " at line " + std::to_string(at.line) + ", column " + std::to_string(at.column);
  } else if (found.offset != Error::kNoOffset) {
    text += " at byte " + std::to_string(found.offset + start.offset);
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
    case Verdict::Refused: return kDamaged;
  }
  return kDamaged;
}

// For the summary only. The dialect is that of the whole document, as identify names it.
void add_content(Entry& entry, const Content& input, const Format& format, const Options& options) {
  Options few = options;
  few.first_objects = 1;
  const Result<Document> document = read_document(input.bytes, format, few);
  if (!document.ok()) return;
  entry.type = type_of_content(*document);
  if (format.measure == nullptr) return;
  if (const Result<Measure> measure = format.measure(input.bytes, options); measure.ok()) {
    entry.dialect = to_string(measure->dialect);
  }
}

Entry verify_content(const InputName& name, const Content& input, const Settings& settings, const Loaded& loaded) {
  Verification found = verify(input.bytes, loaded.from, loaded.options);
  if (found.next) found.message += ", at byte " + std::to_string(*found.next + input.start.offset);
  if (!input.layers.empty()) found.message = input.note() + (found.message.empty() ? "" : ": ") + found.message;
  Entry entry;
  entry.format = loaded.from != nullptr ? loaded.from : found.format;
  const Start start = input.start_for(entry.format);
  entry.out =
      settings.json ? json_of(name, found, to_string(found.verdict), start) : text_of(name.shown(), found, start);
  const bool wrong_use = found.error && found.error->code() == ErrorCode::InvalidArgument;
  entry.code = wrong_use ? kUsage : exit_code_of(found.verdict);
  if (found.format != nullptr) entry.format_name = found.format->name;
  if (settings.summary && found.format != nullptr) {
    add_content(entry, input, *found.format, loaded.options);
  }
  if (entry.code != kFine) entry.cause = std::string(to_string(found.verdict)) + ": " + found.message;
  return entry;
}

Entry verify_without(const InputName& name, const Error* error, const Settings& settings) {
  Entry entry;
  const std::string shown = name.shown();
  Verification unread;
  if (error == nullptr) {
    entry.out = settings.json ? json_of(name, unread, "empty") : printable(shown) + ": empty\n";
    return entry;
  }
  unread.message = error->message();
  if (error->code() == ErrorCode::LimitExceeded) unread.verdict = Verdict::Refused;
  if (error->code() == ErrorCode::Malformed || error->code() == ErrorCode::Truncated) {
    unread.verdict = Verdict::Damaged;
    unread.offset = error->offset();
  }
  // What is wrong with a row or a file's layers is a result; a file that cannot be read is none.
  const bool is_result = unread.verdict == Verdict::Damaged || unread.verdict == Verdict::Refused;
  if (settings.json) {
    entry.out = json_of(name, unread, to_string(unread.verdict));
  } else if (is_result) {
    entry.out = text_of(shown, unread, {});
  }
  if (!is_result) entry.notes.push_back(report_text(shown, *error));
  entry.code = cli::exit_code_of(error->code());
  entry.cause = std::string(dotwire::to_string(error->code())) + ": " + error->message();
  return entry;
}

}  // namespace

int run_verify(const Settings& settings) {
  Loaded loaded;
  if (const int code = load(settings, loaded); code != kFine) return code;
  const BulkWork work = {
      [&](const InputName& name, const Content& content, const RowText*) {
        return verify_content(name, content, settings, loaded);
      },
      [&](const InputName& name, const Error* error, const RowText*) { return verify_without(name, error, settings); }};
  return run_bulk(settings, loaded, work);
}

}  // namespace dotwire::cli

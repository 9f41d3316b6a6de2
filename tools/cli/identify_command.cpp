// dotwire identify FILE...
#include <algorithm>

#include "cli/bulk.h"
#include "cli/content.h"
#include "cli/exit_code.h"
#include "cli/json_line.h"
#include "cli/output.h"
#include "cli/parts.h"
#include "cli/report.h"
#include "cli/settings.h"
#include "cli/summary.h"

namespace dotwire::cli {
namespace {

// version, file, row of columns, format, type of a graph, dialect, layers, size, trailing; note, documents and damage
// where there is something to say
std::string json_of(const InputName& name, const Identification& found, const Start& start = {},
                    const std::vector<Part>& parts = {}, const Error* unread = nullptr) {
  JsonLine line;
  line.number("version", 1).text("file", name.file);
  if (name.row != 0) line.unsigned_number("row", name.row);
  line.text_or_null("format", found.format != nullptr ? found.format->name : std::string_view());
  line.text_or_null("type", found.root_type);
  line.text_or_null("dialect", to_string(found.measure.dialect));
  line.texts("layers", found.measure.layers);
  if (found.format != nullptr && !found.damage) {
    line.unsigned_number("size", found.measure.size).unsigned_number("trailing", found.trailing);
  } else {
    line.null("size").null("trailing");
  }
  if (!found.measure.note.empty()) line.text("note", found.measure.note);
  if (!parts.empty()) {
    std::vector<JsonLine> objects;
    objects.reserve(parts.size());
    for (const Part& part : parts) objects.push_back(part_json(part, start));
    line.objects("documents", objects);
  }
  if (found.damage) unread = &*found.damage;
  if (unread != nullptr) line.object("damage", error_json(*unread, start));
  return line.take();
}

std::string text_of(const std::string& file, const Identification& found, const Start& start,
                    const std::vector<Part>& parts) {
  std::string text = printable(file) + ": ";
  if (found.format == nullptr) {
    text += found.damage ? to_string(found.damage->code()) : "unknown";
    for (const std::string_view layer : found.measure.layers) text += ", in " + std::string(layer);
    return text + "\n";
  }
  text += found.format->name;
  if (const std::string_view dialect = to_string(found.measure.dialect); !dialect.empty()) {
    text += ", dialect " + std::string(dialect);
  }
  for (const std::string_view layer : found.measure.layers) text += ", in " + std::string(layer);
  if (!found.measure.note.empty()) text += ": " + std::string(found.measure.note);
  if (found.damage) {
    const ErrorCode code = found.damage->code();
    // What is not supported, or over a limit, may be whole.
    const bool is_damage = code != ErrorCode::Unsupported && code != ErrorCode::LimitExceeded;
    return text + ", " + (is_damage ? "damaged" : std::string(to_string(code))) + '\n';
  }
  text += ", " + std::to_string(found.measure.size) + " bytes";
  if (found.trailing != 0) text += ", then " + std::to_string(found.trailing) + " that do not belong to it";
  if (!found.root_type.empty() && parts.empty()) text += "; root " + printable(found.root_type);
  text += '\n';
  if (parts.empty()) return text;
  for (const Part& part : parts) text += "  " + printable(part_text(part, start)) + "\n";
  const std::uint64_t listed = parts.back().offset + parts.back().size;
  const std::uint64_t whole = found.measure.size + found.trailing;
  if (listed < whole) {
    text += "  at byte " + std::to_string(start.offset + listed) + ": " + std::to_string(whole - listed) +
            " bytes of no document\n";
  }
  return text;
}

// For the summary only: it costs a look at the whole document.
std::string type_of(const Content& input, const Identification& found, const Options& options) {
  Options few = options;
  few.first_objects = 1;
  const Result<Document> document = read_document(input.bytes, *found.format, few);
  return document.ok() ? type_of_content(*document) : std::string();
}

Entry identify_content(const InputName& name, const Content& input, const Settings& settings, const Loaded& loaded) {
  Identification found = identify(input.bytes, loaded.options);
  const bool opened_more = !found.measure.layers.empty();
  found.measure.layers.insert(found.measure.layers.begin(), input.layers.begin(), input.layers.end());
  found.trailing += input.trailing;
  if (found.damage && found.damage->code() == ErrorCode::Truncated && !input.layers.empty()) {
    if (std::string cut = column_cut(input.size); !cut.empty()) found.damage->set_hint(std::move(cut));
  }
  const Start start = found.damage ? input.start_for(found.format) : input.start;
  Entry entry;
  entry.format = found.format;
  const std::string shown = name.shown();
  // All documents, with the first, where there are several.
  std::vector<Part> parts;
  if (found.format != nullptr && !found.damage && found.measure.size < input.bytes.size() &&
      !list_documents(input.bytes, found.measure.size, loaded.options, 1).empty()) {
    parts = list_documents(input.bytes, 0, loaded.options);
  }
  entry.out = settings.json ? json_of(name, found, start, parts) : text_of(shown, found, start, parts);
  if (found.format == nullptr && !found.damage) {
    entry.notes.push_back(unknown_text(shown, found.hint));
    entry.code = kUnknownFormat;
    entry.cause = "unknown format";
    return entry;
  }
  if (found.format != nullptr) entry.format_name = found.format->name;
  entry.dialect = to_string(found.measure.dialect);
  entry.type = found.root_type;
  if (settings.summary && found.format != nullptr && entry.type.empty() && !opened_more) {
    entry.type = type_of(input, found, loaded.options);
  }
  if (!found.damage) return entry;
  // Damage of a layer lies in no record.
  const bool in_layer = input.layers.empty() && !found.measure.layers.empty();
  entry.notes.push_back(in_layer ? report_text(shown, *found.damage, {}, nullptr, {}, start)
                                 : report_text(shown, *found.damage, input.bytes, found.format, loaded.options, start));
  entry.code = exit_code_of(found.damage->code());
  entry.cause = std::string(to_string(found.damage->code())) + ": " + found.damage->message();
  return entry;
}

Entry identify_without(const InputName& name, const Error* error, const Settings& settings) {
  Entry entry;
  const std::string shown = name.shown();
  if (error == nullptr) {
    entry.out = settings.json ? json_of(name, {}) : printable(shown) + ": empty\n";
    return entry;
  }
  entry.notes.push_back(report_text(shown, *error));
  const bool was_read = error->code() != ErrorCode::Io;
  if (settings.json) {
    entry.out = json_of(name, {}, {}, {}, was_read ? error : nullptr);
  } else if (was_read) {
    entry.out = printable(shown) + ": unknown\n";
  }
  entry.code = exit_code_of(error->code());
  entry.cause = std::string(to_string(error->code())) + ": " + error->message();
  return entry;
}

}  // namespace

int run_identify(const Settings& settings) {
  Loaded loaded;
  if (const int code = load(settings, loaded); code != kFine) return code;
  const BulkWork work = {[&](const InputName& name, const Content& content, const RowText*) {
                           return identify_content(name, content, settings, loaded);
                         },
                         [&](const InputName& name, const Error* error, const RowText*) {
                           return identify_without(name, error, settings);
                         }};
  return run_bulk(settings, loaded, work);
}

}  // namespace dotwire::cli

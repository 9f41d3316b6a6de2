#include "dotwire/convert.h"

#include <algorithm>
#include <string>

#include "api/damage.h"
#include "api/recognise.h"
#include "api/sample_trip.h"
#include "base/byte_reader.h"
#include "base/try.h"
#include "codecs/nrbf_graph/rename_types.h"
#include "dotwire/identify.h"
#include "dotwire/layers.h"
#include "model/table_check.h"

namespace dotwire {
namespace {

std::string_view kind_text(DocumentKind kind) {
  switch (kind) {
    case DocumentKind::None: return "nothing";
    case DocumentKind::Graph: return "an object graph";
    case DocumentKind::Table: return "a table";
    case DocumentKind::TableSet: return "a set of tables";
  }
  return {};
}

// What stays behind when one table of a set goes along.
void find_losses_of_set(const model::TableSet& set, const Options& options, std::vector<Loss>& losses) {
  // Of several with the name, the first is taken.
  const auto taken =
      std::ranges::find(set.tables, options.table, [](const auto& table) { return std::string_view(table->name); });
  for (const auto& table : set.tables) {
    if (set.tables.size() == 1 || (taken != set.tables.end() && table == *taken)) continue;
    losses.push_back({"tables/" + table->name, "one table alone is written"});
  }
  for (const model::Relation& relation : set.relations) {
    losses.push_back({"relations/" + relation.name, "one table alone has no relations"});
  }
}

bool is_other_content(ErrorCode code) { return code == ErrorCode::TypeMismatch || code == ErrorCode::Unsupported; }

// The format of graphs that takes the same bytes, which hold a table in it.
const Format* format_around(std::span<const std::uint8_t> input, const Format& table) {
  if (table.holds(DocumentKind::Graph)) return nullptr;
  for (const Format& format : builtin_formats()) {
    if (format.kinds != static_cast<std::uint8_t>(DocumentKind::Graph) || format.recognise == nullptr) continue;
    if (format.layered == table.layered && format.recognise(input) != Confidence::No) return &format;
  }
  return nullptr;
}

std::string place_and_message(const Error& error) {
  return error.path().empty() ? error.message() : error.path() + ": " + error.message();
}

// The document owns what it was unwrapped from.
// By the format that the bytes look like; UnknownFormat where they look like none.
Result<Document> read_plain(std::span<const std::uint8_t> input, const Options& options) {
  const Format* format = recognise(input, options).format;
  if (format == nullptr) {
    Error error(ErrorCode::UnknownFormat, 0, "the input is of no known format");
    error.set_hint(likely_reason(input, nullptr));
    return error;
  }
  Result<Document> document = read_document(input, *format, options);
  if (document.ok() || !is_other_content(document.error().code())) return document;
  const Format* plain = format_around(input, *format);
  if (plain == nullptr) return document;
  Result<Document> graph = read_document(input, *plain, options);
  if (!graph.ok()) return document;
  graph->note = "not read as " + std::string(format->name) + ": " + place_and_message(document.error());
  return graph;
}

Result<Document> read_opened(std::span<const std::uint8_t> input, Opened& opened, const Options& options) {
  Buffer content = std::move(opened.content);
  // Not opened again: what is compressed into itself has no end.
  DOTWIRE_TRY(Document document, read_plain(content, options));
  std::string note = "in";
  for (const std::string_view layer : opened.layers) (note += ' ') += layer;
  if (document.size != content.size()) {
    note += "; inside, " + std::to_string(content.size() - document.size) + " bytes behind the document are left out";
  }
  if (!document.note.empty()) note += "; " + document.note;
  document.note = std::move(note);
  document.size = input.size() - opened.trailing;
  document.keep(std::move(content));
  return document;
}

Result<nrbf::TypeRenames> renames_of(const Options& options) {
  Result<nrbf::TypeRenames> renames = nrbf::TypeRenames::read(as_text(options.renames));
  if (renames.ok()) return renames;
  return Error(ErrorCode::InvalidArgument,
               "type names " + std::string(options.renames_name) + ": " + renames.error().to_string());
}

Status check_links(const Document& document) {
  if (document.kind() == DocumentKind::TableSet) {
    return model::check_references(document.tables(), document.table_set().relations);
  }
  return document.kind() == DocumentKind::Table ? model::check_references(document.tables(), {}) : Status();
}

// The content under other type names. No recorded form goes with it.
Status rename(const Document& document, const Options& options, Document& renamed) {
  DOTWIRE_TRY(const nrbf::TypeRenames renames, renames_of(options));
  renamed.dialect = document.dialect;
  renamed.format = document.format;
  return nrbf::rename_types(document.graph(), renames, renamed.make_graph(), options.limits);
}

}  // namespace

Result<Document> read_document(std::span<const std::uint8_t> input, const Options& options) {
  Opened opened = open_layers(input, options);
  if (opened.refused) return std::move(*opened.refused);
  if (opened.damage) return std::move(*opened.damage);
  return opened.layers.empty() ? read_plain(input, options) : read_opened(input, opened, options);
}

Result<Document> read_document(std::span<const std::uint8_t> input, const Format& format, const Options& options) {
  if (format.read == nullptr) {
    return Error(ErrorCode::Unsupported, std::string(format.name) + " can only be written");
  }
  Document document;
  Status read = format.read(input, options, document);
  if (!read.ok()) {
    return explain(input, format, options, std::move(read).error());
  }
  DOTWIRE_TRY(check_links(document));
  document.format = &format;
  return document;
}

namespace {

Status check_target(const Document& document, const Format& target) {
  if (target.write == nullptr) {
    return Error(ErrorCode::Unsupported, std::string(target.name) + " can only be read");
  }
  if (!target.holds(document.kind())) {
    return Error(ErrorCode::NotRepresentable,
                 std::string(target.name) + " does not hold " + std::string(kind_text(document.kind())));
  }
  if (document.kind() == DocumentKind::Graph) return {};
  // Readers see to this themselves: what is left are tables that a program built.
  DOTWIRE_TRY(check_links(document));
  const bool is_set = document.kind() == DocumentKind::TableSet;
  return model::check_texts(document.tables(), is_set ? &document.table_set() : nullptr);
}

// Formats look for the table among those that there are.
Status check_table(const Document& document, const Options& options) {
  if (document.kind() != DocumentKind::Graph || options.table.empty()) return {};
  return Error(ErrorCode::InvalidArgument,
               "there is no table named " + std::string(options.table) + ": the document is an object graph");
}

}  // namespace

std::vector<Loss> find_losses(const Document& document, const Format& target, const Options& options) {
  std::vector<Loss> losses;
  if (const Status status = check_target(document, target); !status.ok()) {
    losses.push_back({status.error().path(), status.error().message()});
    return losses;
  }
  const bool whole = (target.options & kWritesSets) != 0 && options.table.empty();
  if (document.kind() == DocumentKind::TableSet && (target.options & kTakesTable) != 0 && !whole) {
    find_losses_of_set(document.table_set(), options, losses);
  }
  if (target.losses != nullptr) target.losses(document, options, losses);
  if (document.kind() != DocumentKind::Graph) add_losses_of_sample(document, target, options, losses);
  return losses;
}

Result<std::vector<std::string>> unused_renames(const Document& document, const Options& options) {
  DOTWIRE_TRY(const nrbf::TypeRenames renames, renames_of(options));
  const std::vector<std::string_view> lines = renames.lines();
  std::vector<bool> used(lines.size());
  if (document.kind() == DocumentKind::Graph) {
    model::Graph renamed;
    DOTWIRE_TRY(nrbf::rename_types(document.graph(), renames, renamed, options.limits, &used));
  }
  std::vector<std::string> unused;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!used[i]) unused.emplace_back(lines[i]);
  }
  return unused;
}

Status write_document(const Document& document, const Format& target, Buffer& out, const Options& options) {
  DOTWIRE_TRY(check_target(document, target));
  DOTWIRE_TRY(check_table(document, options));
  if (options.renames.empty() || document.kind() != DocumentKind::Graph) return target.write(document, options, out);
  Document renamed;
  DOTWIRE_TRY(rename(document, options, renamed));
  return target.write(renamed, options, out);
}

Status write_document(const Document& document, const Format& target, Sink& sink, const Options& options) {
  DOTWIRE_TRY(check_target(document, target));
  DOTWIRE_TRY(check_table(document, options));
  const bool renames = !options.renames.empty() && document.kind() == DocumentKind::Graph;
  Document renamed;
  if (renames) {
    DOTWIRE_TRY(rename(document, options, renamed));
  }
  const Document& written = renames ? renamed : document;
  if (target.stream != nullptr) return target.stream(written, options, sink);
  Buffer whole;
  DOTWIRE_TRY(target.write(written, options, whole));
  return sink.put(whole);
}

}  // namespace dotwire

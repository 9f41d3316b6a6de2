#include "dotwire/convert.h"

#include <string>

#include "api/recognise.h"
#include "dotwire/identify.h"

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
  for (const auto& table : set.tables) {
    if (set.tables.size() == 1 || table->name == options.table) continue;
    losses.push_back({"tables/" + table->name, "one table alone is written"});
  }
  for (const model::Relation& relation : set.relations) {
    losses.push_back({"relations/" + relation.name, "one table alone has no relations"});
  }
}

}  // namespace

Result<Document> read_document(std::span<const std::uint8_t> input, const Options& options) {
  const Format* format = recognise(input, options).format;
  if (format != nullptr) return read_document(input, *format, options);
  Error error(ErrorCode::UnknownFormat, 0, "the input is of no known format");
  error.set_hint(likely_reason(input, nullptr));
  return error;
}

Result<Document> read_document(std::span<const std::uint8_t> input, const Format& format, const Options& options) {
  if (format.read == nullptr) {
    return Error(ErrorCode::Unsupported, std::string(format.name) + " can only be written");
  }
  Document document;
  Status read = format.read(input, options, document);
  if (!read.ok()) {
    Error error = std::move(read).error();
    if (error.hint().empty()) error.set_hint(likely_reason(input, &error));
    return error;
  }
  document.format = &format;
  return document;
}

std::vector<Loss> find_losses(const Document& document, const Format& target, const Options& options) {
  std::vector<Loss> losses;
  if (document.kind() == DocumentKind::TableSet && (target.options & kTakesTable) != 0) {
    find_losses_of_set(document.table_set(), options, losses);
  }
  if (target.losses != nullptr && target.holds(document.kind())) target.losses(document, options, losses);
  return losses;
}

Status write_document(const Document& document, const Format& target, Buffer& out, const Options& options) {
  if (target.write == nullptr) {
    return Error(ErrorCode::Unsupported, std::string(target.name) + " can only be read");
  }
  if (!target.holds(document.kind())) {
    return Error(ErrorCode::NotRepresentable,
                 std::string(target.name) + " does not hold " + std::string(kind_text(document.kind())));
  }
  return target.write(document, options, out);
}

}  // namespace dotwire

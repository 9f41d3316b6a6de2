#include "formats/registry/custom_formatter_row.h"

#include "base/try.h"
#include "codecs/plain_tables/losses.h"
#include "formats/custom_formatter/custom_formatter.h"
#include "formats/text_tables/text_tables.h"

namespace dotwire::registry::custom {
namespace {

custom_formatter::WriteOptions write_options(const Document& document) {
  custom_formatter::WriteOptions options;
  options.omit_deleted_rows = true;
  // What another format's reader recorded is something else.
  if (document.recorded && document.format != nullptr && document.format->read == read) {
    options.version = static_cast<const custom_formatter::Document*>(document.recorded.get())->version;
  }
  return options;
}

Status write(const Document& document, const Options& options, bool compress, Buffer& out) {
  DOTWIRE_TRY(const model::Table* table, text_tables::pick_table(document, options));
  custom_formatter::WriteOptions how = write_options(document);
  how.compress = compress;
  custom_formatter::Writer writer;
  return writer.write(*table, out, how);
}

}  // namespace

// A plain document starts with the marker 0 and a short name: too little to be sure of, so the head must decode.
Confidence recognise_plain(std::span<const std::uint8_t> input) {
  return custom_formatter::identify(input) == custom_formatter::Form::Plain ? Confidence::Likely : Confidence::No;
}

Confidence recognise_compressed(std::span<const std::uint8_t> input) {
  return custom_formatter::identify(input) == custom_formatter::Form::Compressed ? Confidence::Likely : Confidence::No;
}

Result<Measure> measure(std::span<const std::uint8_t> input, const Options& options) {
  model::Table table;
  custom_formatter::Reader reader;
  DOTWIRE_TRY(const custom_formatter::Document found, reader.read(input, table, {.limits = options.limits}));
  Measure measure;
  measure.size = found.size;
  if (found.compressed) measure.layers.push_back("quicklz");
  return measure;
}

Status read(std::span<const std::uint8_t> input, const Options& options, Document& document) {
  custom_formatter::Reader reader;
  DOTWIRE_TRY(const custom_formatter::Document found,
              reader.read(input, document.make_table(), {.limits = options.limits}));
  document.size = found.size;
  document.recorded = std::make_shared<custom_formatter::Document>(found);
  return {};
}

Status write_plain(const Document& document, const Options& options, Buffer& out) {
  return write(document, options, false, out);
}

Status write_compressed(const Document& document, const Options& options, Buffer& out) {
  return write(document, options, true, out);
}

void losses(const Document& document, const Options& options, std::vector<Loss>& losses) {
  const Result<const model::Table*> table = text_tables::pick_table(document, options);
  if (!table.ok()) return;
  plain_tables::Losses around;
  if (document.kind() == DocumentKind::TableSet) plain_tables::add_set_losses(document.table_set(), around);
  std::vector<custom_formatter::Loss> found = around.take();
  for (custom_formatter::Loss& loss : custom_formatter::losses(**table, write_options(document))) {
    found.push_back(std::move(loss));
  }
  for (custom_formatter::Loss& loss : found) {
    std::string what = "the Custom Formatter has no place for " + loss.what;
    if (loss.count > 1) what += " (" + std::to_string(loss.count) + " times)";
    losses.push_back({std::move(loss.path), std::move(what)});
  }
}

}  // namespace dotwire::registry::custom

#include "formats/registry/item_rows.h"

#include <algorithm>
#include <array>

#include "base/load.h"
#include "base/try.h"
#include "codecs/nrbf_graph/graph_reader.h"
#include "codecs/plain_tables/losses.h"
#include "formats/binary_formatter/binary_formatter.h"
#include "formats/dataset_binary/drew.h"
#include "formats/dataset_binary/lightweight.h"
#include "formats/dataset_binary/representable.h"
#include "formats/registry/furthest.h"
#include "formats/registry/table_dialects.h"
#include "formats/registry/zone.h"
#include "formats/text_tables/text_tables.h"
#include "formats/text_tables/xml_losses.h"
#include "model/lone_surrogates.h"

namespace dotwire::registry {
namespace {

namespace binary = dotwire::dataset_binary;

// Bytes of the SerializationHeaderRecord, with its type.
constexpr std::size_t kHeader = 17;

std::string_view near_text(std::span<const std::uint8_t> input, std::size_t at) {
  constexpr std::size_t kNear = 4096;
  return as_text(input.subspan(at, std::min(input.size() - at, kNear)));
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace

namespace {

void add_value_losses(const model::Table& table, const std::string& prefix, std::vector<Loss>& losses) {
  std::vector<binary::Loss> found;
  for (const auto& column : table.columns) binary::add_value_losses(*column, prefix, found);
  for (binary::Loss& loss : found) losses.push_back({std::move(loss.path), std::move(loss.reason)});
}

}  // namespace

namespace lightweight {
namespace {

struct Recorded {
  binary::LightweightRecord payload;
  model::TableSet set;  // the DataSet around the table, without tables
  std::span<const std::uint8_t> source;
};

const Recorded* recorded_of(const Document& document) {
  const bool ours = document.recorded && document.format != nullptr && document.format->read == read;
  return ours ? static_cast<const Recorded*>(document.recorded.get()) : nullptr;
}

// The set that the table stands in; null: none.
const model::TableSet* around(const Document& document) {
  if (document.kind() == DocumentKind::TableSet) return &document.table_set();
  const Recorded* recorded = recorded_of(document);
  return recorded != nullptr ? &recorded->set : nullptr;
}

bool ends_a_schema(std::span<const std::uint8_t> input) {
  std::string_view text = as_text(input);
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text.ends_with("schema>");
}

}  // namespace

// object[2] whose first element is the text of a schema; or object[][] with such a text behind the payload.
Confidence recognise(std::span<const std::uint8_t> input) {
  constexpr std::array<std::uint8_t, 9> kTwo = {0x10, 1, 0, 0, 0, 2, 0, 0, 0};
  constexpr std::array<std::uint8_t, 10> kJagged = {0x07, 1, 0, 0, 0, 1, 1, 0, 0, 0};
  constexpr std::uint8_t kString = 6;
  constexpr std::uint8_t kObjectArray = 5;
  if (!nrbf::starts_payload(input) || input.size() < kHeader + 16) return Confidence::No;
  const auto at = input.subspan(kHeader);
  if (std::ranges::equal(at.first(kTwo.size()), kTwo) && at[kTwo.size()] == kString) {
    const std::string_view text = near_text(input, kHeader + kTwo.size());
    const std::string_view start = text.substr(0, 20);
    const bool schema = (has(start, "<?xml ") || has(start, "<xs:schema ")) && has(text, "XMLSchema");
    return schema ? Confidence::Certain : Confidence::No;
  }
  const bool jagged = std::ranges::equal(at.first(kJagged.size()), kJagged) && at[kJagged.size() + 4] == kObjectArray;
  return jagged && ends_a_schema(input) ? Confidence::Certain : Confidence::No;
}

Result<Measure> measure(std::span<const std::uint8_t> input, const Options& options) {
  DOTWIRE_TRY(Measure measure, binary_formatter::measure(input, options));
  const std::string_view rest = as_text(input.subspan(static_cast<std::size_t>(measure.size)));
  if (rest.starts_with("<?xml")) measure.size = input.size();
  measure.note = {};
  return measure;
}

Status read(std::span<const std::uint8_t> input, const Options& options, Document& document) {
  binary::LightweightReader reader(options.limits);
  auto recorded = std::make_shared<Recorded>();
  DOTWIRE_TRY(recorded->payload, reader.read(input, as_text(options.schema), document.make_table(), recorded->set));
  document.size = recorded->payload.size;
  if (!recorded->payload.left_out.empty()) {
    document.note = "left out of the schema, since the rows are of one table: " + recorded->payload.left_out;
  }
  recorded->source = input.first(static_cast<std::size_t>(document.size));
  document.dialect = binary_formatter::guess_dialect(recorded->source);
  document.recorded = std::move(recorded);
  return {};
}

// No schema says whose it is.
Status write(const Document& document, const Options& options, Buffer& out) {
  DOTWIRE_TRY(const model::Table* table, text_tables::pick_table(document, options));
  DOTWIRE_TRY(const TimeZone zone, zone_of(options));
  const Recorded* recorded = recorded_of(document);
  const Dialect dialect = options.dialect == Dialect::Recorded ? document.dialect : options.dialect;
  const model::TableSet* set = around(document);
  const std::string_view packing = find_setting(options, "packing");
  binary::LightweightOptions how;
  how.dialect = to_binary(dialect);
  how.packing = packing == "parts" ? binary::Packing::Parts : binary::Packing::Stream;
  how.xml.zone = zone;
  if (recorded != nullptr && packing.empty()) how.packing = recorded->payload.packing;
  if (recorded != nullptr) {
    how.xml.newline = recorded->payload.newline;
    how.xml.declare_properties = recorded->payload.declares_properties;
    if (recorded->payload.texts.has_value() && options.dialect == Dialect::Recorded)
      how.texts = &*recorded->payload.texts;
  }
  if (options.newline != Newline::Recorded) how.xml.newline = options.newline == Newline::Lf ? "\n" : "\r\n";
  binary::LightweightWriter writer;
  const auto write = [&](dataset_xml::Dialect each, Buffer& to) {
    how.xml.dialect = each;
    return writer.write(*table, set, how, to);
  };
  if (recorded == nullptr || options.dialect != Dialect::Recorded) return write(to_xml(dialect), out);
  constexpr dataset_xml::Dialect kWays[] = {dataset_xml::Dialect::Framework, dataset_xml::Dialect::Net10,
                                            dataset_xml::Dialect::Mono};
  return write_furthest<dataset_xml::Dialect>(kWays, recorded->source, write, out);
}

void losses(const Document& document, const Options& options, std::vector<Loss>& losses) {
  const Result<const model::Table*> table = text_tables::pick_table(document, options);
  if (!table.ok()) return;
  if (document.kind() == DocumentKind::TableSet) text_tables::xml_around_losses(document.table_set(), losses);
  text_tables::xml_losses(**table, around(document), {.schema = true, .cells = false}, losses);
  add_value_losses(**table, "", losses);
}

}  // namespace lightweight

namespace drew {
namespace {

// All, or the one that is named.
Result<std::vector<const model::Table*>> tables_of(const Document& document, const Options& options) {
  if (options.table.empty()) return document.tables();
  DOTWIRE_TRY(const model::Table* table, text_tables::pick_table(document, options));
  return std::vector<const model::Table*>{table};
}

const binary::DrewClass* recorded_of(const Document& document) {
  const bool ours = document.recorded && document.format != nullptr && document.format->read == read;
  return ours ? static_cast<const binary::DrewClass*>(document.recorded.get()) : nullptr;
}

}  // namespace

// A library, then an array of a class of it whose name ends in "Table" and that has members of such types.
Confidence recognise(std::span<const std::uint8_t> input) {
  constexpr std::uint8_t kLibrary = 0x0C;
  if (!nrbf::starts_payload(input) || input.size() <= kHeader || input[kHeader] != kLibrary) return Confidence::No;
  const std::string_view text = near_text(input, kHeader);
  const bool array = has(text, std::string_view("\x07\x01\0\0\0\0\x01\0\0\0", 10));
  const bool tables = array && has(text, std::string_view("Table\x02\0\0\0", 9));
  return tables && has(text, "System.Object[,]") ? Confidence::Certain : Confidence::No;
}

Status read(std::span<const std::uint8_t> input, const Options& options, Document& document) {
  binary::DrewReader reader(options.limits);
  auto found = std::make_shared<binary::DrewClass>();
  DOTWIRE_TRY(reader.read(input, document.make_table_set(), *found, document.size));
  document.dialect = binary_formatter::guess_dialect(input.first(static_cast<std::size_t>(document.size)));
  document.recorded = std::move(found);
  return {};
}

Status write(const Document& document, const Options& options, Buffer& out) {
  const binary::DrewClass* recorded = recorded_of(document);
  binary::DrewClass as = recorded != nullptr ? *recorded : binary::DrewClass();
  if (const std::string_view name = find_setting(options, "class"); !name.empty()) as.name = name;
  if (const std::string_view name = find_setting(options, "assembly"); !name.empty()) as.assembly = name;
  const Dialect dialect = options.dialect == Dialect::Recorded ? document.dialect : options.dialect;
  DOTWIRE_TRY(const std::vector<const model::Table*> tables, tables_of(document, options));
  binary::DrewWriter writer;
  return writer.write(tables, as, to_binary(dialect), out);
}

void losses(const Document& document, const Options& options, std::vector<Loss>& losses) {
  plain_tables::Losses found;
  if (document.kind() == DocumentKind::TableSet) plain_tables::add_set_losses(document.table_set(), found);
  const Result<std::vector<const model::Table*>> tables = tables_of(document, options);
  if (!tables.ok()) return;
  const bool whole_set = document.kind() == DocumentKind::TableSet && options.table.empty();
  for (const model::Table* table : *tables) {
    const std::string prefix = whole_set ? "tables/" + table->name + "/" : "";
    plain_tables::add_table_losses(*table, prefix, found);
    for (const auto& column : table->columns) plain_tables::add_column_losses(*column, prefix, found);
    plain_tables::add_row_losses(*table, prefix, false, found);
    for (const std::string& path : model::lone_surrogates_of_names(*table)) {
      losses.push_back({prefix + path, "lone surrogates become U+FFFD"});
    }
    add_value_losses(*table, prefix, losses);
  }
  for (plain_tables::Loss& loss : found.take()) {
    std::string what = "Drew's DataSetFormatter has no place for " + loss.what;
    if (loss.count > 1) what += " (" + std::to_string(loss.count) + " times)";
    losses.push_back({std::move(loss.path), std::move(what)});
  }
}

}  // namespace drew

}  // namespace dotwire::registry

#include "formats/registry/dataset_xml_row.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include "base/byte_reader.h"
#include "base/try.h"
#include "codecs/dataset_xml/dataset_xml.h"
#include "formats/registry/xml_nodes.h"
#include "formats/registry/zone.h"
#include "formats/text_tables/text_tables.h"

namespace dotwire::registry::xml_table {
namespace {

namespace codec = dotwire::dataset_xml;

// What a document shows beside its table, so that it can be written again.
struct Recorded {
  model::TableSet set;  // the DataSet around the table, without tables
  codec::Target target = codec::Target::Stream;
  std::string_view newline = "\r\n";
  std::span<const std::uint8_t> source;
};

codec::Dialect to_codec(Dialect dialect) {
  switch (dialect) {
    case Dialect::Recorded:
    case Dialect::Framework: return codec::Dialect::Framework;
    case Dialect::Core2: return codec::Dialect::Core2;
    case Dialect::Net10: return codec::Dialect::Net10;
    case Dialect::Mono: return codec::Dialect::Mono;
  }
  return codec::Dialect::Framework;
}

codec::Target target_of(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  if (!text.starts_with("<?xml")) return codec::Target::Stream;
  const std::string_view declaration = text.substr(0, text.find("?>"));
  if (declaration.find("standalone") != std::string_view::npos) return codec::Target::File;
  return declaration.find("utf-16") != std::string_view::npos ? codec::Target::String : codec::Target::Stream;
}

std::shared_ptr<Recorded> record(std::span<const std::uint8_t> input) {
  auto recorded = std::make_shared<Recorded>();
  const std::string_view text = as_text(input);
  recorded->target = target_of(text);
  const std::size_t line = text.find('\n');
  recorded->newline = line != std::string_view::npos && line != 0 && text[line - 1] == '\r' ? "\r\n" : "\n";
  recorded->source = input;
  return recorded;
}

codec::ReadOptions read_options(const Options& options, const TimeZone& zone) {
  codec::ReadOptions how;
  how.limits = options.limits;
  if (options.dialect != Dialect::Recorded) how.dialect = to_codec(options.dialect);
  how.zone = zone;
  // A file says nothing of row states, and all that it does say is kept.
  how.accept_changes = true;
  how.like_dotnet = false;
  return how;
}

// A schema that names no main table is a DataSet's, and so is the document.
bool is_data_sets(std::span<const std::uint8_t> schema) {
  std::string_view text = as_text(schema);
  const std::size_t start = text.find(":schema ");
  if (start == std::string_view::npos) return false;
  text.remove_prefix(start);
  return text.substr(0, text.find(":schema>")).find(":MainDataTable=") == std::string_view::npos;
}

// Puts the table into its set.
void put_into_set(Document& document, std::unique_ptr<model::Table> table, model::TableSet& around) {
  auto set = std::make_unique<model::TableSet>(std::move(around));
  around = model::TableSet();
  set->tables.push_back(std::move(table));
  document.set(std::move(set));
}

using ReadTable = Status (codec::TableReader::*)(Bytes, model::Table&, model::TableSet*);

Status read_document(std::span<const std::uint8_t> input, const Options& options, ReadTable function,
                     Document& document) {
  DOTWIRE_TRY(const TimeZone zone, zone_of(options));
  codec::TableReader reader(read_options(options, zone));
  std::shared_ptr<Recorded> recorded = record(input);
  auto table = std::make_unique<model::Table>();
  DOTWIRE_TRY((reader.*function)(input, *table, &recorded->set));
  if (is_data_sets(input)) {
    put_into_set(document, std::move(table), recorded->set);
  } else {
    document.set(std::move(table));
  }
  document.size = input.size();
  document.recorded = std::move(recorded);
  return {};
}

const Recorded* recorded_of(const Document& document) {
  if (!document.recorded || document.format == nullptr) return nullptr;
  const bool ours = document.format->read == read_with_schema || document.format->read == read_rows ||
                    document.format->read == read_schema;
  return ours ? static_cast<const Recorded*>(document.recorded.get()) : nullptr;
}

enum class Form : std::uint8_t { WithSchema, Rows, Schema };

struct Source {
  const model::Table* table;
  const model::TableSet* set;  // null: the table is alone
};

// The set says its name and settings. The default one, which a table alone gets, says nothing.
const model::TableSet* set_around(const Document& document, const Recorded* recorded) {
  if (document.kind() == DocumentKind::TableSet) return &document.table_set();
  if (recorded == nullptr) return nullptr;
  const model::TableSet plain;
  const bool is_plain = model::first_difference(recorded->set, plain).empty();
  return is_plain ? nullptr : &recorded->set;
}

Status write_form(const Source& source, Form form, const codec::WriteOptions& how, Buffer& out) {
  if (form == Form::Schema) return codec::write_xml_schema(*source.table, source.set, how, out);
  codec::WriteOptions options = how;
  options.schema = form == Form::WithSchema;
  return codec::write_xml(*source.table, source.set, options, out);
}

// No document says whose it is. Of the runtimes, the first that gives the same text counts as recorded.
Status write_as_recorded(const Source& source, Form form, codec::WriteOptions how, const Recorded& recorded,
                         Buffer& out) {
  const std::size_t start = out.size();
  for (const model::TableSet* set : {source.set, &recorded.set, static_cast<const model::TableSet*>(nullptr)}) {
    for (const codec::Dialect dialect : {codec::Dialect::Framework, codec::Dialect::Net10}) {
      out.resize(start);
      how.dialect = dialect;
      const Status written = write_form({source.table, set}, form, how, out);
      if (written.ok() && std::ranges::equal(out.bytes().subspan(start), recorded.source)) return {};
    }
  }
  out.resize(start);
  how.dialect = codec::Dialect::Framework;
  return write_form(source, form, how, out);
}

Status write_document(const Document& document, const Options& options, Form form, Buffer& out) {
  DOTWIRE_TRY(const model::Table* table, text_tables::pick_table(document, options));
  DOTWIRE_TRY(const TimeZone zone, zone_of(options));
  const Recorded* recorded = recorded_of(document);
  codec::WriteOptions how;
  how.zone = zone;
  how.newline = recorded != nullptr ? recorded->newline : "\r\n";
  if (recorded != nullptr) how.target = recorded->target;
  if (options.newline == Newline::Lf) how.newline = "\n";
  if (options.newline == Newline::CrLf) how.newline = "\r\n";
  const Source source{table, set_around(document, recorded)};
  const Dialect dialect = options.dialect == Dialect::Recorded ? document.dialect : options.dialect;
  how.dialect = to_codec(dialect);
  if (recorded != nullptr && dialect == Dialect::Recorded && options.newline == Newline::Recorded) {
    return write_as_recorded(source, form, how, *recorded, out);
  }
  return write_form(source, form, how, out);
}

void losses_of(const Document& document, const Options& options, Form form, std::vector<Loss>& losses) {
  const Result<const model::Table*> table = text_tables::pick_table(document, options);
  if (table.ok()) text_tables::xml_losses(**table, form != Form::Rows, form != Form::Schema, losses);
}

}  // namespace

Confidence recognise_with_schema(std::span<const std::uint8_t> input) {
  return xml_start(input) == XmlStart::RowsWithSchema ? Confidence::Certain : Confidence::No;
}

Confidence recognise_rows(std::span<const std::uint8_t> input) {
  return xml_start(input) == XmlStart::Rows ? Confidence::Likely : Confidence::No;
}

Confidence recognise_schema(std::span<const std::uint8_t> input) {
  return xml_start(input) == XmlStart::Schema ? Confidence::Certain : Confidence::No;
}

Status read_with_schema(std::span<const std::uint8_t> input, const Options& options, Document& document) {
  return read_document(input, options, &codec::TableReader::read, document);
}

Status read_schema(std::span<const std::uint8_t> input, const Options& options, Document& document) {
  return read_document(input, options, &codec::TableReader::read_schema, document);
}

Status read_rows(std::span<const std::uint8_t> input, const Options& options, Document& document) {
  if (options.schema.empty()) {
    return Error(ErrorCode::Unsupported, "the document has no schema: give one with --schema FILE");
  }
  DOTWIRE_TRY(const TimeZone zone, zone_of(options));
  codec::TableReader reader(read_options(options, zone));
  std::shared_ptr<Recorded> recorded = record(input);
  auto table = std::make_unique<model::Table>();
  Status schema = reader.read_schema(options.schema, *table, &recorded->set);
  if (!schema.ok()) {
    return Error(ErrorCode::InvalidArgument,
                 "schema " + std::string(options.schema_name) + ": " + schema.error().to_string());
  }
  DOTWIRE_TRY(reader.read_rows(input, *table));
  if (is_data_sets(options.schema)) {
    put_into_set(document, std::move(table), recorded->set);
  } else {
    document.set(std::move(table));
  }
  document.size = input.size();
  document.recorded = std::move(recorded);
  return {};
}

Status write_with_schema(const Document& document, const Options& options, Buffer& out) {
  return write_document(document, options, Form::WithSchema, out);
}
Status write_rows(const Document& document, const Options& options, Buffer& out) {
  return write_document(document, options, Form::Rows, out);
}
Status write_schema(const Document& document, const Options& options, Buffer& out) {
  return write_document(document, options, Form::Schema, out);
}

void losses_with_schema(const Document& document, const Options& options, std::vector<Loss>& losses) {
  losses_of(document, options, Form::WithSchema, losses);
}
void losses_of_rows(const Document& document, const Options& options, std::vector<Loss>& losses) {
  losses_of(document, options, Form::Rows, losses);
}
void losses_of_schema(const Document& document, const Options& options, std::vector<Loss>& losses) {
  losses_of(document, options, Form::Schema, losses);
}

}  // namespace dotwire::registry::xml_table

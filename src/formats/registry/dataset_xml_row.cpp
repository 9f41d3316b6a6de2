#include "formats/registry/dataset_xml_row.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/byte_reader.h"
#include "base/try.h"
#include "codecs/dataset_xml/dataset_xml.h"
#include "formats/dataset_binary/schema_text.h"
#include "formats/registry/furthest.h"
#include "formats/registry/xml_nodes.h"
#include "formats/registry/zone.h"
#include "formats/text_tables/repeats.h"
#include "formats/text_tables/text_tables.h"
#include "formats/text_tables/xml_losses.h"

namespace dotwire::registry::xml_table {
namespace {

namespace codec = dotwire::dataset_xml;

// What a document shows beside its tables, so that it can be written again.
struct Recorded {
  Form form = Form::WithSchema;
  model::TableSet set;  // the DataSet around a table, without tables
  // The document is that of this table of the set, whose schema holds what is nested in it.
  std::optional<std::uint32_t> main_table;
  codec::Target target = codec::Target::Stream;
  std::string_view newline = "\r\n";
  bool declares_properties = false;
  std::span<const std::uint8_t> source;
};

codec::Dialect to_codec(Dialect dialect) {
  switch (dialect) {
    case Dialect::Recorded:
    case Dialect::Framework: return codec::Dialect::Framework;
    case Dialect::Core2: return codec::Dialect::Core2;
    case Dialect::Core3:
    case Dialect::Net10: return codec::Dialect::Net10;
    case Dialect::OldMono:
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

std::shared_ptr<Recorded> record(std::span<const std::uint8_t> input, Form form) {
  auto recorded = std::make_shared<Recorded>();
  recorded->form = form;
  const std::string_view text = as_text(input);
  recorded->target = target_of(text);
  const std::size_t line = text.find('\n');
  recorded->newline = line != std::string_view::npos && line != 0 && text[line - 1] == '\r' ? "\r\n" : "\n";
  recorded->declares_properties = dataset_binary::declares_properties(text);
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

constexpr std::string_view kMark = "datatable-x";

bool has_own_schema(Form form) { return form != Form::Rows && form != Form::DiffGram; }

struct NamedMode {
  std::string_view name;  // of XmlReadMode
  codec::ReadMode mode;
};

constexpr NamedMode kModes[] = {
    {"Auto", codec::ReadMode::Auto},
    {"ReadSchema", codec::ReadMode::ReadSchema},
    {"IgnoreSchema", codec::ReadMode::IgnoreSchema},
    {"InferSchema", codec::ReadMode::InferSchema},
    {"InferTypedSchema", codec::ReadMode::InferTypedSchema},
    {"DiffGram", codec::ReadMode::DiffGram},
    {"Fragment", codec::ReadMode::Fragment},
};

// Of rows, the one that was chosen; values are checked before.
codec::ReadMode mode_of(Form form, const Options& options) {
  if (form == Form::DiffGram) return codec::ReadMode::DiffGram;
  if (form != Form::Rows) return codec::ReadMode::ReadSchema;
  const std::string_view chosen = find_setting(options, kReadModeSetting.name);
  const auto* const found = std::ranges::find(kModes, chosen, &NamedMode::name);
  return found == std::end(kModes) ? codec::ReadMode::Auto : found->mode;
}

// These read into tables that are there, and find nothing where none are.
bool needs_tables(codec::ReadMode mode) {
  return mode == codec::ReadMode::IgnoreSchema || mode == codec::ReadMode::DiffGram ||
         mode == codec::ReadMode::Fragment;
}

// The columns of a document that has none.
Result<codec::ReadResult> read_given_schema(codec::TableReader& reader, const Options& options, model::TableSet& set) {
  Result<codec::ReadResult> schema = reader.read_set_schema(options.schema, set);
  if (schema.ok()) return schema;
  return Error(ErrorCode::InvalidArgument,
               "schema " + std::string(options.schema_name) + ": " + schema.error().to_string());
}

Result<codec::ReadResult> read_set(codec::TableReader& reader, std::span<const std::uint8_t> input,
                                   const Options& options, Form form, model::TableSet& set) {
  if (form == Form::Schema) return reader.read_set_schema(input, set);
  const codec::ReadMode mode = mode_of(form, options);
  codec::ReadResult schema;
  const bool given = !has_own_schema(form) && !options.schema.empty();
  if (given) {
    DOTWIRE_TRY(schema, read_given_schema(reader, options, set));
  } else if (needs_tables(mode)) {
    return Error(ErrorCode::Unsupported, "the columns are not in the document: give their schema with --schema FILE");
  }
  // A schema without tables leaves nothing to read.
  if (given && set.tables.empty()) return schema;
  DOTWIRE_TRY(codec::ReadResult result, reader.read_set(input, mode, set));
  if (given) result.main_table = schema.main_table;
  return result;
}

// Of the formats, only ours keep a Recorded.
const Recorded* recorded_of(const Document& document) {
  if (!document.recorded || document.format == nullptr) return nullptr;
  const bool ours = document.format->name.starts_with(kMark) || document.format->name == "datatable-diffgram" ||
                    document.format->name == "datatable-datacontract" ||
                    document.format->name == "datatable-netdatacontract" || document.format->name == "datatable-reply";
  return ours ? static_cast<const Recorded*>(document.recorded.get()) : nullptr;
}

struct Source {
  const model::Table* table;               // null: the whole set
  const model::TableSet* set;              // null: the table is alone
  std::optional<std::uint32_t> main = {};  // of a whole set: the table that it was written for
};

// The set says its name and settings. The default one, which a table alone gets, says nothing.
const model::TableSet* set_around(const Document& document, const Recorded* recorded) {
  if (document.kind() == DocumentKind::TableSet) return &document.table_set();
  if (recorded == nullptr) return nullptr;
  const model::TableSet plain;
  const bool is_plain = model::first_difference(recorded->set, plain).empty();
  return is_plain ? nullptr : &recorded->set;
}

Status write_table(const Source& source, Form form, const codec::WriteOptions& options, Buffer& out) {
  switch (form) {
    case Form::Schema: return codec::write_xml_schema(*source.table, source.set, options, out);
    case Form::DiffGram: return codec::write_diffgram(*source.table, source.set, options, out);
    case Form::Contract: return codec::write_contract(*source.table, source.set, codec::Contract::Data, options, out);
    case Form::NetContract:
      return codec::write_contract(*source.table, source.set, codec::Contract::NetData, options, out);
    case Form::WithSchema:
    case Form::Rows:
    case Form::Reply: return codec::write_xml(*source.table, source.set, options, out);
  }
  return {};
}

Status write_set(const model::TableSet& set, Form form, const codec::WriteOptions& options, Buffer& out) {
  switch (form) {
    case Form::Schema: return codec::write_xml_schema(set, options, out);
    case Form::DiffGram: return codec::write_diffgram(set, options, out);
    case Form::Contract: return codec::write_contract(set, codec::Contract::Data, options, out);
    case Form::NetContract: return codec::write_contract(set, codec::Contract::NetData, options, out);
    case Form::WithSchema:
    case Form::Rows:
    case Form::Reply: return codec::write_xml(set, options, out);
  }
  return {};
}

xml::Unfit unfit_of(XmlChars chars) {
  switch (chars) {
    case XmlChars::Recorded: return xml::Unfit::AsDotnet;
    case XmlChars::Error: return xml::Unfit::Refuse;
    case XmlChars::Escape: return xml::Unfit::Escape;
    case XmlChars::Replace: return xml::Unfit::Replace;
  }
  return xml::Unfit::AsDotnet;
}

Status write_source(const Source& source, Form form, const codec::WriteOptions& how, Buffer& out) {
  codec::WriteOptions options = how;
  options.schema = form == Form::WithSchema;
  options.main_data_table = source.main;
  if (source.table == nullptr) return write_set(*source.set, form, options, out);
  return write_table(source, form, options, out);
}

// Whose the document may be.
std::vector<Source> recorded_sources(const Source& source, const Recorded& recorded) {
  std::vector<Source> sources{source};
  if (source.table != nullptr) {
    sources.push_back({source.table, &recorded.set});
    sources.push_back({source.table, nullptr});
  } else if (recorded.main_table.has_value() && *recorded.main_table < source.set->tables.size()) {
    sources.push_back({source.set->tables[*recorded.main_table].get(), source.set});
    sources.push_back({nullptr, source.set, recorded.main_table});
  }
  return sources;
}

// No document says whose it is, nor by which runtime.
Status write_as_recorded(const Source& source, Form form, codec::WriteOptions how, const Recorded& recorded,
                         Buffer& out) {
  struct Way {
    Source source;
    codec::Dialect dialect;
  };
  std::vector<Way> ways;
  for (const Source& candidate : recorded_sources(source, recorded)) {
    for (const codec::Dialect dialect : {codec::Dialect::Framework, codec::Dialect::Net10}) {
      ways.push_back({candidate, dialect});
    }
  }
  const auto write = [&](const Way& way, Buffer& to) {
    how.dialect = way.dialect;
    how.declare_properties = recorded.declares_properties && way.source.table != nullptr;
    return write_source(way.source, form, how, to);
  };
  return write_furthest<Way>(ways, recorded.source, write, out);
}

// The table that was asked for, or all that the document has.
Result<Source> source_of(const Document& document, const Options& options, const Recorded* recorded) {
  const model::TableSet* const set = set_around(document, recorded);
  if (document.kind() == DocumentKind::TableSet && options.table.empty()) return Source{nullptr, set};
  DOTWIRE_TRY(const model::Table* table, text_tables::pick_table(document, options));
  return Source{table, set};
}

}  // namespace

Confidence recognise_form(std::span<const std::uint8_t> input, Form form) {
  const XmlStart start = xml_start(input);
  const auto certain_if = [](bool is) { return is ? Confidence::Certain : Confidence::No; };
  switch (form) {
    case Form::WithSchema: return certain_if(start == XmlStart::RowsWithSchema);
    case Form::Rows: return start == XmlStart::Rows ? Confidence::Likely : Confidence::No;
    case Form::Schema: return certain_if(start == XmlStart::Schema);
    case Form::DiffGram: return certain_if(start == XmlStart::DiffGram);
    case Form::Contract: return certain_if(start == XmlStart::Contract);
    case Form::NetContract: return certain_if(start == XmlStart::NetContract);
    case Form::Reply: return certain_if(start == XmlStart::Reply);
  }
  return Confidence::No;
}

Status read_form(std::span<const std::uint8_t> input, const Options& options, Form form, Document& document) {
  DOTWIRE_TRY(const TimeZone zone, zone_of(options));
  codec::TableReader reader(read_options(options, zone));
  std::shared_ptr<Recorded> recorded = record(input, form);
  model::TableSet set;
  DOTWIRE_TRY(const codec::ReadResult result, read_set(reader, input, options, form, set));
  if (result.main_table.has_value() && set.tables.size() == 1) {
    document.make_table() = std::move(*set.tables[0]);
    set.tables.clear();
    recorded->set = std::move(set);
  } else {
    recorded->main_table = result.main_table;
    document.make_table_set() = std::move(set);
  }
  document.size = input.size();
  document.recorded = std::move(recorded);
  return {};
}

Status write_form(const Document& document, const Options& options, Form form, Buffer& out) {
  DOTWIRE_TRY(text_tables::check_repeats(document, options));
  const Recorded* recorded = recorded_of(document);
  DOTWIRE_TRY(const Source source, source_of(document, options, recorded));
  DOTWIRE_TRY(const TimeZone zone, zone_of(options));
  codec::WriteOptions how;
  how.zone = zone;
  how.newline = recorded != nullptr ? recorded->newline : "\r\n";
  if (recorded != nullptr) how.target = recorded->target;
  if (options.newline == Newline::Lf) how.newline = "\n";
  if (options.newline == Newline::CrLf) how.newline = "\r\n";
  const Dialect dialect = options.dialect == Dialect::Recorded ? document.dialect : options.dialect;
  how.dialect = to_codec(dialect);
  how.unfit = unfit_of(options.xml_chars);
  how.leave_out_unknown = true;  // a loss that is named
  const bool as_it_was = recorded != nullptr && recorded->form == form && dialect == Dialect::Recorded &&
                         options.newline == Newline::Recorded && options.xml_chars == XmlChars::Recorded;
  how.declare_properties = recorded != nullptr && recorded->declares_properties && source.table != nullptr;
  if (as_it_was) return write_as_recorded(source, form, how, *recorded, out);
  return write_source(source, form, how, out);
}

namespace {

text_tables::RefusedText refused_by(XmlChars chars, bool contract) {
  if (chars == XmlChars::Error) return text_tables::RefusedText::AllUnfit;
  const bool as_dotnet = chars == XmlChars::Recorded && !contract;
  return as_dotnet ? text_tables::RefusedText::LoneSurrogates : text_tables::RefusedText::None;
}

}  // namespace

void losses_of_form(const Document& document, const Options& options, Form form, std::vector<Loss>& losses) {
  const bool contract = form == Form::Contract || form == Form::NetContract;
  const Dialect dialect = options.dialect == Dialect::Recorded ? document.dialect : options.dialect;
  const Result<TimeZone> zone = zone_of(options);  // writing says what is wrong with it
  const text_tables::XmlHolds holds{.schema = form != Form::Rows && form != Form::DiffGram,
                                    .rows = form != Form::Schema,
                                    .states = form == Form::DiffGram || contract,
                                    .surrogates = !contract || options.xml_chars != XmlChars::Recorded,
                                    .refused = refused_by(options.xml_chars, contract),
                                    .zone = zone.ok() ? *zone : TimeZone(),
                                    .uris = codec::uri_display(to_codec(dialect))};
  const Result<Source> source = source_of(document, options, recorded_of(document));
  if (!source.ok()) return;
  if (source->table == nullptr) return text_tables::xml_losses(*source->set, holds, losses);
  if (document.kind() == DocumentKind::TableSet) text_tables::xml_around_losses(*source->set, losses);
  text_tables::xml_losses(*source->table, source->set, holds, losses);
}

}  // namespace dotwire::registry::xml_table

#include "formats/registry/dataset_binary_row.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/try.h"
#include "codecs/nrbf_graph/graph_reader.h"
#include "formats/binary_formatter/binary_formatter.h"
#include "formats/dataset_binary/reader.h"
#include "formats/dataset_binary/remoting_xml.h"
#include "formats/dataset_binary/representable.h"
#include "formats/dataset_binary/writer.h"
#include "formats/registry/furthest.h"
#include "formats/registry/table_dialects.h"
#include "formats/registry/zone.h"
#include "formats/text_tables/repeats.h"
#include "formats/text_tables/text_tables.h"
#include "formats/text_tables/xml_losses.h"

namespace dotwire::registry::dataset {
namespace {

namespace binary = dotwire::dataset_binary;

Dialect from_binary(binary::Dialect dialect) {
  switch (dialect) {
    case binary::Dialect::Framework: return Dialect::Framework;
    case binary::Dialect::Mono: return Dialect::Mono;
    case binary::Dialect::Net10: return Dialect::Net10;
  }
  return Dialect::Recorded;
}

// What a payload in RemotingFormat.Binary shows beside its tables.
struct RecordedBinary {
  std::vector<binary::TextObjects> texts;
};

// What a payload in RemotingFormat.Xml shows beside its tables.
struct RecordedXml {
  binary::XmlPayload payload;
  model::TableSet set;  // the DataSet around a table, without tables
  std::span<const std::uint8_t> source;
};

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

const RecordedBinary* recorded_binary(const Document& document) {
  const bool ours = document.recorded && document.format != nullptr && document.format->read == read;
  return ours ? static_cast<const RecordedBinary*>(document.recorded.get()) : nullptr;
}

const RecordedXml* recorded_xml(const Document& document) {
  const bool ours = document.recorded && document.format != nullptr && document.format->read == read_xml;
  return ours ? static_cast<const RecordedXml*>(document.recorded.get()) : nullptr;
}

// The set that a table stands in; null: none.
const model::TableSet* set_around(const Document& document, const RecordedXml* recorded) {
  if (document.kind() == DocumentKind::TableSet) return &document.table_set();
  return recorded != nullptr && !recorded->payload.alone ? &recorded->set : nullptr;
}

Status write_xml_as(const Document& document, const Options& options, const RecordedXml* recorded,
                    const binary::XmlWriteOptions& how, Buffer& out) {
  if (document.kind() == DocumentKind::TableSet && options.table.empty()) {
    return binary::write_xml_payload(document.table_set(), how, out);
  }
  DOTWIRE_TRY(const model::Table* table, text_tables::pick_table(document, options));
  return binary::write_xml_payload(*table, set_around(document, recorded), how, out);
}

binary::Dialect target_dialect(const Document& document, const Options& options) {
  return to_binary(options.dialect == Dialect::Recorded ? document.dialect : options.dialect);
}

}  // namespace

// Members that the root object of one kind of payload has, whatever its class is called.
struct RootMembers {
  std::string_view class_name;
  std::array<std::string_view, 3> names;
};
constexpr std::array<RootMembers, 2> kRoots = {
    {{"System.Data.DataTable", {"DataTable.RemotingVersion", "DataTable.RemotingFormat", "DataTable.TableName"}},
     {"System.Data.DataSet", {"DataSet.RemotingVersion", "DataSet.RemotingFormat", "DataSet.DataSetName"}}}};

// Says what the root object lacks of the one that it resembles.
Error no_tables(const model::Graph& graph) {
  const model::ObjectNode* root = model::as_object(graph.root());
  const auto has = [root](std::string_view name) { return root->find(name) != nullptr; };
  for (const RootMembers& kind : kRoots) {
    if (root == nullptr) break;
    if (root->type->name != kind.class_name && std::ranges::none_of(kind.names, has)) continue;
    const auto missing = std::ranges::find_if_not(kind.names, has);
    if (missing == kind.names.end()) continue;
    Error error(ErrorCode::TypeMismatch, "the root object is a " +
                                             std::string(kind.class_name.substr(sizeof("System.Data.") - 1)) +
                                             ", but has no member " + std::string(*missing));
    error.set_path("#" + std::to_string(root->id));
    return error;
  }
  return Error(ErrorCode::TypeMismatch, "the root object is no DataTable or DataSet");
}

// The entries of a DataTable or DataSet in binary form are members of the root, whatever its class is called. Where the
// root's record is cut off, its start must do.
Confidence recognise(std::span<const std::uint8_t> input) {
  constexpr std::size_t kNear = 4096;
  if (!nrbf::starts_payload(input)) return Confidence::No;
  std::string_view start = binary_formatter::root_record(input);
  if (start.empty()) start = as_text(input.first(std::min(input.size(), kNear)));
  const bool is_binary = start.find("DataTable.RemotingFormat") != std::string_view::npos ||
                         start.find("DataSet.RemotingFormat") != std::string_view::npos;
  return is_binary ? Confidence::Certain : Confidence::No;
}

Status read(std::span<const std::uint8_t> input, const Options& options, Document& document) {
  DOTWIRE_TRY(const TimeZone zone, zone_of(options));
  binary::Reader reader({.zone = &zone, .limits = options.limits, .record_texts = true});
  DOTWIRE_TRY(const model::Graph* graph, reader.open(input));
  document.size = graph->payload_size();
  document.dialect = from_binary(binary::dialect_of(*graph));
  switch (binary::content_of(*graph)) {
    case binary::Content::Table: {
      DOTWIRE_TRY(reader.read_opened(document.make_table()));
      break;
    }
    case binary::Content::TableSet: {
      DOTWIRE_TRY(reader.read_opened(document.make_table_set()));
      break;
    }
    case binary::Content::XmlTable:
    case binary::Content::XmlSet:
      return Error(ErrorCode::Unsupported, "the tables are in RemotingFormat.Xml: read as datatable-binary-xml");
    case binary::Content::None: return no_tables(*graph);
  }
  auto recorded = std::make_shared<RecordedBinary>();
  recorded->texts = std::move(reader.text_objects());
  document.recorded = std::move(recorded);
  return {};
}

Status write(const Document& document, const Options& options, Buffer& out) {
  DOTWIRE_TRY(const TimeZone zone, zone_of(options));
  binary::WriteOptions how;
  how.dialect = target_dialect(document, options);
  how.zone = &zone;
  const bool whole = document.kind() == DocumentKind::Table || options.table.empty();
  const RecordedBinary* recorded = recorded_binary(document);
  // Texts are recorded in the order of all tables.
  if (recorded != nullptr && options.dialect == Dialect::Recorded && whole) how.texts = recorded->texts;
  binary::Writer writer(how);
  if (document.kind() == DocumentKind::TableSet && whole) return writer.write(document.table_set(), out);
  DOTWIRE_TRY(const model::Table* table, text_tables::pick_table(document, options));
  return writer.write(*table, out);
}

void losses(const Document& document, const Options& options, std::vector<Loss>& losses) {
  const binary::Dialect dialect = target_dialect(document, options);
  std::vector<binary::Loss> found;
  if (document.kind() == DocumentKind::TableSet && options.table.empty()) {
    found = binary::losses(document.table_set(), dialect);
  } else {
    const Result<const model::Table*> table = text_tables::pick_table(document, options);
    if (!table.ok()) return;
    if (document.kind() == DocumentKind::TableSet) {
      text_tables::xml_around_losses(document.table_set(), losses);
      text_tables::inherited_case_losses(document.table_set(), **table, losses);
    }
    found = binary::losses(**table, dialect);
  }
  for (binary::Loss& loss : found) losses.push_back({std::move(loss.path), std::move(loss.reason)});
}

// Two strings of those names; the class may be the program's own.
Confidence recognise_xml(std::span<const std::uint8_t> input) {
  constexpr std::size_t kNear = 4096;
  if (!nrbf::starts_payload(input)) return Confidence::No;
  const std::string_view start = as_text(input.first(std::min(input.size(), kNear)));
  const bool tables = has(start, "DataTable.RemotingVersion") || has(start, "DataSet.RemotingVersion") ||
                      has(start, "System.Data.DataTable") || has(start, "System.Data.DataSet");
  return tables && has(start, "\x09XmlSchema") && has(start, "\x0BXmlDiffGram") ? Confidence::Certain : Confidence::No;
}

Status read_xml(std::span<const std::uint8_t> input, const Options& options, Document& document) {
  DOTWIRE_TRY(const TimeZone zone, zone_of(options));
  model::Graph graph;
  DOTWIRE_TRY(nrbf::read_graph(input, graph, options.limits));
  document.size = graph.payload_size();
  binary::XmlReadOptions how;
  how.xml.limits = options.limits;
  if (options.dialect != Dialect::Recorded) how.xml.dialect = to_xml(options.dialect);
  how.xml.zone = zone;
  how.xml.like_dotnet = false;
  how.schema = as_text(options.schema);
  auto recorded = std::make_shared<RecordedXml>();
  recorded->source = input.first(static_cast<std::size_t>(document.size));
  switch (binary::content_of(graph)) {
    case binary::Content::XmlTable: {
      DOTWIRE_TRY(binary::read_xml_table(graph, how, document.make_table(), recorded->set, recorded->payload));
      break;
    }
    case binary::Content::XmlSet: {
      DOTWIRE_TRY(binary::read_xml_set(graph, how, document.make_table_set(), recorded->payload));
      break;
    }
    case binary::Content::Table:
    case binary::Content::TableSet:
      return Error(ErrorCode::TypeMismatch, "the tables are in RemotingFormat.Binary: read as datatable-binary");
    case binary::Content::None: return Error(ErrorCode::TypeMismatch, "the root object is no DataTable or DataSet");
  }
  document.recorded = std::move(recorded);
  return {};
}

// No payload says whose its texts are.
Status write_xml(const Document& document, const Options& options, Buffer& out) {
  DOTWIRE_TRY(text_tables::check_repeats(document, options));
  DOTWIRE_TRY(const TimeZone zone, zone_of(options));
  const RecordedXml* recorded = recorded_xml(document);
  binary::XmlWriteOptions how;
  how.dialect = target_dialect(document, options);
  how.xml.zone = zone;
  how.xml.newline = recorded != nullptr ? recorded->payload.newline : "\r\n";
  how.xml.declare_properties = recorded != nullptr && recorded->payload.declares_properties;
  how.xml.leave_out_unknown = true;  // a loss that is named
  how.version = recorded == nullptr || recorded->payload.version;
  if (options.newline == Newline::Lf) how.xml.newline = "\n";
  if (options.newline == Newline::CrLf) how.xml.newline = "\r\n";
  const Dialect dialect = options.dialect == Dialect::Recorded ? document.dialect : options.dialect;
  const auto write = [&](dataset_xml::Dialect each, Buffer& to) {
    how.xml.dialect = each;
    return write_xml_as(document, options, recorded, how, to);
  };
  if (recorded == nullptr || dialect != Dialect::Recorded) return write(to_xml(dialect), out);
  constexpr dataset_xml::Dialect kWays[] = {dataset_xml::Dialect::Framework, dataset_xml::Dialect::Net10};
  return write_furthest<dataset_xml::Dialect>(kWays, recorded->source, write, out);
}

void losses_xml(const Document& document, const Options& options, std::vector<Loss>& losses) {
  const Dialect dialect = options.dialect == Dialect::Recorded ? document.dialect : options.dialect;
  const Result<TimeZone> zone = zone_of(options);  // writing says what is wrong with it
  const text_tables::XmlHolds holds{.schema = true,
                                    .rows = true,
                                    .states = true,
                                    .remoting = true,
                                    .refused = text_tables::RefusedText::LoneSurrogates,
                                    .zone = zone.ok() ? *zone : TimeZone(),
                                    .uris = dataset_xml::uri_display(to_xml(dialect))};
  if (document.kind() == DocumentKind::TableSet && options.table.empty()) {
    return text_tables::xml_losses(document.table_set(), holds, losses);
  }
  const Result<const model::Table*> table = text_tables::pick_table(document, options);
  if (!table.ok()) return;
  if (document.kind() == DocumentKind::TableSet) text_tables::xml_around_losses(document.table_set(), losses);
  text_tables::xml_losses(**table, set_around(document, recorded_xml(document)), holds, losses);
}

}  // namespace dotwire::registry::dataset

// The constant table of formats. Their order is that of --help; what is more special stands before what is less.
#include <algorithm>
#include <array>

#include "dotwire/format.h"
#include "formats/binary_formatter/binary_formatter.h"
#include "formats/graph_json/graph_json.h"
#include "formats/registry/binary_formatter_row.h"
#include "formats/registry/custom_formatter_row.h"
#include "formats/registry/custom_formatter_walk.h"
#include "formats/registry/dataset_binary_row.h"
#include "formats/registry/dataset_xml_row.h"
#include "formats/registry/dump_row.h"
#include "formats/registry/fast_serializer_row.h"
#include "formats/registry/fast_serializer_walk.h"
#include "formats/registry/item_rows.h"
#include "formats/registry/layered.h"
#include "formats/registry/protobuf_data_row.h"
#include "formats/registry/protobuf_data_walk.h"
#include "formats/registry/text_row.h"
#include "formats/registry/xml_nodes.h"
#include "formats/sql/sql.h"
#include "formats/text_tables/text_tables.h"

namespace dotwire {
namespace {

constexpr std::uint8_t kGraph = static_cast<std::uint8_t>(DocumentKind::Graph);
constexpr std::uint8_t kTable = static_cast<std::uint8_t>(DocumentKind::Table);
constexpr std::uint8_t kTables = kTable | static_cast<std::uint8_t>(DocumentKind::TableSet);

constexpr Format kBinaryFormatter = {
    .name = "binaryformatter",
    .title = "BinaryFormatter (MS-NRBF): any object graph",
    .kinds = kGraph,
    .options = kTakesDialect | kTakesContract | kTakesFirst | kTakesRenames | kTakesSettings,
    .settings = registry::binary::kSettings,
    .layered = false,
    .recognise = binary_formatter::recognise,
    .measure = binary_formatter::measure,
    .read = binary_formatter::read,
    .write = registry::binary::write,
    .stream = registry::binary::stream,
    .losses = binary_formatter::losses,
    .walk = binary_formatter::walk};

constexpr Format kTableBinary = {.name = "datatable-binary",
                                 .title = "DataTable or DataSet by BinaryFormatter, RemotingFormat.Binary",
                                 .kinds = kTables,
                                 .options = kTakesDialect | kTakesZone | kTakesTable | kWritesSets,
                                 .layered = false,
                                 .recognise = registry::dataset::recognise,
                                 .measure = binary_formatter::measure,
                                 .read = registry::dataset::read,
                                 .write = registry::dataset::write,
                                 .losses = registry::dataset::losses,
                                 .walk = binary_formatter::walk};

constexpr Format kTableBinaryXml = {
    .name = "datatable-binary-xml",
    .title = "DataTable or DataSet by BinaryFormatter, RemotingFormat.Xml (the default)",
    .kinds = kTables,
    .options = kTakesDialect | kTakesZone | kTakesNewline | kTakesTable | kTakesSchema | kWritesSets,
    .layered = false,
    .recognise = registry::dataset::recognise_xml,
    .measure = binary_formatter::measure,
    .read = registry::dataset::read_xml,
    .write = registry::dataset::write_xml,
    .losses = registry::dataset::losses_xml,
    .walk = binary_formatter::walk};

constexpr FormatOptions kXmlOptions =
    kTakesDialect | kTakesZone | kTakesNewline | kTakesTable | kTakesXmlChars | kWritesSets;

constexpr SettingRule kXmlDataSettings[] = {registry::xml_table::kReadModeSetting};

template <registry::xml_table::Form form>
constexpr Format xml_row(std::string_view name, std::string_view title, FormatOptions more = 0,
                         std::span<const SettingRule> settings = {}) {
  using Row = registry::xml_table::Row<form>;
  return {.name = name,
          .title = title,
          .kinds = kTables,
          .options = static_cast<FormatOptions>(kXmlOptions | more),
          .settings = settings,
          .layered = false,
          .recognise = Row::recognise,
          .measure = registry::measure_xml,
          .read = Row::read,
          .write = form == registry::xml_table::Form::Reply ? nullptr : Row::write,
          .losses = form == registry::xml_table::Form::Reply ? nullptr : Row::losses,
          .walk = registry::walk_xml};
}

using registry::xml_table::Form;
constexpr Format kTableXml =
    xml_row<Form::WithSchema>("datatable-xml", "WriteXml of a DataTable or DataSet with its schema");
constexpr Format kTableXmlData =
    xml_row<Form::Rows>("datatable-xml-data", "WriteXml without schema; --schema gives one for reading",
                        kTakesSchema | kTakesSettings, kXmlDataSettings);
constexpr Format kTableXsd = xml_row<Form::Schema>("datatable-xsd", "WriteXmlSchema of a DataTable or DataSet");
constexpr Format kTableDiffgram = xml_row<Form::DiffGram>(
    "datatable-diffgram", "DiffGram of a DataTable or DataSet; reading it needs --schema", kTakesSchema);
constexpr Format kTableContract =
    xml_row<Form::Contract>("datatable-datacontract", "DataTable or DataSet by DataContractSerializer");
constexpr Format kTableNetContract =
    xml_row<Form::NetContract>("datatable-netdatacontract", "DataTable or DataSet by NetDataContractSerializer");
constexpr Format kTableReply =
    xml_row<Form::Reply>("datatable-reply", "schema and DiffGram of a service's reply, in SOAP or any element");

constexpr Format kCustomFormatter = {.name = "custom-formatter",
                                     .title = "DataTable Custom Formatter",
                                     .kinds = kTables,
                                     .options = kTakesTable,
                                     .layered = false,
                                     .recognise = registry::custom::recognise_plain,
                                     .measure = registry::custom::measure,
                                     .read = registry::custom::read,
                                     .write = registry::custom::write_plain,
                                     .losses = registry::custom::losses,
                                     .walk = registry::custom::walk};

constexpr Format kCustomFormatterQuicklz = {.name = "custom-formatter-quicklz",
                                            .title = "DataTable Custom Formatter, compressed by QuickLZ",
                                            .kinds = kTables,
                                            .options = kTakesTable,
                                            .layered = true,
                                            .recognise = registry::custom::recognise_compressed,
                                            .measure = registry::custom::measure,
                                            .read = registry::custom::read,
                                            .write = registry::custom::write_compressed,
                                            .losses = registry::custom::losses,
                                            .walk = registry::custom::walk_compressed};

constexpr Format kLightweight = {
    .name = "lightweight",
    .title = "Lightweight Serializer: object[][] by BinaryFormatter, and the schema",
    .kinds = kTables,
    .options = kTakesDialect | kTakesZone | kTakesNewline | kTakesTable | kTakesSchema | kTakesSettings,
    .settings = registry::lightweight::kSettings,
    .layered = false,
    .recognise = registry::lightweight::recognise,
    .measure = registry::lightweight::measure,
    .read = registry::lightweight::read,
    .write = registry::lightweight::write,
    .losses = registry::lightweight::losses,
    .walk = binary_formatter::walk};

constexpr Format kDrew = {.name = "drew",
                          .title = "Drew Noakes's DataSetFormatter: object[,] by BinaryFormatter",
                          .kinds = kTables,
                          .options = kTakesDialect | kTakesTable | kTakesSettings | kWritesSets,
                          .settings = registry::drew::kSettings,
                          .layered = false,
                          .recognise = registry::drew::recognise,
                          .measure = binary_formatter::measure,
                          .read = registry::drew::read,
                          .write = registry::drew::write,
                          .losses = registry::drew::losses,
                          .walk = binary_formatter::walk};

constexpr Format kFastSerializer = {
    .name = "fast-serializer",
    .title = "DataTable or DataSet by SimmoTech's Fast Serializer (AdoNetHelper)",
    .kinds = kTables,
    .options = kTakesDialect | kTakesZone | kTakesTable | kTakesSchema | kTakesSettings | kWritesSets,
    .settings = registry::fast::kSettings,
    .layered = false,
    .recognise = registry::fast::recognise,
    .measure = registry::fast::measure,
    .read = registry::fast::read,
    .write = registry::fast::write,
    .losses = registry::fast::losses,
    .walk = registry::fast::walk};

constexpr Format kProtobufData = {.name = "protobuf-net-data",
                                  .title = "results of a DataReader by protobuf-net-data",
                                  .kinds = kTables,
                                  .options = kTakesTable | kTakesSettings | kWritesSets,
                                  .settings = registry::protobuf_table::kDataSettings,
                                  .layered = false,
                                  .recognise = registry::protobuf_table::recognise,
                                  .measure = registry::protobuf_table::measure,
                                  .read = registry::protobuf_table::read,
                                  .write = registry::protobuf_table::write,
                                  .losses = registry::protobuf_table::losses,
                                  .walk = registry::protobuf_table::walk};

constexpr Format kProtobufDataLight = {.name = "protobuf-net-data-light",
                                       .title = "results of a DataReader by protobuf-net-data-light",
                                       .kinds = kTables,
                                       .options = kTakesTable | kTakesSettings | kWritesSets,
                                       .settings = registry::protobuf_table::kLightSettings,
                                       .layered = false,
                                       .recognise = registry::protobuf_table::recognise_light,
                                       .measure = registry::protobuf_table::measure_light,
                                       .read = registry::protobuf_table::read_light,
                                       .write = registry::protobuf_table::write_light,
                                       .losses = registry::protobuf_table::losses_light,
                                       .walk = registry::protobuf_table::walk_light};

// JSON has one shape for graphs and one for tables.
Status put_json(const Document& document, const Options& options, Drain& drain) {
  if (document.kind() == DocumentKind::Graph) return graph_json::put(document, options, drain);
  return text_tables::put_json(document, options, drain);
}

Confidence recognise_json(std::span<const std::uint8_t> input) {
  return std::max(graph_json::recognise(input), text_tables::recognise_json(input));
}

Status read_json(std::span<const std::uint8_t> input, const Options& options, Document& document) {
  if (text_tables::recognise_json(input) != Confidence::No) return text_tables::read_json(input, options, document);
  return graph_json::read(input, options, document);
}

void json_losses(const Document& document, const Options& options, std::vector<Loss>& losses) {
  if (document.kind() != DocumentKind::Graph) text_tables::json_losses(document, options, losses);
}

constexpr Format kJson = {.name = "json",
                          .title = "JSON of graphs and tables, in a shape of our own",
                          .kinds = kGraph | kTables,
                          .options = kTakesRenames | kTakesRawNames | kTakesNumbers | kTakesTable | kWritesSets,
                          .layered = false,
                          .recognise = recognise_json,
                          .measure = nullptr,
                          .read = read_json,
                          .write = registry::write_text<put_json>,
                          .stream = registry::stream_text<put_json>,
                          .losses = json_losses,
                          .walk = nullptr};

constexpr Format kNdjson = {.name = "ndjson",
                            .title = "one JSON object a row",
                            .kinds = kTables,
                            .options = kTakesTable | kTakesNewline | kTakesNumbers | kTakesRowState | kNamesTable,
                            .layered = false,
                            .inherent = text_tables::kNdjsonInherent,
                            .recognise = nullptr,
                            .measure = nullptr,
                            .read = text_tables::read_ndjson,
                            .write = registry::write_text<text_tables::put_ndjson>,
                            .stream = registry::stream_text<text_tables::put_ndjson>,
                            .losses = text_tables::ndjson_losses,
                            .walk = nullptr};

constexpr Format kCsv = {
    .name = "csv",
    .title = "CSV (RFC 4180) of one table",
    .kinds = kTables,
    .options = kTakesTable | kTakesNewline | kTakesNull | kTakesRowState | kNamesTable | kTakesSettings,
    .settings = text_tables::kCsvSettings,
    .layered = false,
    .inherent = text_tables::kCsvInherent,
    .recognise = nullptr,
    .measure = nullptr,
    .read = text_tables::read_csv,
    .write = registry::write_text<text_tables::put_csv>,
    .stream = registry::stream_text<text_tables::put_csv>,
    .losses = text_tables::csv_losses,
    .walk = nullptr};

constexpr Format kSqlite = {.name = "sql-sqlite",
                            .title = "SQL for SQLite: CREATE TABLE and INSERT; written only",
                            .kinds = kTables,
                            .options = kTakesTable | kTakesNewline | kTakesRowState | kWritesSets,
                            .layered = false,
                            .recognise = nullptr,
                            .measure = nullptr,
                            .read = nullptr,
                            .write = registry::write_text<sql::put_sqlite>,
                            .stream = registry::stream_text<sql::put_sqlite>,
                            .losses = sql::sqlite_losses,
                            .walk = nullptr};

constexpr Format kPostgresql = {.name = "sql-postgresql",
                                .title = "SQL for PostgreSQL: CREATE TABLE and INSERT; written only",
                                .kinds = kTables,
                                .options = kTakesTable | kTakesNewline | kTakesRowState | kWritesSets,
                                .layered = false,
                                .recognise = nullptr,
                                .measure = nullptr,
                                .read = nullptr,
                                .write = registry::write_text<sql::put_postgresql>,
                                .stream = registry::stream_text<sql::put_postgresql>,
                                .losses = sql::postgresql_losses,
                                .walk = nullptr};

constexpr Format kSqlServer = {.name = "sql-sqlserver",
                               .title = "SQL for SQL Server: CREATE TABLE and INSERT; written only",
                               .kinds = kTables,
                               .options = kTakesTable | kTakesNewline | kTakesRowState | kWritesSets,
                               .layered = false,
                               .recognise = nullptr,
                               .measure = nullptr,
                               .read = nullptr,
                               .write = registry::write_text<sql::put_sqlserver>,
                               .stream = registry::stream_text<sql::put_sqlserver>,
                               .losses = sql::sqlserver_losses,
                               .walk = nullptr};

constexpr Format kDump = {.name = "dump",
                          .title = "canonical dump for comparing content; written only",
                          .kinds = kGraph | kTables,
                          .options = kTakesContract | kTakesRenames,
                          .layered = false,
                          .recognise = nullptr,
                          .measure = nullptr,
                          .read = nullptr,
                          .write = registry::write_text<registry::put_dump>,
                          .stream = registry::stream_text<registry::put_dump>,
                          .losses = nullptr,
                          .walk = nullptr};

// Tables in BinaryFormatter payloads that have no row of their own in QuickLZ.
Confidence recognise_other_tables(std::span<const std::uint8_t> input) {
  return std::max({kTableBinaryXml.recognise(input), kLightweight.recognise(input), kDrew.recognise(input)});
}

constexpr std::array kFormats = {
    kTableBinary,
    kTableBinaryXml,
    kLightweight,
    kDrew,
    registry::InQuicklz<kTableBinary>::row("datatable-binary-quicklz",
                                           "the same compressed by QuickLZ (\"Compressed Binary Formatter\")"),
    kBinaryFormatter,
    registry::InQuicklz<kBinaryFormatter, recognise_other_tables>::row("binaryformatter-quicklz",
                                                                       "BinaryFormatter, compressed by QuickLZ"),
    kTableXml,
    kTableXmlData,
    kTableXsd,
    kTableDiffgram,
    kTableContract,
    kTableNetContract,
    kTableReply,
    kCustomFormatter,
    kCustomFormatterQuicklz,
    kFastSerializer,
    kProtobufData,
    kProtobufDataLight,
    kJson,
    kNdjson,
    kCsv,
    kSqlite,
    kPostgresql,
    kSqlServer,
    kDump,
};

}  // namespace

std::span<const Format> builtin_formats() { return kFormats; }

const Format* find_format(std::string_view name, const Options& options) {
  for (const Format& format : options.more_formats) {
    if (format.name == name) return &format;
  }
  for (const Format& format : kFormats) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

std::string_view find_setting(const Options& options, std::string_view name) {
  std::string_view value;
  for (const Setting& setting : options.settings) {
    if (setting.name == name) value = setting.value;
  }
  return value;
}

}  // namespace dotwire

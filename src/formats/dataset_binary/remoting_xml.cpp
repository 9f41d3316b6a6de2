#include "formats/dataset_binary/remoting_xml.h"

#include <algorithm>
#include <string>

#include "base/byte_reader.h"
#include "base/try.h"
#include "codecs/nrbf_graph/graph_writer.h"
#include "formats/dataset_binary/assembly_names.h"
#include "formats/dataset_binary/graph_builder.h"
#include "formats/dataset_binary/keys.h"
#include "formats/dataset_binary/schema_reader.h"
#include "formats/dataset_binary/schema_text.h"

namespace dotwire::dataset_binary {
namespace {

using model::Table;
using model::TableSet;

constexpr std::string_view kMode = "SchemaSerializationMode.DataSet";

struct Texts {
  std::string_view schema;
  std::string_view diffgram;
};

Result<Texts> texts_of(Keys& keys, XmlPayload& payload) {
  Texts texts;
  DOTWIRE_TRY(texts.schema, keys.text("XmlSchema"));
  DOTWIRE_TRY(texts.diffgram, keys.text("XmlDiffGram"));
  payload.version =
      keys.find("DataTable.RemotingVersion") != nullptr || keys.find("DataSet.RemotingVersion") != nullptr;
  payload.newline = newline_of(texts.schema, "\n");
  payload.declares_properties = declares_properties(texts.schema);
  return texts;
}

template <class Value>
Status in_entry(std::string_view name, Result<Value> result) {
  if (result.ok()) return {};
  result.error().prepend_path(name);
  return std::move(result).error();
}

// Both texts into one set; the main table if the schema names one.
Status read_texts(const Texts& texts, const XmlReadOptions& options, TableSet& set, dataset_xml::ReadResult& result) {
  dataset_xml::TableReader reader(options.xml);
  Result<dataset_xml::ReadResult> schema = reader.read_set_schema(as_bytes(without_declaration(texts.schema)), set);
  if (schema.ok()) result = *schema;
  DOTWIRE_TRY(in_entry("XmlSchema", std::move(schema)));
  if (set.tables.empty() && !options.schema.empty()) {
    TableSet whole;
    DOTWIRE_TRY(reader.read_set_schema(as_bytes(options.schema), whole));
    set = std::move(whole);
  }
  if (texts.diffgram.empty()) return {};
  if (set.tables.empty()) {
    // No table, no row.
    if (texts.diffgram.find("rowOrder") == std::string_view::npos) return {};
    return Error(ErrorCode::Unsupported,
                 "the payload has rows and no schema (SchemaSerializationMode.ExcludeSchema): "
                 "a schema must be given");
  }
  return in_entry("XmlDiffGram",
                  reader.read_set(as_bytes(without_declaration(texts.diffgram)), dataset_xml::ReadMode::DiffGram, set));
}

// The strings are copied: the graph goes away before the payload is written.
struct Payload {
  std::string schema;
  std::string diffgram;
};

Status finish(GraphBuilder& builder, const Payload& payload, std::string_view type_name, std::string_view library,
              Buffer& out) {
  builder.add_text({}, "XmlSchema", payload.schema);
  builder.add_text({}, "XmlDiffGram", payload.diffgram);
  builder.finish(type_name, library);
  const std::size_t before = out.size();
  nrbf::GraphWriter writer;
  Status written = writer.write(builder.graph(), out);
  if (!written.ok()) out.resize(before);
  return written;
}

void add_version(GraphBuilder& builder, std::string_view prefix, bool version) {
  if (version) builder.add(prefix, "RemotingVersion", builder.reference(Shape::Version, builder.version_2_0()));
}

dataset_xml::WriteOptions text_options(const XmlWriteOptions& options, bool indent) {
  dataset_xml::WriteOptions how = options.xml;
  how.schema_form = dataset_xml::SchemaForm::Remoting;
  how.target = dataset_xml::Target::String;
  how.indent = indent;
  return how;
}

// All but the tables of a set, which are known to whoever reads it.
TableSet settings_of(const TableSet& set) {
  TableSet settings;
  settings.name = set.name;
  settings.namespace_uri = set.namespace_uri;
  settings.prefix = set.prefix;
  settings.case_sensitive = set.case_sensitive;
  settings.locale = set.locale;
  settings.locale_set = set.locale_set;
  settings.locale_id = set.locale_id;
  settings.enforce_constraints = set.enforce_constraints;
  settings.extended_properties = set.extended_properties;
  return settings;
}

// The DataSet that a table without one has while it is written.
TableSet passing_set(const Table& table) {
  TableSet set;
  set.name = "tmpDataSet";
  set.case_sensitive = table.case_sensitive;
  set.locale = table.locale;
  set.locale_set = table.locale_set;
  set.locale_id = table.locale_id;
  set.namespace_uri = table.namespace_uri;
  return set;
}

}  // namespace

Status read_xml_table(const model::Graph& graph, const XmlReadOptions& options, Table& table, TableSet& set,
                      XmlPayload& payload) {
  MetadataStrings strings;
  Keys keys(*model::as_object(graph.root()), strings);
  DOTWIRE_TRY(const Texts texts, texts_of(keys, payload));
  TableSet whole;
  dataset_xml::ReadResult result;
  DOTWIRE_TRY(read_texts(texts, options, whole, result));
  const std::uint32_t main = result.main_table.value_or(0);
  if (main >= whole.tables.size()) return error_at("XmlSchema", "a schema without a table");
  table = std::move(*whole.tables[main]);
  std::vector<std::unique_ptr<Table>> tables = std::move(set.tables);
  whole.tables.clear();
  whole.relations.clear();
  set = std::move(whole);
  set.tables = std::move(tables);
  // The schema of one table says nothing of its DataSet.
  if (set.prefix.empty()) set.prefix = prefix_of_rows(texts.diffgram);
  // The DataSet that a table alone has for the time of being written.
  read_class(*model::as_object(graph.root()), table);
  payload.alone = set.name == "tmpDataSet";
  if (payload.alone) set.name = "NewDataSet";
  return {};
}

Status read_xml_set(const model::Graph& graph, const XmlReadOptions& options, TableSet& set, XmlPayload& payload) {
  const model::ObjectNode& root = *model::as_object(graph.root());
  MetadataStrings strings;
  Keys keys(root, strings);
  bool exclude_schema = false;
  if (keys.find(kMode) != nullptr) {
    DOTWIRE_TRY(const std::int32_t mode, keys.enumeration(kMode, 1, 2));
    exclude_schema = mode == 2;
  }
  DOTWIRE_TRY(const Texts texts, texts_of(keys, payload));
  TableSet whole;
  dataset_xml::ReadResult result;
  DOTWIRE_TRY(read_texts(texts, options, whole, result));
  set = std::move(whole);
  set.exclude_schema = exclude_schema;
  if (root.type->name != "System.Data.DataSet") {
    set.type_name = root.type->name;
    set.assembly = root.type->library;
  }
  return {};
}

Status write_xml_payload(const Table& table, const TableSet* set, const XmlWriteOptions& options, Buffer& out) {
  const dataset_xml::WriteOptions how = text_options(options, true);
  const TableSet passing = passing_set(table);
  if (set == nullptr) set = &passing;
  Buffer schema;
  Buffer diffgram;
  DOTWIRE_TRY(write_xml_schema(table, set, how, schema));
  DOTWIRE_TRY(write_diffgram(table, set, how, diffgram));
  const Payload payload{std::string(schema.text()), std::string(diffgram.text())};
  GraphBuilder builder;
  builder.start(options.dialect);
  add_version(builder, "DataTable.", options.version);
  if (!table.class_name.empty()) return finish(builder, payload, table.class_name, table.class_assembly, out);
  return finish(builder, payload, "System.Data.DataTable", library_of(Home::Data, options.dialect), out);
}

Status write_xml_payload(const TableSet& set, const XmlWriteOptions& options, Buffer& out) {
  Buffer schema;
  Buffer diffgram;
  const dataset_xml::WriteOptions how = text_options(options, true);
  if (set.exclude_schema) {
    DOTWIRE_TRY(write_xml_schema(settings_of(set), how, schema));
  } else {
    DOTWIRE_TRY(write_xml_schema(set, how, schema));
  }
  DOTWIRE_TRY(write_diffgram(set, text_options(options, false), diffgram));
  const Payload payload{std::string(schema.text()), std::string(diffgram.text())};
  GraphBuilder builder;
  builder.start(options.dialect);
  add_version(builder, "DataSet.", options.version);
  if (set.exclude_schema) builder.add({}, kMode, builder.enumeration(Shape::SchemaSerializationMode, 2));
  if (set.type_name.empty()) {
    return finish(builder, payload, "System.Data.DataSet", library_of(Home::Data, options.dialect), out);
  }
  return finish(builder, payload, set.type_name, set.assembly, out);
}

}  // namespace dotwire::dataset_binary

#include "interop/read_like_dotnet.h"

#include "base/try.h"
#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/dump/load_table.h"
#include "codecs/dump/table_dump.h"
#include "codecs/nrbf_graph/graph_reader.h"
#include "dotwire/convert.h"
#include "formats/dataset_binary/remoting_xml.h"
#include "support/file.h"
#include "support/golden.h"

namespace dotwire::interop {
namespace {

using Input = std::span<const std::uint8_t>;

std::string form_of(const Job& job) { return job.format.starts_with("dataset-") ? job.format.substr(8) : job.format; }
bool of_set(const Job& job) { return job.format.starts_with("dataset-"); }

Result<std::string> dump_table(model::Table& table, const model::TableSet& set = {}) {
  if (!table.case_sensitive_set) table.case_sensitive = set.case_sensitive;
  // A table alone has no constraints over others.
  std::erase_if(table.constraint_order, [](const model::ConstraintRef& ref) { return ref.foreign; });
  table.foreign_keys.clear();
  Buffer out;
  if (Status status = dump::dump_table(table, out); !status.ok()) return std::move(status).error();
  return std::string(out.text());
}

Result<std::string> dump_set(const model::TableSet& set) {
  Buffer out;
  if (Status status = dump::dump_table_set(set, out); !status.ok()) return std::move(status).error();
  return std::string(out.text());
}

Result<std::string> read_public(const Job& job, Input input, std::string_view format) {
  Options options;
  options.limits.depth = 10'000;
  const test::GoldenRow* row = test::find_golden(job.runtime, job.kind, job.case_name, "contract");
  const Buffer contract = row != nullptr && row->stored() ? row->bytes() : Buffer();
  options.contract = contract;
  Result<Document> document = read_document(input, *find_format(format), options);
  if (!document.ok()) return std::move(document).error();
  Buffer out;
  if (Status status = write_document(*document, *find_format("dump"), out, options); !status.ok()) {
    return std::move(status).error();
  }
  return std::string(out.text());
}

dataset_xml::ReadOptions xml_options(const std::string& runtime) {
  dataset_xml::ReadOptions options;
  options.dialect = runtime == "mono" ? dataset_xml::Dialect::Mono : dataset_xml::Dialect::Net10;
  return options;
}

// The case's tables without rows, as .NET reads its own file of that form.
Result<dump::LoadedTables> columns_of(const Job& job) {
  const test::GoldenRow* row = test::find_golden(job.runtime, "table", job.case_name, job.format);
  DOTWIRE_TRY(dump::LoadedTables loaded, dump::load_tables(as_bytes(row->expected_after_reading())));
  if (loaded.table) loaded.table->clear_rows();
  if (loaded.set) {
    for (const auto& table : loaded.set->tables) table->clear_rows();
  }
  return loaded;
}

Result<std::string> read_rows(const Job& job, Input input, const std::string& runtime) {
  DOTWIRE_TRY(dump::LoadedTables loaded, columns_of(job));
  dataset_xml::TableReader reader(xml_options(runtime));
  if (of_set(job)) {
    if (!loaded.set) return Error(ErrorCode::InvalidArgument, "no set");
    using dataset_xml::ReadMode;
    const ReadMode mode = form_of(job) == "xml-diffgram" ? ReadMode::DiffGram : ReadMode::IgnoreSchema;
    Result<dataset_xml::ReadResult> read = reader.read_set(input, mode, *loaded.set);
    if (!read.ok()) return std::move(read).error();
    return dump_set(*loaded.set);
  }
  model::Table& table = loaded.table ? *loaded.table : *loaded.set->tables.at(0);
  if (Status status = reader.read_rows(input, table); !status.ok()) return std::move(status).error();
  return dump_table(table);
}

Result<std::string> read_whole(const Job& job, Input input, const std::string& runtime) {
  dataset_xml::TableReader reader(xml_options(runtime));
  const bool schema = form_of(job) == "xsd";
  model::TableSet set;
  if (of_set(job)) {
    Result<dataset_xml::ReadResult> read =
        schema ? reader.read_set_schema(input, set) : reader.read_set(input, dataset_xml::ReadMode::ReadSchema, set);
    if (!read.ok()) return std::move(read).error();
    return dump_set(set);
  }
  model::Table table;
  Status read = schema ? reader.read_schema(input, table, &set) : reader.read(input, table, &set);
  if (!read.ok()) return std::move(read).error();
  return dump_table(table, set);
}

Result<std::string> read_xml_payload(const Job& job, Input input, const std::string& runtime) {
  model::Graph graph;
  if (Status status = nrbf::read_graph(input, graph); !status.ok()) return std::move(status).error();
  dataset_binary::XmlReadOptions options;
  options.xml = xml_options(runtime);
  dataset_binary::XmlPayload payload;
  model::TableSet set;
  if (of_set(job)) {
    if (Status status = read_xml_set(graph, options, set, payload); !status.ok()) return std::move(status).error();
    return dump_set(set);
  }
  model::Table table;
  if (Status status = read_xml_table(graph, options, table, set, payload); !status.ok()) {
    return std::move(status).error();
  }
  return dump_table(table, set);
}

}  // namespace

Result<std::string> read_like_dotnet(const Job& job, Input input, const std::string& runtime) {
  const std::string form = form_of(job);
  if (job.kind == "graph") return read_public(job, input, "binaryformatter");
  if (form == "bf-remoting-binary") return read_public(job, input, "datatable-binary");
  if (form == "bf-remoting-xml") return read_xml_payload(job, input, runtime);
  if (form == "xml-ignore" || form == "xml-diffgram") return read_rows(job, input, runtime);
  return read_whole(job, input, runtime);
}

}  // namespace dotwire::interop

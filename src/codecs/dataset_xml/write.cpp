#include "base/try.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/data_write.h"
#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/dataset_xml/diffgram_write.h"
#include "codecs/dataset_xml/schema_write.h"
#include "codecs/dataset_xml/vocabulary.h"
#include "codecs/dataset_xml/writable_names.h"

namespace dotwire::dataset_xml {
namespace {

using model::Table;
using model::TableSet;

constexpr std::string_view kDataNamespace = "http://schemas.datacontract.org/2004/07/System.Data";
constexpr std::string_view kSerialization = "http://schemas.microsoft.com/2003/10/Serialization/";
constexpr std::string_view kSystemData =
    "System.Data, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089";

Selection select(const TableSet& set) {
  Selection selection;
  selection.scope = Scope::of(set);
  for (std::uint32_t i = 0; i < selection.scope.tables.size(); ++i) selection.tables.push_back(i);
  selection.namespaces = table_namespaces(selection.scope);
  selection.container = {set.name.empty() ? "DocumentElement" : encode_local_name(set.name), set.prefix,
                         set.namespace_uri};
  selection.whole_set = true;
  return selection;
}

// What is around a table's rows depends on the form that asks.
enum class Around : std::uint8_t { Rows, WithSchema, Remoting };

Selection select(const Table& table, const TableSet* set, Around around) {
  Selection selection;
  std::uint32_t index = 0;
  selection.scope = Scope::of(table, set, index);
  selection.tables.push_back(index);
  selection.namespaces = table_namespaces(selection.scope);
  const std::string_view space = selection.namespaces[index];
  if (set != nullptr && !set->name.empty()) {
    selection.container = {encode_local_name(set->name), set->prefix, set->namespace_uri};
  } else if (around == Around::Rows) {
    selection.container = {"DocumentElement", table.prefix, space};
  } else {
    selection.container = {around == Around::Remoting ? "tmpDataSet" : "NewDataSet", {}, space};
  }
  // A DataSet takes the namespace of its table for that time.
  if (around == Around::Remoting) selection.container.uri = space;
  return selection;
}

Status check_names(const Selection& selection, NamedIn in) {
  DOTWIRE_TRY(check_set_names(selection.scope.set, in));
  for (const std::uint32_t index : selection.tables) {
    if (selection.scope.tables[index]->name.empty()) return Error(ErrorCode::Unsupported, "a table without a name");
    DOTWIRE_TRY(check_names(selection.scope, index, selection.namespaces[index], in));
  }
  return {};
}

void append_declaration(Buffer& out, const WriteOptions& options) {
  if (options.target != Target::File) return;
  out.append("<?xml version=\"1.0\" standalone=\"yes\"?>");
  if (options.indent) out.append(options.newline);
}

xml::WriterOptions writer_options(const WriteOptions& options, std::uint32_t depth,
                                  std::string_view default_namespace) {
  const Markup markup = markup_of(options);
  return {.indent = markup.indent,
          .indentation = "  ",
          .newline = options.newline,
          .depth = depth,
          .dictionary = markup.dictionary,
          .default_namespace = default_namespace,
          .unfit = options.unfit};
}

// Calls write_schema(writer) for the schema, if there is to be one.
template <class WriteSchema>
Status write_document(const Selection& selection, const WriteOptions& options, Buffer& out, WriteSchema write_schema) {
  DOTWIRE_TRY(check_names(selection, NamedIn::Rows));
  append_declaration(out, options);
  const Markup markup = markup_of(options);
  Prefixes prefixes;
  const Container& container = selection.container;
  const ElementName name = name_element(prefixes, markup, 0, container.prefix, container.local, container.uri);
  out.append("<" + name.qualified);
  Prefixes::Place place = name.inside;
  for (const std::uint32_t index : selection.tables) {
    if (!may_have_nil(*selection.scope.tables[index])) continue;
    out.append(declaration_text(markup, "xsi", kXsi));
    place = prefixes.declare(place, "xsi", kXsi);
    break;
  }
  out.append(name.declarations + ">");
  const std::size_t start = out.size();
  if (options.schema) {
    xml::Writer writer(out, writer_options(options, 1, prefixes.resolve(place, {})));
    DOTWIRE_TRY(write_schema(writer));
    DOTWIRE_TRY(writer.finish());
  }
  DOTWIRE_TRY(const Nesting nesting, Nesting::of(selection.scope));
  RowWriter rows(out, selection.scope, nesting, selection.namespaces, prefixes, options,
                 {.form = RowForm::Plain, .markup = markup, .depth = 1, .place = place});
  for (const std::uint32_t index : selection.tables) {
    DOTWIRE_TRY(rows.write_table(index));
  }
  DOTWIRE_TRY(check_all_written(selection, rows.rows_written()));
  if (out.size() == start) {
    out.resize(start - 1);
    out.append(markup.empty_end());
    return {};
  }
  out.append(markup.line(0));
  out.append("</" + name.qualified + ">");
  return {};
}

// `name` and what follows it, without what is declared.
struct ContractRoot {
  std::string_view local;
  std::string_view uri;
  std::string type;
  std::string assembly;
};

template <class WriteSchema>
Status write_contract_document(const Selection& selection, const ContractRoot& root, Contract contract,
                               const WriteOptions& options, Buffer& out, WriteSchema write_schema) {
  DOTWIRE_TRY(check_names(selection, NamedIn::DiffGram));
  WriteOptions how = options;
  how.dictionary_writer = true;
  Prefixes prefixes;
  Prefixes::Place place = 0;
  xml::Writer writer(out, writer_options(how, 0, {}));
  writer.start_element({}, root.local, root.uri);
  if (!root.uri.empty()) place = prefixes.declare(place, {}, root.uri);
  if (contract == Contract::NetData) {
    writer.name_attribute("z", "Type", kSerialization, root.type);
    writer.name_attribute("z", "Assembly", kSerialization, root.assembly);
    place = prefixes.declare(place, "z", kSerialization);
  }
  DOTWIRE_TRY(write_schema(writer));
  writer.begin_content();
  DOTWIRE_TRY(append_diffgram(out, selection, how, prefixes, place));
  writer.end_element();
  return writer.finish();
}

}  // namespace

Status write_xml(const Table& table, const TableSet* set, const WriteOptions& options, Buffer& out) {
  const Selection selection = select(table, set, options.schema ? Around::WithSchema : Around::Rows);
  return write_document(selection, options, out,
                        [&](xml::Writer& writer) { return write_schema_element(writer, table, set, options); });
}

Status write_xml(const TableSet& set, const WriteOptions& options, Buffer& out) {
  return write_document(select(set), options, out,
                        [&](xml::Writer& writer) { return write_schema_element(writer, set, options); });
}

Status write_diffgram(const Table& table, const TableSet* set, const WriteOptions& options, Buffer& out) {
  const bool remoting = options.schema_form == SchemaForm::Remoting;
  const Selection selection = select(table, set, remoting ? Around::Remoting : Around::Rows);
  DOTWIRE_TRY(check_names(selection, NamedIn::DiffGram));
  append_declaration(out, options);
  Prefixes prefixes;
  return append_diffgram(out, selection, options, prefixes, 0);
}

Status write_diffgram(const TableSet& set, const WriteOptions& options, Buffer& out) {
  const Selection selection = select(set);
  DOTWIRE_TRY(check_names(selection, NamedIn::DiffGram));
  append_declaration(out, options);
  Prefixes prefixes;
  return append_diffgram(out, selection, options, prefixes, 0);
}

Status write_contract(const Table& table, const TableSet* set, Contract contract, const WriteOptions& options,
                      Buffer& out) {
  WriteOptions how = options;
  how.dictionary_writer = true;
  const ContractRoot root{"DataTable", kDataNamespace, "System.Data.DataTable", std::string(kSystemData)};
  return write_contract_document(select(table, set, Around::Rows), root, contract, how, out,
                                 [&](xml::Writer& writer) { return write_schema_element(writer, table, set, how); });
}

Status write_contract(const TableSet& set, Contract contract, const WriteOptions& options, Buffer& out) {
  WriteOptions how = options;
  how.dictionary_writer = true;
  how.schema_form = SchemaForm::WebService;
  ContractRoot root{"DataSet", {}, "System.Data.DataSet", std::string(kSystemData)};
  if (!set.type_name.empty()) {
    root.type = set.type_name;
    root.assembly = set.assembly;
  }
  return write_contract_document(select(set), root, contract, how, out,
                                 [&](xml::Writer& writer) { return write_schema_element(writer, set, how); });
}

}  // namespace dotwire::dataset_xml

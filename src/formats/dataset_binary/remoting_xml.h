// DataTable and DataSet by BinaryFormatter with RemotingFormat.Xml, which is the default: an XML schema and a DiffGram
// as two strings (table-formats.md 9.1, 9.5). Payloads of .NET 1.x, which have no RemotingVersion, are read too.
#pragma once

#include <optional>
#include <string_view>

#include "codecs/dataset_xml/dataset_xml.h"
#include "dotwire/buffer.h"
#include "dotwire/graph.h"
#include "dotwire/result.h"
#include "dotwire/table.h"
#include "formats/dataset_binary/options.h"

namespace dotwire::dataset_binary {

// What a payload says beside its tables, so that it can be written again.
struct XmlPayload {
  bool version = true;                // it has a RemotingVersion
  bool alone = false;                 // the table was in no DataSet
  std::string_view newline = "\r\n";  // of its texts
  bool declares_properties = false;   // its schema does (dataset_xml::WriteOptions)
};

struct XmlReadOptions {
  dataset_xml::ReadOptions xml;
  // The schema of a set that was written without (SchemaSerializationMode.ExcludeSchema); borrowed.
  std::string_view schema;
};

// From a graph whose content is XmlTable. Properties of the DataSet that the table was in go to `set`; its tables are
// left alone.
Status read_xml_table(const model::Graph& graph, const XmlReadOptions& options, model::Table& table,
                      model::TableSet& set, XmlPayload& payload);
// From one whose content is XmlSet.
Status read_xml_set(const model::Graph& graph, const XmlReadOptions& options, model::TableSet& set,
                    XmlPayload& payload);

struct XmlWriteOptions {
  Dialect dialect = Dialect::Framework;  // of the payload
  dataset_xml::WriteOptions xml;         // the texts' dialect, zone and newline count
  bool version = true;
};

// Appends a whole payload. `set`: the DataSet that the table is in.
Status write_xml_payload(const model::Table& table, const model::TableSet* set, const XmlWriteOptions& options,
                         Buffer& out);
Status write_xml_payload(const model::TableSet& set, const XmlWriteOptions& options, Buffer& out);

}  // namespace dotwire::dataset_binary

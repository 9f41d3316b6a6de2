// One DataTable as .NET's WriteXml and WriteXmlSchema write it, and back (xml-json-formats.md F.1, F.2, F.4).
//
// For tables without relations and without namespaces of their own; the others are refused by name. What a row says of
// a class of the program is kept as its XML (object_cell.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/byte_reader.h"
#include "clr/time_zone.h"
#include "codecs/dataset_xml/dialect.h"
#include "dotwire/buffer.h"
#include "dotwire/limits.h"
#include "dotwire/result.h"
#include "dotwire/table.h"

namespace dotwire::dataset_xml {

// Where the text goes: the XML declaration follows from it.
enum class Target : std::uint8_t {
  Stream,  // WriteXml: none; WriteXmlSchema: <?xml version="1.0"?>
  File,    // standalone="yes"
  String,  // WriteXml: none; WriteXmlSchema: encoding="utf-16"
};

// Which schema is written.
enum class SchemaForm : std::uint8_t {
  Public,      // WriteXmlSchema
  WebService,  // of a DataSet in a contract serializer or web service
  Remoting,    // in BinaryFormatter (table-formats.md 9.1)
};

struct WriteOptions {
  Dialect dialect = Dialect::Framework;
  std::string_view newline = "\r\n";  // "\n" on other systems than Windows
  TimeZone zone;                      // of the machine that writes
  Target target = Target::Stream;
  bool schema = true;  // XmlWriteMode.WriteSchema, else IgnoreSchema
  SchemaForm schema_form = SchemaForm::Public;
  // As DataContractSerializer's own writer has it: one line, and other places for declarations.
  bool dictionary_writer = false;
};

// Appends to `out`. `set` is the DataSet that the table is in, if any: only its own properties count here.
Status write_xml(const model::Table& table, const model::TableSet* set, const WriteOptions& options, Buffer& out);
// A schema of several namespaces is several xs:schema elements beside one another, and no document, in every target.
Status write_xml_schema(const model::Table& table, const model::TableSet* set, const WriteOptions& options,
                        Buffer& out);
Status write_xml_schema(const model::TableSet& set, const WriteOptions& options, Buffer& out);

struct ReadOptions {
  Limits limits;
  Dialect dialect = Dialect::Net10;  // which runtime's parsers: Legacy numbers round as those did
  TimeZone zone;                     // of the machine that reads
  // Rows come as accepted, not as added ones.
  bool accept_changes = false;
  // What .NET's reader loses is lost here too: text of nothing but white space, the place of the primary key among the
  // constraints. False keeps both, so that writing gives the document again.
  bool like_dotnet = true;
};

// Holds plan and memory for the next call. One thread at a time.
class TableReader {
 public:
  explicit TableReader(const ReadOptions& options = {});
  ~TableReader();

  // ReadXml: replaces what is in `table`, but takes over its memory. The document has an inline schema. Properties of
  // its DataSet go to `set`, if that is given; its tables are left alone.
  Status read(Bytes document, model::Table& table, model::TableSet* set = nullptr);
  // ReadXml without inline schema (one that is there is skipped): the rows are added to a table that has columns.
  Status read_rows(Bytes document, model::Table& table);
  // ReadXmlSchema.
  Status read_schema(Bytes document, model::Table& table, model::TableSet* set = nullptr);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dotwire::dataset_xml

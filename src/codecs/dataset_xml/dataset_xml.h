// DataTables and DataSets as .NET's WriteXml and WriteXmlSchema write them, and back (xml-json-formats.md F).
//
// What a row says of a class of the program is kept as its XML (kept_xml.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/byte_reader.h"
#include "clr/time_zone.h"
#include "codecs/dataset_xml/dialect.h"
#include "dotwire/buffer.h"
#include "dotwire/limits.h"
#include "dotwire/result.h"
#include "dotwire/table.h"
#include "wire/xml/escape.h"

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
  bool indent = true;  // two blanks a level
  // As DataContractSerializer's own writer has it: one line, and other places for declarations.
  bool dictionary_writer = false;
  xml::Unfit unfit = xml::Unfit::AsDotnet;
  // Values of an Object column that no XML is known for are left out, as null is. Otherwise they are an error.
  bool leave_out_unknown = false;
  // The schema declares the prefix msprop though nothing in it has extended properties: .NET does where another table
  // or relation of the DataSet has some.
  bool declare_properties = false;
  // Of a DataSet: the table, by its number, for which WriteXml(..., writeHierarchy: true) wrote it, with all tables
  // that are related to it.
  std::optional<std::uint32_t> main_data_table;
};

// Appends to `out`. `set` is the DataSet that the table is in, if any: beside its own properties, tables count that
// nested relations put into the table's rows.
Status write_xml(const model::Table& table, const model::TableSet* set, const WriteOptions& options, Buffer& out);
// A schema of several namespaces is several xs:schema elements beside one another, and no document, in every target.
Status write_xml_schema(const model::Table& table, const model::TableSet* set, const WriteOptions& options,
                        Buffer& out);
// XmlWriteMode.DiffGram. Without a schema: what is not in the table's columns is not there.
Status write_diffgram(const model::Table& table, const model::TableSet* set, const WriteOptions& options, Buffer& out);

// The same of a whole DataSet.
Status write_xml(const model::TableSet& set, const WriteOptions& options, Buffer& out);
Status write_xml_schema(const model::TableSet& set, const WriteOptions& options, Buffer& out);
Status write_diffgram(const model::TableSet& set, const WriteOptions& options, Buffer& out);

// A DataTable or DataSet as the root of DataContractSerializer or NetDataContractSerializer: schema and DiffGram in an
// element around both (xml-json-formats.md A.11, B).
enum class Contract : std::uint8_t { Data, NetData };
Status write_contract(const model::Table& table, const model::TableSet* set, Contract contract,
                      const WriteOptions& options, Buffer& out);
Status write_contract(const model::TableSet& set, Contract contract, const WriteOptions& options, Buffer& out);

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

// XmlReadMode. Where a schema is found or given, all but Fragment read DiffGrams and rows as they come.
enum class ReadMode : std::uint8_t {
  Auto,              // the document's schema, or that of the tables that are there, or one that is inferred
  ReadSchema,        // the document's schema
  IgnoreSchema,      // that of the tables that are there
  InferSchema,       // made of the data: all columns are strings
  InferTypedSchema,  // with types
  DiffGram,          // a DiffGram alone counts
  Fragment,          // several elements beside one another
};

// What a document was.
struct ReadResult {
  std::optional<std::uint32_t> main_table;  // it is a DataTable's, which is this one
  bool schema = false;                      // it has one
  bool diffgram = false;
  bool inferred = false;
};

// Holds plan and memory for the next call. One thread at a time. Whatever stands around schema, rows or DiffGram (a
// SOAP envelope, the element of a contract serializer) is passed over: the first xs:schema or diffgr:diffgram counts,
// and a second pair is an error.
class TableReader {
 public:
  explicit TableReader(const ReadOptions& options = {});
  ~TableReader();

  // ReadXml: replaces what is in `table`, but takes over its memory. The document has an inline schema of that one
  // table, or names it as its main one: what is nested in it is left out then, as in .NET. Properties of its DataSet go
  // to `set`, and what relates the table to itself; its tables are left alone.
  Status read(Bytes document, model::Table& table, model::TableSet* set = nullptr);
  // ReadXml without inline schema (one that is there is skipped): the rows are added to a table that has columns.
  Status read_rows(Bytes document, model::Table& table, const model::TableSet* set = nullptr);
  // ReadXmlSchema.
  Status read_schema(Bytes document, model::Table& table, model::TableSet* set = nullptr);

  // ReadXml of a DataSet. Without tables in `set` the schema comes from the document or is inferred; else rows are
  // added to the tables. On an error the rows are gone.
  Result<ReadResult> read_set(Bytes document, ReadMode mode, model::TableSet& set);
  // ReadXmlSchema of a DataSet. Replaces what is in `set`.
  Result<ReadResult> read_set_schema(Bytes document, model::TableSet& set);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dotwire::dataset_xml

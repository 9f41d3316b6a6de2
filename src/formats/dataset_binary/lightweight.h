// The Lightweight Serializer of Shital Shah: a DataTable as the rows' ItemArrays, an object[][] by BinaryFormatter, and
// the text of its schema (table-formats.md 5).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/byte_reader.h"
#include "codecs/dataset_xml/dataset_xml.h"
#include "codecs/nrbf_graph/graph_reader.h"
#include "codecs/nrbf_graph/graph_writer.h"
#include "dotwire/buffer.h"
#include "dotwire/graph.h"
#include "dotwire/result.h"
#include "dotwire/table.h"
#include "formats/dataset_binary/graph_builder.h"
#include "formats/dataset_binary/options.h"
#include "formats/dataset_binary/row_arrays.h"
#include "formats/dataset_binary/text_objects.h"

namespace dotwire::dataset_binary {

// How the two outputs lie in one file.
enum class Packing : std::uint8_t {
  Stream,  // object[] { schema, rows } as one payload
  Parts,   // the payload of the rows, then the text of the schema, in UTF-8
};

// What a payload shows of its writer.
struct LightweightRecord {
  Packing packing = Packing::Stream;
  std::string_view newline = "\r\n";  // of the schema
  bool declares_properties = false;   // the schema does (dataset_xml::WriteOptions)
  std::uint64_t size = 0;             // bytes of both parts
  std::optional<TextObjects> texts;   // of columns whose cells may be objects with strings in them
  // What the schema says of other tables, which have no rows here: "1 other table, 2 foreign keys". Empty: nothing.
  std::string left_out;
};

// Memory is used again by the next call. One thread at a time; a table that was read borrows from nothing.
class LightweightReader {
 public:
  explicit LightweightReader(Limits limits = {}) : limits_(limits), records_(limits) {}

  // `schema` is used where the input has none (rows alone). What the schema says of a DataSet goes to `set`; its tables
  // are left alone.
  Result<LightweightRecord> read(Bytes input, std::string_view schema, model::Table& table, model::TableSet& set);

 private:
  Status read_schema(std::string_view text, model::Table& table, model::TableSet& set, std::string& left_out);

  Limits limits_;
  nrbf::GraphReader records_;
  model::Graph source_;
  SharedNodes shared_;
};

struct LightweightOptions {
  Dialect dialect = Dialect::Framework;  // of the payload: names of assemblies
  Packing packing = Packing::Stream;
  dataset_xml::WriteOptions xml;  // dialect, zone and newline count
  // Of the payload that is written again. Null: equal texts are one object.
  const TextObjects* texts = nullptr;
};

// Appends to `out`, which on an error has what it had.
class LightweightWriter {
 public:
  // `set`: the DataSet that the table is in, or null.
  Status write(const model::Table& table, const model::TableSet* set, const LightweightOptions& options, Buffer& out);

  // The two outputs of the original, which joins them nowhere.
  Status write_rows(const model::Table& table, Dialect dialect, Buffer& out, const TextObjects* texts = nullptr);
  static Status write_schema(const model::Table& table, const model::TableSet* set, const LightweightOptions& options,
                             Buffer& out);

 private:
  Status write_graph(const TextObjects* texts, Buffer& out);

  GraphBuilder builder_;
  nrbf::GraphWriter records_;
};

}  // namespace dotwire::dataset_binary

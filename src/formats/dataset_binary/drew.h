// DataSetFormatter of Drew Noakes: the tables of a DataSet as an array of a class of its own by BinaryFormatter, each
// with its name, the names and types of its columns, and its cells as one object[,] (table-formats.md 6).
//
// The class is compiled into each program that uses the formatter, and its source is not known: reading finds the
// members by what they hold, and writing takes the names that the caller gives, or those that were read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/byte_reader.h"
#include "codecs/nrbf_graph/graph_reader.h"
#include "codecs/nrbf_graph/graph_writer.h"
#include "dotwire/buffer.h"
#include "dotwire/graph.h"
#include "dotwire/result.h"
#include "dotwire/table.h"
#include "formats/dataset_binary/graph_builder.h"
#include "formats/dataset_binary/options.h"
#include "formats/dataset_binary/row_arrays.h"
#include "model/cell_budget.h"

namespace dotwire::dataset_binary {

// What a member of the class is.
enum class DrewRole : std::uint8_t {
  TableName,
  ColumnCount,
  RowCount,
  ColumnNames,  // string[]
  ColumnTypes,  // Type[]
  TypeNames,    // the same as string[]
  Cells,        // object[,]
};

struct DrewMember {
  DrewRole role;
  std::string name;
};

// The class. The default is ours.
struct DrewClass {
  std::string name = "DataSetFormatter+Table";
  std::string assembly = "DataSetFormatter, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null";
  std::vector<DrewMember> members = {{DrewRole::TableName, "tableName"},     {DrewRole::ColumnCount, "columnCount"},
                                     {DrewRole::RowCount, "rowCount"},       {DrewRole::ColumnNames, "columnNames"},
                                     {DrewRole::ColumnTypes, "columnTypes"}, {DrewRole::Cells, "values"}};
};

// Whether a graph is such a payload.
bool is_drew(const model::Graph& graph);

// Memory is used again by the next call. One thread at a time; what was read borrows from nothing.
class DrewReader {
 public:
  explicit DrewReader(Limits limits = {}) : limits_(limits), records_(limits) {}

  // `found` gets the class that the payload has; `size` its length.
  Status read(Bytes input, model::TableSet& set, DrewClass& found, std::uint64_t& size);
  // The same of a payload of one table, whose memory is used again.
  Status read(Bytes input, model::Table& table, DrewClass& found, std::uint64_t& size);

 private:
  Result<const model::ArrayNode*> open(Bytes input, std::uint64_t& size);
  Status read_table(const model::ObjectNode& object, model::Table& table, DrewClass& found);
  Status add_columns(const model::ArrayNode& names, const model::ArrayNode& types, bool types_are_text,
                     model::Table& table);

  Limits limits_;
  nrbf::GraphReader records_;
  model::Graph source_;
  SharedNodes shared_;
  model::CellBudget budget_{0};
  std::int32_t last_cells_ = INT32_MIN;  // ids grow, so a lower one is an array that was there before
  model::Table* memory_ = nullptr;       // of a table that is done with
};

// Appends to `out`, which on an error has what it had.
class DrewWriter {
 public:
  Status write(std::span<const model::Table* const> tables, const DrewClass& as, Dialect dialect, Buffer& out);

 private:
  Result<const model::ObjectNode*> make_table(const model::Table& table, const DrewClass& as, const model::Type*& type);

  GraphBuilder builder_;
  nrbf::GraphWriter records_;
};

}  // namespace dotwire::dataset_binary

// DataTable and DataSet by BinaryFormatter with RemotingFormat.Binary, to tables.
//
// A table that was read borrows from nothing: cells, texts and the nodes of its graph are copies. Memory of the table
// and of the reader is used again by the next read. One reader for each thread.
#pragma once

#include <cstdint>

#include "base/byte_reader.h"
#include "codecs/nrbf_graph/graph_reader.h"
#include "dotwire/graph.h"
#include "dotwire/result.h"
#include "dotwire/table.h"
#include "formats/dataset_binary/options.h"

namespace dotwire::dataset_binary {

// What the root object of a BinaryFormatter payload is.
enum class Content : std::uint8_t {
  None,      // neither DataTable nor DataSet
  Table,     // RemotingFormat.Binary
  TableSet,  //
  XmlTable,  // RemotingFormat.Xml: entries XmlSchema and XmlDiffGram
  XmlSet,    //
};

Content content_of(const model::Graph& graph);

// Whose bytes these are, by the entries and assembly names. Framework for what is no table.
Dialect dialect_of(const model::Graph& graph);

class Reader {
 public:
  explicit Reader(ReadOptions options = {}) : options_(options), records_(options.limits) {}

  // A payload of one DataTable, or of one DataSet. On an error the table is valid but its content is not specified.
  Status read(Bytes input, model::Table& table);
  Status read(Bytes input, model::TableSet& set);

  // The same from a graph that was read before, and that is not the table's own.
  Status from_graph(const model::Graph& graph, model::Table& table);
  Status from_graph(const model::Graph& graph, model::TableSet& set);

 private:
  ReadOptions options_;
  nrbf::GraphReader records_;
  model::Graph source_;
  model::Graph nested_;
};

}  // namespace dotwire::dataset_binary

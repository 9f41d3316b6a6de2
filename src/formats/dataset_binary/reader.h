// DataTable and DataSet by BinaryFormatter with RemotingFormat.Binary, to tables.
//
// Columns of strings are filled while the records are read, without a node for each cell, where the payload is of
// ordinary make. It is read once more in the general way, over a whole graph, where that does not lead to a table: so
// errors are those of the general way, and nothing is refused for its looks.
//
// A table that was read borrows from nothing: cells, texts and the nodes of its graph are copies. Memory of the table
// and of the reader is used again by the next read. One reader for each thread.
#pragma once

#include <cstdint>
#include <vector>

#include "base/byte_reader.h"
#include "codecs/nrbf_graph/graph_reader.h"
#include "codecs/nrbf_graph/text_columns.h"
#include "dotwire/graph.h"
#include "dotwire/result.h"
#include "dotwire/table.h"
#include "formats/dataset_binary/options.h"
#include "formats/dataset_binary/text_objects.h"

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
  explicit Reader(ReadOptions options = {})
      : options_(options), records_(options.limits), texts_(options.direct_from) {}

  // A payload of one DataTable, or of one DataSet. On an error the table is valid but its content is not specified.
  Status read(Bytes input, model::Table& table);
  Status read(Bytes input, model::TableSet& set);

  // The same in two steps, for who must see what the payload is: its records, then the table. The graph lacks elements
  // of arrays that are columns of strings; it and the input are borrowed until the table is read.
  Result<const model::Graph*> open(Bytes input);
  Status read_opened(model::Table& table) { return read_content(table); }
  Status read_opened(model::TableSet& set) { return read_content(set); }

  // Of the last table or set, if ReadOptions::record_texts: of the payload, and of each payload in it.
  std::vector<TextObjects>& text_objects() { return text_objects_; }

  // Columns of the last table or set that were filled straight from the records.
  std::size_t direct_columns() const { return direct_columns_; }

  // The same from a graph that was read before, and that is not the table's own.
  Status from_graph(const model::Graph& graph, model::Table& table);
  Status from_graph(const model::Graph& graph, model::TableSet& set);

 private:
  void record_texts(const model::Graph& graph);
  template <class Content>
  Status read_content(Content& content);
  // `met_hidden` is set if a part was needed that the graph lacks.
  Status from_graph(const model::Graph& graph, nrbf::TextColumns* direct, bool& met_hidden, model::Table& table);
  Status from_graph(const model::Graph& graph, nrbf::TextColumns* direct, bool& met_hidden, model::TableSet& set);

  ReadOptions options_;
  nrbf::GraphReader records_;
  model::Graph source_;
  model::Graph nested_;
  Bytes input_;
  nrbf::TextColumns texts_;
  bool direct_ = false;  // source_ lacks what texts_ has
  std::size_t direct_columns_ = 0;
  std::vector<TextObjects> text_objects_;
};

}  // namespace dotwire::dataset_binary

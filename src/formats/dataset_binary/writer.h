// Tables to the bytes that BinaryFormatter makes of a DataTable or DataSet with RemotingFormat.Binary.
#pragma once

#include <vector>

#include "codecs/nrbf_graph/graph_writer.h"
#include "dotwire/buffer.h"
#include "dotwire/result.h"
#include "dotwire/table.h"
#include "formats/dataset_binary/graph_builder.h"
#include "formats/dataset_binary/options.h"
#include "formats/dataset_binary/text_objects.h"

namespace dotwire::dataset_binary {

// Memory is used again by the next write. One writer for each thread; the table is only read.
class Writer {
 public:
  explicit Writer(WriteOptions options = {}) : options_(options) {}

  // Appends a whole payload. Refuses (NotRepresentable) what .NET of that dialect refuses; `out` then has what it had.
  Status write(const model::Table& table, Buffer& out);
  Status write(const model::TableSet& set, Buffer& out);

 private:
  void finish(const model::Table& table);
  // The payload with that number: 0 is the outermost.
  Status write_graph(std::size_t number, Buffer& out);

  WriteOptions options_;
  GraphBuilder builder_;
  nrbf::GraphWriter records_;
};

}  // namespace dotwire::dataset_binary

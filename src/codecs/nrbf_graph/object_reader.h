// BinaryFormatter payloads into C++ structs: straight from the records where the payload is a tree, else in a second
// phase from the graph of the first.
#pragma once

#include <cstdint>
#include <memory>

#include "base/byte_reader.h"
#include "codecs/nrbf_graph/graph_reader.h"
#include "codecs/nrbf_graph/read_options.h"
#include "dotwire/graph.h"
#include "dotwire/result.h"

namespace dotwire::nrbf {

// Keeps its buffers and what it learnt of types. One thread each.
class ObjectReader {
 public:
  explicit ObjectReader(ReadOptions options = {});
  ~ObjectReader();
  ObjectReader(const ObjectReader&) = delete;
  ObjectReader& operator=(const ObjectReader&) = delete;

  // Reads over the object. On an error it is valid but partly read.
  Status read(Bytes input, void* object, const model::Type& type);
  // Of what was read last; other bytes may follow.
  std::uint64_t payload_size() const;

 private:
  Error place(Error error, Bytes input);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dotwire::nrbf

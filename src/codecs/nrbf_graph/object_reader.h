// BinaryFormatter payloads into C++ structs: the second phase, from the graph of the first.
#pragma once

#include <cstdint>
#include <memory>

#include "base/byte_reader.h"
#include "codecs/nrbf_graph/graph_reader.h"
#include "dotwire/graph.h"
#include "dotwire/limits.h"
#include "dotwire/result.h"

namespace dotwire::nrbf {

struct ReadOptions {
  Limits limits;
  // Members of the payload that the struct does not describe: .NET ignores them. Otherwise an error, so that nothing is
  // lost in silence.
  bool ignore_unknown_members = false;
  // A null String for a std::string: empty text. Otherwise an error.
  bool null_text_as_empty = false;
};

// Keeps its buffers and what it learnt of types. One thread each.
class ObjectReader {
 public:
  explicit ObjectReader(ReadOptions options = {});
  ~ObjectReader();
  ObjectReader(const ObjectReader&) = delete;
  ObjectReader& operator=(const ObjectReader&) = delete;

  // Reads over the object. On an error it is valid but partly read.
  Status read(Bytes input, void* object, const model::Type& type);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dotwire::nrbf

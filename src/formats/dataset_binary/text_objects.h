// Which equal strings of a payload are one object. A table has no place for that, but for the cells of its columns
// (Chunk::identity), and its writer takes equal texts for one object, as they are where a program spells them as
// literals. Whoever writes a payload again as it was keeps this beside the table.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "dotwire/graph.h"

namespace dotwire::dataset_binary {

// Strings that are elements of arrays of strings, the cells of columns, do not count.
class TextObjects {
 public:
  // Strings that are elements of object[] are cells of rows (LightweightReader), and do not count either.
  enum class ObjectArrays : std::uint8_t { Count, AreRows };

  explicit TextObjects(ObjectArrays arrays = ObjectArrays::Count) : arrays_(arrays) {}

  // Of all that the root refers to.
  void record(const model::Graph& graph);
  // In a graph of the same make: equal texts are one object, but for those that were several.
  void apply(model::Graph& graph) const;

 private:
  ObjectArrays arrays_;
  // Of a text with several objects, the number of the object in each place, in the order of the walk.
  std::map<std::string, std::vector<std::uint32_t>, std::less<>> several_;
};

}  // namespace dotwire::dataset_binary

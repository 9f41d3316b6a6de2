// "$form": how a payload recorded a graph, where BinaryFormatter's own rules would record it otherwise (docs/json.md).
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "base/drain.h"
#include "dotwire/format.h"
#include "formats/graph_json/survey.h"
#include "model/node_map.h"
#include "wire/json/writer.h"

namespace dotwire::graph_json {

// Whether the rules give another payload than the recorded one: writes both and compares. Marks nodes, so a survey
// comes after it.
bool differs_from_rules(const Document& document);
// Whether the JSON must say how the graph was recorded; `differs` is what differs_from_rules() said.
bool needs_form(const Document& document, const GraphSurvey& survey, bool differs);

// `numbers`: one more than the place of each object, array and string in the JSON text.
Status put_form(json::Writer& outer, Drain& drain, const model::Graph& graph, model::NodeMap& numbers);

// What "library" says of libraries: their names, and where several have one name and the document has a "$form", the id
// behind it.
class LibraryKeys {
 public:
  LibraryKeys(const model::Graph& graph, bool form);

  const std::string& operator[](std::int32_t id) const;
  // "libraries": the records of libraries in their order, as [KEY, ID, POSITION], with the name at the end where the
  // key is another.
  void put(json::Writer& writer) const;

 private:
  const model::Graph& graph_;
  std::unordered_map<std::int32_t, std::string> keys_;
};

}  // namespace dotwire::graph_json

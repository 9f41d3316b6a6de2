// One name for each class record of a graph, and how often each node is referred to: what the JSON says ahead.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "dotwire/graph.h"

namespace dotwire::graph_json {

struct GraphSurvey {
  // In the order of the walk.
  std::vector<const model::Type*> types;
  // The CLR name; with "#2" and so on where several class records with one name have different members.
  std::unordered_map<const model::Type*, std::string> names;
  // Objects and arrays that more than one place refers to, and the number under which it is done (0: not yet met).
  std::unordered_map<const model::Node*, std::uint32_t> shared;
};

GraphSurvey survey(const model::Node* root);

// "Int32", "String", "Object", "System.Collections.Hashtable", "Int32[]": the declared type of a member or element.
std::string type_text(const model::RecordedType& type);

}  // namespace dotwire::graph_json

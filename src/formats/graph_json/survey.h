// What the JSON of a graph says ahead, and what it must say beside.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dotwire/graph.h"
#include "formats/graph_json/type_text.h"
#include "model/node_map.h"
#include "model/node_pass.h"

namespace dotwire::graph_json {

// A class record, as "classes" has it.
struct ClassEntry {
  const model::Type* type = nullptr;
  std::string key;                      // its CLR name; "#2" and so on behind it where others have that name
  std::vector<std::string> keys;        // of the members, in order: different, and none with one "$" in front
  std::vector<std::string> ready_keys;  // the same as a writer takes them (json::Writer::encoded_name)
  bool is_struct = false;               // objects stand in place where the declared type is not Object
  // How objects of this class stand in members and elements.
  std::uint64_t in_place = 0;
  std::uint64_t referred_to = 0;  // where the declared type is not Object
};

// Numbers in the nodes' scratch fields. One at a time for one graph, and no writer beside it.
class NodeMarks {
 public:
  // 0 at first.
  std::uint32_t& operator[](const model::Node* node) {
    if (node->written_pass != pass_) {
      node->written_pass = pass_;
      node->written_id = 0;
    }
    // The field is an int32 for writers.
    return reinterpret_cast<std::uint32_t&>(node->written_id);
  }

 private:
  std::uint32_t pass_ = model::next_pass();
};

struct GraphSurvey {
  // What the document has values of, in this order; null pointers where there is none.
  const model::Node* headers = nullptr;
  const model::Node* root = nullptr;
  std::vector<const model::Node*> unreached;  // top-level records that nothing refers to

  std::vector<ClassEntry> classes;  // in the order of the walk
  std::unordered_map<const model::Type*, std::uint32_t> class_of;
  ClassLibraries libraries;  // by key
  // Objects, arrays and strings: 0 not met, 1 met once, kShared by several places; from kFirstNumber on a number.
  NodeMarks met;
  // Some array or value type is not recorded as .NET's writer records what the JSON says of it.
  bool unusual = false;

  static constexpr std::uint32_t kOnce = 1, kShared = 2, kFirstNumber = 3;
};

// The member that a key stands for, unless "names" says another: without the first of two "$".
inline std::string_view plain_name(std::string_view key) { return key.substr(key.starts_with("$$") ? 1 : 0); }

// `raw_names`: members under their recorded names, "<Name>k__BackingField".
GraphSurvey survey(const model::Graph& graph, bool raw_names);

}  // namespace dotwire::graph_json

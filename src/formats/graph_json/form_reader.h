// "$form": gives a graph the recorded form that its JSON tells of (docs/json.md).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "dotwire/graph.h"
#include "formats/graph_json/value_reader.h"
#include "wire/json/pull.h"

namespace dotwire::graph_json {

// Follows the records through the graph, whose nodes and slots get what they say. Each node is recorded once, each slot
// as what it holds, each id given once: otherwise an error says what does not go together.
class FormReader {
 public:
  FormReader(json::Pull& in, model::Graph& graph, const std::vector<model::Node*>& nodes, const Limits& limits)
      : in_(in), graph_(graph), nodes_(nodes), max_depth_(limits.depth) {}

  // The value of "$form".
  Status read();

 private:
  struct Frame {
    model::ObjectNode* object = nullptr;  // or
    model::ArrayNode* array = nullptr;
    std::uint64_t next = 0;  // member or slot
    std::uint64_t used = 0;  // of the run of nulls in that slot
    std::size_t base = 0;    // in slots_: of an array, whose runs may be cut in other ways
  };
  // [record, id], [1, id, defining id], with the node behind it at the top; [record, count] of nulls.
  struct Entry {
    std::int64_t numbers[4] = {};
    std::size_t count = 0;
    std::uint64_t offset = 0;
  };
  struct Definition {
    const model::Type* of = nullptr;
    const model::Type* recorded = nullptr;
  };

  Status read_framing();
  Status read_records();
  Result<Entry> read_entry();
  static Result<std::uint64_t> parse_count(const json::Token& token);
  Status take_usual(std::uint64_t count, std::uint64_t offset);
  Status take_nulls(const Entry& entry);
  Status take_node(const Entry& entry);
  Status place_node(model::Node& node, const Entry& entry);
  Status set_class(model::ObjectNode& object, const Entry& entry);
  Status check_end();
  // Leaves nodes whose slots are all told. False: none is open.
  bool enter_next();
  model::Slot current() const;
  void put(model::Slot slot, std::uint64_t taken);
  std::uint64_t until_library(std::uint64_t count);
  static std::uint64_t slot_count(const Frame& frame);
  void finish(const Frame& frame);

  json::Pull& in_;
  model::Graph& graph_;
  const std::vector<model::Node*>& nodes_;
  std::uint64_t max_depth_;
  std::vector<Frame> frames_;
  std::vector<model::Slot> slots_;
  std::unordered_set<std::int32_t> ids_;
  std::unordered_map<std::int32_t, Definition> definitions_;
  std::uint64_t records_ = 0;
  std::size_t next_library_ = 0;
};

}  // namespace dotwire::graph_json

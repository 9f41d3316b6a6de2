// The walk behind graph_dump.h. Reused for the many small values of a table.
#pragma once

#include <list>
#include <string>
#include <vector>

#include "codecs/dump/graph_dump.h"
#include "codecs/dump/type_facts.h"
#include "model/node_map.h"

namespace dotwire::dump {

class GraphDumper {
 public:
  // `out` writes into the buffer of the drain.
  GraphDumper(const Contract* contract, json::Writer& out, Drain& drain)
      : types_(contract), has_contract_(contract != nullptr), out_(out), drain_(drain) {}

  // Ids start anew with each call.
  Status dump(const model::Value& value);

  // What takes an id though it is no node: a column's Bytes, Chars, Uri, Version, BigInteger.
  void dump_text_object(model::ValueKind kind, std::string_view text);
  void begin_ids() { next_id_ = 1; }

 private:
  enum class Step : std::uint8_t { Members, OwnMembers, Info, Items, Values, Pairs, Pair, Delegates };

  // An object or array whose parts are being written.
  struct Frame {
    Step step;
    bool opened = false;  // its "members", "items" ... was written
    bool inside = false;  // an entry's own bracket is open
    bool last = true;     // of its object: the object's brace follows
    const model::ObjectNode* object = nullptr;
    const TypeFacts* facts = nullptr;
    const void* closes = nullptr;  // a struct that is no longer open when the frame ends
    std::size_t at = 0;
    std::size_t end = 0;    // Values, Pairs ...: in values_; Items: `at` counts
    std::size_t start = 0;  // values_ is cut back to here
    model::ElementCursor cursor;
  };

  Status write_value(const model::Value& value);
  Status write_node(const model::Node& node);
  void write_scalar_node(const model::ScalarNode& node);
  Status begin_object(const model::ObjectNode& object);
  Result<bool> begin_identity(const model::ObjectNode& object, const TypeFacts& facts);
  bool write_single(const TypeFacts& facts);
  void push_parts(const model::ObjectNode& object, const TypeFacts& facts);
  void push_view(Frame frame, Step step);
  void begin_array(const model::ArrayNode& array);
  void sort_entries(std::size_t start);

  Status step(Frame& frame);
  Status step_members(Frame& frame);
  Status step_items(Frame& frame);
  Status step_values(Frame& frame);
  Status finish(Frame& frame);
  Status check_size(std::uint64_t more);
  std::string path() const;
  void open(Frame& frame);
  void close(const Frame& frame);
  bool is_struct(const model::ObjectNode& object, const TypeFacts& facts) const;
  void begin_array_head(std::string_view element, std::uint64_t length);
  void dump_big_integer(std::string_view digits);

  TypeFactsTable types_;
  bool has_contract_;
  json::Writer& out_;
  Drain& drain_;
  std::uint32_t next_id_ = 1;
  model::NodeMap ids_;
  std::vector<Frame> frames_;
  std::vector<model::Value> values_;
  std::list<std::string> texts_;
  model::View view_;
};

}  // namespace dotwire::dump

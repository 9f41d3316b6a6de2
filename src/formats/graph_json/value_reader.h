// Values of a graph from its JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/reading_limits.h"
#include "dotwire/graph.h"
#include "dotwire/limits.h"
#include "formats/graph_json/class_reader.h"
#include "wire/json/pull.h"

namespace dotwire::graph_json {

// Reads any number of values and then joins what refers to what. No recursion. After an error it is of no use but for
// path().
class ValueReader {
 public:
  // `input_size` bounds what objects may take before their members have come.
  ValueReader(json::Pull& in, model::Graph& graph, ClassReader& classes, const Limits& limits, std::uint64_t input_size)
      : in_(in),
        graph_(graph),
        classes_(classes),
        objects_left_(limits.objects),
        nulls_left_(expansion_limit(limits)),
        member_bytes_left_(input_size) {}

  // A value that no record declares: of the root, of "deferred". `inner`: one that stands in a message, and is no node
  // of the payload.
  Result<model::Slot> read(bool inner = false);
  // One of "deferred" or "unreached", which stands where a reference to it says.
  Result<model::Slot> read_listed();
  // When all values are there.
  Status resolve();
  // Behind resolve(): what a slot that read() gave leads to.
  model::Slot resolved(model::Slot slot) const;

  // Objects, arrays and strings in the order of the text.
  const std::vector<model::Node*>& nodes() const { return nodes_; }
  bool is_struct(const model::Type* type) const { return structs_.contains(type); }
  // Of what was being read.
  std::string path() const;

 private:
  struct Frame {
    const ReadClass* object_class = nullptr;  // null: an array
    model::ObjectNode* object = nullptr;
    model::ArrayNode* array = nullptr;
    std::uint32_t member = 0;    // the one that comes next, or is being read
    std::uint32_t filled = 0;    // members so far
    std::size_t base = 0;        // in seen_ or scratch_
    std::uint64_t elements = 0;  // so far
    std::uint64_t offset = 0;
    bool pending = false;
  };

  Status read_in(const model::RecordedType& declared, model::Slot& slot);
  Status begin_object(const model::RecordedType& declared, model::Slot& slot);
  Status begin_class(const json::Token& type, std::uint64_t id, const model::RecordedType& declared, model::Slot& slot);
  Status begin_array(std::uint64_t offset, std::uint64_t id, const model::RecordedType& declared, model::Slot& slot);
  Status read_head(model::ArrayNode& array, std::uint64_t offset);
  Status read_dimensions(const json::Token& name, std::vector<std::int32_t>& values, std::int64_t least);
  Status read_primitives(model::ArrayNode& array);
  Status read_base64(model::ArrayNode& array);
  Status set_length(model::ArrayNode& array, std::uint64_t count, std::uint64_t offset);
  Status read_scalar(const json::Token& type, model::Slot& slot);
  Status read_string(std::uint64_t id, model::Slot& slot);
  Status step();
  Status step_object();
  Status step_array();
  Status finish_object();
  Status finish_array();
  void add_nulls(std::uint64_t count);
  std::size_t add_element();
  const std::uint8_t* copy_bytes(std::span<const std::uint8_t> bytes);
  Status read_primitive(Primitive primitive, std::uint8_t* room, const json::Token& token);
  static Error lone_surrogate(std::uint64_t offset);
  static Status read_element_char(std::uint8_t* room, const json::Token& token, std::optional<std::uint64_t>& high);
  Status count_object(std::uint64_t offset);
  Status add_node(model::Node* node, std::uint64_t id, std::uint64_t offset);
  model::Node* holder() const;
  bool stands_in_place(const model::Node* node, const model::RecordedType& declared) const;
  model::Slot slot_for(model::Node* node, const model::RecordedType& declared) const;
  model::Slot refer(model::Node* node, const model::RecordedType& declared, const model::Node* holder);
  Status resolve_slot(model::Slot& slot, const model::RecordedType& declared, const model::Node* holder);
  Status check_places() const;

  json::Pull& in_;
  model::Graph& graph_;
  ClassReader& classes_;
  std::uint64_t objects_left_;
  std::uint64_t nulls_left_;  // that runs may still stand for
  std::uint64_t member_bytes_left_;
  bool inner_ = false;
  bool listed_ = false;
  std::vector<Frame> frames_;
  std::vector<bool> seen_;            // members of the objects that are open
  std::vector<model::Slot> scratch_;  // elements of the arrays that are open
  std::vector<std::uint8_t> bytes_;   // primitive elements
  std::vector<model::Node*> nodes_;
  std::vector<model::Node*> pending_;  // nodes that hold references to what had not been read
  std::unordered_map<std::int64_t, model::Node*> by_id_;
  std::unordered_map<const model::Type*, bool> structs_;
  // Structs that may be referred to, with what holds them; null: nothing does, they are values by themselves.
  std::unordered_map<const model::Node*, const model::Node*> holders_;
  std::vector<const model::Node*> referred_;                         // structs that stand where a reference is
  std::unordered_map<std::int64_t, std::uint64_t> first_reference_;  // offsets, of ids that came later or never
};

}  // namespace dotwire::graph_json

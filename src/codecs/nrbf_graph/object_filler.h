// Phase two of reading into C++ structs: from a graph to objects, without recursion.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "codecs/nrbf_graph/fill_plan.h"
#include "codecs/nrbf_graph/read_options.h"
#include "dotwire/graph.h"
#include "dotwire/result.h"
#include "dotwire/type.h"

namespace dotwire::nrbf {

// Keeps its plans and buffers. One thread each.
class ObjectFiller {
 public:
  explicit ObjectFiller(const ReadOptions& options) : options_(options) {}
  ~ObjectFiller() { drop_frames(0); }
  ObjectFiller(const ObjectFiller&) = delete;
  ObjectFiller& operator=(const ObjectFiller&) = delete;

  // Reads the graph's root over the object. On an error it is valid but partly read.
  Status fill(const model::Graph& graph, void* object, const model::Type& type);
  // The id of the record in which filling failed, 0 for the root's, and the member or element of it. Its errors have no
  // path: what is done but for its last member is known no more.
  std::int32_t failed_record() const { return failed_record_; }
  const std::string& failed_step() const { return failed_step_; }

 private:
  using Node = model::Node;
  using ObjectNode = model::ObjectNode;
  using ArrayNode = model::ArrayNode;
  using PointerOps = model::PointerOps;
  using Slot = model::Slot;
  using Type = model::Type;

  enum class FrameKind : std::uint8_t { Members, Elements, Pairs, Convert };

  struct Frame {
    FrameKind kind;
    std::uint32_t depth;     // owning pointers and containers of objects above
    const FillPlan* plan;    // Members
    const ObjectNode* node;  // Members
    const ArrayNode* array;  // Elements, Pairs
    std::uint8_t* target;    // struct; Elements: of the next one; Pairs, Convert: the container or object
    const Type* type;        // of an element; Pairs: the dictionary; Convert: the converted type
    std::uint64_t index;     // step; Elements, Pairs: element
    std::uint64_t count;
    std::uint64_t slot;  // Elements, Pairs: slot in the array
    std::uint32_t run;   // of a run of nulls: how many are done
    void* memory;        // Pairs, Convert: the element or stand-in that is being read
    std::size_t placed;  // Pairs, Convert: objects placed before it
    std::size_t observers;
  };

  // Where an object of the payload came to lie.
  struct Placed {
    void* object;
    const Type* type;
    const void* pointer;  // the pointer that owns it, if one does
    const PointerOps* ops;
  };

  struct Observer {
    void* pointer;
    const Type* type;  // the pointer's
    const Node* node;
  };

  struct PlanKey {
    const void* members;
    const Type* type;
    friend bool operator==(const PlanKey&, const PlanKey&) = default;
  };
  struct PlanKeyHash {
    std::size_t operator()(const PlanKey& key) const {
      return (reinterpret_cast<std::uintptr_t>(key.members) ^ reinterpret_cast<std::uintptr_t>(key.type) * 31) *
                 0x9E3779B97F4A7C15U >>
             7;
    }
  };
  // Plans that stay, found without a hash table.
  struct Recent {
    PlanKey key{};
    const FillPlan* plan = nullptr;
  };

  void drop_frames(std::size_t keep);

  // Functions below give false after they have set the error.
  bool fail(ErrorCode code, std::string message);
  static std::string step_of(const Frame& frame);
  const FillPlan* plan_for(const ObjectNode& node, const Type& type);
  bool run();
  bool run_members(std::size_t index);
  bool run_elements(std::size_t index);
  bool run_pairs(std::size_t index);
  bool finish_convert(std::size_t index);
  bool fill_slot(Slot slot, void* target, const Type& type, std::uint32_t depth);
  bool fill_text(Slot slot, void* target, const Type& type);
  bool fill_pointer(const Node& node, void* target, const Type& type, std::uint32_t depth);
  bool fill_nullable(const Node& node, void* target, const Type& type, std::uint32_t depth);
  bool fill_in_place(const Node& node, void* target, const Type& type, std::uint32_t depth);
  bool fill_array(const ArrayNode& array, std::uint64_t count, void* target, const Type& type, std::uint32_t depth);
  bool other_elements(const ArrayNode& array, const Type& element);
  bool too_deep();
  bool deepen(const Type& element, std::uint32_t& depth);
  bool fill_offset(const ObjectNode& node, void* target);
  bool fill_date(const ObjectNode& node, void* target);
  bool place(const Node& node, void* object, const Type& type, const void* pointer, const PointerOps* ops);
  bool is_placed(const Node& node) const { return node.written_pass == pass_; }
  bool push_members(const ObjectNode& node, void* target, const Type& type, std::uint32_t depth);
  void relocate(std::size_t placed_from, std::size_t observers_from, const void* from, std::size_t size, void* to);
  bool resolve_observers();

  ReadOptions options_;
  std::unordered_map<PlanKey, std::unique_ptr<FillPlan>, PlanKeyHash> plans_;
  std::unordered_map<PlanKey, std::unique_ptr<FillPlan>, PlanKeyHash> passing_plans_;  // of this payload's own records
  std::array<Recent, 64> recent_;
  std::vector<Frame> frames_;
  std::vector<Placed> placed_;
  std::vector<Observer> observers_;
  std::optional<Error> error_;
  std::int32_t failed_record_ = 0;
  std::string failed_step_;
  std::uint32_t pass_ = 0;
};

}  // namespace dotwire::nrbf

#include "codecs/nrbf_graph/object_reader.h"

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "codecs/nrbf_graph/descriptor_types.h"
#include "codecs/nrbf_graph/object_filler.h"
#include "codecs/nrbf_graph/tree_reader.h"
#include "model/well_known.h"
#include "wire/nrbf/record_walker.h"

namespace dotwire::nrbf {

namespace {

class FindRecord final : public EventVisitor {
 public:
  explicit FindRecord(std::int32_t id) : id_(id) {}
  bool visit(const Event& event) override {
    if (!event.is_record || !event.has_id || event.id != id_) return true;
    offset_ = event.offset;
    return false;
  }
  bool wants_values() const override { return false; }
  std::optional<std::uint64_t> offset() const { return offset_; }

 private:
  std::int32_t id_;
  std::optional<std::uint64_t> offset_;
};

// Nothing for the array inside a list.
std::string step_to(const model::ObjectNode& object, std::string_view member) {
  if (member == "_items" && object.type->name.starts_with("System.Collections.Generic.List`1")) return {};
  return "/" + model::property_name(member);
}

// The shortest way from the root to the node with an id: "Order/Lines/[3]"; empty if none leads there.
class FindPath {
 public:
  std::string find(const model::Node& root, std::int32_t id) {
    add(&root, 0, {});
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      const model::Node& node = *ways_[i].node;
      if (node.id == id) return path_to(i);
      if (const model::ObjectNode* object = model::as_object(&node)) {
        for (const model::Member& member : object->type->members) {
          if (member.recorded.binary_type != model::BinaryType::Primitive)
            add(object->slot(member).node(), i, member.name);
        }
      }
      const model::ArrayNode* array = model::as_array(&node);
      if (array == nullptr || array->slots == nullptr) continue;
      std::uint64_t element = 0;
      for (std::uint64_t slot = 0; slot < array->slot_count; element += array->slots[slot++].count()) {
        add(array->slots[slot].node(), i, {}, element);
      }
    }
    return {};
  }

 private:
  struct Way {
    const model::Node* node;
    std::size_t from;
    std::string_view member;  // empty: an element
    std::uint64_t element;
  };

  void add(const model::Node* node, std::size_t from, std::string_view member, std::uint64_t element = 0) {
    if (node == nullptr || (node->kind != model::NodeKind::Object && node->kind != model::NodeKind::Array)) return;
    if (seen_.insert(node).second) ways_.push_back({node, from, member, element});
  }

  std::string path_to(std::size_t at) const {
    constexpr std::size_t kMostSteps = 100;
    std::string path;
    for (std::size_t steps = 0; at != 0; at = ways_[at].from) {
      if (++steps > kMostSteps) return ".../" + path;
      const Way& way = ways_[at];
      const model::ObjectNode* holder = model::as_object(ways_[way.from].node);
      path.insert(0, holder != nullptr ? step_to(*holder, way.member) : "/[" + std::to_string(way.element) + "]");
    }
    const model::ObjectNode* root = model::as_object(ways_[0].node);
    return (root != nullptr ? std::string(root->type->name) : std::string()) + path;
  }

  std::vector<Way> ways_;
  std::unordered_set<const model::Node*> seen_;
};

}  // namespace

struct ObjectReader::State {
  explicit State(const ReadOptions& given)
      : options(given), trees(given), reader(GraphReadOptions{given.limits, &types, 0}), filler(given) {}

  ReadOptions options;
  TreeReader trees;
  DescriptorTypes types;
  GraphReader reader;
  model::Graph graph;
  ObjectFiller filler;
  std::uint64_t payload_size = 0;
};

ObjectReader::ObjectReader(ReadOptions options) : state_(std::make_unique<State>(options)) {}
ObjectReader::~ObjectReader() = default;

std::uint64_t ObjectReader::payload_size() const { return state_->payload_size; }

Status ObjectReader::read(Bytes input, void* object, const model::Type& type) {
  if (state_->options.trees && state_->trees.read(input, object, type)) {
    state_->payload_size = state_->trees.payload_size();
    return {};
  }
  state_->types.set_root(type);
  Status read = state_->reader.read(input, state_->graph);
  if (!read.ok()) return read;
  state_->payload_size = state_->graph.payload_size();
  Status filled = state_->filler.fill(state_->graph, object, type);
  if (filled.ok()) return filled;
  return place(std::move(filled).error(), input);
}

// Nodes do not know where they stand, and what holds them has been left behind.
Error ObjectReader::place(Error error, Bytes input) {
  const model::Node& root = *state_->graph.root();
  const bool known = state_->filler.failed_record() != 0;
  const std::int32_t id = known ? state_->filler.failed_record() : root.id;
  FindRecord record(id);
  WalkSummary summary;
  const Status walked = walk_records(input, state_->options.limits, record, summary, &state_->types);
  if (walked.ok() && record.offset()) error.set_offset(*record.offset());
  std::string path = FindPath().find(root, id);
  if (!path.empty()) error.set_path(path + (known ? state_->filler.failed_step() : std::string()));
  return error;
}

}  // namespace dotwire::nrbf

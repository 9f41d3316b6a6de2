#include "formats/dataset_binary/text_objects.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "model/node_pass.h"

namespace dotwire::dataset_binary {
namespace {

using model::ArrayNode;
using model::BinaryType;
using model::Graph;
using model::Member;
using model::Node;
using model::NodeKind;
using model::ObjectNode;
using model::Slot;
using model::StringNode;

bool has_slots(const ObjectNode& object) {
  return std::ranges::any_of(object.type->members,
                             [](const Member& member) { return member.recorded.binary_type != BinaryType::Primitive; });
}

// Breadth first, each node once: the order is that of any graph of the same make. No writer holds the graph meanwhile.
class Walk {
 public:
  explicit Walk(bool rows) : rows_(rows) {}

  template <class Visit>
  void run(const Node* root, const Visit& visit) {
    push(root);
    for (std::size_t next = 0; next < nodes_.size(); ++next) {
      const Node* node = nodes_[next];
      if (node->kind == NodeKind::Object) {
        // A graph is const to those who read it; whoever changes one has its own.
        auto& object = *const_cast<ObjectNode*>(static_cast<const ObjectNode*>(node));
        for (const Member& member : object.type->members) {
          if (member.recorded.binary_type != BinaryType::Primitive) take(object.slot(member), true, visit);
        }
        continue;
      }
      const auto& array = *static_cast<const ArrayNode*>(node);
      const bool texts = !rows_ || array.element.binary_type != BinaryType::Object;
      for (std::uint64_t i = 0; i < array.slot_count; ++i) take(array.slots[i], texts, visit);
    }
  }

 private:
  template <class Visit>
  void take(Slot& slot, bool texts, const Visit& visit) {
    const Node* node = slot.node();
    if (node == nullptr) return;
    if (node->kind != NodeKind::String) return push(node);
    if (texts) visit(slot, *static_cast<const StringNode*>(node));
  }

  void push(const Node* node) {
    if (node == nullptr || node->written_pass == pass_ || !may_lead_to_texts(*node)) return;
    node->written_pass = pass_;
    nodes_.push_back(node);
  }

  static bool may_lead_to_texts(const Node& node) {
    if (node.kind == NodeKind::Object) return has_slots(static_cast<const ObjectNode&>(node));
    if (node.kind != NodeKind::Array) return false;
    const auto& array = static_cast<const ArrayNode&>(node);
    const BinaryType element = array.element.binary_type;
    return array.slots != nullptr && element != BinaryType::String && element != BinaryType::PrimitiveArray;
  }

  bool rows_;
  std::uint32_t pass_ = model::next_pass();
  std::vector<const Node*> nodes_;
};

}  // namespace

void TextObjects::record(const Graph& graph) {
  several_.clear();
  std::vector<const StringNode*> places;
  std::unordered_map<std::string_view, const StringNode*> first;
  Walk(arrays_ == ObjectArrays::AreRows).run(graph.root(), [&](const Slot&, const StringNode& text) {
    places.push_back(&text);
    if (first.try_emplace(text.view(), &text).first->second != &text) several_.try_emplace(std::string(text.view()));
  });
  if (several_.empty()) return;
  std::unordered_map<const StringNode*, std::uint32_t> numbers;
  std::unordered_map<std::string_view, std::uint32_t> counts;
  for (const StringNode* text : places) {
    const auto entry = several_.find(text->view());
    if (entry == several_.end()) continue;
    const auto [number, added] = numbers.try_emplace(text, 0);
    if (added) number->second = counts[text->view()]++;
    entry->second.push_back(number->second);
  }
}

void TextObjects::apply(Graph& graph) const {
  struct Objects {
    const std::vector<std::uint32_t>* numbers = nullptr;  // null: one object everywhere
    std::size_t next = 0;
    std::vector<const StringNode*> made;
  };
  std::unordered_map<std::string_view, Objects> objects;
  Walk(arrays_ == ObjectArrays::AreRows).run(graph.root(), [&](Slot& slot, const StringNode& text) {
    const auto [at, added] = objects.try_emplace(text.view());
    Objects& known = at->second;
    if (added) {
      const auto several = several_.find(text.view());
      if (several != several_.end()) known.numbers = &several->second;
      known.made.push_back(&text);
    }
    std::uint32_t number = 0;
    if (known.numbers != nullptr && known.next < known.numbers->size()) number = (*known.numbers)[known.next++];
    while (known.made.size() <= number) known.made.push_back(graph.make_string(text.view()));
    slot = Slot::in_place(known.made[number]);
  });
}

}  // namespace dotwire::dataset_binary

// Copies nodes from one graph to another, with all they refer to. The copies borrow from nothing.
#pragma once

#include <unordered_map>
#include <vector>

#include "dotwire/graph.h"

namespace dotwire::dataset_binary {

// Keeps who is whose copy: what is one object there is one here, for as long as the copier knows both graphs.
class NodeCopier {
 public:
  NodeCopier(const model::Graph& from, model::Graph& to) : from_(from), to_(to) {}

  const model::Node* copy(const model::Node* node);
  // Takes `copy` for the copy of `node` from now on.
  void remember(const model::Node* node, const model::Node* copy) { nodes_[node] = copy; }
  // Null if there is none yet.
  const model::Node* copy_of(const model::Node* node) const;

  model::Graph& to() { return to_; }

  // Whether one of the nodes was an array whose elements are not in the graph.
  bool met_hidden_elements() const { return met_hidden_elements_; }

 private:
  // The copy of the node itself; its slots still name nodes of the old graph, and it waits in the list.
  model::Node* copy_shell(const model::Node* node);
  model::Slot copied_slot(model::Slot slot);
  void finish(model::Node* copy);
  const model::Type* copy_type(const model::Type* type);
  model::RecordedType copy_recorded(const model::RecordedType& recorded);
  model::Node* copy_object(const model::ObjectNode& node);
  model::Node* copy_array(const model::ArrayNode& node);

  const model::Graph& from_;
  model::Graph& to_;
  std::unordered_map<const model::Node*, const model::Node*> nodes_;
  std::unordered_map<const model::Type*, const model::Type*> types_;
  std::vector<model::Node*> waiting_;
  bool met_hidden_elements_ = false;
};

}  // namespace dotwire::dataset_binary

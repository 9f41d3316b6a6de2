// The tree of a graph.
#pragma once

#include <unordered_set>
#include <vector>

#include "api/tree_path.h"
#include "dotwire/inspect.h"
#include "model/well_known.h"

namespace dotwire {

// Depth first, on a stack of its own; each object once.
class GraphTree {
 public:
  GraphTree(const TreeOptions& options, TreeVisitor& visitor) : options_(options), visitor_(visitor) {}

  // Shows a node under the path. False: the visitor stopped.
  bool show(const model::Node* node, std::string_view name, TreePath& path, std::uint32_t depth);

 private:
  // Something whose children are being shown.
  struct Frame {
    const model::ObjectNode* object = nullptr;  // members; null: the cursor, or the values of the view
    const model::ArrayNode* array = nullptr;    // whose elements they are, all of them
    bool uses_cursor = false;
    model::ElementCursor cursor;
    std::unique_ptr<model::View> view;  // owns what the values borrow from
    std::uint64_t next = 0;
    std::uint64_t count = 0;
    bool key_shown = false;  // of the next entry, whose key is too long for a name
    std::uint32_t depth = 0;
    std::size_t path_size = 0;  // of the parent
  };

  bool step(TreePath& path);
  bool value(const model::Value& value, std::string_view name, TreePath& path, std::uint32_t depth);
  bool node(const model::Node& node, std::string_view name, TreePath& path, std::uint32_t depth);
  bool object(const model::ObjectNode& object, std::string_view name, TreePath& path, std::uint32_t depth);
  bool array(const model::ArrayNode& array, std::string_view name, TreePath& path, std::uint32_t depth);
  bool leaf(std::string_view name, std::string_view type, std::string_view text, std::int32_t id, TreePath& path,
            std::uint32_t depth);
  bool branch(std::string_view name, std::string_view type, std::int32_t id, TreePath& path, Frame frame,
              std::string_view summary = {});
  bool leave_out(std::uint64_t count, TreePath& path, std::uint32_t depth);
  bool next_value(Frame& frame, model::Value& value, std::string& name);

  const TreeOptions& options_;
  TreeVisitor& visitor_;
  std::unordered_set<const model::Node*> met_;
  std::vector<Frame> frames_;
};

}  // namespace dotwire

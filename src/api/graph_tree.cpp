#include "api/graph_tree.h"

#include <memory>
#include <string>

#include "api/names_for_people.h"
#include "api/object_facts.h"
#include "api/object_summary.h"
#include "api/tree_value.h"
#include "wire/nrbf/event_text.h"

namespace dotwire {
namespace {

using model::ArrayNode;
using model::Node;
using model::ObjectNode;
using model::Shape;
using model::Value;
using model::View;

constexpr std::size_t kLongestName = 300;
// Types of generic types are long, and programs compare them.
constexpr std::size_t kLongestType = 4096;

std::string index_name(std::uint64_t first, std::uint64_t count) {
  std::string name = "[" + std::to_string(first);
  if (count > 1) name += ".." + std::to_string(first + count - 1);
  return name + "]";
}

// "1,0" of element 2 in an array of 2 x 2, with lower bounds.
std::string indices(const ArrayNode& array, std::uint64_t element) {
  std::string text;
  for (int i = array.rank; i-- > 0;) {
    const auto length = static_cast<std::uint64_t>(array.lengths[i]);
    const auto index = static_cast<std::int64_t>(element % length);
    element /= length;
    const std::int64_t lowest = array.lower_bounds == nullptr ? 0 : array.lower_bounds[i];
    text.insert(0, std::to_string(lowest + index) + (text.empty() ? "" : ","));
  }
  return text;
}

std::string element_name(const ArrayNode& array, std::uint64_t first, std::uint64_t count) {
  if (array.rank == 1 && array.lower_bounds == nullptr) return index_name(first, count);
  return "[" + indices(array, first) + (count > 1 ? ".." + indices(array, first + count - 1) : "") + "]";
}

// A key of a dictionary as a step of a path, if it is short text or a number.
std::string key_name(const Value& key, std::size_t max_text) {
  if (key.kind == Value::Kind::Text) return "[" + quoted(key.text(), max_text) + "]";
  model::Scalar scalar;
  if (key.kind == Value::Kind::Primitive) {
    model::scalar_of(key, scalar);
    return "[" + scalar_text(scalar, max_text) + "]";
  }
  const Node* node = key.node();
  if (node == nullptr) return "[null]";
  if (const model::StringNode* text = model::as_string(node)) return "[" + quoted(text->view(), max_text) + "]";
  if (model::scalar_of(*node, scalar)) return "[" + scalar_text(scalar, max_text) + "]";
  return {};
}

}  // namespace

bool GraphTree::show(const Node* root, std::string_view name, TreePath& path, std::uint32_t depth) {
  if (!value(model::node_value(root), name, path, depth)) return false;
  while (!frames_.empty()) {
    if (!step(path)) return false;
  }
  return true;
}

bool GraphTree::step(TreePath& path) {
  Frame& frame = frames_.back();
  path.cut(frame.path_size);
  const std::uint32_t depth = frame.depth;
  const std::uint64_t left = frame.count - frame.next;
  if (left == 0 || frame.next >= options_.max_items) {
    frames_.pop_back();
    return left == 0 || leave_out(left, path, depth);
  }
  Value child;
  std::string name;
  if (!next_value(frame, child, name)) {
    frames_.pop_back();
    return true;
  }
  return value(child, name, path, depth);
}

// The next child and its name; counts elements that a run of nulls stands for.
bool GraphTree::next_value(Frame& frame, Value& value, std::string& name) {
  if (frame.object != nullptr) {
    const model::Member& member = frame.object->type->members[frame.next++];
    value = model::value_of(*frame.object, member);
    name = nrbf::quoted_part(options_.raw_names ? std::string(member.name) : model::property_name(member.name),
                             kLongestName);
    return true;
  }
  if (frame.uses_cursor) {
    if (!frame.cursor.next(value)) return false;
    name = frame.array != nullptr ? element_name(*frame.array, frame.next, value.count)
                                  : index_name(frame.next, value.count);
    frame.next += value.count;
    return true;
  }
  const View& view = *frame.view;
  if (view.shape == Shape::Entries) {
    const Value& key = view.values[frame.next * 2];
    name = key_name(key, options_.max_text);
    if (name.empty()) {
      frame.key_shown = !frame.key_shown;
      name = (frame.key_shown ? "key " : "value ") + index_name(frame.next, 1);
      if (frame.key_shown) {
        value = key;
        return true;
      }
    }
    value = view.values[frame.next++ * 2 + 1];
    return true;
  }
  value = view.values[frame.next];
  if (view.shape == Shape::Pair) {
    name = frame.next == 0 ? "Key" : "Value";
  } else if (view.shape == Shape::Delegate) {
    name = frame.next % 3 == 0 ? "Method" : frame.next % 3 == 1 ? "DeclaringType" : "Target";
  } else {
    name = index_name(frame.next, value.count);
  }
  frame.next += value.count;
  return true;
}

bool GraphTree::value(const Value& value, std::string_view name, TreePath& path, std::uint32_t depth) {
  switch (value.kind) {
    case Value::Kind::Null: return leaf(name, {}, "null", 0, path, depth);
    case Value::Kind::Text: return leaf(name, "String", quoted(value.text(), options_.max_text), 0, path, depth);
    case Value::Kind::Primitive:
      return leaf(name, type_for_people(model::clr_name(value.primitive)),
                  primitive_value_text(value.primitive, value.pointer), 0, path, depth);
    case Value::Kind::Node: return node(*value.node(), name, path, depth);
  }
  return true;
}

bool GraphTree::node(const Node& node, std::string_view name, TreePath& path, std::uint32_t depth) {
  const std::int32_t id = node.id > 0 ? node.id : 0;
  if (const model::StringNode* text = model::as_string(&node)) {
    return leaf(name, "String", quoted(text->view(), options_.max_text), id, path, depth);
  }
  model::Scalar scalar;
  if ((!options_.raw_names || node.kind == model::NodeKind::Scalar) && model::scalar_of(node, scalar)) {
    return leaf(name, kind_name(scalar.kind), scalar_text(scalar, options_.max_text), id, path, depth);
  }
  if (!met_.insert(&node).second) return leaf(name, {}, "-> #" + std::to_string(node.id), 0, path, depth);
  if (const ArrayNode* nodes = model::as_array(&node)) return array(*nodes, name, path, depth);
  if (const ObjectNode* members = model::as_object(&node)) return object(*members, name, path, depth);
  return leaf(name, {}, "?", id, path, depth);
}

bool GraphTree::object(const ObjectNode& object, std::string_view name, TreePath& path, std::uint32_t depth) {
  const std::int32_t id = object.id > 0 ? object.id : 0;
  const std::string raw_type = nrbf::quoted_part(object.type->name, kLongestType);
  std::string type = raw_type;
  if (!options_.raw_names) {
    type = type_for_people(nrbf::quoted_part(whole_type_name(object.type->name, object.type->library), kLongestType));
  }
  Frame frame;
  frame.depth = depth;
  std::string summary;
  if (!options_.raw_names) {
    if (is_placeholder(object)) type += " in place of an object that was never written";
    if (const std::optional<std::string> color = color_text(object)) {
      return leaf(name, type, nrbf::quoted_part(*color, options_.max_text), id, path, depth);
    }
    auto view = std::make_unique<View>();
    model::look_at(object, *view);
    summary = view->shape == Shape::Object ? object_summary(object, options_.max_text)
                                           : comparer_summary(object, options_.max_text);
    switch (view->shape) {
      case Shape::Object: break;
      case Shape::Scalar:
      case Shape::Pointer:
      case Shape::UPointer:
      case Shape::Text: return leaf(name, type, scalar_text(view->scalar, options_.max_text), id, path, depth);
      case Shape::Bits:
        return leaf(name, type, nrbf::quoted_part(view->scalar.text, options_.max_text), id, path, depth);
      case Shape::Enum: {
        model::Scalar number;
        model::scalar_of(view->values[0], number);
        return leaf(name, type, scalar_text(number, options_.max_text), id, path, depth);
      }
      case Shape::Items:
        if (view->slice.array != nullptr) {
          frame.uses_cursor = true;
          frame.cursor = model::ElementCursor(view->slice);
          frame.count = view->slice.count;
        } else {
          for (const Value& item : view->values) frame.count += item.count;
        }
        frame.view = std::move(view);
        return branch(name, type, id, path, std::move(frame), summary);
      case Shape::Entries:
        frame.count = view->values.size() / 2;
        frame.view = std::move(view);
        return branch(name, type, id, path, std::move(frame), summary);
      case Shape::Pair:
      case Shape::Delegate:
        frame.count = view->values.size();
        frame.view = std::move(view);
        return branch(name, type, id, path, std::move(frame));
    }
  }
  frame.object = &object;
  frame.count = object.type->members.size();
  return branch(name, type, id, path, std::move(frame), summary);
}

bool GraphTree::array(const ArrayNode& array, std::string_view name, TreePath& path, std::uint32_t depth) {
  const std::int32_t id = array.id > 0 ? array.id : 0;
  const std::string type = nrbf::quoted_part(array_type_text(array, options_.raw_names), kLongestType);
  if (array.is_primitive()) {
    std::string text = primitive_array_text(array, options_.max_text);
    text += text.empty() ? "(0)" : " (" + std::to_string(array.length) + ")";
    return leaf(name, type, text, id, path, depth);
  }
  Frame frame;
  frame.depth = depth;
  frame.array = &array;
  frame.uses_cursor = true;
  frame.cursor = model::ElementCursor({&array, 0, array.length});
  frame.count = array.length;
  return branch(name, type, id, path, std::move(frame));
}

bool GraphTree::leaf(std::string_view name, std::string_view type, std::string_view text, std::int32_t id,
                     TreePath& path, std::uint32_t depth) {
  const std::size_t size = path.size();
  path.add(name);
  TreeLine line;
  line.depth = depth;
  line.path = path.view();
  line.name = name;
  line.type = type;
  line.id = id;
  line.value = text;
  const bool more = visitor_.line(line);
  path.cut(size);
  return more;
}

// Shows the line and opens its children, unless they are too deep.
bool GraphTree::branch(std::string_view name, std::string_view type, std::int32_t id, TreePath& path, Frame frame,
                       std::string_view summary) {
  path.add(name);
  TreeLine line;
  line.depth = frame.depth;
  line.path = path.view();
  line.name = name;
  line.type = type;
  line.id = id;
  line.value = summary;
  line.has_children = true;
  line.children = frame.count;
  if (!visitor_.line(line)) return false;
  frame.path_size = path.size();
  if (frame.count == 0) return true;
  ++frame.depth;
  if (frame.depth > options_.depth) return leave_out(frame.count, path, frame.depth);
  frames_.push_back(std::move(frame));
  return true;
}

bool GraphTree::leave_out(std::uint64_t count, TreePath& path, std::uint32_t depth) {
  TreeLine line;
  line.depth = depth;
  line.path = path.view();
  line.left_out = count;
  return visitor_.line(line);
}

}  // namespace dotwire

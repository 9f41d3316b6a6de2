#include "codecs/dataset_xml/schema_node.h"

#include <algorithm>

#include "codecs/dataset_xml/vocabulary.h"

namespace dotwire::dataset_xml {
namespace {

std::string_view uri_of(Space space) {
  switch (space) {
    case Space::Xsd: return kXsd;
    case Space::Msdata: return kMsdata;
    case Space::Msprop: return kMsprop;
    case Space::None:
    case Space::Xmlns: return {};
  }
  return {};
}

std::string_view prefix_of(Space space) {
  switch (space) {
    case Space::Xsd: return "xs";
    case Space::Msdata: return "msdata";
    case Space::Msprop: return "msprop";
    case Space::None:
    case Space::Xmlns: return {};
  }
  return {};
}

// The other attributes are names, or made of them.
bool is_text(Space space, std::string_view local) {
  return space == Space::Msprop || (space == Space::Msdata && local == "Caption") ||
         (space == Space::None && local == "default");
}

}  // namespace

SchemaTree::Node SchemaTree::make(std::string_view local, Space space) {
  nodes_.push_back({local, space, false, {}, {}, {}});
  return static_cast<Node>(nodes_.size() - 1);
}

void SchemaTree::set(Node node, Space space, std::string_view local, std::string value) {
  std::vector<Attribute>& attributes = nodes_[node].attributes;
  // Extended properties have different names already, and may be many.
  if (space != Space::Msprop && space != Space::Xmlns) {
    const auto found = std::find_if(attributes.begin(), attributes.end(),
                                    [&](const Attribute& a) { return a.space == space && a.local == local; });
    if (found != attributes.end()) {
      found->value = std::move(value);
      return;
    }
  }
  if (space == Space::Xmlns) {
    // mstns is the first, and the only one that changes.
    const auto end = attributes.begin() + std::min<std::ptrdiff_t>(4, std::ssize(attributes));
    const auto found =
        std::find_if(attributes.begin(), end, [&](const Attribute& a) { return a.space == space && a.local == local; });
    if (found != end) {
      found->value = std::move(value);
      return;
    }
  }
  attributes.push_back({space, std::string(local), std::move(value)});
}

void SchemaTree::remove_first(Node parent) {
  nodes_[parent].children.erase(nodes_[parent].children.begin());
  nodes_[parent].open = true;
}

std::string_view SchemaTree::get(Node node, std::string_view local) const {
  for (const Attribute& attribute : nodes_[node].attributes) {
    if (attribute.space == Space::None && attribute.local == local) return attribute.value;
  }
  return {};
}

void SchemaTree::write_start(xml::Writer& writer, const Element& element, bool msprop) const {
  writer.start_element(prefix_of(element.space), element.local, uri_of(element.space));
  for (const Attribute& attribute : element.attributes) {
    if (attribute.space == Space::Xmlns) {
      writer.declare(attribute.local, attribute.value);
      continue;
    }
    const bool undeclared = attribute.space == Space::Msprop && !msprop;
    const std::string_view prefix = undeclared ? std::string_view() : prefix_of(attribute.space);
    if (is_text(attribute.space, attribute.local)) {
      writer.attribute(prefix, attribute.local, uri_of(attribute.space), attribute.value);
    } else {
      writer.name_attribute(prefix, attribute.local, uri_of(attribute.space), attribute.value);
    }
  }
  if (element.open && element.children.empty()) writer.begin_content();
}

Status SchemaTree::write(xml::Writer& writer, Node root, bool msprop) const {
  struct Frame {
    Node node;
    std::size_t next;
  };
  std::vector<Frame> stack{{root, 0}};
  write_start(writer, nodes_[root], msprop);
  while (!stack.empty()) {
    Frame& frame = stack.back();
    const Element& element = nodes_[frame.node];
    const std::size_t next = frame.next++;
    if (next == element.first.size() + element.children.size()) {
      writer.end_element();
      stack.pop_back();
      continue;
    }
    const Node child = next < element.first.size() ? element.first[element.first.size() - 1 - next]
                                                   : element.children[next - element.first.size()];
    write_start(writer, nodes_[child], msprop);
    stack.push_back({child, 0});
  }
  return {};
}

}  // namespace dotwire::dataset_xml

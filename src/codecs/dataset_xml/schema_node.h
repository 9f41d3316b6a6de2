// A schema as a tree of elements while it is made: XmlTreeGen adds to earlier places of its document, and so do we.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "wire/xml/writer.h"

namespace dotwire::dataset_xml {

// Of attributes and elements; Xmlns makes a declaration, its local name is the prefix.
enum class Space : std::uint8_t { None, Xsd, Msdata, Msprop, Xmlns };

// Elements by number. Tags and local names of Space::None and Msdata must outlive the tree: they are literals.
class SchemaTree {
 public:
  using Node = std::uint32_t;
  static constexpr Node kNone = ~Node{0};

  Node make(std::string_view local, Space space = Space::Xsd);
  // A further attribute, or the new value of one that is there.
  void set(Node node, std::string_view local, std::string value) { set(node, Space::None, local, std::move(value)); }
  void set(Node node, Space space, std::string_view local, std::string value);
  std::string_view get(Node node, std::string_view local) const;

  void append(Node parent, Node child) { nodes_[parent].children.push_back(child); }
  // Before all that is there.
  void prepend(Node parent, Node child) { nodes_[parent].first.push_back(child); }
  bool has_children(Node node) const { return !nodes_[node].children.empty(); }
  // Takes the first child away; an element that had children once is not written <a />.
  void remove_first(Node parent);

  // The element and all in it. `msprop`: whether that prefix is declared; otherwise the writer makes one.
  Status write(xml::Writer& writer, Node root, bool msprop) const;

 private:
  struct Attribute {
    Space space;
    std::string local;
    std::string value;
  };
  struct Element {
    std::string_view local;
    Space space;
    bool open = false;
    std::vector<Attribute> attributes;
    std::vector<Node> first;  // the last one comes first
    std::vector<Node> children;
  };

  void write_start(xml::Writer& writer, const Element& element, bool msprop) const;

  std::vector<Element> nodes_;
};

}  // namespace dotwire::dataset_xml

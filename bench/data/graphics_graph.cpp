#include "data/graphics_graph.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "data/graphics.h"

namespace dotwire::bench {
namespace {

using model::ArrayNode;
using model::BinaryType;
using model::Graph;
using model::Member;
using model::ObjectNode;
using model::RecordedType;
using model::Slot;
using model::Type;

constexpr std::string_view kLibrary = "Oracle, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null";
constexpr std::string_view kNamespace = "Seeds.Graphics.Plain.";

Member member(std::string_view name, RecordedType recorded) {
  Member made;
  made.name = name;
  made.recorded = recorded;
  return made;
}
RecordedType primitive(Primitive kind) { return {BinaryType::Primitive, kind, {}, 0}; }
RecordedType system_class(std::string_view name) { return {BinaryType::SystemClass, Primitive::Null, name, 0}; }

std::string list_name(std::string_view element) {
  return "System.Collections.Generic.List`1[[" + std::string(kNamespace) + std::string(element) + ", " +
         std::string(kLibrary) + "]]";
}

// All types of the document.
class Maker {
 public:
  explicit Maker(Graph& graph) : graph_(graph), library_(graph.add_library(kLibrary)) {
    const Member width = member("Width", primitive(Primitive::Single));
    const Member height = member("Height", primitive(Primitive::Single));
    const Member data = member("Data", {BinaryType::PrimitiveArray, Primitive::Byte, {}, 0});
    const auto text = [](std::string_view name) { return member(name, {BinaryType::String, Primitive::Null, {}, 0}); };
    text_ = primitive_type("TextPrimitive", {text("Text"), member("FontSize", primitive(Primitive::Single))});
    line_ = primitive_type("LinePrimitive",
                           {member("X2", primitive(Primitive::Single)), member("Y2", primitive(Primitive::Single))});
    rectangle_ = primitive_type("RectanglePrimitive", {width, height});
    image_ = primitive_type("ImagePrimitive", {width, height, text("Name"), data});
    primitives_ = list_type("Primitive");
    pages_ = list_type("Page");
    page_ = class_type(
        "Page", {member("Number", primitive(Primitive::Int32)), member("Items", system_class(list_name("Primitive")))});
    document_ = class_type("Document", {member("Pages", system_class(list_name("Page")))});
  }

  const ObjectNode* document(const std::vector<GraphicsPrimitive>& primitives) {
    std::vector<const ObjectNode*> pages;
    for (std::size_t first = 0; first < primitives.size(); first += kPrimitivesPerPage) {
      const std::size_t count = std::min<std::size_t>(kPrimitivesPerPage, primitives.size() - first);
      pages.push_back(page(pages.size() + 1, {primitives.data() + first, count}));
    }
    ObjectNode* document = graph_.make_object(document_);
    set(document, 0, list(pages_, "Page", pages));
    return document;
  }

 private:
  Type* class_type(std::string_view name, std::initializer_list<Member> members) {
    return graph_.make_type(std::string(kNamespace) + std::string(name), kLibrary, {members.begin(), members.size()});
  }

  Type* primitive_type(std::string_view name, std::initializer_list<Member> own) {
    std::vector<Member> members(own);
    members.push_back(member("X", primitive(Primitive::Single)));
    members.push_back(member("Y", primitive(Primitive::Single)));
    members.push_back(member("Layer", primitive(Primitive::Int32)));
    members.push_back(member("Color", primitive(Primitive::UInt32)));
    return graph_.make_type(std::string(kNamespace) + std::string(name), kLibrary, members);
  }

  Type* list_type(std::string_view element) {
    const std::string array = std::string(kNamespace) + std::string(element) + "[]";
    const Member members[] = {member("_items", {BinaryType::Class, Primitive::Null, array, library_}),
                              member("_size", primitive(Primitive::Int32)),
                              member("_version", primitive(Primitive::Int32))};
    return graph_.make_type(list_name(element), {}, members);
  }

  template <class T>
  static void put(ObjectNode* object, std::size_t index, T value) {
    std::memcpy(object->data() + object->type->members[index].offset, &value, sizeof value);
  }
  static void set(ObjectNode* object, std::size_t index, const model::Node* value) {
    object->slot(object->type->members[index]) = Slot::reference(value);
  }

  // A List<T> that grew to 4, 8, 16 and so on.
  const ObjectNode* list(const Type* type, std::string_view element, const std::vector<const ObjectNode*>& items) {
    const std::uint64_t capacity = std::bit_ceil(std::max<std::uint64_t>(items.size(), 4));
    const std::string element_name = std::string(kNamespace) + std::string(element);
    ArrayNode* array = graph_.make_array({BinaryType::Class, Primitive::Null, element_name, library_}, capacity);
    for (std::size_t i = 0; i < items.size(); ++i) array->slots[i] = Slot::reference(items[i]);
    ObjectNode* object = graph_.make_object(type);
    set(object, 0, array);
    put(object, 1, static_cast<std::int32_t>(items.size()));
    put(object, 2, static_cast<std::int32_t>(items.size()));
    return object;
  }

  const ObjectNode* page(std::size_t number, std::span<const GraphicsPrimitive> primitives) {
    std::vector<const ObjectNode*> items;
    for (const GraphicsPrimitive& item : primitives) items.push_back(node_of(item));
    ObjectNode* page = graph_.make_object(page_);
    put(page, 0, static_cast<std::int32_t>(number));
    set(page, 1, list(primitives_, "Primitive", items));
    return page;
  }

  const ObjectNode* node_of(const GraphicsPrimitive& item) {
    ObjectNode* node = nullptr;
    std::size_t inherited = 2;
    switch (item.kind) {
      case GraphicsKind::Text:
        node = graph_.make_object(text_);
        set_text(node, 0, item.text);
        put(node, 1, item.a);
        break;
      case GraphicsKind::Line:
      case GraphicsKind::Rectangle:
        node = graph_.make_object(item.kind == GraphicsKind::Line ? line_ : rectangle_);
        put(node, 0, item.a);
        put(node, 1, item.b);
        break;
      case GraphicsKind::Image:
        node = graph_.make_object(image_);
        put(node, 0, item.a);
        put(node, 1, item.b);
        set_text(node, 2, item.text);
        set(node, 3, graph_.make_primitive_array(Primitive::Byte, item.data.size(), item.data.data()));
        inherited = 4;
        break;
    }
    put(node, inherited, item.x);
    put(node, inherited + 1, item.y);
    put(node, inherited + 2, item.layer);
    put(node, inherited + 3, item.color);
    return node;
  }

  void set_text(ObjectNode* object, std::size_t index, std::string_view text) {
    object->slot(object->type->members[index]) = Slot::in_place(graph_.make_string(text));
  }

  Graph& graph_;
  std::int32_t library_;
  Type* text_;
  Type* line_;
  Type* rectangle_;
  Type* image_;
  Type* primitives_;
  Type* pages_;
  Type* page_;
  Type* document_;
};

}  // namespace

void make_graphics_graph(std::uint32_t count, model::Graph& graph) {
  graph.clear();
  graph.set_root(Maker(graph).document(graphics_primitives(count)));
}

}  // namespace dotwire::bench

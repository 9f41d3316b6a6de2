// What XmlSchemaInference would know of data: the declarations that infer.h finds.
#pragma once

#include <cstdint>
#include <deque>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "codecs/dataset_xml/infer_type.h"
#include "codecs/dataset_xml/xsd.h"
#include "wire/xml/reader.h"

namespace dotwire::dataset_xml {

// Owns all that its members point to. The ids are those of the reader.
class InferredSchemas {
 public:
  using StringId = xml::StringId;

  // A qualified name as one number.
  using NameKey = std::uint64_t;
  static NameKey key_of(StringId name_space, StringId local) { return NameKey{name_space} << 32 | local; }

  struct Attribute {
    StringId local;
    StringId name_space;  // not kEmptyString: the type is that of the global attribute
    TypeSet types = kAnyType;
    std::string_view type;
  };

  struct Declared;

  // An element in its parent's type.
  struct Item {
    Declared* element;
    bool reference;
    bool repeats = false;
    Item* next = nullptr;
    std::uint64_t label = 0;  // grows along the sequence
  };

  // What an element may hold; Choice: in any order.
  struct Content {
    enum Kind : std::uint8_t { Nothing, Text, Sequence, Choice } kind = Nothing;
    TypeSet types = kAnyType;  // of Text
    std::string_view type;
    std::vector<Attribute> attributes;
    std::unordered_map<NameKey, std::size_t> attribute_places;
    Item* first = nullptr;
    Item* last = nullptr;
    std::unordered_map<NameKey, Item*> items;
  };

  // xs:element: of a simple type, or with a complex one.
  struct Declared {
    StringId local;
    StringId name_space;
    bool nillable = false;
    TypeSet types = 0;
    std::string_view type;       // empty: none was said
    Content* complex = nullptr;  // then no simple type counts
  };

  struct Schema {
    StringId name_space;
    std::vector<Declared*> elements;
    std::vector<Attribute> attributes;
    std::unordered_map<StringId, Declared*> by_name;
    std::unordered_map<StringId, std::size_t> attribute_places;
  };

  Schema* schema_of(StringId name_space);
  // Null: nothing of that namespace has come.
  Schema* find_schema(StringId name_space) const;
  Declared* declare(StringId local, StringId name_space);
  Content* make_content();
  // Puts an element behind `after`, or first.
  Item* insert(Content& content, Item* after, Declared* element, bool reference);
  void add_prefix(StringId prefix, StringId name_space);

  Status to_xsd(const xml::Reader& reader, XsdTree& tree) const;

 private:
  std::deque<Schema> schemas_;
  std::unordered_map<StringId, Schema*> schema_by_name_;
  std::deque<Declared> elements_;
  std::deque<Content> contents_;
  std::deque<Item> items_;
  std::vector<std::pair<StringId, StringId>> prefixes_;
  std::unordered_map<StringId, std::size_t> prefix_places_;
};

}  // namespace dotwire::dataset_xml

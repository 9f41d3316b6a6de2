#include "codecs/dataset_xml/infer.h"

#include <algorithm>
#include <deque>
#include <unordered_map>

#include "base/try.h"
#include "codecs/dataset_xml/infer_type.h"
#include "codecs/dataset_xml/schema_load.h"
#include "codecs/dataset_xml/vocabulary.h"
#include "codecs/dataset_xml/xsd.h"

namespace dotwire::dataset_xml {
namespace {

using xml::StringId;

// A qualified name as one number.
using NameKey = std::uint64_t;
NameKey key_of(StringId name_space, StringId local) { return NameKey{name_space} << 32 | local; }

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

// Reads data and keeps what XmlSchemaInference would know of them.
class Inferrer {
 public:
  Inferrer(xml::Reader& reader, const ReadOptions& options, Inference inference)
      : reader_(reader),
        cells_{options.dialect, options.zone},
        strings_(inference == Inference::Strings),
        xsd_(reader.intern(kXsd)),
        xsi_(reader.intern(kXsi)) {}

  Status read();
  Status emit(XsdTree& tree) const;

 private:
  struct Open {
    Declared* element;
    Schema* schema;
    bool is_new;
    bool new_sequence = false;
    std::uint32_t nodes = 0;  // text and elements so far
    Item* last_used = nullptr;
    std::unordered_map<NameKey, bool> seen;
  };

  Error refuse(const char* message) const { return reader_.error(ErrorCode::Malformed, message); }
  Status start();
  Status attribute(const xml::Attribute& found);
  Status add_attribute(const xml::Attribute& found, Content& content);
  void text(bool cdata);
  void end();
  Declared* child(Open& parent, bool& is_new);
  Item* add(Open& parent, Content& content, Item* after, bool& is_new);
  Item* insert(Content& content, Item* after, Declared* element, bool reference);
  Schema* schema_of(StringId name_space);
  Schema* find_schema(StringId name_space) const;
  Declared* declare(StringId local, StringId name_space);
  void refine(std::string_view value, TypeSet& types, std::string_view& type);
  void add_prefix(StringId prefix, StringId name_space);
  Status count();
  Status emit_element(XsdTree& tree, XsdNode parent, const Declared& element, const Item* item) const;

  xml::Reader& reader_;
  CellContext cells_;
  bool strings_;
  StringId xsd_;
  StringId xsi_;
  std::vector<Open> open_;
  std::deque<Schema> schemas_;
  std::unordered_map<StringId, Schema*> schema_by_name_;
  std::deque<Declared> elements_;
  std::deque<Content> contents_;
  std::deque<Item> items_;
  std::vector<std::pair<StringId, StringId>> prefixes_;
  std::unordered_map<StringId, std::size_t> prefix_places_;
  std::size_t parts_ = 0;
};

Status Inferrer::count() {
  if (++parts_ <= kMostSchemaNodes / 4) return {};
  return reader_.error(ErrorCode::LimitExceeded, "data of more different elements and attributes than a schema holds");
}

void Inferrer::add_prefix(StringId prefix, StringId name_space) {
  const auto [place, is_new] = prefix_places_.emplace(prefix, prefixes_.size());
  if (is_new) {
    prefixes_.emplace_back(prefix, name_space);
  } else {
    prefixes_[place->second].second = name_space;
  }
}

Schema* Inferrer::find_schema(StringId name_space) const {
  const auto found = schema_by_name_.find(name_space);
  return found == schema_by_name_.end() ? nullptr : found->second;
}

Schema* Inferrer::schema_of(StringId name_space) {
  Schema*& schema = schema_by_name_[name_space];
  if (schema == nullptr) {
    schemas_.push_back({name_space, {}, {}, {}, {}});
    schema = &schemas_.back();
  }
  return schema;
}

Declared* Inferrer::declare(StringId local, StringId name_space) {
  elements_.push_back({local, name_space, false, 0, {}, nullptr});
  return &elements_.back();
}

void Inferrer::refine(std::string_view value, TypeSet& types, std::string_view& type) {
  type = strings_ ? std::string_view("string") : refine_type(value, types, cells_);
}

// Behind `after`, or first.
Item* Inferrer::insert(Content& content, Item* after, Declared* element, bool reference) {
  constexpr std::uint64_t kStride = std::uint64_t{1} << 32;
  items_.push_back({element, reference, false, nullptr, 0});
  Item* made = &items_.back();
  content.items.emplace(key_of(element->name_space, element->local), made);
  Item*& link = after == nullptr ? content.first : after->next;
  made->next = link;
  link = made;
  if (made->next == nullptr) content.last = made;
  const std::uint64_t from = after == nullptr ? 0 : after->label;
  const std::uint64_t gap = made->next == nullptr ? 2 * kStride : made->next->label - from;
  if (gap >= 2) {
    made->label = from + gap / 2;
    return made;
  }
  std::uint64_t label = 0;
  for (Item* at = content.first; at != nullptr; at = at->next) at->label = label += kStride;
  return made;
}

// A child that its parent's type does not know yet.
Item* Inferrer::add(Open& parent, Content& content, Item* after, bool& is_new) {
  const StringId space = reader_.name_space();
  is_new = true;
  if (parent.schema->name_space == space) {
    return insert(content, after, declare(reader_.local(), space), false);
  }
  Schema* schema = find_schema(space);
  if (schema == nullptr) {
    schema = schema_of(space);
    if (reader_.prefix() != xml::kEmptyString) add_prefix(reader_.prefix(), space);
  }
  Declared*& declared = schema->by_name[reader_.local()];
  is_new = declared == nullptr;
  if (is_new) {
    declared = declare(reader_.local(), space);
    schema->elements.push_back(declared);
  }
  return insert(content, after, declared, true);
}

// The declaration of the element that begins, by its parent's type.
Declared* Inferrer::child(Open& parent, bool& is_new) {
  const NameKey key = key_of(reader_.name_space(), reader_.local());
  const bool again = !parent.seen.emplace(key, true).second;
  Declared& element = *parent.element;
  if (element.complex == nullptr) {
    contents_.emplace_back();
    element.complex = &contents_.back();
    element.type = {};
  }
  Content& content = *element.complex;
  is_new = true;
  if (content.kind == Content::Nothing || content.kind == Content::Text) {
    content.kind = Content::Sequence;
    parent.new_sequence = true;
    parent.last_used = add(parent, content, nullptr, is_new);
    return parent.last_used->element;
  }
  const auto found = content.items.find(key);
  Item* item = found == content.items.end() ? nullptr : found->second;
  if (content.kind == Content::Choice) {
    if (item == nullptr) return add(parent, content, content.last, is_new)->element;
    item->repeats |= again;
  } else if (item == nullptr) {
    parent.last_used = add(parent, content, parent.last_used, is_new);
    return parent.last_used->element;
  } else {
    const Item* from = parent.last_used != nullptr ? parent.last_used : content.first;
    if (item == parent.last_used) {
      item->repeats = true;
    } else {
      item->repeats |= again;
      if (item->label >= from->label) {
        parent.last_used = item;
      } else {
        content.kind = Content::Choice;
      }
    }
  }
  is_new = false;
  return item->element;
}

Status Inferrer::add_attribute(const xml::Attribute& found, Content& content) {
  const StringId space = found.name_space;
  if (space == xsd_) return refuse("data in the namespace of XSD are a schema: none is inferred from them");
  if (space == xml::kXmlNamespace) return refuse("no schema is inferred where attributes as xml:lang are");
  Schema* schema = nullptr;
  if (space != xml::kEmptyString) {
    schema = find_schema(space);
    if (schema == nullptr) {
      schema = schema_of(space);
      const std::string_view raw = reader_.raw_name(found);
      add_prefix(reader_.intern(raw.substr(0, raw.find(':'))), space);
    }
  }
  const auto [place, is_new] = content.attribute_places.emplace(key_of(space, found.local), content.attributes.size());
  if (is_new) {
    DOTWIRE_TRY(count());
    content.attributes.push_back({found.local, space, kAnyType, {}});
  }
  Attribute* attribute = &content.attributes[place->second];
  if (schema != nullptr) {
    const auto [global, first] = schema->attribute_places.emplace(found.local, schema->attributes.size());
    if (first) schema->attributes.push_back({found.local, space, kAnyType, {}});
    attribute = &schema->attributes[global->second];
  }
  refine(found.value, attribute->types, attribute->type);
  return {};
}

Status Inferrer::attribute(const xml::Attribute& found) {
  Declared& element = *open_.back().element;
  if (found.name_space == xsi_) {
    const std::string_view local = reader_.string(found.local);
    if (local == "nil") {
      element.nillable = true;
    } else if (local != "type" && local != "schemaLocation" && local != "noNamespaceSchemaLocation") {
      return refuse("an attribute that the namespace of instances does not have");
    }
    return {};
  }
  if (found.name_space == xml::kXmlNamespace && reader_.string(found.local) != "lang") return {};
  if (element.complex == nullptr) {
    contents_.emplace_back();
    element.complex = &contents_.back();
    if (!element.type.empty()) {
      // A simple type becomes the text of a complex one.
      element.complex->kind = Content::Text;
      element.complex->type = element.type;
      element.complex->types = element.types;
      element.types = 0;
      element.type = {};
    }
  }
  return add_attribute(found, *element.complex);
}

Status Inferrer::start() {
  if (reader_.name_space() == xsd_) {
    return refuse("data in the namespace of XSD are a schema: none is inferred from them");
  }
  bool is_new = true;
  Declared* element = nullptr;
  Schema* schema = nullptr;
  if (open_.empty()) {
    schema = schema_of(reader_.name_space());
    if (reader_.prefix() != xml::kEmptyString) add_prefix(reader_.prefix(), reader_.name_space());
    element = declare(reader_.local(), reader_.name_space());
    schema->elements.push_back(element);
    schema->by_name.emplace(element->local, element);
  } else {
    ++open_.back().nodes;
    element = child(open_.back(), is_new);
    schema = schema_of(element->name_space);
  }
  if (is_new) {
    DOTWIRE_TRY(count());
  }
  open_.push_back({element, schema, is_new, false, 0, nullptr, {}});
  for (const xml::NamespaceDeclaration& declared : reader_.declarations()) {
    if (declared.prefix != xml::kEmptyString) add_prefix(declared.prefix, declared.name_space);
  }
  for (const xml::Attribute& found : reader_.attributes()) {
    DOTWIRE_TRY(attribute(found));
  }
  return {};
}

// Text stands alone in an element or it is lost.
void Inferrer::text(bool cdata) {
  Open& top = open_.back();
  ++top.nodes;
  Declared& element = *top.element;
  const bool typed = !cdata && top.nodes == 1;
  if (element.complex == nullptr) {
    if (!typed) {
      element.types = kOnlyString;
      element.type = "string";
      return;
    }
    if (top.is_new) element.types = kAnyType;
    refine(reader_.text(), element.types, element.type);
    return;
  }
  Content& content = *element.complex;
  if (content.kind == Content::Sequence || content.kind == Content::Choice) return;
  if (content.kind == Content::Nothing) {
    content.kind = Content::Text;
    content.types = top.is_new ? kAnyType : kOnlyString;
    if (cdata) content.types = kOnlyString;
    refine(reader_.text(), content.types, content.type);
    return;
  }
  if (typed) {
    refine(reader_.text(), content.types, content.type);
  } else {
    content.types = kOnlyString;
    content.type = "string";
  }
}

// What an element that holds nothing says of its type.
void Inferrer::end() {
  const Open& top = open_.back();
  Declared& element = *top.element;
  if (top.nodes == 0) {
    if (element.complex != nullptr) {
      if (!top.is_new && element.complex->kind == Content::Text) {
        element.complex->types = kOnlyString;
        element.complex->type = "string";
      }
    } else if (top.is_new) {
      element.types = kOnlyString;
    } else if (!element.type.empty()) {
      element.types = kOnlyString;
      element.type = "string";
    }
  }
  open_.pop_back();
}

Status Inferrer::read() {
  add_prefix(reader_.intern("xs"), xsd_);
  while (true) {
    DOTWIRE_TRY(const xml::NodeKind kind, reader_.next());
    switch (kind) {
      case xml::NodeKind::Start: {
        DOTWIRE_TRY(start());
        break;
      }
      case xml::NodeKind::End: end(); break;
      case xml::NodeKind::Text: text(false); break;
      case xml::NodeKind::CData: text(true); break;
      case xml::NodeKind::EndOfDocument: return {};
      default: break;
    }
  }
}

// Types nest as deep as the data: each element in its place, by a stack.
Status Inferrer::emit_element(XsdTree& tree, XsdNode parent, const Declared& root, const Item* root_item) const {
  struct Job {
    XsdNode parent;
    const Declared* element;
    const Item* item;
  };
  std::vector<Job> jobs{{parent, &root, root_item}};
  while (!jobs.empty()) {
    const Job job = jobs.back();
    jobs.pop_back();
    DOTWIRE_TRY(const XsdNode node, tree.add(XsdTag::Element, job.parent));
    const auto name = [&](StringId id) { return tree.copy(reader_.string(id)); };
    if (job.item != nullptr) {
      tree.part(node).min_occurs = 0;
      if (job.item->repeats) tree.part(node).max_occurs = model::kUnbounded;
      if (job.item->reference) {
        tree.part(node).ref = {name(job.element->name_space), name(job.element->local)};
        continue;
      }
    }
    tree.part(node).name = name(job.element->local);
    tree.part(node).nillable = job.element->nillable;
    const Content* content = job.element->complex;
    if (content == nullptr) {
      if (!job.element->type.empty()) tree.part(node).type = {kXsd, job.element->type};
      continue;
    }
    DOTWIRE_TRY(const XsdNode type, tree.add(XsdTag::ComplexType, node));
    XsdNode attributes = type;
    if (content->kind == Content::Text) {
      DOTWIRE_TRY(const XsdNode simple, tree.add(XsdTag::SimpleContent, type));
      DOTWIRE_TRY(attributes, tree.add(XsdTag::Extension, simple));
      tree.part(attributes).type = {kXsd, content->type};
    }
    if (content->kind == Content::Sequence || content->kind == Content::Choice) {
      DOTWIRE_TRY(XsdNode particle, tree.add(XsdTag::Sequence, type));
      if (content->kind == Content::Choice) {
        DOTWIRE_TRY(particle, tree.add(XsdTag::Choice, particle));
        tree.part(particle).max_occurs = model::kUnbounded;
      }
      const std::size_t first = jobs.size();
      for (const Item* item = content->first; item != nullptr; item = item->next) {
        jobs.push_back({particle, item->element, item});
      }
      std::reverse(jobs.begin() + static_cast<std::ptrdiff_t>(first), jobs.end());
    }
    for (const Attribute& attribute : content->attributes) {
      DOTWIRE_TRY(const XsdNode made, tree.add(XsdTag::Attribute, attributes));
      if (attribute.name_space == xml::kEmptyString) {
        tree.part(made).name = name(attribute.local);
        tree.part(made).type = {kXsd, attribute.type};
      } else {
        tree.part(made).ref = {name(attribute.name_space), name(attribute.local)};
      }
    }
  }
  return {};
}

Status Inferrer::emit(XsdTree& tree) const {
  for (std::size_t i = 0; i < schemas_.size(); ++i) {
    const Schema& schema = schemas_[i];
    const XsdNode root = tree.add_schema(tree.copy(reader_.string(schema.name_space)));
    tree.part(root).element_form = XsdForm::Qualified;
    tree.part(root).attribute_form = XsdForm::Unqualified;
    if (i == 0) {
      std::vector<std::pair<std::string_view, std::string_view>> prefixes;
      for (const auto& [prefix, uri] : prefixes_) {
        prefixes.emplace_back(tree.copy(reader_.string(prefix)), tree.copy(reader_.string(uri)));
      }
      tree.set_prefixes(0, std::move(prefixes));
    }
    for (const Attribute& attribute : schema.attributes) {
      DOTWIRE_TRY(const XsdNode made, tree.add(XsdTag::Attribute, root));
      tree.part(made).name = tree.copy(reader_.string(attribute.local));
      tree.part(made).type = {kXsd, attribute.type};
    }
    for (const Declared* element : schema.elements) {
      DOTWIRE_TRY(emit_element(tree, root, *element, nullptr));
    }
  }
  return {};
}

}  // namespace

Status infer_schema(Bytes document, const ReadOptions& options, Inference inference, model::TableSet& set,
                    SchemaFacts& facts) {
  xml::ReaderOptions reader_options = xml::ReaderOptions::as_xml_text_reader();
  reader_options.limits = options.limits;
  xml::Reader reader(reader_options);
  DOTWIRE_TRY(reader.open(document));
  Inferrer inferrer(reader, options, inference);
  DOTWIRE_TRY(inferrer.read());
  XsdTree tree;
  DOTWIRE_TRY(inferrer.emit(tree));
  return SchemaLoader(tree, nullptr, options, set, facts).load();
}

}  // namespace dotwire::dataset_xml

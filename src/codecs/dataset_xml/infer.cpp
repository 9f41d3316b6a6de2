#include "codecs/dataset_xml/infer.h"

#include <unordered_map>

#include "base/try.h"
#include "codecs/dataset_xml/infer_type.h"
#include "codecs/dataset_xml/inferred_schemas.h"
#include "codecs/dataset_xml/schema_load.h"
#include "codecs/dataset_xml/vocabulary.h"
#include "codecs/dataset_xml/xsd.h"
#include "model/cell_budget.h"

namespace dotwire::dataset_xml {
namespace {

using Attribute = InferredSchemas::Attribute;
using Content = InferredSchemas::Content;
using Declared = InferredSchemas::Declared;
using Item = InferredSchemas::Item;
using Schema = InferredSchemas::Schema;
using NameKey = InferredSchemas::NameKey;
using xml::StringId;

// Reads data and keeps what XmlSchemaInference would know of them.
class Inferrer {
 public:
  Inferrer(xml::Reader& reader, const ReadOptions& options, Inference inference, InferredSchemas& schemas)
      : reader_(reader),
        cells_{options.dialect, options.zone},
        strings_(inference == Inference::Strings),
        xsd_(reader.intern(kXsd)),
        xsi_(reader.intern(kXsi)),
        schemas_(schemas),
        budget_(options.limits, reader.document_text().size()) {}

  Status read();

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
  void refine(std::string_view value, TypeSet& types, std::string_view& type);
  Status count();

  xml::Reader& reader_;
  CellContext cells_;
  bool strings_;
  StringId xsd_;
  StringId xsi_;
  std::vector<Open> open_;
  InferredSchemas& schemas_;
  model::SchemaBudget budget_;
  std::size_t parts_ = 0;
};

Status Inferrer::count() {
  // A name makes parts of a schema, and a column or table of them.
  constexpr std::uint64_t kPartBytes = 2 * model::kColumnBytes;
  if (!budget_.take(kPartBytes)) return reader_.error(ErrorCode::LimitExceeded, model::kTooManyColumns);
  if (++parts_ <= kMostSchemaNodes / 4) return {};
  return reader_.error(ErrorCode::LimitExceeded, "data of more different elements and attributes than a schema holds");
}

void Inferrer::refine(std::string_view value, TypeSet& types, std::string_view& type) {
  type = strings_ ? std::string_view("string") : refine_type(value, types, cells_);
}

// A child that its parent's type does not know yet.
Item* Inferrer::add(Open& parent, Content& content, Item* after, bool& is_new) {
  const StringId space = reader_.name_space();
  is_new = true;
  if (parent.schema->name_space == space) {
    return schemas_.insert(content, after, schemas_.declare(reader_.local(), space), false);
  }
  Schema* schema = schemas_.find_schema(space);
  if (schema == nullptr) {
    schema = schemas_.schema_of(space);
    if (reader_.prefix() != xml::kEmptyString) schemas_.add_prefix(reader_.prefix(), space);
  }
  Declared*& declared = schema->by_name[reader_.local()];
  is_new = declared == nullptr;
  if (is_new) {
    declared = schemas_.declare(reader_.local(), space);
    schema->elements.push_back(declared);
  }
  return schemas_.insert(content, after, declared, true);
}

// The declaration of the element that begins, by its parent's type.
Declared* Inferrer::child(Open& parent, bool& is_new) {
  const NameKey key = InferredSchemas::key_of(reader_.name_space(), reader_.local());
  const bool again = !parent.seen.emplace(key, true).second;
  Declared& element = *parent.element;
  if (element.complex == nullptr) {
    element.complex = schemas_.make_content();
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
    schema = schemas_.find_schema(space);
    if (schema == nullptr) {
      schema = schemas_.schema_of(space);
      const std::string_view raw = reader_.raw_name(found);
      schemas_.add_prefix(reader_.intern(raw.substr(0, raw.find(':'))), space);
    }
  }
  const auto [place, is_new] =
      content.attribute_places.emplace(InferredSchemas::key_of(space, found.local), content.attributes.size());
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
    element.complex = schemas_.make_content();
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
    schema = schemas_.schema_of(reader_.name_space());
    if (reader_.prefix() != xml::kEmptyString) schemas_.add_prefix(reader_.prefix(), reader_.name_space());
    element = schemas_.declare(reader_.local(), reader_.name_space());
    schema->elements.push_back(element);
    schema->by_name.emplace(element->local, element);
  } else {
    ++open_.back().nodes;
    element = child(open_.back(), is_new);
    schema = schemas_.schema_of(element->name_space);
  }
  if (is_new) {
    DOTWIRE_TRY(count());
  }
  open_.push_back({element, schema, is_new, false, 0, nullptr, {}});
  for (const xml::NamespaceDeclaration& declared : reader_.declarations()) {
    if (declared.prefix != xml::kEmptyString) schemas_.add_prefix(declared.prefix, declared.name_space);
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
  schemas_.add_prefix(reader_.intern("xs"), xsd_);
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

}  // namespace

Status infer_schema(Bytes document, const ReadOptions& options, Inference inference, model::TableSet& set,
                    SchemaFacts& facts) {
  xml::ReaderOptions reader_options = xml::ReaderOptions::as_xml_text_reader();
  reader_options.limits = options.limits;
  xml::Reader reader(reader_options);
  DOTWIRE_TRY(reader.open(document));
  InferredSchemas schemas;
  DOTWIRE_TRY(Inferrer(reader, options, inference, schemas).read());
  XsdTree tree;
  DOTWIRE_TRY(schemas.to_xsd(reader, tree));
  return SchemaLoader(tree, nullptr, document.size(), options, set, facts).load();
}

}  // namespace dotwire::dataset_xml

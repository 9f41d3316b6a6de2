#include "codecs/dataset_xml/kept_xml.h"

#include <algorithm>
#include <string>
#include <vector>

#include "base/try.h"
#include "clr/digits.h"
#include "codecs/dataset_xml/node_text.h"
#include "codecs/dataset_xml/prefixes.h"
#include "codecs/dataset_xml/stated_type.h"
#include "codecs/dataset_xml/type_map.h"
#include "codecs/dataset_xml/vocabulary.h"
#include "wire/xml/characters.h"

namespace dotwire::dataset_xml {

using model::as_string;
using model::Column;
using model::Node;

namespace {

constexpr std::string_view kAttributes = "attributes";
constexpr std::string_view kContent = "content";
constexpr std::string_view kVersion = "System.Version";

// The class whose XML is kept: as the attribute names it, else the column's.
TypeText class_of(xml::Reader& reader, const Column& column) {
  const xml::Attribute* instance = reader.find_attribute(reader.intern(kMsdata), reader.intern("InstanceType"));
  if (instance != nullptr) return split_type_text(instance->value);
  return {column.type_name, column.assembly};
}

// Two to four numbers. .NET writes an empty element and so loses them.
bool is_version(std::string_view text) {
  std::size_t numbers = 0;
  while (true) {
    const std::size_t dot = text.find('.');
    if (!parse_integer<std::uint32_t>(text.substr(0, dot)).ok() || ++numbers > 4) return false;
    if (dot == std::string_view::npos) return numbers >= 2;
    text.remove_prefix(dot + 1);
  }
}

// A piece of a start tag: an attribute or a declaration, up to the next one.
struct TagPiece {
  const char* at;
  bool kept;
};

// The attributes of the start tag that the reader is on, without msdata:InstanceType, and without the declarations of
// msdata and of the prefix that the element has: who writes it knows those.
std::string kept_attributes(xml::Reader& reader) {
  std::vector<TagPiece> pieces;
  const xml::StringId msdata = reader.intern(kMsdata);
  const xml::StringId instance_type = reader.intern("InstanceType");
  for (const xml::Attribute& attribute : reader.attributes()) {
    pieces.push_back({attribute.at, attribute.name_space != msdata || attribute.local != instance_type});
  }
  for (const xml::NamespaceDeclaration& declaration : reader.declarations()) {
    pieces.push_back({declaration.at, declaration.prefix != reader.prefix() && declaration.name_space != msdata});
  }
  std::sort(pieces.begin(), pieces.end(), [](const TagPiece& a, const TagPiece& b) { return a.at < b.at; });
  const char* end = reader.position() - (reader.is_empty_element() ? 2 : 1);
  std::string kept;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (!pieces[i].kept) continue;
    const char* stop = i + 1 < pieces.size() ? pieces[i + 1].at : end;
    while (stop != pieces[i].at && xml::is_space(stop[-1])) --stop;
    kept.push_back(' ');
    kept.append(pieces[i].at, stop);
  }
  return kept;
}

// Prefixes that the kept XML uses and does not declare.
class OuterPrefixes {
 public:
  OuterPrefixes(xml::Reader& reader, std::size_t most) : reader_(reader), most_(most) {
    for (const xml::NamespaceDeclaration& declaration : reader.declarations()) add(known_, declaration.prefix);
    add(known_, xml::kEmptyString);
    add(known_, xml::kXmlPrefix);
    const xml::StringId msdata = reader.intern(kMsdata);
    const xml::StringId instance_type = reader.intern("InstanceType");
    for (const xml::Attribute& attribute : reader.attributes()) {
      if (attribute.name_space != msdata || attribute.local != instance_type) use(attribute);
    }
  }
  // At a start tag inside.
  void at_start() {
    for (const xml::NamespaceDeclaration& declaration : reader_.declarations()) add(known_, declaration.prefix);
    use(reader_.prefix(), reader_.name_space());
    for (const xml::Attribute& attribute : reader_.attributes()) use(attribute);
  }
  const std::string& declarations() const { return declarations_; }

 private:
  static bool add(std::vector<bool>& set, xml::StringId prefix) {
    if (prefix >= set.size()) set.resize(std::size_t{prefix} + 1);
    if (set[prefix]) return false;
    set[prefix] = true;
    return true;
  }
  void use(const xml::Attribute& attribute) {
    const std::string_view raw = reader_.raw_name(attribute);
    const std::size_t colon = raw.find(':');
    if (colon != std::string_view::npos) use(reader_.intern(raw.substr(0, colon)), attribute.name_space);
  }
  void use(xml::StringId prefix, xml::StringId name_space) {
    if (declarations_.size() > most_ || !add(known_, prefix)) return;
    declarations_ += declaration_text(Markup(), reader_.string(prefix), reader_.string(name_space));
  }

  xml::Reader& reader_;
  std::size_t most_;
  std::vector<bool> known_;
  std::string declarations_;
};

}  // namespace

Status append_kept_xml(Buffer& out, const ObjectWriteContext& context, const Column& column,
                       const ObjectElement& element, const model::ObjectNode& object) {
  const auto text_of = [&](std::string_view member_name) {
    const model::Member* member = object.find(member_name);
    if (member == nullptr || member->recorded.binary_type == model::BinaryType::Primitive) return std::string_view();
    const model::StringNode* text = as_string(object.slot(*member).node());
    return text == nullptr ? std::string_view() : text->view();
  };
  const std::string_view content = text_of(kContent);
  if (object.type->name != column.type_name) {
    std::string type(object.type->name);
    if (!object.type->library.empty()) type += ", " + std::string(object.type->library);
    append_instance_type(out, context, type, {});
  }
  out.append(text_of(kAttributes));
  out.append(element.declarations);
  if (content.empty()) return out.append(context.markup.empty_end()), Status();
  out.push_back('>');
  out.append(content);
  out.append("</");
  out.append(element.name);
  out.push_back('>');
  return {};
}

bool is_kept_xml(const model::ObjectNode& object) {
  return object.type->members.size() == 2 && object.find(kAttributes) != nullptr && object.find(kContent) != nullptr;
}

Result<const Node*> keep_xml(xml::Reader& reader, const Column& column, model::Graph& graph) {
  constexpr std::size_t kMostDeclarations = 1 << 16;
  const TypeText type_text = class_of(reader, column);
  model::Member members[2];
  members[0].name = kAttributes;
  members[1].name = kContent;
  for (model::Member& member : members) member.recorded.binary_type = model::BinaryType::String;
  const model::Type* type = graph.make_type(type_text.name, type_text.assembly, members);

  std::string attributes = kept_attributes(reader);
  OuterPrefixes outer(reader, kMostDeclarations);
  const char* const content = reader.position();
  const bool empty = reader.is_empty_element();
  const std::size_t depth = reader.depth();
  while (true) {
    DOTWIRE_TRY(const xml::NodeKind node, reader.next());
    if (node == xml::NodeKind::End && reader.depth() < depth) break;
    if (node == xml::NodeKind::Start) outer.at_start();
  }
  const auto size = empty ? std::size_t{0} : static_cast<std::size_t>(reader.node_begin() - content);
  attributes += outer.declarations();
  if (attributes.empty()) {
    if (type_text.name == kVersion && is_version({content, size})) return graph.make_string({content, size});
    if (const Node* number = enum_number({content, size}, graph)) return number;
  }

  model::ObjectNode* object = graph.make_object(type);
  object->slot(type->members[0]) = model::Slot::in_place(graph.make_string(attributes));
  object->slot(type->members[1]) = model::Slot::in_place(graph.make_string({content, size}));
  return object;
}

}  // namespace dotwire::dataset_xml

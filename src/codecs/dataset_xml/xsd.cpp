#include "codecs/dataset_xml/xsd.h"

#include <algorithm>
#include <charconv>

#include "base/try.h"
#include "clr/number_text.h"
#include "codecs/dataset_xml/sql_types.h"
#include "codecs/dataset_xml/vocabulary.h"
#include "codecs/dataset_xml/xsd_attributes.h"
#include "codecs/dataset_xml/xsd_places.h"

namespace dotwire::dataset_xml {
namespace {

struct TagName {
  std::string_view name;
  XsdTag tag;
};
constexpr TagName kTags[] = {
    {"schema", XsdTag::Schema},
    {"element", XsdTag::Element},
    {"attribute", XsdTag::Attribute},
    {"attributeGroup", XsdTag::AttributeGroup},
    {"anyAttribute", XsdTag::AnyAttribute},
    {"complexType", XsdTag::ComplexType},
    {"simpleType", XsdTag::SimpleType},
    {"sequence", XsdTag::Sequence},
    {"choice", XsdTag::Choice},
    {"all", XsdTag::All},
    {"group", XsdTag::Group},
    {"any", XsdTag::Any},
    {"simpleContent", XsdTag::SimpleContent},
    {"complexContent", XsdTag::ComplexContent},
    {"extension", XsdTag::Extension},
    {"restriction", XsdTag::Restriction},
    {"list", XsdTag::List},
    {"union", XsdTag::Union},
    {"length", XsdTag::Length},
    {"maxLength", XsdTag::MaxLength},
    {"minLength", XsdTag::Facet},
    {"pattern", XsdTag::Facet},
    {"enumeration", XsdTag::Facet},
    {"whiteSpace", XsdTag::Facet},
    {"minInclusive", XsdTag::Facet},
    {"maxInclusive", XsdTag::Facet},
    {"minExclusive", XsdTag::Facet},
    {"maxExclusive", XsdTag::Facet},
    {"totalDigits", XsdTag::Facet},
    {"fractionDigits", XsdTag::Facet},
    {"unique", XsdTag::Unique},
    {"key", XsdTag::Key},
    {"keyref", XsdTag::Keyref},
    {"selector", XsdTag::Selector},
    {"field", XsdTag::Field},
    {"annotation", XsdTag::Annotation},
    {"appinfo", XsdTag::AppInfo},
    {"documentation", XsdTag::Documentation},
    {"import", XsdTag::Import},
    {"include", XsdTag::Import},
    {"redefine", XsdTag::Import},
    {"notation", XsdTag::Notation},
};

const TagName* find_tag(std::string_view local) {
  const auto* found =
      std::find_if(std::begin(kTags), std::end(kTags), [&](const TagName& t) { return t.name == local; });
  return found == std::end(kTags) ? nullptr : found;
}

// minOccurs and maxOccurs. System.Data holds a Decimal, and writes its greatest value for "unbounded".
bool is_occurs(std::string_view text, std::uint64_t& to) {
  text = trim_xml_space(text);
  if (text == "unbounded" || text == kUnboundedText) return to = model::kUnbounded, true;
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), to);
  return code == std::errc() && end == text.data() + text.size() && to != model::kUnbounded;
}

// The parent of a part that is nobody's child.
bool is_top(XsdNode parent) { return parent == kNoNode; }

}  // namespace

const XsdExtra* XsdTree::extra(XsdNode node, std::string_view local) const {
  const XsdExtra* begin = extras(node);
  for (std::uint32_t i = 0; i < parts_[node].extra_count; ++i) {
    if (!begin[i].property && begin[i].local == local) return begin + i;
  }
  return nullptr;
}

XsdNode XsdTree::child(XsdNode node, XsdTag tag) const {
  for (XsdNode at = parts_[node].first; at != kNoNode; at = parts_[at].next) {
    if (parts_[at].tag == tag) return at;
  }
  return kNoNode;
}

Result<XsdNode> XsdTree::add(XsdTag tag, XsdNode parent) {
  if (parts_.size() == kMostSchemaNodes) {
    return Error(ErrorCode::LimitExceeded, "a schema of more than " + std::to_string(kMostSchemaNodes) + " parts");
  }
  const auto node = static_cast<XsdNode>(parts_.size());
  XsdPart part;
  part.tag = tag;
  part.parent = parent;
  part.schema = schemas_.empty() ? 0 : static_cast<std::uint32_t>(schemas_.size() - 1);
  part.first_extra = static_cast<std::uint32_t>(extras_.size());
  if (!is_top(parent)) {
    part.schema = parts_[parent].schema;
    (parts_[parent].last == kNoNode ? parts_[parent].first : parts_[parts_[parent].last].next) = node;
    parts_[parent].last = node;
  }
  parts_.push_back(part);
  return node;
}

XsdNode XsdTree::add_schema(std::string_view target_namespace) {
  const auto node = static_cast<XsdNode>(parts_.size());
  schemas_.push_back({node, target_namespace, {}});
  XsdPart part;
  part.tag = XsdTag::Schema;
  part.schema = static_cast<std::uint32_t>(schemas_.size() - 1);
  part.first_extra = static_cast<std::uint32_t>(extras_.size());
  parts_.push_back(part);
  return node;
}

Result<XsdName> XsdTree::read_name(xml::Reader& reader, const xml::Attribute& attribute) {
  std::string_view text = attribute.value;
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t' || text.front() == '\n')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\n')) text.remove_suffix(1);
  const std::size_t colon = text.find(':');
  const std::string_view prefix = colon == std::string_view::npos ? std::string_view() : text.substr(0, colon);
  const xml::StringId space = reader.resolve_prefix(prefix);
  if (space == xml::kUnbound && !prefix.empty()) {
    return reader.error(ErrorCode::Malformed, attribute.at,
                        "prefix " + std::string(prefix.substr(0, 40)) + " stands for nothing");
  }
  XsdName name;
  if (space != xml::kUnbound) name.name_space = copy(reader.string(space));
  name.local = copy(colon == std::string_view::npos ? text : text.substr(colon + 1));
  if (name.name_space != kSqlTypes) return name;
  const std::string_view known = xsd_type_of_sql_type(name.local);
  return known.empty() ? name : XsdName{kXsd, known};
}

Status XsdTree::read_attribute(xml::Reader& reader, XsdNode node, const xml::Attribute& attribute) {
  const std::string_view local = reader.string(attribute.local);
  const std::string_view value = attribute.value;
  const std::string_view word = trim_xml_space(value);
  const auto form = [&] { return word == "qualified" ? XsdForm::Qualified : XsdForm::Unqualified; };
  const auto is_true = [&] { return word == "true" || word == "1"; };
  const auto occurs = [&](std::uint64_t& to) -> Status {
    if (is_occurs(value, to)) return {};
    return reader.error(ErrorCode::Malformed, attribute.at,
                        "not a number of times: " + std::string(value.substr(0, 40)));
  };
  XsdPart& part = parts_[node];
  if (std::string fault = fault_of_attribute(part.tag, local, value); !fault.empty()) {
    return reader.error(ErrorCode::Malformed, attribute.at, std::move(fault));
  }
  if (local == "name" || (local == "id" && part.tag == XsdTag::Schema)) {
    part.name = copy(part.tag == XsdTag::Relationship ? value : word);
  } else if (local == "type" || local == "base" || local == "itemType") {
    DOTWIRE_TRY(part.type, read_name(reader, attribute));
  } else if (local == "ref" || local == "refer") {
    DOTWIRE_TRY(part.ref, read_name(reader, attribute));
  } else if (local == "minOccurs") {
    part.has_min_occurs = true;
    return occurs(part.min_occurs);
  } else if (local == "maxOccurs") {
    return occurs(part.max_occurs);
  } else if (local == "form") {
    part.form = form();
  } else if (local == "elementFormDefault") {
    part.element_form = form();
  } else if (local == "attributeFormDefault") {
    part.attribute_form = form();
  } else if (local == "use") {
    part.use = word == "required" ? XsdUse::Required : word == "prohibited" ? XsdUse::Prohibited : XsdUse::Optional;
  } else if (local == "nillable") {
    part.nillable = is_true();
  } else if (local == "abstract") {
    part.abstract = is_true();
  } else if (local == "default" || local == "fixed") {
    (local == "default" ? part.has_default : part.has_fixed) = true;
    part.value = copy(value);
  } else if (local == "value" || local == "xpath" || (local == "schemaLocation" && part.tag == XsdTag::Import)) {
    part.value = copy(value);
  }
  return {};
}

Status XsdTree::read_part(xml::Reader& reader, XsdNode node) {
  parts_[node].at = reader.node_begin();
  for (const xml::Attribute& attribute : reader.attributes()) {
    const std::string_view space = reader.string(attribute.name_space);
    if (space.empty()) {
      DOTWIRE_TRY(read_attribute(reader, node, attribute));
    } else if (space == kMsdata || space == kMsprop) {
      const bool usual = reader.raw_name(attribute).starts_with("msdata:");
      extras_.push_back({space == kMsprop, usual, copy(reader.string(attribute.local)), copy(attribute.value)});
      ++parts_[node].extra_count;
    }
  }
  XsdPart& part = parts_[node];
  if (part.max_occurs == 0 && !part.has_min_occurs) part.min_occurs = 0;
  if (part.has_default && part.has_fixed) {
    return reader.error(ErrorCode::Malformed, "a default and a fixed value at once");
  }
  if (part.min_occurs > part.max_occurs) return reader.error(ErrorCode::Malformed, "minOccurs is above maxOccurs");
  return {};
}

// What it says is in attributes of msdata, but for its name.
Status XsdTree::read_relationship(xml::Reader& reader, XsdNode parent) {
  DOTWIRE_TRY(const XsdNode node, add(XsdTag::Relationship, parent));
  DOTWIRE_TRY(read_part(reader, node));
  return reader.skip();
}

// Whether the part has the one child that it may have of this kind.
bool XsdTree::has_one(XsdNode node, XsdTag tag) const {
  const XsdTag parent = parts_[node].tag;
  if (!may_stand_once(parent, tag)) return false;
  for (XsdNode at = parts_[node].first; at != kNoNode; at = parts_[at].next) {
    if (may_stand_once(parent, parts_[at].tag)) return true;
  }
  return false;
}

Status XsdTree::read(xml::Reader& reader) {
  if (parts_.size() >= kMostSchemaNodes) return reader.error(ErrorCode::LimitExceeded, "a schema of too many parts");
  std::string_view target;
  if (const auto* found = reader.find_attribute(xml::kEmptyString, reader.intern("targetNamespace"))) {
    target = copy(found->value);
  }
  const XsdNode root = add_schema(target);
  for (const xml::NamespaceDeclaration& declared : reader.declarations()) {
    schemas_.back().prefixes.emplace_back(copy(reader.string(declared.prefix)),
                                          copy(reader.string(declared.name_space)));
  }
  DOTWIRE_TRY(read_part(reader, root));
  const xml::StringId xsd = reader.intern(kXsd);
  const xml::StringId msdata = reader.intern(kMsdata);
  std::vector<XsdNode> open{root};
  while (!open.empty()) {
    DOTWIRE_TRY(const xml::NodeKind kind, reader.next());
    if (kind == xml::NodeKind::End) {
      open.pop_back();
      continue;
    }
    const XsdTag around = parts_[open.back()].tag;
    const bool free = around == XsdTag::AppInfo || around == XsdTag::Documentation;
    const bool text = kind == xml::NodeKind::Text || kind == xml::NodeKind::CData;
    if (text && !free && reader.text().find_first_not_of(" \t\r\n") != std::string_view::npos) {
      return reader.error(ErrorCode::Malformed, "text in a schema");
    }
    if (kind != xml::NodeKind::Start) continue;
    if (around == XsdTag::AppInfo && reader.name_space() == msdata && reader.local_name() == "Relationship") {
      DOTWIRE_TRY(read_relationship(reader, open.back()));
      continue;
    }
    if (free) {
      DOTWIRE_TRY(reader.skip());
      continue;
    }
    if (reader.name_space() != xsd) return reader.error(ErrorCode::Malformed, "an element that is none of a schema");
    const TagName* tag = find_tag(reader.local_name());
    if (tag == nullptr || !may_stand_in(around, tag->tag) || has_one(open.back(), tag->tag)) {
      return reader.error(ErrorCode::Malformed,
                          "xs:" + std::string(reader.local_name().substr(0, 40)) + " is not supported here");
    }
    Result<XsdNode> node = add(tag->tag, open.back());
    if (!node.ok()) return reader.error(node.error().code(), node.error().message());
    DOTWIRE_TRY(read_part(reader, *node));
    open.push_back(*node);
  }
  return {};
}

}  // namespace dotwire::dataset_xml

// XSD documents as trees: what they say, before anything is made of it. Inference makes such trees too.
//
// Names in values (type, ref, base, refer) are resolved while the prefixes are in scope. Texts live as long as the
// tree.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/arena.h"
#include "dotwire/limits.h"
#include "dotwire/table.h"
#include "wire/xml/reader.h"

namespace dotwire::dataset_xml {

// More parts than this are refused: each may become a column, which is many times larger than its text.
inline constexpr std::size_t kMostSchemaNodes = std::size_t{1} << 17;

enum class XsdTag : std::uint8_t {
  Schema,
  Element,
  Attribute,
  AttributeGroup,
  AnyAttribute,
  ComplexType,
  SimpleType,
  Sequence,
  Choice,
  All,
  Group,
  Any,
  SimpleContent,
  ComplexContent,
  Extension,
  Restriction,
  List,
  Union,
  Length,
  MaxLength,
  Facet,  // any other
  Unique,
  Key,
  Keyref,
  Selector,
  Field,
  Annotation,
  AppInfo,
  Documentation,
  Relationship,  // msdata's
  Import,        // include and redefine too
  Notation,
};

enum class XsdForm : std::uint8_t { None, Qualified, Unqualified };
enum class XsdUse : std::uint8_t { None, Optional, Required, Prohibited };

struct XsdName {
  std::string_view name_space;
  std::string_view local;
  bool empty() const { return local.empty(); }
  friend bool operator==(const XsdName&, const XsdName&) = default;
};

// An attribute of msdata or msprop.
struct XsdExtra {
  bool property;
  bool usual_prefix;  // "msdata", as its namespace has by custom
  std::string_view local;
  std::string_view value;
};

using XsdNode = std::uint32_t;
inline constexpr XsdNode kNoNode = ~XsdNode{0};

struct XsdPart {
  XsdTag tag;
  XsdForm form = XsdForm::None;
  XsdUse use = XsdUse::None;
  bool nillable = false;
  bool abstract = false;
  bool has_default = false;
  bool has_fixed = false;
  bool has_min_occurs = false;
  XsdForm element_form = XsdForm::None;    // of Schema: the defaults
  XsdForm attribute_form = XsdForm::None;  //
  XsdNode parent = kNoNode;
  XsdNode first = kNoNode;  // child
  XsdNode last = kNoNode;
  XsdNode next = kNoNode;    // sibling
  std::uint32_t schema = 0;  // index of its document
  std::uint32_t first_extra = 0;
  std::uint32_t extra_count = 0;
  std::uint64_t min_occurs = 1;
  std::uint64_t max_occurs = 1;
  XsdName type;            // or base
  XsdName ref;             // or refer
  std::string_view name;   // of Schema: its id
  std::string_view value;  // of facets; xpath; default or fixed value; schemaLocation
  const char* at = nullptr;
};

struct XsdSchema {
  XsdNode root;
  std::string_view target_namespace;
  // xmlns:prefix of the root element.
  std::vector<std::pair<std::string_view, std::string_view>> prefixes;
};

class XsdTree {
 public:
  // On the start tag of xs:schema: reads to its end. May be called for further schemas that belong together.
  Status read(xml::Reader& reader);

  const XsdPart& operator[](XsdNode node) const { return parts_[node]; }
  XsdPart& part(XsdNode node) { return parts_[node]; }
  std::size_t size() const { return parts_.size(); }
  const std::vector<XsdSchema>& schemas() const { return schemas_; }
  const XsdSchema& schema_of(XsdNode node) const { return schemas_[parts_[node].schema]; }

  // Null if there is none.
  const XsdExtra* extra(XsdNode node, std::string_view local) const;
  std::string_view msdata(XsdNode node, std::string_view local) const {
    const XsdExtra* found = extra(node, local);
    return found == nullptr ? std::string_view() : found->value;
  }
  const XsdExtra* extras(XsdNode node) const { return extras_.data() + parts_[node].first_extra; }

  // The first child of a kind.
  XsdNode child(XsdNode node, XsdTag tag) const;
  XsdNode first(XsdNode node) const { return parts_[node].first; }
  XsdNode next(XsdNode node) const { return parts_[node].next; }

  // For those who make a tree.
  Result<XsdNode> add(XsdTag tag, XsdNode parent);
  XsdNode add_schema(std::string_view target_namespace);
  std::string_view copy(std::string_view text) { return arena_.copy(text); }
  void set_prefixes(std::size_t schema, std::vector<std::pair<std::string_view, std::string_view>> prefixes) {
    schemas_[schema].prefixes = std::move(prefixes);
  }

 private:
  Status read_part(xml::Reader& reader, XsdNode node);
  Status read_attribute(xml::Reader& reader, XsdNode node, const xml::Attribute& attribute);
  Result<XsdName> read_name(xml::Reader& reader, const xml::Attribute& attribute);
  bool has_one(XsdNode node, XsdTag tag) const;
  Status read_relationship(xml::Reader& reader, XsdNode parent);

  std::vector<XsdPart> parts_;
  std::vector<XsdExtra> extras_;
  std::vector<XsdSchema> schemas_;
  Arena arena_;
};

}  // namespace dotwire::dataset_xml

#include "codecs/dataset_xml/xsd_attributes.h"

#include <algorithm>
#include <initializer_list>
#include <span>

#include "clr/number_text.h"
#include "clr/xml_name.h"

namespace dotwire::dataset_xml {
namespace {

using Words = std::span<const std::string_view>;

template <std::size_t N>
bool is_one_of(std::string_view word, const std::string_view (&words)[N]) {
  return std::ranges::find(words, word) != std::end(words);
}

// All parts but appinfo and documentation may have an id.
Words attributes_of(XsdTag part) {
  static constexpr std::string_view kSchema[] = {"targetNamespace", "version",      "elementFormDefault",
                                                 "finalDefault",    "blockDefault", "attributeFormDefault"};
  static constexpr std::string_view kElement[] = {
      "name",  "type",  "ref",      "minOccurs", "maxOccurs",        "form", "default", "fixed",
      "final", "block", "nillable", "abstract",  "substitutionGroup"};
  static constexpr std::string_view kAttribute[] = {"name", "type", "ref", "form", "use", "default", "fixed"};
  static constexpr std::string_view kNamed[] = {"name"};
  static constexpr std::string_view kNamedOrRef[] = {"name", "ref"};
  static constexpr std::string_view kGroup[] = {"name", "ref", "minOccurs", "maxOccurs"};
  static constexpr std::string_view kAnyAttribute[] = {"processContents", "namespace"};
  static constexpr std::string_view kAny[] = {"minOccurs", "maxOccurs", "processContents", "namespace"};
  static constexpr std::string_view kComplexType[] = {"name", "abstract", "final", "block", "mixed"};
  static constexpr std::string_view kSimpleType[] = {"name", "final"};
  static constexpr std::string_view kOccurs[] = {"minOccurs", "maxOccurs"};
  static constexpr std::string_view kMixed[] = {"mixed"};
  static constexpr std::string_view kBase[] = {"base"};
  static constexpr std::string_view kItemType[] = {"itemType"};
  static constexpr std::string_view kMemberTypes[] = {"memberTypes"};
  static constexpr std::string_view kFacet[] = {"fixed", "value"};
  static constexpr std::string_view kKeyref[] = {"name", "refer"};
  static constexpr std::string_view kXpath[] = {"xpath"};
  static constexpr std::string_view kSource[] = {"source"};
  static constexpr std::string_view kImport[] = {"namespace", "schemaLocation"};
  static constexpr std::string_view kNotation[] = {"name", "public", "system"};
  switch (part) {
    case XsdTag::Schema: return kSchema;
    case XsdTag::Element: return kElement;
    case XsdTag::Attribute: return kAttribute;
    case XsdTag::AttributeGroup: return kNamedOrRef;
    case XsdTag::AnyAttribute: return kAnyAttribute;
    case XsdTag::ComplexType: return kComplexType;
    case XsdTag::SimpleType: return kSimpleType;
    case XsdTag::Sequence:
    case XsdTag::Choice:
    case XsdTag::All: return kOccurs;
    case XsdTag::Group: return kGroup;
    case XsdTag::Any: return kAny;
    case XsdTag::ComplexContent: return kMixed;
    case XsdTag::Extension:
    case XsdTag::Restriction: return kBase;
    case XsdTag::List: return kItemType;
    case XsdTag::Union: return kMemberTypes;
    case XsdTag::Length:
    case XsdTag::MaxLength:
    case XsdTag::Facet: return kFacet;
    case XsdTag::Unique:
    case XsdTag::Key: return kNamed;
    case XsdTag::Keyref: return kKeyref;
    case XsdTag::Selector:
    case XsdTag::Field: return kXpath;
    case XsdTag::AppInfo:
    case XsdTag::Documentation: return kSource;
    case XsdTag::Import: return kImport;
    case XsdTag::Notation: return kNotation;
    case XsdTag::SimpleContent:
    case XsdTag::Annotation:
    case XsdTag::Relationship: break;
  }
  return {};
}

// "#all", or words apart; none at all is a list too.
bool is_derivation(std::string_view text) {
  static constexpr std::string_view kWords[] = {"extension", "restriction", "substitution", "list", "union"};
  if (text == "#all") return true;
  while (!(text = trim_xml_space(text)).empty()) {
    const std::size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
    if (!is_one_of(text.substr(0, end), kWords)) return false;
    text.remove_prefix(end);
  }
  return true;
}

bool is_allowed_value(XsdTag part, std::string_view local, std::string_view value) {
  static constexpr std::string_view kForms[] = {"qualified", "unqualified"};
  static constexpr std::string_view kUses[] = {"optional", "prohibited", "required"};
  static constexpr std::string_view kBooleans[] = {"true", "false", "1", "0"};
  static constexpr std::string_view kContents[] = {"skip", "lax", "strict"};
  const bool is_value = part == XsdTag::Element || part == XsdTag::Attribute;  // of which fixed is one
  const std::string_view word = trim_xml_space(value);
  if (local == "form" || local.ends_with("FormDefault")) return is_one_of(word, kForms);
  if (local == "use") return is_one_of(word, kUses);
  if (local == "nillable" || local == "abstract" || local == "mixed") return is_one_of(word, kBooleans);
  if (local == "fixed" && !is_value) return is_one_of(word, kBooleans);
  if (local == "processContents") return is_one_of(word, kContents);
  if (local.starts_with("final") || local.starts_with("block")) return is_derivation(value);
  if (local == "targetNamespace") return !value.empty();
  if (local == "name") return is_nc_name(word);
  return true;
}

}  // namespace

std::string fault_of_attribute(XsdTag part, std::string_view local, std::string_view value) {
  if (part == XsdTag::Relationship) return {};  // msdata's own, whose attributes are names
  const bool is_text = part == XsdTag::AppInfo || part == XsdTag::Documentation;
  const Words known = attributes_of(part);
  if ((local != "id" || is_text) && std::ranges::find(known, local) == known.end()) {
    return "attribute " + std::string(local.substr(0, 40)) + " is not supported here";
  }
  if (is_allowed_value(part, local, value)) return {};
  return "'" + std::string(value.substr(0, 40)) + "' is no value of attribute " + std::string(local);
}

}  // namespace dotwire::dataset_xml

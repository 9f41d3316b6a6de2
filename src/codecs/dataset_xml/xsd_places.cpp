#include "codecs/dataset_xml/xsd_places.h"

#include <initializer_list>

namespace dotwire::dataset_xml {
namespace {

using Tags = std::uint64_t;

constexpr Tags set_of(std::initializer_list<XsdTag> tags) {
  Tags set = 0;
  for (const XsdTag tag : tags) set |= Tags{1} << static_cast<unsigned>(tag);
  return set;
}

constexpr Tags kParticles = set_of({XsdTag::Group, XsdTag::All, XsdTag::Choice, XsdTag::Sequence});
constexpr Tags kAttributes = set_of({XsdTag::Attribute, XsdTag::AttributeGroup, XsdTag::AnyAttribute});
constexpr Tags kTypes = set_of({XsdTag::ComplexType, XsdTag::SimpleType});
constexpr Tags kContents = kParticles | set_of({XsdTag::SimpleContent, XsdTag::ComplexContent});

// But for annotations, which may stand in all but themselves.
constexpr Tags children_of(XsdTag parent) {
  switch (parent) {
    case XsdTag::Schema:
      return kTypes | set_of({XsdTag::Element, XsdTag::Attribute, XsdTag::AttributeGroup, XsdTag::Group, XsdTag::Import,
                              XsdTag::Notation});
    case XsdTag::Element: return kTypes | set_of({XsdTag::Unique, XsdTag::Key, XsdTag::Keyref});
    case XsdTag::Attribute:
    case XsdTag::List:
    case XsdTag::Union: return set_of({XsdTag::SimpleType});
    case XsdTag::AttributeGroup: return kAttributes;
    case XsdTag::ComplexType: return kContents | kAttributes;
    case XsdTag::SimpleType: return set_of({XsdTag::Restriction, XsdTag::List, XsdTag::Union});
    case XsdTag::Sequence:
    case XsdTag::Choice: return set_of({XsdTag::Element, XsdTag::Group, XsdTag::Choice, XsdTag::Sequence, XsdTag::Any});
    case XsdTag::All: return set_of({XsdTag::Element});
    case XsdTag::Group: return kParticles;
    case XsdTag::SimpleContent:
    case XsdTag::ComplexContent: return set_of({XsdTag::Restriction, XsdTag::Extension});
    case XsdTag::Extension: return kParticles | kAttributes;
    case XsdTag::Restriction:
      return kParticles | kAttributes | set_of({XsdTag::SimpleType, XsdTag::Length, XsdTag::MaxLength, XsdTag::Facet});
    case XsdTag::Unique:
    case XsdTag::Key:
    case XsdTag::Keyref: return set_of({XsdTag::Selector, XsdTag::Field});
    case XsdTag::Annotation: return set_of({XsdTag::AppInfo, XsdTag::Documentation});
    case XsdTag::Import: return kTypes | set_of({XsdTag::Group, XsdTag::AttributeGroup});  // redefine
    default: return 0;
  }
}

bool is_in(Tags set, XsdTag tag) { return (set >> static_cast<unsigned>(tag) & 1) != 0; }

}  // namespace

bool may_stand_in(XsdTag parent, XsdTag child) {
  if (child == XsdTag::Annotation) return parent != XsdTag::Annotation;
  return is_in(children_of(parent), child);
}

bool may_stand_once(XsdTag parent, XsdTag child) {
  if (parent == XsdTag::Element) return is_in(kTypes, child);
  const bool has_model = parent == XsdTag::ComplexType || parent == XsdTag::Extension || parent == XsdTag::Group;
  return has_model && is_in(kContents, child);
}

}  // namespace dotwire::dataset_xml

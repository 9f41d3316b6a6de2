#include <algorithm>
#include <charconv>

#include "base/try.h"
#include "codecs/dataset_xml/schema_load.h"
#include "codecs/dataset_xml/type_map.h"
#include "codecs/dataset_xml/vocabulary.h"

namespace dotwire::dataset_xml {

using model::SimpleType;
using model::ValueKind;

namespace {

std::string full_name(const XsdName& name) {
  return name.name_space.empty() ? std::string(name.local)
                                 : std::string(name.name_space) + ":" + std::string(name.local);
}

}  // namespace

XsdNode SchemaLoader::global(const std::unordered_map<std::string, XsdNode>& of, const XsdName& name) const {
  const auto found = of.find(full_name(name));
  return found == of.end() ? kNoNode : found->second;
}

// The type's node: kNoNode for types of XSD, and where there is none.
Result<XsdNode> SchemaLoader::type_of(XsdNode element) {
  for (std::size_t steps = 0; steps <= tree_.size(); ++steps) {
    const XsdPart& part = tree_[element];
    if (part.type.name_space == kXsd && !part.type.empty()) return kNoNode;
    if (!part.type.empty()) {
      const XsdNode type = global(types_, part.type);
      if (type == kNoNode) return undeclared(element, "type " + full_name(part.type));
      return type;
    }
    if (part.ref.empty()) {
      const XsdNode complex_type = tree_.child(element, XsdTag::ComplexType);
      return complex_type != kNoNode ? complex_type : tree_.child(element, XsdTag::SimpleType);
    }
    const XsdNode next = global(part.tag == XsdTag::Attribute ? global_attributes_ : global_elements_, part.ref);
    if (next == kNoNode) return undeclared(element, full_name(part.ref));
    element = next;
  }
  return fail(element, "elements refer to one another in a circle");
}

Result<bool> SchemaLoader::is_table(XsdNode element) {
  const XsdPart& part = tree_[element];
  if (part.max_occurs == 0) return false;
  const XsdExtra* data_type = tree_.extra(element, "DataType");
  if (data_type != nullptr && data_type->usual_prefix) return false;
  DOTWIRE_TRY(const XsdNode type, type_of(element));
  if (type == kNoNode) return part.max_occurs > 1;
  if (tree_[type].tag != XsdTag::ComplexType) return false;
  if (tree_[type].abstract) return fail(element, "an element of an abstract type");
  return true;
}

namespace {

bool is_compositor(XsdTag tag) {
  return tag == XsdTag::Sequence || tag == XsdTag::Choice || tag == XsdTag::All || tag == XsdTag::Group;
}

XsdNode particle_of(const XsdTree& tree, XsdNode node) {
  for (XsdNode at = tree.first(node); at != kNoNode; at = tree.next(at)) {
    if (is_compositor(tree[at].tag)) return at;
  }
  return kNoNode;
}

}  // namespace

// Attributes of a complex type stand before its elements, and behind them where it was inferred.
Result<std::vector<SchemaLoader::Step>> SchemaLoader::lay_out(XsdNode complex_type, bool nillable) {
  Layout layout;
  layout.jobs.push_back({JobKind::Type, false, false, complex_type});
  while (!layout.jobs.empty()) {
    const Job job = layout.jobs.back();
    layout.jobs.pop_back();
    DOTWIRE_TRY(spend(1, job.node));
    const auto emit = [&](StepKind kind, bool flag) { layout.steps.push_back({kind, job.in_base, flag, job.node}); };
    switch (job.kind) {
      case JobKind::Leave:
        layout.open_types.erase(job.node);
        emit(StepKind::Leave, false);
        break;
      case JobKind::GroupEnd: layout.open_groups.erase(job.node); break;
      case JobKind::Element: emit(StepKind::Element, job.many); break;
      case JobKind::Text: emit(StepKind::Text, nillable); break;
      case JobKind::InferredText: emit(StepKind::InferredText, nillable); break;
      case JobKind::Type: {
        if (!layout.open_types.insert(job.node).second) {
          return fail(job.node, "types are based on one another in a circle");
        }
        emit(StepKind::Enter, false);
        layout.jobs.push_back({JobKind::Leave, false, false, job.node});
        DOTWIRE_TRY(lay_out_type(job.node, nillable, layout));
        break;
      }
      case JobKind::Attributes: {
        DOTWIRE_TRY(lay_out_attributes(job, layout));
        break;
      }
      case JobKind::Particle: {
        DOTWIRE_TRY(lay_out_particle(job, layout));
        break;
      }
    }
  }
  return std::move(layout.steps);
}

// What comes first is pushed last.
Status SchemaLoader::lay_out_type(XsdNode type, bool nillable, Layout& layout) {
  std::vector<Job>& jobs = layout.jobs;
  const XsdNode complex_content = tree_.child(type, XsdTag::ComplexContent);
  const XsdNode content = complex_content != kNoNode ? complex_content : tree_.child(type, XsdTag::SimpleContent);
  if (content == kNoNode) {
    const Job attributes{JobKind::Attributes, true, false, type};
    const XsdNode particle = particle_of(tree_, type);
    if (inferred() && nillable) jobs.push_back({JobKind::InferredText, true, false, type});
    if (inferred()) jobs.push_back(attributes);
    if (particle != kNoNode) jobs.push_back({JobKind::Particle, true, false, particle});
    if (!inferred()) jobs.push_back(attributes);
    return {};
  }
  const XsdNode extension = tree_.child(content, XsdTag::Extension);
  const XsdNode derived = extension != kNoNode ? extension : tree_.child(content, XsdTag::Restriction);
  if (derived == kNoNode) return fail(content, "a content that extends and restricts nothing");
  const XsdNode particle = complex_content != kNoNode ? particle_of(tree_, derived) : kNoNode;
  if (particle != kNoNode) jobs.push_back({JobKind::Particle, false, false, particle});
  if (extension != kNoNode) {
    const XsdName& base = tree_[derived].type;
    const bool own = base.name_space != kXsd;
    const XsdNode base_type = own ? global(types_, base) : kNoNode;
    if (own && base_type == kNoNode) return undeclared(derived, "type " + full_name(base));
    if (own && tree_[base_type].tag == XsdTag::ComplexType) {
      jobs.push_back({JobKind::Type, false, false, base_type});
    } else if (own || base.local != "anyType" || tree_.extra(content, "ColumnName") != nullptr) {
      // Of a column whose type XSD has no name for, .NET writes xs:anyType, which its own reader throws on.
      jobs.push_back({JobKind::Text, false, false, content});
    }
  }
  jobs.push_back({JobKind::Attributes, false, false, derived});
  return {};
}

// Groups of attributes in their place, by a stack of their own.
Status SchemaLoader::lay_out_attributes(const Job& job, Layout& layout) {
  std::vector<XsdNode> stack{tree_.first(job.node)};
  std::vector<XsdNode> groups{kNoNode};
  while (!stack.empty()) {
    const XsdNode at = stack.back();
    if (at == kNoNode) {
      stack.pop_back();
      layout.open_groups.erase(groups.back());
      groups.pop_back();
      continue;
    }
    stack.back() = tree_.next(at);
    DOTWIRE_TRY(spend(1, at));
    if (tree_[at].tag == XsdTag::Attribute) {
      layout.steps.push_back({StepKind::Attribute, job.in_base, false, at});
    } else if (tree_[at].tag == XsdTag::AttributeGroup) {
      const XsdNode group = global(attribute_groups_, tree_[at].ref);
      if (group == kNoNode) return undeclared(at, full_name(tree_[at].ref));
      if (!layout.open_groups.insert(group).second) return fail(at, "groups refer to one another in a circle");
      stack.push_back(tree_.first(group));
      groups.push_back(group);
    }
  }
  return {};
}

Status SchemaLoader::lay_out_particle(const Job& job, Layout& layout) {
  XsdNode particle = job.node;
  if (tree_[particle].tag == XsdTag::Group) {
    const XsdNode group = global(groups_, tree_[particle].ref);
    if (group == kNoNode) return undeclared(particle, full_name(tree_[particle].ref));
    if (!layout.open_groups.insert(group).second) return fail(particle, "groups refer to one another in a circle");
    layout.jobs.push_back({JobKind::GroupEnd, false, false, group});
    particle = particle_of(tree_, group);
    if (particle == kNoNode) return {};
  }
  const bool many = tree_[particle].tag == XsdTag::Choice && tree_[particle].max_occurs > 1;
  std::vector<Job> children;
  for (XsdNode at = tree_.first(particle); at != kNoNode; at = tree_.next(at)) {
    const XsdTag tag = tree_[at].tag;
    if (tag == XsdTag::Element) children.push_back({JobKind::Element, job.in_base, many, at});
    if (is_compositor(tag)) children.push_back({JobKind::Particle, job.in_base, false, at});
  }
  layout.jobs.insert(layout.jobs.end(), children.rbegin(), children.rend());
  return {};
}

Result<ValueKind> SchemaLoader::built_in(std::string_view name, XsdNode at) const {
  const std::optional<ValueKind> kind = kind_of_xsd_type(name);
  if (!kind.has_value()) return fail(at, "XSD type " + std::string(name.substr(0, 40)), ErrorCode::Unsupported);
  return *kind;
}

// The chain of restrictions from the type to one of XSD.
Result<SchemaLoader::ColumnType> SchemaLoader::simple_type(XsdNode type) {
  ColumnType made;
  std::unordered_set<XsdNode> seen;
  while (true) {
    DOTWIRE_TRY(spend(8, type));
    if (!seen.insert(type).second) return fail(type, "types are based on one another in a circle");
    const XsdPart& part = tree_[type];
    if (part.tag != XsdTag::SimpleType) return fail(type, "a complex type where a simple one is needed");
    const XsdNode restriction = tree_.child(type, XsdTag::Restriction);
    if (restriction == kNoNode) {
      return fail(type, "a simple type that is a union or list", ErrorCode::Unsupported);
    }
    SimpleType simple;
    simple.name = part.name;
    if (!part.name.empty()) simple.namespace_uri = tree_.schema_of(type).target_namespace;
    if (const XsdExtra* own = tree_.extra(type, "targetNamespace")) simple.namespace_uri = own->value;
    for (XsdNode at = tree_.first(restriction); at != kNoNode; at = tree_.next(at)) {
      const XsdTag tag = tree_[at].tag;
      if (tag != XsdTag::Length && tag != XsdTag::MaxLength) continue;
      std::int32_t& facet = tag == XsdTag::Length ? simple.length : simple.max_length;
      const std::string_view text = tree_[at].value;
      const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), facet);
      if (code != std::errc() || end != text.data() + text.size() || facet < 0) {
        return fail(at, "not a length: " + std::string(text.substr(0, 40)));
      }
    }
    const XsdName& base = tree_[restriction].type;
    simple.base = base.name_space == kXsd ? std::string(base.local) : full_name(base);
    if (simple.base == "NOTATION") simple.base = "string";
    made.simple_types.push_back(std::move(simple));
    if (base.name_space == kXsd) {
      DOTWIRE_TRY(made.kind, built_in(base.local, restriction));
      break;
    }
    type = base.empty() ? tree_.child(restriction, XsdTag::SimpleType) : global(types_, base);
    if (type == kNoNode) return undeclared(restriction, "type " + full_name(base));
  }
  return made;
}

// Of an element or attribute that has a name.
Result<SchemaLoader::ColumnType> SchemaLoader::column_type(XsdNode element) {
  DOTWIRE_TRY(const XsdNode type, type_of(element));
  if (type == kNoNode) {
    ColumnType made;
    made.xsd_name = tree_[element].type.local;
    if (!made.xsd_name.empty()) {
      DOTWIRE_TRY(made.kind, built_in(made.xsd_name, element));
    }
    return made;
  }
  if (tree_[type].tag == XsdTag::ComplexType) {
    if (tree_.msdata(element, "DataType").empty()) return fail(element, "a column of a complex type without DataType");
    ColumnType made;
    made.kind = ValueKind::Object;
    return made;
  }
  DOTWIRE_TRY(ColumnType made, simple_type(type));
  SimpleType& own = made.simple_types[0];
  if (own.name.empty() && own.length == 1 && made.kind == ValueKind::String) made.kind = ValueKind::Char;
  return made;
}

}  // namespace dotwire::dataset_xml

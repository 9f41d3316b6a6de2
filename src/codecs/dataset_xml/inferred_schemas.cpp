#include "codecs/dataset_xml/inferred_schemas.h"

#include <algorithm>

#include "base/try.h"
#include "codecs/dataset_xml/vocabulary.h"

namespace dotwire::dataset_xml {
namespace {

using Attribute = InferredSchemas::Attribute;
using Content = InferredSchemas::Content;
using Declared = InferredSchemas::Declared;
using Item = InferredSchemas::Item;
using xml::StringId;

// Types nest as deep as the data: each element in its place, by a stack.
Status add_element(XsdTree& tree, XsdNode parent, const xml::Reader& reader, const Declared& root) {
  struct Job {
    XsdNode parent;
    const Declared* element;
    const Item* item;
  };
  std::vector<Job> jobs{{parent, &root, nullptr}};
  while (!jobs.empty()) {
    const Job job = jobs.back();
    jobs.pop_back();
    DOTWIRE_TRY(const XsdNode node, tree.add(XsdTag::Element, job.parent));
    const auto name = [&](StringId id) { return tree.copy(reader.string(id)); };
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

}  // namespace

void InferredSchemas::add_prefix(StringId prefix, StringId name_space) {
  const auto [place, is_new] = prefix_places_.emplace(prefix, prefixes_.size());
  if (is_new) {
    prefixes_.emplace_back(prefix, name_space);
  } else {
    prefixes_[place->second].second = name_space;
  }
}

InferredSchemas::Schema* InferredSchemas::find_schema(StringId name_space) const {
  const auto found = schema_by_name_.find(name_space);
  return found == schema_by_name_.end() ? nullptr : found->second;
}

InferredSchemas::Schema* InferredSchemas::schema_of(StringId name_space) {
  Schema*& schema = schema_by_name_[name_space];
  if (schema == nullptr) {
    schemas_.push_back({name_space, {}, {}, {}, {}});
    schema = &schemas_.back();
  }
  return schema;
}

InferredSchemas::Declared* InferredSchemas::declare(StringId local, StringId name_space) {
  elements_.push_back({local, name_space, false, 0, {}, nullptr});
  return &elements_.back();
}

InferredSchemas::Content* InferredSchemas::make_content() {
  contents_.emplace_back();
  return &contents_.back();
}

InferredSchemas::Item* InferredSchemas::insert(Content& content, Item* after, Declared* element, bool reference) {
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

Status InferredSchemas::to_xsd(const xml::Reader& reader, XsdTree& tree) const {
  for (std::size_t i = 0; i < schemas_.size(); ++i) {
    const Schema& schema = schemas_[i];
    const XsdNode root = tree.add_schema(tree.copy(reader.string(schema.name_space)));
    tree.part(root).element_form = XsdForm::Qualified;
    tree.part(root).attribute_form = XsdForm::Unqualified;
    if (i == 0) {
      std::vector<std::pair<std::string_view, std::string_view>> prefixes;
      for (const auto& [prefix, uri] : prefixes_) {
        prefixes.emplace_back(tree.copy(reader.string(prefix)), tree.copy(reader.string(uri)));
      }
      tree.set_prefixes(0, std::move(prefixes));
    }
    for (const Attribute& attribute : schema.attributes) {
      DOTWIRE_TRY(const XsdNode made, tree.add(XsdTag::Attribute, root));
      tree.part(made).name = tree.copy(reader.string(attribute.local));
      tree.part(made).type = {kXsd, attribute.type};
    }
    for (const Declared* element : schema.elements) {
      DOTWIRE_TRY(add_element(tree, root, reader, *element));
    }
  }
  return {};
}

}  // namespace dotwire::dataset_xml

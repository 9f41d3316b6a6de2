#include "codecs/dataset_xml/schema_load.h"

#include <algorithm>

#include "base/try.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/vocabulary.h"

namespace dotwire::dataset_xml {

using model::Column;
using model::Table;

namespace {

// Steps of work that a schema may ask for: groups and types that are used again and again cost each time.
constexpr std::size_t kMostWork = std::size_t{1} << 21;

std::string key_of(std::string_view name_space, std::string_view local) {
  return name_space.empty() ? std::string(local) : std::string(name_space) + ":" + std::string(local);
}

// Where each of the columns ends up that were put at places among those before them.
std::vector<std::size_t> final_places(const std::vector<std::uint32_t>& places) {
  // A Fenwick tree counts the places that are still free; the last column to come takes the very place it names.
  const std::size_t count = places.size();
  std::vector<std::size_t> free(count + 1);
  for (std::size_t i = 1; i <= count; ++i) free[i] = i & (~i + 1);
  std::vector<std::size_t> result(count);
  std::size_t top = 1;
  while (top * 2 <= count) top *= 2;
  for (std::size_t i = count; i > 0; --i) {
    std::size_t wanted = places[i - 1];
    std::size_t at = 0;
    for (std::size_t size = top; size > 0; size /= 2) {
      if (at + size <= count && free[at + size] <= wanted) {
        at += size;
        wanted -= free[at];
      }
    }
    result[i - 1] = at;
    for (std::size_t j = at + 1; j <= count; j += j & (~j + 1)) --free[j];
  }
  return result;
}

}  // namespace

SchemaLoader::SchemaLoader(const XsdTree& tree, const xml::Reader* reader, std::uint64_t document_size,
                           const ReadOptions& options, model::TableSet& set, SchemaFacts& facts)
    : tree_(tree),
      reader_(reader),
      options_(options),
      budget_(options.limits, document_size),
      cells_{options.dialect, options.zone},
      set_(set),
      facts_(facts) {}

Error SchemaLoader::fail(XsdNode node, std::string message, ErrorCode code) const {
  const char* at = node == kNoNode ? nullptr : tree_[node].at;
  if (reader_ == nullptr || at == nullptr) return Error(code, std::move(message));
  return reader_->error(code, at, std::move(message));
}

Error SchemaLoader::undeclared(XsdNode node, std::string name) const {
  return fail(node, std::move(name) + " is not declared" + import_hint());
}

// What is not declared may stand in a file that the schema names.
std::string SchemaLoader::import_hint() const {
  for (XsdNode node = 0; node < tree_.size(); ++node) {
    if (tree_[node].tag != XsdTag::Import || tree_[node].value.empty()) continue;
    return ": imported files are not fetched, as " + std::string(tree_[node].value.substr(0, 120));
  }
  return {};
}

Status SchemaLoader::spend(std::size_t work, XsdNode node) {
  work_ += work;
  if (work_ <= kMostWork) return {};
  return fail(node, "a schema whose types and groups repeat too much", ErrorCode::LimitExceeded);
}

std::string_view SchemaLoader::name_of(XsdNode node) const {
  return tree_[node].name.empty() ? tree_[node].ref.local : tree_[node].name;
}

// XmlSchema's QualifiedName: local ones have the namespace by their form.
XsdName SchemaLoader::qualified_name(XsdNode node) const {
  const XsdPart& part = tree_[node];
  if (part.name.empty()) return part.ref;
  const XsdSchema& schema = tree_.schema_of(node);
  if (part.parent == schema.root) return {schema.target_namespace, part.name};
  const XsdPart& root = tree_[schema.root];
  const XsdForm usual = part.tag == XsdTag::Attribute ? root.attribute_form : root.element_form;
  const XsdForm form = part.form == XsdForm::None ? usual : part.form;
  return {form == XsdForm::Qualified ? schema.target_namespace : std::string_view(), part.name};
}

Status SchemaLoader::collect() {
  for (const XsdSchema& schema : tree_.schemas()) {
    for (const auto& [prefix, uri] : schema.prefixes) {
      namespace_by_prefix_.emplace(prefix, uri);
      prefix_by_namespace_.emplace(uri, prefix);
    }
    for (XsdNode at = tree_.first(schema.root); at != kNoNode; at = tree_.next(at)) {
      const XsdPart& part = tree_[at];
      std::unordered_map<std::string, XsdNode>* of = nullptr;
      switch (part.tag) {
        case XsdTag::Annotation: annotations_.push_back(at); continue;
        case XsdTag::Element:
          elements_.push_back(at);
          of = &global_elements_;
          break;
        case XsdTag::Attribute: of = &global_attributes_; break;
        case XsdTag::AttributeGroup: of = &attribute_groups_; break;
        case XsdTag::Group: of = &groups_; break;
        case XsdTag::ComplexType:
        case XsdTag::SimpleType: of = &types_; break;
        default: continue;
      }
      if (part.name.empty()) return fail(at, "a global part without a name");
      const bool is_new = of->emplace(key_of(schema.target_namespace, part.name), at).second;
      if (!is_new) return fail(at, std::string(part.name.substr(0, 80)) + " is declared twice");
    }
  }
  return check_references();
}

// As the compilation of an XmlSchemaSet: whatever is named must be there, be it used or not.
Status SchemaLoader::check_references() {
  for (XsdNode node = 0; node < tree_.size(); ++node) {
    DOTWIRE_TRY(check_reference(node));
  }
  return {};
}

Status SchemaLoader::check_reference(XsdNode node) {
  const XsdPart& part = tree_[node];
  const auto missing = [&](const XsdName& name) {
    return undeclared(node, key_of(name.name_space, name.local).substr(0, 120));
  };
  if (!part.type.empty() && part.type.name_space != kXsd && global(types_, part.type) == kNoNode) {
    return missing(part.type);
  }
  if (part.ref.empty()) return {};
  const std::unordered_map<std::string, XsdNode>* of = nullptr;
  switch (part.tag) {
    case XsdTag::Element: of = &global_elements_; break;
    case XsdTag::Attribute: of = &global_attributes_; break;
    case XsdTag::AttributeGroup: of = &attribute_groups_; break;
    case XsdTag::Group: of = &groups_; break;
    default: return {};
  }
  return global(*of, part.ref) == kNoNode ? Status(missing(part.ref)) : Status();
}

Status SchemaLoader::name_set() {
  const XsdSchema& first = tree_.schemas().front();
  const std::string_view id = tree_[first.root].name;
  set_.name = id.empty() ? std::string("NewDataSet") : decode_name(id);
  if (set_.namespace_uri.empty()) set_.namespace_uri = first.target_namespace;
  return {};
}

// Whether all that the element holds are tables: it is the DataSet then.
Result<bool> SchemaLoader::is_set_like(XsdNode element) {
  DOTWIRE_TRY(const bool set, boolean(element, "IsDataSet", true));
  const XsdNode type = tree_.child(element, XsdTag::ComplexType);
  if (!set || type == kNoNode) return false;
  DOTWIRE_TRY(const std::vector<Step> steps, lay_out(type, false));
  for (const Step& step : steps) {
    if (step.kind == StepKind::Attribute) return false;
    if (step.kind != StepKind::Element) continue;
    const XsdPart& part = tree_[step.node];
    const bool repeats = step.flag || part.max_occurs != 1;
    const bool complex = tree_.child(step.node, XsdTag::ComplexType) != kNoNode;
    if (!part.ref.empty() && (!inferred() || (repeats && !complex))) continue;
    if (inferred() && step.flag && complex) continue;
    DOTWIRE_TRY(const bool table, is_table(step.node));
    if (!table) return false;
  }
  return true;
}

Result<XsdNode> SchemaLoader::find_set_element() {
  for (const XsdNode element : elements_) {
    DOTWIRE_TRY(const bool set, boolean(element, "IsDataSet", false));
    if (set) return element;
  }
  if (elements_.size() == 1 || (inferred() && !elements_.empty())) {
    DOTWIRE_TRY(const bool like, is_set_like(elements_[0]));
    if (like) return elements_[0];
  }
  return kNoNode;
}

Status SchemaLoader::set_facts(XsdNode element) {
  const auto said = [&](std::string_view local) { return tree_.msdata(element, local); };
  set_.locale_set = tree_.extra(element, "Locale") != nullptr;
  set_.locale = said("Locale");
  if (const XsdExtra* extra = tree_.extra(element, "CaseSensitive")) {
    DOTWIRE_TRY(set_.case_sensitive, boolean_word(*extra, element));
  }
  if (const XsdExtra* extra = tree_.extra(element, "EnforceConstraints")) {
    DOTWIRE_TRY(set_.enforce_constraints, boolean_word(*extra, element));
  }
  set_.prefix = said("Prefix");
  properties(element, *set_.graph, set_.extended_properties);
  const std::string_view name = said("DataSetName");
  if (!name.empty() || !tree_[element].name.empty()) set_.name = decode_name(name.empty() ? tree_[element].name : name);
  const std::string_view space = said("DataSetNamespace");
  set_.namespace_uri = space.empty() ? qualified_name(element).name_space : space;
  if (inferred()) set_.prefix = prefix_of(set_.namespace_uri);
  return {};
}

Status SchemaLoader::load_set_child(XsdNode element, std::vector<LoadTable*>& sequence) {
  DOTWIRE_TRY(LoadTable* const child, load_table(element));
  if (child == nullptr) return {};
  child->table->nested_in_data_set = true;
  sequence.push_back(child);
  return {};
}

Status SchemaLoader::load_set(XsdNode element) {
  DOTWIRE_TRY(set_facts(element));
  DOTWIRE_TRY(const XsdNode type, type_of(element));
  std::vector<LoadTable*> sequence;
  if (type != kNoNode && tree_[type].tag == XsdTag::ComplexType) {
    XsdNode particle = tree_.first(type);
    while (particle != kNoNode && tree_[particle].tag != XsdTag::Sequence && tree_[particle].tag != XsdTag::Choice &&
           tree_[particle].tag != XsdTag::All && tree_[particle].tag != XsdTag::Group) {
      particle = tree_.next(particle);
    }
    if (particle != kNoNode && tree_[particle].tag == XsdTag::Group) {
      const XsdNode group = global(groups_, tree_[particle].ref);
      particle = group == kNoNode ? kNoNode : tree_.first(group);
    }
    for (XsdNode at = particle == kNoNode ? kNoNode : tree_.first(particle); at != kNoNode; at = tree_.next(at)) {
      if (tree_[at].tag == XsdTag::Element) {
        if (tree_[at].name.empty() && !inferred()) continue;
        DOTWIRE_TRY(load_set_child(at, sequence));
      } else if (tree_[at].tag == XsdTag::Choice) {
        for (XsdNode in = tree_.first(at); in != kNoNode; in = tree_.next(in)) {
          if (tree_[in].tag != XsdTag::Element) continue;
          DOTWIRE_TRY(load_set_child(in, sequence));
        }
      }
    }
  }
  for (XsdNode at = tree_.first(element); at != kNoNode; at = tree_.next(at)) {
    if (tree_[at].tag != XsdTag::Keyref) continue;
    DOTWIRE_TRY(const bool nested, boolean(at, "IsNested", false));
    if (nested) continue;
    DOTWIRE_TRY(load_keyref(at));
  }
  if (!options_.like_dotnet) {
    DOTWIRE_TRY(load_left_keys(element));
  }
  if (inferred()) order_inferred(sequence);
  return {};
}

// As they stand in the data: each behind the one that it is nested in.
void SchemaLoader::order_inferred(const std::vector<LoadTable*>& sequence) {
  std::vector<LoadTable*> order;
  std::unordered_set<const LoadTable*> seen;
  std::vector<LoadTable*> stack(sequence.rbegin(), sequence.rend());
  while (!stack.empty()) {
    LoadTable* at = stack.back();
    stack.pop_back();
    if (!seen.insert(at).second) continue;
    order.push_back(at);
    stack.insert(stack.end(), at->inferred_children.rbegin(), at->inferred_children.rend());
  }
  for (const auto& table : tables_) {
    if (!seen.contains(table.get())) order.push_back(table.get());
  }
  std::vector<std::unique_ptr<Table>> moved;
  for (LoadTable* table : order) {
    moved.push_back(std::move(set_.tables[table->index]));
    table->index = static_cast<std::uint32_t>(moved.size() - 1);
  }
  set_.tables = std::move(moved);
  std::sort(tables_.begin(), tables_.end(), [](const auto& a, const auto& b) { return a->index < b->index; });
}

Status SchemaLoader::load_annotations() {
  for (const XsdNode annotation : annotations_) {
    for (XsdNode info = tree_.first(annotation); info != kNoNode; info = tree_.next(info)) {
      if (tree_[info].tag != XsdTag::AppInfo) continue;
      for (XsdNode at = tree_.first(info); at != kNoNode; at = tree_.next(at)) {
        DOTWIRE_TRY(load_relationship(at, false));
      }
    }
  }
  return {};
}

std::string_view SchemaLoader::prefix_of(std::string_view name_space) const {
  const auto found = prefix_by_namespace_.find(name_space);
  return name_space.empty() || found == prefix_by_namespace_.end() ? std::string_view() : found->second;
}

// Tables of the set's namespace have it from the set, so that they follow when it changes.
void SchemaLoader::settle_namespaces(bool root_is_table) {
  for (const auto& table : tables_) {
    if (table->nested_parents != 0 || table->name_space != set_.namespace_uri) continue;
    table->inherits = true;
  }
  for (const auto& relation : relations_) {
    const LoadTable& parent = *relation->parent;
    const bool settled = parent.nested_parents == 0 && parent.name_space == set_.namespace_uri;
    if (relation->nested && settled && parent.name_space == relation->child->name_space) {
      relation->child->inherits = true;
    }
  }
  for (const auto& table : tables_) {
    if (table->table->name == set_.name && table->name_space == set_.namespace_uri) {
      table->table->nested_in_data_set = true;
    }
  }
  if (root_is_table) {
    set_.namespace_uri =
        tables_.empty() ? std::string(tree_.schemas().front().target_namespace) : tables_[0]->name_space;
    if (!tables_.empty()) set_.prefix = tables_[0]->table->prefix;
  }
  for (const auto& table : tables_) {
    table->table->namespace_set = !table->inherits;
    table->table->namespace_uri = table->name_space;
  }
}

void SchemaLoader::finish_columns(LoadTable& table, std::unordered_map<const Column*, std::uint32_t>& ordinals) {
  const std::vector<std::size_t> places = final_places(table.places);
  std::vector<std::unique_ptr<Column>>& columns = table.table->columns;
  columns.resize(table.columns.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    ordinals.emplace(table.columns[i].get(), static_cast<std::uint32_t>(places[i]));
    columns[places[i]] = std::move(table.columns[i]);
  }
}

Status SchemaLoader::check_nesting() const {
  std::vector<std::size_t> waiting(tables_.size());
  std::vector<std::vector<std::uint32_t>> children(tables_.size());
  std::vector<std::uint32_t> ready;
  for (const auto& relation : relations_) {
    if (!relation->nested || relation->parent == relation->child) continue;
    children[relation->parent->index].push_back(relation->child->index);
    ++waiting[relation->child->index];
  }
  for (const auto& table : tables_) {
    if (waiting[table->index] == 0) ready.push_back(table->index);
  }
  std::size_t done = 0;
  while (!ready.empty()) {
    const std::uint32_t at = ready.back();
    ready.pop_back();
    ++done;
    for (const std::uint32_t child : children[at]) {
      if (--waiting[child] == 0) ready.push_back(child);
    }
  }
  if (done == tables_.size()) return {};
  return fail(tree_.schemas().front().root, "tables are nested in one another in a circle");
}

Status SchemaLoader::finish() {
  DOTWIRE_TRY(check_nesting());
  std::unordered_map<const Column*, std::uint32_t> ordinals;
  for (const auto& table : tables_) finish_columns(*table, ordinals);
  const auto numbers = [&](const std::vector<Column*>& columns) {
    std::vector<std::uint32_t> result;
    result.reserve(columns.size());
    for (const Column* column : columns) result.push_back(ordinals.at(column));
    return result;
  };
  for (const auto& loaded : tables_) {
    Table& table = *loaded->table;
    if (!table.locale_set) table.locale = set_.locale;
    for (const auto& key : loaded->keys) {
      if (!key->foreign) {
        table.constraint_order.push_back({false, static_cast<std::uint32_t>(table.unique_constraints.size())});
        table.unique_constraints.push_back(
            {key->name, numbers(key->columns), key->primary, std::move(key->properties)});
        continue;
      }
      table.constraint_order.push_back({true, static_cast<std::uint32_t>(table.foreign_keys.size())});
      table.foreign_keys.push_back({key->name, key->parent->index, loaded->index, numbers(key->parent_columns),
                                    numbers(key->columns), key->accept_reject, key->update, key->remove,
                                    std::move(key->properties)});
    }
  }
  for (const auto& relation : relations_) {
    model::Relation made;
    made.name = relation->name;
    made.parent_table = relation->parent->index;
    made.child_table = relation->child->index;
    made.parent_columns = numbers(relation->parent_columns);
    made.child_columns = numbers(relation->child_columns);
    made.nested = relation->nested;
    if (!relation->properties.empty()) made.extended_properties = std::move(relation->properties);
    set_.relations.push_back(std::move(made));
  }
  return {};
}

Status SchemaLoader::load() {
  DOTWIRE_TRY(name_set());
  DOTWIRE_TRY(collect());
  DOTWIRE_TRY(set_element_, find_set_element());
  if (set_element_ != kNoNode) {
    for (XsdNode at = tree_.first(set_element_); at != kNoNode; at = tree_.next(at)) {
      const XsdTag tag = tree_[at].tag;
      if (tag != XsdTag::Unique && tag != XsdTag::Key && tag != XsdTag::Keyref) continue;
      DOTWIRE_TRY(const std::string table, table_name_of(at));
      if (tag != XsdTag::Keyref) {
        keys_by_table_[table].push_back(at);
        declared_keys_.emplace(decode_name(tree_[at].name), at);
        continue;
      }
      DOTWIRE_TRY(const bool nested, boolean(at, "IsNested", false));
      if (nested) nested_keyrefs_by_table_[table].push_back(at);
    }
  } else {
    facts_.top_level_table = inferred();
  }
  for (const XsdNode element : elements_) {
    if (element == set_element_) continue;
    const XsdName name = qualified_name(element);
    if (seen_tables_.contains(std::string(name.name_space) + ":" + std::string(name.local))) {
      LoadTable* table = find_table(decode_name(name.local), name.name_space);
      if (table != nullptr) {
        DOTWIRE_TRY(apply_table_facts(*table, element));
      }
      continue;
    }
    DOTWIRE_TRY([[maybe_unused]] LoadTable* const table, load_table(element));
  }
  if (set_element_ != kNoNode) {
    DOTWIRE_TRY(load_set(set_element_));
  }
  DOTWIRE_TRY(load_annotations());
  settle_namespaces(set_element_ == kNoNode);
  if (inferred() && tables_.empty() && set_.name == "NewDataSet") set_.name = decode_name(name_of(elements_[0]));
  DOTWIRE_TRY(finish());
  const std::string main =
      set_element_ == kNoNode ? std::string() : decode_name(tree_.msdata(set_element_, "MainDataTable"));
  for (const auto& table : tables_) {
    const std::string full =
        table->name_space.empty() ? table->table->name : table->name_space + ":" + table->table->name;
    if (!main.empty() && full == main) facts_.main_table = table->index;
  }
  return {};
}

}  // namespace dotwire::dataset_xml

#include "codecs/dataset_xml/schema_write.h"

#include <algorithm>

#include "base/try.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/node_text.h"
#include "codecs/dataset_xml/schema_generator.h"
#include "codecs/dataset_xml/vocabulary.h"
#include "codecs/dataset_xml/writable_names.h"

namespace dotwire::dataset_xml {

using model::PropertyCollection;
using model::Relation;
using model::Table;
using model::TableSet;

namespace {

// Each namespace names every other in its schema, so that the text grows with the square of their number.
constexpr std::size_t kMostNamespaces = 2'000;

// The value as a DataSet converts it to text; keys and values are strings nearly always.
Result<std::string> property_text(const model::Node* node, const CellContext& cells) {
  if (node == nullptr) return std::string();
  return plain_text(node, cells);
}

std::string joined_names(const Table& table, const std::vector<std::uint32_t>& columns) {
  std::string names;
  for (const std::uint32_t column : columns) {
    if (!names.empty()) names.push_back(' ');
    names += encode_local_name(table.columns[column]->name);
  }
  return names;
}

}  // namespace

SchemaGenerator::SchemaGenerator(const Scope& scope, std::uint32_t main, const WriteOptions& options)
    : scope_(scope), main_(main), options_(options), cells_{options.dialect, options.zone} {
  set_name_ = schema_name(scope.set);
  // A table alone is written as the only one of a DataSet that takes its settings.
  set_namespace_ = scope.set != nullptr ? scope.set->namespace_uri : scope.tables[0]->namespace_uri;
}

Status SchemaGenerator::properties(Node node, const PropertyCollection& collection, std::string_view prefix) {
  for (const model::Property& property : collection.entries) {
    DOTWIRE_TRY(const std::string key, property_text(property.key, cells_));
    DOTWIRE_TRY(std::string value, property_text(property.value, cells_));
    tree_.set(node, Space::Msprop, encode_local_name(std::string(prefix) + key), std::move(value));
  }
  return {};
}

// Those of constraints do not count: without others, the prefix is declared where it is used.
bool SchemaGenerator::has_properties() const {
  const auto any = [](const std::optional<PropertyCollection>& p) { return p.has_value() && !p->empty(); };
  if (scope_.set != nullptr && !scope_.set->extended_properties.empty()) return true;
  for (const Table* here : scope_.tables) {
    if (!here->extended_properties.empty()) return true;
    if (std::any_of(here->columns.begin(), here->columns.end(),
                    [&](const auto& column) { return any(column->extended_properties); })) {
      return true;
    }
  }
  return std::any_of(scope_.relations.begin(), scope_.relations.end(),
                     [&](const Relation& relation) { return any(relation.extended_properties); });
}

void SchemaGenerator::set_root_facts(Node root, std::string_view name_space) {
  const auto declare = [&](std::string_view prefix, std::string_view uri) {
    tree_.set(root, Space::Xmlns, prefix, std::string(uri));
  };
  if (!name_space.empty()) {
    tree_.set(root, "targetNamespace", std::string(name_space));
    declare("mstns", name_space);
  }
  declare("", name_space);
  declare("xs", "http://www.w3.org/2001/XMLSchema");
  declare("msdata", "urn:schemas-microsoft-com:xml-msdata");
  if (msprop_) declare("msprop", "urn:schemas-microsoft-com:xml-msprop");
  if (!name_space.empty()) {
    tree_.set(root, "attributeFormDefault", "qualified");
    tree_.set(root, "elementFormDefault", "qualified");
  }
}

// The schema of a namespace, which is made when it is first asked for.
std::uint32_t SchemaGenerator::fragment(std::string_view name_space) {
  if (remoting()) return 0;
  const auto [found, is_new] =
      fragment_by_namespace_.emplace(name_space, static_cast<std::uint32_t>(fragments_.size()));
  if (!is_new) return found->second;
  const Node root = tree_.make("schema");
  set_root_facts(root, name_space);
  std::string prefix;
  if (!name_space.empty()) {
    prefix = "app" + std::to_string(++prefixes_);
    tree_.set(fragments_[0].root, Space::Xmlns, prefix, std::string(name_space));
    tree_.set(root, Space::Xmlns, prefix, std::string(name_space));
  }
  fragments_.push_back({std::string(name_space), prefix, root, {}});
  return found->second;
}

std::string SchemaGenerator::qualified(std::string_view name_space, std::string_view encoded) const {
  const auto found = fragment_by_namespace_.find(std::string(name_space));
  const bool plain = found == fragment_by_namespace_.end() || fragments_[found->second].prefix.empty();
  return plain ? std::string(encoded) : fragments_[found->second].prefix + ":" + std::string(encoded);
}

// Only the first of a name is kept.
void SchemaGenerator::append_global(std::uint32_t home, Node element) {
  if (fragments_[home].names.insert(std::string(tree_.get(element, "name"))).second) {
    tree_.append(fragments_[home].root, element);
  }
}

Status SchemaGenerator::set_set_facts() {
  const TableSet* set = scope_.set;
  const Table* alone = set == nullptr ? scope_.tables[0] : nullptr;
  const auto put = [&](std::string_view local, std::string value) {
    msdata(tree_, set_element_, local, std::move(value));
  };
  tree_.set(set_element_, "name", set_name_);
  put("IsDataSet", "true");
  const std::uint32_t main = main_ != kWholeSet ? main_ : options_.main_data_table.value_or(kWholeSet);
  if (main < facts_.size()) {
    const std::string_view space = facts_[main].name_space;
    const std::string& name = table(main).name;
    put("MainDataTable", encode_local_name(space.empty() ? name : std::string(space) + ":" + name));
  }
  if (set != nullptr ? set->case_sensitive : alone->case_sensitive) put("CaseSensitive", "true");
  if (set != nullptr ? set->locale_set : alone->locale_set) {
    put("Locale", set != nullptr ? set->locale : alone->locale);
  } else {
    put("UseCurrentLocale", "true");
  }
  return {};
}

Status SchemaGenerator::make_set_element() {
  set_element_ = tree_.make("element");
  DOTWIRE_TRY(set_set_facts());
  const Node type = tree_.make("complexType");
  choice_ = tree_.make("choice");
  tree_.set(choice_, "minOccurs", "0");
  tree_.set(choice_, "maxOccurs", "unbounded");
  tree_.append(type, choice_);
  tree_.append(set_element_, type);
  const TableSet* set = scope_.set;
  const bool one_table = remoting() && main_ != kWholeSet;
  if (set == nullptr || one_table) return {};
  if (!set->enforce_constraints) msdata(tree_, set_element_, "EnforceConstraints", "False");
  if (!set->prefix.empty()) msdata(tree_, set_element_, "Prefix", set->prefix);
  return properties(set_element_, set->extended_properties);
}

// In the choice, or beside the set's element with a reference in the choice.
Status SchemaGenerator::place_top_table(std::uint32_t index, Node element) {
  const TableFacts& facts = facts_[index];
  const Table& here = table(index);
  const bool in_set = facts.name_space == set_namespace() || facts.name_space.empty() || remoting();
  std::string reference = facts.encoded_name;
  if (in_set) {
    bool inside = here.nested_in_data_set;
    if (!set_namespace().empty() && facts.name_space.empty()) inside = true;
    if (is_self_nested(index) || nested_parents(index) > 1) inside = false;
    if (inside) {
      if (here.min_occurs != 1) tree_.set(element, "minOccurs", std::to_string(here.min_occurs));
      if (here.max_occurs == model::kUnbounded) {
        tree_.set(element, "maxOccurs", std::string(kUnboundedText));
      } else if (here.max_occurs != 1) {
        tree_.set(element, "maxOccurs", std::to_string(here.max_occurs));
      }
      tree_.append(choice_, element);
      return {};
    }
    fragments_[0].names.insert(facts.encoded_name);
    tree_.append(fragments_[0].root, element);
  } else {
    const std::uint32_t home = fragment(facts.name_space);
    append_global(home, element);
    reference = fragments_[home].prefix + ":" + reference;
  }
  const Node node = tree_.make("element");
  tree_.set(node, "ref", std::move(reference));
  tree_.append(choice_, node);
  return {};
}

Result<SchemaGenerator::Node> SchemaGenerator::relation_element(const Relation& relation) {
  const Node node = tree_.make("Relationship", Space::Msdata);
  const TableFacts& parent = facts_[relation.parent_table];
  const TableFacts& child = facts_[relation.child_table];
  const auto set = [&](std::string_view local, std::string value) { msdata(tree_, node, local, std::move(value)); };
  tree_.set(node, "name", encode_local_name(relation.name));
  set("parent", parent.encoded_name);
  set("child", child.encoded_name);
  if (parent.ambiguous_name) set("ParentTableNamespace", std::string(parent.name_space));
  if (child.ambiguous_name) set("ChildTableNamespace", std::string(child.name_space));
  set("parentkey", joined_names(table(relation.parent_table), relation.parent_columns));
  set("childkey", joined_names(table(relation.child_table), relation.child_columns));
  if (relation.extended_properties.has_value()) {
    DOTWIRE_TRY(properties(node, *relation.extended_properties));
  }
  return node;
}

// Relations without a foreign key, but for nested ones, which stand in the child's element.
Status SchemaGenerator::append_relations() {
  Node info = SchemaTree::kNone;
  for (const Relation& relation : scope_.relations) {
    if (relation.parent_table >= facts_.size() || relation.child_table >= facts_.size()) continue;
    if (relation.nested || has_foreign_key(relation)) continue;
    if (info == SchemaTree::kNone) {
      const Node annotation = tree_.make("annotation");
      info = tree_.make("appinfo");
      tree_.append(fragments_[0].root, annotation);
      tree_.append(annotation, info);
    }
    DOTWIRE_TRY(const Node element, relation_element(relation));
    tree_.append(info, element);
  }
  return {};
}

Status SchemaGenerator::finish_fragments() {
  if (fragments_.size() > kMostNamespaces) {
    return Error(ErrorCode::LimitExceeded, "more namespaces than a schema is split into");
  }
  const auto import = [&](Node root, const std::string& name_space) {
    const Node node = tree_.make("import");
    tree_.set(node, "namespace", name_space);
    tree_.prepend(root, node);
  };
  for (const Fragment& other : fragments_) {
    if (other.name_space != set_namespace() && !other.name_space.empty()) import(fragments_[0].root, other.name_space);
  }
  if (fragments_.size() > 1 && options_.schema_form == SchemaForm::Public) {
    tree_.set(fragments_[0].root, Space::Msdata, "schemafragmentcount", std::to_string(fragments_.size()));
  }
  for (std::size_t i = 1; i < fragments_.size(); ++i) {
    if (fragments_[i].name_space.empty()) continue;
    for (std::size_t j = 0; j < fragments_.size(); ++j) {
      if (i == j || fragments_[j].prefix.empty()) continue;
      tree_.set(fragments_[i].root, Space::Xmlns, fragments_[j].prefix, fragments_[j].name_space);
      import(fragments_[i].root, fragments_[j].name_space);
    }
  }
  return {};
}

Status SchemaGenerator::make_document() {
  const bool one_table = remoting() && main_ != kWholeSet;
  msprop_ = options_.declare_properties || has_properties();
  const Node root = tree_.make("schema");
  if (!one_table) tree_.set(root, "id", set_name_);
  set_root_facts(root, set_namespace());
  fragments_.push_back({std::string(set_namespace()), set_namespace().empty() ? "" : "mstns", root, {}});
  fragment_by_namespace_.emplace(set_namespace(), 0);
  DOTWIRE_TRY(make_set_element());
  const std::vector<std::uint32_t> top = top_tables();
  for (const std::uint32_t index : top) {
    DOTWIRE_TRY(const Node element, make_table(index, !one_table));
    if (one_table) {
      tree_.append(root, element);
      continue;
    }
    DOTWIRE_TRY(place_top_table(index, element));
  }
  for (const Node unique : uniques_) tree_.append(set_element_, unique);
  for (std::size_t i = keys_.size(); i > 0; --i) tree_.append(set_element_, keys_[i - 1]);
  tree_.append(root, set_element_);
  if (main_ == kWholeSet && !top.empty()) {
    DOTWIRE_TRY(append_relations());
  }
  return remoting() ? Status() : finish_fragments();
}

Status SchemaGenerator::check() const {
  const TableSet* const set = scope_.set;
  const bool is_named = !remoting() || main_ == kWholeSet;
  if (is_named && set != nullptr && set->name.empty()) {
    return not_writable("DataSetName", "a DataSet without a name, which no schema can be read with");
  }
  if (!is_named && encode_local_name(scope_.tables[main_]->name) == set_name_) {
    return not_writable("TableName", "the schema of a table in a payload has an element of that name already");
  }
  DOTWIRE_TRY(check_set_names(set, NamedIn::Schema));
  const std::vector<std::string_view> namespaces = table_namespaces(scope_);
  for (std::uint32_t i = 0; i < scope_.tables.size(); ++i) {
    if (main_ != kWholeSet && main_ != i) continue;
    DOTWIRE_TRY(check_names(scope_, i, namespaces[i], NamedIn::Schema));
  }
  return {};
}

Status SchemaGenerator::make() {
  DOTWIRE_TRY(check());
  DOTWIRE_TRY(collect());
  return make_document();
}

Status SchemaGenerator::write(xml::Writer& writer) const {
  for (const Fragment& part : fragments_) {
    // What has no namespace while the set has one is lost, as System.Data loses it.
    if (&part != &fragments_[0] && part.name_space.empty()) continue;
    DOTWIRE_TRY(tree_.write(writer, part.root, msprop_));
  }
  return {};
}

namespace {

Status write_document(SchemaGenerator& schema, const WriteOptions& options, Buffer& out) {
  DOTWIRE_TRY(schema.make());
  xml::Writer writer(out, {.indent = true, .indentation = "  ", .newline = options.newline, .unfit = options.unfit});
  if (!schema.is_split() || options.schema_form != SchemaForm::Public) {
    writer.write_declaration(options.target == Target::File ? xml::Standalone::Yes : xml::Standalone::Absent,
                             options.target == Target::String ? "utf-16" : "");
  }
  DOTWIRE_TRY(schema.write(writer));
  return writer.finish();
}

// Relations of one table to others stand in its schema only where they are nested in it.
struct OneTable {
  OneTable(const Table& table, const TableSet* set) : scope(Scope::of(table, set, index)) {}
  std::uint32_t index = 0;
  Scope scope;
};

}  // namespace

Status write_schema_element(xml::Writer& writer, const Table& table, const TableSet* set, const WriteOptions& options) {
  const OneTable one(table, set);
  SchemaGenerator schema(one.scope, one.index, options);
  DOTWIRE_TRY(schema.make());
  return schema.write(writer);
}

Status write_schema_element(xml::Writer& writer, const TableSet& set, const WriteOptions& options) {
  const Scope scope = Scope::of(set);
  SchemaGenerator schema(scope, SchemaGenerator::kWholeSet, options);
  DOTWIRE_TRY(schema.make());
  return schema.write(writer);
}

Status write_xml_schema(const Table& table, const TableSet* set, const WriteOptions& options, Buffer& out) {
  const OneTable one(table, set);
  SchemaGenerator schema(one.scope, one.index, options);
  return write_document(schema, options, out);
}

Status write_xml_schema(const TableSet& set, const WriteOptions& options, Buffer& out) {
  const Scope scope = Scope::of(set);
  SchemaGenerator schema(scope, SchemaGenerator::kWholeSet, options);
  return write_document(schema, options, out);
}

std::string schema_name(const TableSet* set) {
  return set == nullptr ? std::string("NewDataSet") : encode_local_name(set->name);
}

}  // namespace dotwire::dataset_xml

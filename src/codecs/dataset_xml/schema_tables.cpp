#include <algorithm>

#include "base/try.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/schema_generator.h"
#include "codecs/dataset_xml/type_map.h"

namespace dotwire::dataset_xml {

using model::Column;
using model::MappingType;
using model::Relation;
using model::Table;

namespace {

const Column* simple_content_of(const Table& table, std::size_t& ordinal) {
  for (ordinal = 0; ordinal < table.columns.size(); ++ordinal) {
    if (table.columns[ordinal]->mapping == MappingType::SimpleContent) return table.columns[ordinal].get();
  }
  return nullptr;
}

}  // namespace

Status SchemaGenerator::set_table_facts(std::uint32_t index, Node element, bool unqualified) {
  const Table& here = table(index);
  if (unqualified) tree_.set(element, "form", "unqualified");
  const auto set = [&](std::string_view local, std::string value) { msdata(tree_, element, local, std::move(value)); };
  if (here.case_sensitive_set) set("CaseSensitive", here.case_sensitive ? "True" : "False");
  if (here.locale_set) set("Locale", here.locale);
  if (!here.display_expression.empty()) set("DisplayExpression", here.display_expression);
  if (here.minimum_capacity != 50) set("MinimumCapacity", std::to_string(here.minimum_capacity));
  if (!here.prefix.empty()) set("Prefix", here.prefix);
  return {};
}

// simpleContent with the column's facts, and the extension that the attributes go into.
Result<bool> SchemaGenerator::make_simple_content(std::uint32_t index, Node element, Node& type) {
  std::size_t ordinal = 0;
  const Column* column = simple_content_of(table(index), ordinal);
  if (column == nullptr) return false;
  const Node content = tree_.make("simpleContent");
  DOTWIRE_TRY(column_facts(*column, content));
  if (column->extended_properties.has_value()) {
    DOTWIRE_TRY(properties(content, *column->extended_properties));
  }
  if (column->allow_db_null) tree_.set(element, "nillable", "true");
  DOTWIRE_TRY(column_default(*column, content));
  msdata(tree_, content, "ColumnName", column->name);
  msdata(tree_, content, "Ordinal", std::to_string(ordinal));
  tree_.append(type, content);
  const Node extension = tree_.make("extension");
  tree_.append(content, extension);
  column_type(*column, extension, "base");
  type = extension;
  return true;
}

// The complexType: in the element, or beside the tables where it has a name.
Status SchemaGenerator::start_type(std::uint32_t index, Node element, bool unqualified, Open& made) {
  const Table& here = table(index);
  const Node type = tree_.make("complexType");
  if (!here.type_name.empty() && !remoting()) {
    const std::size_t colon = here.type_name.rfind(':');
    const std::string name = here.type_name.substr(colon == std::string::npos ? 0 : colon + 1);
    const std::string space = colon == std::string::npos ? std::string() : here.type_name.substr(0, colon);
    std::uint32_t home = fragment(space);
    if (space.empty()) home = fragment(unqualified ? set_namespace() : facts_[index].name_space);
    tree_.set(type, "name", name);
    append_global(home, type);
    tree_.set(element, "type", qualified(space, name));
  } else {
    tree_.append(element, type);
  }
  made.type = type;
  DOTWIRE_TRY(make_simple_content(index, element, made.type));
  made.sequence = tree_.make("sequence");
  tree_.append(made.type, made.sequence);
  return {};
}

namespace {

// A table that stands for a repeated element of a simple type is that element again.
bool is_repeated_value(const Table& table, const std::vector<std::uint32_t>& children, const Scope& scope) {
  if (!table.repeatable_element || table.columns.empty() || table.columns.size() > 2) return false;
  std::size_t count = 0;
  for (std::uint32_t i = 0; i < table.columns.size(); ++i) {
    const MappingType mapping = table.columns[i]->mapping;
    if (mapping == MappingType::Element) ++count;
    if (mapping != MappingType::Hidden) continue;
    count += static_cast<std::size_t>(std::count_if(children.begin(), children.end(), [&](std::uint32_t r) {
      const Relation& relation = scope.relations[r];
      return relation.nested && relation.parent_columns.size() == 1 && relation.parent_columns[0] == i;
    }));
  }
  return count == 1;
}

}  // namespace

Result<SchemaGenerator::Node> SchemaGenerator::start_table(std::uint32_t index, std::vector<Open>& open) {
  const TableFacts& facts = facts_[index];
  const Node element = tree_.make("element");
  const bool apart = main_ != kWholeSet && scope_.set == nullptr;
  if (remoting() && !apart && facts.name_space != set_namespace()) {
    msdata(tree_, element, "targetNamespace", std::string(facts.name_space));
  }
  tree_.set(element, "name", facts.encoded_name);
  const bool unqualified = facts.name_space.empty() && !set_namespace().empty();
  DOTWIRE_TRY(set_table_facts(index, element, unqualified));
  Open made{index, element, element, SchemaTree::kNone};
  if (is_repeated_value(table(index), facts.children, scope_)) {
    tree_.set(element, "type", "xs:" + std::string(xsd_type_of(table(index).columns[0]->kind())));
    made.next_child = facts.children.size();
    open.push_back(made);
    return element;
  }
  DOTWIRE_TRY(start_type(index, element, unqualified, made));
  DOTWIRE_TRY(make_columns(index, made.type, made.sequence));
  open.push_back(made);
  return element;
}

// A child's element stands in its parent's, or beside the tables if several share it or it has another namespace.
Status SchemaGenerator::place_child(const Open& parent, std::uint32_t relation_index, Node child) {
  const Relation& relation = scope_.relations[relation_index];
  const TableFacts& child_facts = facts_[relation.child_table];
  const bool same = child_facts.name_space == facts_[parent.table].name_space;
  if (same) {
    tree_.set(child, "minOccurs", "0");
    tree_.set(child, "maxOccurs", "unbounded");
  }
  Node placed = child;
  if (!same && !child_facts.name_space.empty() && !remoting()) {
    const std::uint32_t home = fragment(child_facts.name_space);
    if (nested_parents(relation.child_table) <= 1) tree_.append(fragments_[home].root, child);
    placed = tree_.make("element");
    tree_.set(placed, "ref", fragments_[home].prefix + ":" + child_facts.encoded_name);
  }
  tree_.append(parent.sequence, placed);
  if (has_foreign_key(relation)) return {};
  const Node annotation = tree_.make("annotation");
  const Node info = tree_.make("appinfo");
  DOTWIRE_TRY(const Node element, relation_element(relation));
  tree_.append(info, element);
  tree_.append(annotation, info);
  tree_.prepend(placed, annotation);
  return {};
}

Status SchemaGenerator::finish_table(const Open& made, bool nested) {
  if (made.sequence == SchemaTree::kNone) return properties(made.element, table(made.table).extended_properties);
  if (!tree_.has_children(made.sequence)) tree_.remove_first(made.type);
  DOTWIRE_TRY(make_constraints(made.table, nested));
  return properties(made.element, table(made.table).extended_properties);
}

// The element of a table, with those that are nested in it. No recursion: the nesting is what the caller's model says.
Result<SchemaGenerator::Node> SchemaGenerator::make_table(std::uint32_t index, bool nested) {
  std::vector<Open> open;
  DOTWIRE_TRY(const Node root, start_table(index, open));
  while (true) {
    Open& top = open.back();
    const auto& children = facts_[top.table].children;
    std::size_t ordinal = 0;
    const bool takes_children = nested && simple_content_of(table(top.table), ordinal) == nullptr;
    if (takes_children && top.next_child < children.size()) {
      const std::uint32_t relation_index = children[top.next_child++];
      const Relation& relation = scope_.relations[relation_index];
      if (!relation.nested) continue;
      const std::uint32_t child = relation.child_table;
      if (child != top.table && nested_parents(child) <= 1) {
        top.relation = relation_index;
        DOTWIRE_TRY([[maybe_unused]] const Node element, start_table(child, open));
        continue;
      }
      const Node reference = tree_.make("element");
      tree_.set(reference, "ref", facts_[child].encoded_name);
      DOTWIRE_TRY(place_child(top, relation_index, reference));
      continue;
    }
    const Open done = top;
    DOTWIRE_TRY(finish_table(done, nested));
    open.pop_back();
    if (open.empty()) return root;
    DOTWIRE_TRY(place_child(open.back(), open.back().relation, done.element));
  }
}

}  // namespace dotwire::dataset_xml

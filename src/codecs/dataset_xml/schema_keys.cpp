#include <algorithm>

#include "base/try.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/schema_generator.h"

namespace dotwire::dataset_xml {

using model::ConstraintRef;
using model::ForeignKeyConstraint;
using model::MappingType;
using model::Rule;
using model::UniqueConstraint;

namespace {

std::string rule_name(Rule rule) {
  switch (rule) {
    case Rule::None: return "None";
    case Rule::Cascade: return "Cascade";
    case Rule::SetNull: return "SetNull";
    case Rule::SetDefault: return "SetDefault";
  }
  return {};
}

}  // namespace

SchemaGenerator::Node SchemaGenerator::make_selector(std::string_view prefix, std::string_view name) {
  const Node selector = tree_.make("selector");
  tree_.set(selector, "xpath", ".//" + std::string(prefix) + std::string(name));
  return selector;
}

Status SchemaGenerator::make_fields(std::uint32_t index, const std::vector<std::uint32_t>& columns,
                                    std::string_view prefix, Node node) {
  for (const std::uint32_t ordinal : columns) {
    const model::Column& column = *table(index).columns[ordinal];
    const std::string name = encode_local_name(column.name);
    std::string path;
    if (remoting()) {
      path = std::string(prefix) + name;
    } else {
      const std::string_view space = column_namespace(column, facts_[index].name_space);
      const std::uint32_t home = fragment(space);
      path = space.empty() ? name : fragments_[home].prefix + ":" + name;
    }
    if (column.mapping == MappingType::Attribute || column.mapping == MappingType::Hidden) path.insert(0, "@");
    const Node field = tree_.make("field");
    tree_.set(field, "xpath", std::move(path));
    tree_.append(node, field);
  }
  return {};
}

Status SchemaGenerator::make_unique(std::uint32_t index, std::uint32_t number, std::string_view prefix) {
  const UniqueConstraint& unique = table(index).unique_constraints[number];
  const TableFacts& facts = facts_[index];
  const std::string& name = facts.unique_names[number].empty() ? unique.name : facts.unique_names[number];
  const Node node = tree_.make("unique");
  if (facts.ambiguous_name) msdata(tree_, node, "TableNamespace", std::string(facts.name_space));
  tree_.set(node, "name", encode_local_name(name));
  if (name != unique.name) msdata(tree_, node, "ConstraintName", unique.name);
  DOTWIRE_TRY(properties(node, unique.extended_properties));
  tree_.append(node, make_selector(prefix, facts.encoded_name));
  if (unique.primary_key) msdata(tree_, node, "PrimaryKey", "true");
  DOTWIRE_TRY(make_fields(index, unique.columns, prefix, node));
  uniques_.push_back(node);
  return {};
}

// keyref; before it a key, where the parent's columns have no unique constraint.
Status SchemaGenerator::make_key(std::uint32_t index, std::uint32_t number, std::string_view prefix) {
  const ForeignKeyConstraint& key = table(index).foreign_keys[number];
  const TableFacts& facts = facts_[index];
  const TableFacts& parent = facts_[key.parent_table];
  const std::string name = facts.key_names[number].empty() ? key.name : facts.key_names[number];
  const std::uint32_t unique = unique_of(key.parent_table, key.parent_columns);
  std::string refer = name;
  if (unique == kWholeSet) {
    const Node node = tree_.make("key");
    tree_.set(node, "name", encode_local_name(name));
    if (facts.ambiguous_name) msdata(tree_, node, "TableNamespace", std::string(facts.name_space));
    tree_.append(node, make_selector(prefix, parent.encoded_name));
    DOTWIRE_TRY(make_fields(key.parent_table, key.parent_columns, prefix, node));
    uniques_.push_back(node);
  } else {
    const std::string& schema_name = parent.unique_names[unique];
    refer = schema_name.empty() ? table(key.parent_table).unique_constraints[unique].name : schema_name;
  }
  const Node node = tree_.make("keyref");
  const auto set = [&](std::string_view local, std::string value) { msdata(tree_, node, local, std::move(value)); };
  tree_.set(node, "name", encode_local_name(name));
  if (parent.ambiguous_name) set("TableNamespace", std::string(facts.name_space));
  tree_.set(node, "refer", encode_local_name(refer));
  DOTWIRE_TRY(properties(node, key.extended_properties, "fk_"));
  if (name != key.name) set("ConstraintName", key.name);
  const std::uint32_t relation_index = relation_of(index, key);
  if (relation_index == kWholeSet) {
    set("ConstraintOnly", "true");
  } else {
    const model::Relation& relation = scope_.relations[relation_index];
    if (relation.nested) set("IsNested", "true");
    if (relation.extended_properties.has_value()) {
      DOTWIRE_TRY(properties(node, *relation.extended_properties, "rel_"));
    }
    if (key.name != relation.name) set("RelationName", encode_local_name(relation.name));
  }
  tree_.append(node, make_selector(prefix, facts.encoded_name));
  if (key.accept_reject_rule != Rule::None) set("AcceptRejectRule", rule_name(key.accept_reject_rule));
  if (key.update_rule != Rule::Cascade) set("UpdateRule", rule_name(key.update_rule));
  if (key.delete_rule != Rule::Cascade) set("DeleteRule", rule_name(key.delete_rule));
  DOTWIRE_TRY(make_fields(index, key.child_columns, prefix, node));
  keys_.push_back(node);
  return {};
}

Status SchemaGenerator::make_constraints(std::uint32_t index, bool nested) {
  const TableFacts& facts = facts_[index];
  std::string prefix;
  if (!remoting()) {
    const std::uint32_t home = fragment(facts.name_space);
    if (!facts.name_space.empty()) prefix = fragments_[home].prefix + ":";
  } else if (!set_namespace().empty()) {
    prefix = "mstns:";
  }
  for (const ConstraintRef ref : facts.constraints) {
    if (!ref.foreign) {
      const bool generated = ref.index < facts.generated_uniques.size() && facts.generated_uniques[ref.index];
      if (generated) continue;
      DOTWIRE_TRY(make_unique(index, ref.index, prefix));
      continue;
    }
    const std::uint32_t parent = table(index).foreign_keys[ref.index].parent_table;
    if (!nested || parent >= facts_.size() || !facts_[parent].listed || !facts.listed) continue;
    if (ref.index < facts.generated_keys.size() && facts.generated_keys[ref.index]) continue;
    DOTWIRE_TRY(make_key(index, ref.index, prefix));
  }
  return {};
}

}  // namespace dotwire::dataset_xml

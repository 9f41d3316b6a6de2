#include <algorithm>

#include "base/try.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/schema_generator.h"

namespace dotwire::dataset_xml {

using model::Column;
using model::ConstraintRef;
using model::ForeignKeyConstraint;
using model::MappingType;
using model::Relation;
using model::Table;
using model::UniqueConstraint;
using model::ValueKind;

namespace {

Error invalid(std::string message) { return Error(ErrorCode::InvalidArgument, std::move(message)); }

bool fits(const std::vector<std::uint32_t>& columns, const Table& table) {
  return !columns.empty() &&
         std::all_of(columns.begin(), columns.end(), [&](std::uint32_t c) { return c < table.columns.size(); });
}

// The order of the collection; without one, unique constraints first.
std::vector<ConstraintRef> constraint_order(const Table& table) {
  if (table.constraint_order.size() == table.unique_constraints.size() + table.foreign_keys.size()) {
    return table.constraint_order;
  }
  std::vector<ConstraintRef> order;
  for (std::uint32_t i = 0; i < table.unique_constraints.size(); ++i) order.push_back({false, i});
  for (std::uint32_t i = 0; i < table.foreign_keys.size(); ++i) order.push_back({true, i});
  return order;
}

std::vector<std::uint32_t> key_of(std::uint32_t parent, const std::vector<std::uint32_t>& columns) {
  std::vector<std::uint32_t> key = columns;
  key.push_back(parent);
  return key;
}

bool is_generated_name(std::string_view name, const std::string& table) {
  const std::string generated = table + "_Id";
  return name == generated || name == generated + "_0";
}

}  // namespace

Status SchemaGenerator::check_relations() const {
  for (const Relation& relation : scope_.relations) {
    const std::size_t count = scope_.tables.size();
    if (relation.parent_table >= count || relation.child_table >= count) continue;  // of a table that is not here
    if (!fits(relation.parent_columns, table(relation.parent_table)) ||
        !fits(relation.child_columns, table(relation.child_table)) ||
        relation.parent_columns.size() != relation.child_columns.size()) {
      return invalid("relation " + relation.name + " is over no columns");
    }
  }
  return {};
}

// A table may be nested in itself, but not in one that is nested in it.
Status SchemaGenerator::check_nesting() const {
  std::vector<std::uint32_t> waiting(facts_.size(), 0);
  std::vector<std::uint32_t> ready;
  for (std::uint32_t i = 0; i < facts_.size(); ++i) {
    for (const std::uint32_t relation : facts_[i].parents) {
      waiting[i] += scope_.relations[relation].nested && scope_.relations[relation].parent_table != i ? 1 : 0;
    }
    if (waiting[i] == 0) ready.push_back(i);
  }
  std::size_t done = 0;
  while (!ready.empty()) {
    const std::uint32_t at = ready.back();
    ready.pop_back();
    ++done;
    for (const std::uint32_t relation : facts_[at].children) {
      const Relation& child = scope_.relations[relation];
      if (child.nested && child.child_table != at && --waiting[child.child_table] == 0) {
        ready.push_back(child.child_table);
      }
    }
  }
  return done == facts_.size() ? Status() : invalid("tables are nested in one another in a circle");
}

Status SchemaGenerator::collect() {
  facts_.resize(scope_.tables.size());
  const std::vector<std::string_view> spaces = table_namespaces(scope_);
  std::unordered_map<std::string_view, std::uint32_t> names;
  for (std::uint32_t i = 0; i < facts_.size(); ++i) {
    const Table& here = table(i);
    TableFacts& facts = facts_[i];
    if (here.name.empty()) return Error(ErrorCode::Unsupported, "a table without a name");
    facts.name_space = spaces[i];
    facts.encoded_name = encode_local_name(here.name);
    facts.listed = main_ == kWholeSet || main_ == i;
    facts.constraints = constraint_order(here);
    facts.unique_names.resize(here.unique_constraints.size());
    facts.key_names.resize(here.foreign_keys.size());
    const auto [found, is_new] = names.emplace(here.name, i);
    if (!is_new) facts.ambiguous_name = facts_[found->second].ambiguous_name = true;
    for (std::uint32_t u = 0; u < here.unique_constraints.size(); ++u) {
      std::vector<std::uint32_t> columns = here.unique_constraints[u].columns;
      if (!fits(columns, here)) return invalid("a constraint over no column");
      std::sort(columns.begin(), columns.end());
      facts.unique_by_columns.emplace(std::move(columns), u);
    }
    for (const ForeignKeyConstraint& key : here.foreign_keys) {
      if (key.parent_table >= facts_.size()) continue;
      if (!fits(key.child_columns, here) || !fits(key.parent_columns, table(key.parent_table))) {
        return invalid("a foreign key over no column");
      }
      foreign_keys_.emplace(key_of(key.parent_table, key.parent_columns), key_of(i, key.child_columns));
    }
    for (const ConstraintRef ref : facts.constraints) {
      if (ref.index >= (ref.foreign ? here.foreign_keys.size() : here.unique_constraints.size())) {
        return invalid("the order of constraints names one that is not there");
      }
    }
  }
  DOTWIRE_TRY(check_relations());
  for (std::uint32_t i = 0; i < scope_.relations.size(); ++i) {
    const Relation& relation = scope_.relations[i];
    if (relation.parent_table >= facts_.size() || relation.child_table >= facts_.size()) continue;
    facts_[relation.parent_table].children.push_back(i);
    facts_[relation.child_table].parents.push_back(i);
    relations_by_columns_.emplace(std::pair(key_of(relation.parent_table, relation.parent_columns),
                                            key_of(relation.child_table, relation.child_columns)),
                                  i);
  }
  DOTWIRE_TRY(check_nesting());
  collect_targets();
  name_constraints();
  if (remoting()) return {};
  for (std::uint32_t i = 0; i < facts_.size(); ++i) {
    if (facts_[i].listed) find_generated(i);
  }
  return {};
}

// FindTargetNamespace: parents come first here, since nothing is nested in a circle.
void SchemaGenerator::collect_targets() {
  std::vector<std::uint32_t> stack;
  std::vector<bool> done(facts_.size());
  for (std::uint32_t start = 0; start < facts_.size(); ++start) {
    stack.push_back(start);
    while (!stack.empty()) {
      const std::uint32_t at = stack.back();
      TableFacts& facts = facts_[at];
      std::string_view target = facts.name_space;
      const std::string& type_name = table(at).type_name;
      const std::size_t colon = type_name.rfind(':');
      if (!type_name.empty()) target = std::string_view(type_name).substr(0, colon == std::string::npos ? 0 : colon);
      bool has_parents = false;
      bool waits = false;
      for (const std::uint32_t relation : facts.parents) {
        if (done[at] || !target.empty() || !scope_.relations[relation].nested) continue;
        has_parents = true;
        const std::uint32_t parent = scope_.relations[relation].parent_table;
        if (parent == at) continue;
        if (!done[parent]) {
          stack.push_back(parent);
          waits = true;
          break;
        }
        target = facts_[parent].target;
      }
      if (waits) continue;
      stack.pop_back();
      if (done[at]) continue;
      if (target.empty() && !has_parents) target = set_namespace();
      facts.target = target;
      done[at] = true;
    }
  }
}

void SchemaGenerator::name_constraints() {
  std::unordered_set<std::string> names;
  for (std::uint32_t i = 0; i < facts_.size(); ++i) {
    if (facts_[i].listed) name_constraints_of(i, names);
  }
}

// "Constraint1", "T_Constraint1", "T_Constraint1_1" ...: the first that no other has.
void SchemaGenerator::name_constraints_of(std::uint32_t index, std::unordered_set<std::string>& names) {
  const Table& here = table(index);
  TableFacts& facts = facts_[index];
  std::unordered_map<std::string, std::uint32_t> tried;
  for (const ConstraintRef ref : facts.constraints) {
    if (ref.foreign && main_ != kWholeSet) {
      const std::uint32_t parent = here.foreign_keys[ref.index].parent_table;
      if (parent >= facts_.size() || !facts_[parent].listed) continue;
    }
    const std::string& own = ref.foreign ? here.foreign_keys[ref.index].name : here.unique_constraints[ref.index].name;
    std::string name = own;
    for (std::uint32_t& number = tried[own]; !names.insert(name).second; ++number) {
      name = here.name + "_" + own;
      if (number > 0) name += "_" + std::to_string(number);
    }
    (ref.foreign ? facts.key_names : facts.unique_names)[ref.index] = name;
  }
}

bool SchemaGenerator::is_generated_column(std::uint32_t index, std::uint32_t ordinal) const {
  const Column& column = *table(index).columns[ordinal];
  if (column.mapping != MappingType::Hidden || column.kind() != ValueKind::Int32) return false;
  if (is_generated_name(column.name, table(index).name)) return true;
  std::string parent_name;
  for (const std::uint32_t i : facts_[index].parents) {
    const Relation& relation = scope_.relations[i];
    if (relation.nested && relation.child_columns.size() == 1 && relation.child_columns[0] == ordinal) {
      parent_name = table(relation.parent_table).name + "_Id";
    }
  }
  return column.name == parent_name || column.name == parent_name + "_0";
}

bool SchemaGenerator::is_generated_relation(const Relation& relation) const {
  const bool plain = !relation.extended_properties.has_value() || relation.extended_properties->empty();
  return plain && relation.name.starts_with(table(relation.parent_table).name + "_" + table(relation.child_table).name);
}

std::uint32_t SchemaGenerator::relation_of(std::uint32_t index, const ForeignKeyConstraint& key) const {
  const auto found = relations_by_columns_.find(
      std::pair(key_of(key.parent_table, key.parent_columns), key_of(index, key.child_columns)));
  return found == relations_by_columns_.end() ? kWholeSet : found->second;
}

bool SchemaGenerator::has_foreign_key(const Relation& relation) const {
  return foreign_keys_.contains(KeyColumns(key_of(relation.parent_table, relation.parent_columns),
                                           key_of(relation.child_table, relation.child_columns)));
}

std::uint32_t SchemaGenerator::unique_of(std::uint32_t index, std::vector<std::uint32_t> columns) const {
  std::sort(columns.begin(), columns.end());
  const auto found = facts_[index].unique_by_columns.find(columns);
  return found == facts_[index].unique_by_columns.end() ? kWholeSet : found->second;
}

bool SchemaGenerator::is_generated_key(std::uint32_t index, const ForeignKeyConstraint& key) const {
  const std::uint32_t relation = relation_of(index, key);
  if (relation == kWholeSet || !is_generated_relation(scope_.relations[relation])) return false;
  if (scope_.relations[relation].name != key.name || !key.extended_properties.empty()) return false;
  if (key.accept_reject_rule != model::Rule::None || key.delete_rule != model::Rule::Cascade) return false;
  return key.parent_columns.size() == 1 && is_generated_column(key.parent_table, key.parent_columns[0]);
}

// What a reader makes by itself is not written; but a column that anything else rests on is.
void SchemaGenerator::find_generated(std::uint32_t index) {
  const Table& here = table(index);
  TableFacts& facts = facts_[index];
  facts.generated_columns.resize(here.columns.size());
  facts.generated_uniques.resize(here.unique_constraints.size());
  facts.generated_keys.resize(here.foreign_keys.size());
  for (std::uint32_t i = 0; i < here.columns.size(); ++i) facts.generated_columns[i] = is_generated_column(index, i);
  const auto keep_column = [&](std::uint32_t owner, std::uint32_t column) {
    if (column < facts_[owner].generated_columns.size()) facts_[owner].generated_columns[column] = false;
  };
  for (const ConstraintRef ref : facts.constraints) {
    if (!ref.foreign) {
      const UniqueConstraint& unique = here.unique_constraints[ref.index];
      const bool generated = unique.name.starts_with("Constraint") && unique.columns.size() == 1 &&
                             unique.extended_properties.empty() && is_generated_column(index, unique.columns[0]);
      facts.generated_uniques[ref.index] = generated;
      if (!generated) keep_column(index, unique.columns[0]);
      continue;
    }
    const ForeignKeyConstraint& key = here.foreign_keys[ref.index];
    if (key.parent_table >= facts_.size()) continue;
    facts.generated_keys[ref.index] = is_generated_key(index, key);
    if (facts.generated_keys[ref.index]) continue;
    keep_column(index, key.child_columns[0]);
    keep_column(key.parent_table, key.parent_columns[0]);
    const std::uint32_t unique = unique_of(key.parent_table, key.parent_columns);
    if (unique == kWholeSet) continue;
    if (unique < facts_[key.parent_table].generated_uniques.size()) {
      facts_[key.parent_table].generated_uniques[unique] = false;
    }
    keep_column(key.parent_table, table(key.parent_table).unique_constraints[unique].columns[0]);
  }
}

std::size_t SchemaGenerator::nested_parents(std::uint32_t index) const {
  const auto& parents = facts_[index].parents;
  return static_cast<std::size_t>(
      std::count_if(parents.begin(), parents.end(), [&](std::uint32_t i) { return scope_.relations[i].nested; }));
}

bool SchemaGenerator::is_self_nested(std::uint32_t index) const {
  const auto& parents = facts_[index].parents;
  return std::any_of(parents.begin(), parents.end(), [&](std::uint32_t i) {
    return scope_.relations[i].nested && scope_.relations[i].parent_table == index;
  });
}

// A set: tables that several others share first. One table: itself, wherever it is nested.
std::vector<std::uint32_t> SchemaGenerator::top_tables() const {
  if (main_ != kWholeSet) return {main_};
  std::vector<std::uint32_t> top;
  const auto is_shared = [&](std::uint32_t i) { return nested_parents(i) > 1 || is_self_nested(i); };
  for (std::uint32_t i = 0; i < facts_.size(); ++i) {
    if (is_shared(i)) top.push_back(i);
  }
  for (std::uint32_t i = 0; i < facts_.size(); ++i) {
    if (!is_shared(i) && nested_parents(i) == 0) top.push_back(i);
  }
  return top;
}

}  // namespace dotwire::dataset_xml

#include "codecs/dataset_xml/namespaces.h"

#include <algorithm>

namespace dotwire::dataset_xml {
namespace {

using model::Relation;
using model::Table;

bool has_own(const Table& table) { return table.namespace_set || !table.namespace_uri.empty(); }

// Nested relations by their child, in the order of the set.
std::vector<std::vector<std::uint32_t>> nesting_parents(const Scope& scope) {
  std::vector<std::vector<std::uint32_t>> parents(scope.tables.size());
  for (const Relation& relation : scope.relations) {
    if (!relation.nested || relation.child_table >= parents.size() || relation.parent_table >= parents.size()) continue;
    parents[relation.child_table].push_back(relation.parent_table);
  }
  return parents;
}

}  // namespace

Scope Scope::of(const model::TableSet& set) {
  Scope scope;
  scope.set = &set;
  scope.relations = set.relations;
  for (const auto& table : set.tables) scope.tables.push_back(table.get());
  return scope;
}

Scope Scope::of(const Table& table, const model::TableSet* set, std::uint32_t& index) {
  Scope scope;
  if (set != nullptr) scope = of(*set);
  const auto found = std::find(scope.tables.begin(), scope.tables.end(), &table);
  index = static_cast<std::uint32_t>(found - scope.tables.begin());
  // A set without the table stands for the settings alone; where it has no tables, its relations are the table's own.
  if (found == scope.tables.end()) {
    if (!scope.tables.empty()) scope.relations = {};
    scope.tables.assign(1, &table);
    index = 0;
  }
  return scope;
}

// DataTable.GetInheritedNamespace: the first parent that says one, else what the first parent inherits.
std::vector<std::string_view> table_namespaces(const Scope& scope) {
  const std::vector<std::vector<std::uint32_t>> parents = nesting_parents(scope);
  const std::string_view of_set =
      scope.set != nullptr ? std::string_view(scope.set->namespace_uri) : std::string_view();
  std::vector<std::string_view> spaces(scope.tables.size());
  std::vector<bool> known(scope.tables.size());
  std::vector<std::uint32_t> chain;
  for (std::uint32_t start = 0; start < scope.tables.size(); ++start) {
    std::uint32_t at = start;
    std::string_view space = of_set;
    chain.clear();
    while (true) {
      if (known[at]) {
        space = spaces[at];
        break;
      }
      chain.push_back(at);
      known[at] = true;
      spaces[at] = of_set;  // what a circle ends with
      if (has_own(*scope.tables[at])) {
        space = scope.tables[at]->namespace_uri;
        break;
      }
      const auto own = std::find_if(parents[at].begin(), parents[at].end(),
                                    [&](std::uint32_t parent) { return has_own(*scope.tables[parent]); });
      if (own != parents[at].end()) {
        space = scope.tables[*own]->namespace_uri;
        break;
      }
      const auto next =
          std::find_if(parents[at].begin(), parents[at].end(), [&](std::uint32_t parent) { return parent != at; });
      if (next == parents[at].end()) break;
      at = *next;
    }
    for (const std::uint32_t table : chain) spaces[table] = space;
  }
  return spaces;
}

std::string_view column_namespace(const model::Column& column, std::string_view table_namespace) {
  if (column.namespace_set || !column.namespace_uri.empty()) return column.namespace_uri;
  return column.mapping == model::MappingType::Attribute ? std::string_view() : table_namespace;
}

}  // namespace dotwire::dataset_xml

// What a schema says otherwise than the table that it is of.
#include <algorithm>
#include <string>

#include "codecs/dataset_xml/namespaces.h"
#include "codecs/dataset_xml/type_map.h"
#include "formats/text_tables/xml_losses.h"

namespace dotwire::text_tables {
namespace {

using model::Column;
using model::ConstraintRef;
using model::ForeignKeyConstraint;
using model::Node;
using model::Table;
using model::ValueKind;

std::string_view type_of(const Node* node) {
  if (node == nullptr) return "null";
  if (model::as_string(node) != nullptr) return model::clr_name(ValueKind::String);
  const model::ScalarNode* scalar = model::as_scalar(node);
  return scalar != nullptr ? model::clr_name(scalar->value_kind) : model::clr_name(ValueKind::Bytes);
}

// Attributes of a schema hold text alone.
void add_properties(const model::PropertyCollection& properties, const std::string& prefix, std::vector<Loss>& losses) {
  for (const model::Property& property : properties.entries) {
    const model::StringNode* key = model::as_string(property.key);
    if (key == nullptr || !has_text(property.value) || model::as_string(property.value) != nullptr) continue;
    losses.push_back({prefix + "ExtendedProperties/" + std::string(key->view()),
                      "the property's value is " + std::string(type_of(property.value)) + ", and becomes text"});
  }
}

void add_type(const Column& column, const std::string& path, std::vector<Loss>& losses) {
  const std::string_view stored = model::clr_name(column.kind());
  if (column.storage() == model::Storage::Object || stored.empty() || column.type_name == stored) return;
  if (!dataset_xml::is_enum(column)) {
    losses.push_back(
        {path + "/DataType", "the column is of " + column.type_name + ", and becomes one of " + std::string(stored)});
  } else if (column.kind() != ValueKind::Int32) {
    losses.push_back({path + "/DataType", "the enum's numbers are " + std::string(stored) +
                                              ", which the text does not say: they become Int32 where they fit"});
  }
}

// .NET sets no MaxLength there.
bool in_place_of_content(const Column& column) {
  if (column.mapping != model::MappingType::SimpleContent || column.kind() == ValueKind::Char) return false;
  return column.simple_types.empty() ? column.max_length >= 0 && column.simple_type_name.empty()
                                     : column.simple_types.front().name.empty();
}

void add_column(const Column& column, const std::string& path, std::vector<Loss>& losses) {
  add_type(column, path, losses);
  if (column.extended_properties) add_properties(*column.extended_properties, path + "/", losses);
  const bool single =
      column.kind() == ValueKind::String && !column.simple_types.empty() && column.simple_types.front().length == 1;
  if (column.mapping == model::MappingType::SimpleContent && (column.namespace_set || !column.namespace_uri.empty())) {
    losses.push_back({path + "/Namespace", "a column of simple content has no namespace"});
  }
  if (in_place_of_content(column)) {
    losses.push_back({path + "/MaxLength", "a schema has no facets of a column of simple content"});
  }
  if (single) losses.push_back({path + "/SimpleType", "a text of the length 1 is a System.Char to all readers"});
}

bool same_columns(std::vector<std::uint32_t> a, std::vector<std::uint32_t> b) {
  std::ranges::sort(a);
  std::ranges::sort(b);
  return a == b;
}

void add_constraints(const Table& table, const model::TableSet* set, const std::string& prefix,
                     std::vector<Loss>& losses) {
  bool foreign = false;
  for (const ConstraintRef ref : table.constraint_order) {
    if (ref.foreign) {
      foreign = true;
    } else if (foreign) {
      losses.push_back({prefix + "constraints/" + table.unique_constraints[ref.index].name,
                        "a schema has foreign keys behind all unique constraints"});
    }
  }
  for (const model::UniqueConstraint& key : table.unique_constraints) {
    add_properties(key.extended_properties, prefix + "constraints/" + key.name + "/", losses);
  }
  for (const ForeignKeyConstraint& key : table.foreign_keys) {
    add_properties(key.extended_properties, prefix + "constraints/" + key.name + "/", losses);
    const Table* parent = &table;
    if (set != nullptr && key.parent_table < set->tables.size()) parent = set->tables[key.parent_table].get();
    const bool has_key = std::ranges::any_of(parent->unique_constraints, [&](const auto& unique) {
      return same_columns(unique.columns, key.parent_columns);
    });
    if (has_key) continue;
    losses.push_back({prefix + "constraints/" + key.name,
                      "the columns that it refers to get a unique constraint and hold no null then"});
  }
}

}  // namespace

void xml_schema_losses(const Table& table, const model::TableSet* set, const std::string& prefix,
                       std::vector<Loss>& losses) {
  const auto has = [&](model::MappingType mapping) {
    return std::ranges::any_of(table.columns, [mapping](const auto& column) { return column->mapping == mapping; });
  };
  const bool text = has(model::MappingType::SimpleContent);
  for (const auto& column : table.columns) {
    const std::string path = prefix + "columns/" + column->name;
    add_column(*column, path, losses);
    if (!text || column->mapping != model::MappingType::Element) continue;
    losses.push_back({path, "beside a column that is the text of its row (SimpleContent) none is an element"});
  }
  add_properties(table.extended_properties, prefix, losses);
  add_constraints(table, set, prefix, losses);
}

namespace {

// The order in which a schema gives tables again: those of other namespaces first, one namespace after the other, and
// what is nested in a table behind it.
std::vector<std::uint32_t> order_in_schema(const model::TableSet& set, bool remoting) {
  const auto count = static_cast<std::uint32_t>(set.tables.size());
  const std::vector<std::string_view> spaces = dataset_xml::table_namespaces(dataset_xml::Scope::of(set));
  std::vector<std::vector<std::uint32_t>> children(count);
  std::vector<std::size_t> parents(count);
  std::vector<bool> self(count);
  for (const model::Relation& relation : set.relations) {
    if (!relation.nested || relation.parent_table >= count || relation.child_table >= count) continue;
    if (relation.parent_table == relation.child_table) self[relation.child_table] = true;
    children[relation.parent_table].push_back(relation.child_table);
    ++parents[relation.child_table];
  }
  const auto is_shared = [&](std::uint32_t i) { return parents[i] > 1 || self[i]; };
  std::vector<std::string_view> groups;
  for (std::uint32_t i = 0; i < count; ++i) {
    const bool apart = !remoting && !spaces[i].empty() && spaces[i] != set.namespace_uri;
    if (apart && std::ranges::find(groups, spaces[i]) == groups.end()) groups.push_back(spaces[i]);
  }
  const std::size_t apart = groups.size();
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(count);
  const auto add = [&](std::uint32_t top) {
    std::vector<std::uint32_t> waiting{top};
    while (!waiting.empty()) {
      const std::uint32_t at = waiting.back();
      waiting.pop_back();
      if (seen[at]) continue;
      seen[at] = true;
      order.push_back(at);
      waiting.insert(waiting.end(), children[at].rbegin(), children[at].rend());
    }
  };
  for (std::size_t g = 0; g <= apart; ++g) {
    for (const bool shared : {true, false}) {
      for (std::uint32_t i = 0; i < count; ++i) {
        const bool here = g == apart || spaces[i] == groups[g];
        if (here && (shared ? is_shared(i) : parents[i] == 0)) add(i);
      }
    }
  }
  return order;
}

}  // namespace

void xml_schema_losses(const model::TableSet& set, bool remoting, std::vector<Loss>& losses) {
  const std::vector<std::uint32_t> order = order_in_schema(set, remoting);
  if (!std::ranges::is_sorted(order)) losses.push_back({"tables", "a schema gives them in another order"});
  add_properties(set.extended_properties, "", losses);
  for (const model::Relation& relation : set.relations) {
    if (relation.extended_properties) {
      add_properties(*relation.extended_properties, "relations/" + relation.name + "/", losses);
    }
  }
}

}  // namespace dotwire::text_tables

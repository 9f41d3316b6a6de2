#include <algorithm>
#include <utility>

#include "base/try.h"
#include "clr/xml_name.h"
#include "codecs/dataset_xml/schema_load.h"

namespace dotwire::dataset_xml {

using model::Column;
using model::MappingType;
using model::Rule;

namespace {

std::vector<Column*> sorted(std::vector<Column*> columns) {
  std::sort(columns.begin(), columns.end());
  return columns;
}

Rule rule_of(std::string_view name) {
  if (name == "None") return Rule::None;
  if (name == "SetNull") return Rule::SetNull;
  if (name == "SetDefault") return Rule::SetDefault;
  return Rule::Cascade;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\n')) text.remove_suffix(1);
  while (true) {
    const std::size_t end = text.find_first_of(" +");
    words.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return words;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

// The last step of the selector's path.
Result<std::string> SchemaLoader::table_name_of(XsdNode key) const {
  const XsdNode selector = tree_.child(key, XsdTag::Selector);
  const std::string_view path = selector == kNoNode ? std::string_view() : tree_[selector].value;
  const std::size_t last = path.find_last_of("/:");
  const std::string_view name = last == std::string_view::npos ? path : path.substr(last + 1);
  if (name.empty()) return fail(key, "a constraint over no table: " + std::string(path.substr(0, 40)));
  return decode_name(name);
}

// Of its prefix as a schema's root declares it, or as msdata says it.
std::string_view SchemaLoader::table_namespace_of(XsdNode key, bool& known) const {
  const XsdNode selector = tree_.child(key, XsdTag::Selector);
  std::string_view path = selector == kNoNode ? std::string_view() : tree_[selector].value;
  const std::size_t slash = path.rfind('/');
  if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
  const std::size_t colon = path.find(':');
  known = false;
  if (colon == std::string_view::npos) {
    const XsdExtra* own = tree_.extra(key, "TableNamespace");
    known = own != nullptr;
    return known ? own->value : std::string_view();
  }
  const std::string prefix = decode_name(path.substr(0, colon));
  const auto found = namespace_by_prefix_.find(prefix);
  known = found != namespace_by_prefix_.end();
  return known ? found->second : std::string_view();
}

Result<std::vector<Column*>> SchemaLoader::fields(XsdNode key, const LoadTable& table) {
  std::vector<Column*> columns;
  for (XsdNode at = tree_.first(key); at != kNoNode; at = tree_.next(at)) {
    if (tree_[at].tag != XsdTag::Field) continue;
    DOTWIRE_TRY(spend(1, at));
    std::string_view path = tree_[at].value;
    const bool attribute = path.starts_with('@');
    if (attribute) path.remove_prefix(1);
    const std::size_t colon = path.rfind(':');
    if (colon != std::string_view::npos) path.remove_prefix(colon + 1);
    Column* column = find_column(table, decode_name(path));
    const bool is_attribute =
        column != nullptr && (column->mapping == MappingType::Attribute || column->mapping == MappingType::Hidden);
    if (column == nullptr || attribute != is_attribute) {
      return fail(at, "a constraint over no column: " + std::string(tree_[at].value.substr(0, 80)));
    }
    if (std::find(columns.begin(), columns.end(), column) != columns.end() || columns.size() == 64) {
      return fail(at, "a constraint over a column twice, or over more than 64: " + column->name);
    }
    columns.push_back(column);
  }
  return columns;
}

std::string SchemaLoader::free_key_name(LoadTable& table) {
  while (true) {
    std::string name = "Constraint" + std::to_string(table.next_key_name);
    if (!table.key_names.contains(name)) return name;
    ++table.next_key_name;
  }
}

// A further primary key takes the place of the one before, which goes unless a foreign key needs it.
void SchemaLoader::drop_primary(LoadTable& table) {
  LoadKey* old = std::exchange(table.primary, nullptr);
  if (old == nullptr) return;
  old->primary = false;
  work_ += foreign_keys_.size();
  const bool needed = std::any_of(foreign_keys_.begin(), foreign_keys_.end(),
                                  [&](const auto& key) { return sorted(key.first.first) == sorted(old->columns); });
  if (needed) return;
  if (old->columns.size() == 1) old->columns[0]->unique = false;
  uniques_.erase(sorted(old->columns));
  table.key_names.erase(old->name);
  std::erase_if(table.keys, [&](const auto& key) { return key.get() == old; });
}

Result<SchemaLoader::LoadKey*> SchemaLoader::add_unique(LoadTable& table, std::string name,
                                                        std::vector<Column*> columns, bool primary, XsdNode at) {
  if (!table.key_names.insert(name).second) {
    return fail(at, "constraint " + name + " is there twice in table " + table.table->name);
  }
  if (primary) drop_primary(table);
  auto key = std::make_unique<LoadKey>();
  key->foreign = false;
  key->name = std::move(name);
  key->columns = std::move(columns);
  key->primary = primary;
  if (key->columns.size() == 1) key->columns[0]->unique = true;
  if (primary) {
    table.primary = key.get();
    for (Column* column : key->columns) column->allow_db_null = false;
  }
  uniques_.emplace(sorted(key->columns), key.get());
  table.keys.push_back(std::move(key));
  return table.keys.back().get();
}

// A key that the set's element declares: xs:unique, or xs:key, whose columns hold no null.
Status SchemaLoader::load_unique(XsdNode node) {
  std::string name = decode_name(tree_[node].name);
  if (name.empty()) return fail(node, "a constraint without a name");
  if (tree_.child(node, XsdTag::Field) == kNoNode) return fail(node, "constraint " + name + " has no fields");
  DOTWIRE_TRY(const std::string table_name, table_name_of(node));
  LoadTable* table = find_table_smart(table_name, tree_.msdata(node, "TableNamespace"));
  if (table == nullptr) {
    // As where its prefix tells tables of one name apart.
    bool known = false;
    const std::string_view space = table_namespace_of(node, known);
    if (known) table = find_table(table_name, space);
  }
  if (table == nullptr) return {};
  const auto [place, is_new] = key_places_.emplace(name, KeyPlace{table, node});
  if (!is_new) {
    if (place->second.node == node) return {};
    return fail(node, "constraint " + name + " is there twice");
  }
  DOTWIRE_TRY(const bool primary, boolean(node, "PrimaryKey", false));
  if (const XsdExtra* own = tree_.extra(node, "ConstraintName"); own != nullptr && !own->value.empty()) {
    name = own->value;
  }
  DOTWIRE_TRY(std::vector<Column*> columns, fields(node, *table));
  if (columns.empty()) return {};
  const auto found = uniques_.find(sorted(columns));
  LoadKey* key = found == uniques_.end() ? nullptr : found->second;
  if (key == nullptr) {
    DOTWIRE_TRY(key, add_unique(*table, std::move(name), columns, primary, node));
  } else if (primary && !key->primary) {
    drop_primary(*table);
    key->primary = true;
    table->primary = key;
    for (Column* column : key->columns) column->allow_db_null = false;
  }
  properties(node, table->table->graph(), key->properties);
  if (tree_[node].tag == XsdTag::Key) {
    for (Column* column : key->columns) column->allow_db_null = false;
  }
  return {};
}

// RemotingFormat.Xml writes one schema for tables of all namespaces, whose paths have the DataSet's. System.Data passes
// over the constraints of tables of another one; here they come before the foreign keys, as they were written.
Status SchemaLoader::load_left_keys(XsdNode set_element) {
  for (XsdNode at = tree_.first(set_element); at != kNoNode; at = tree_.next(at)) {
    const bool unique = tree_[at].tag == XsdTag::Unique || tree_[at].tag == XsdTag::Key;
    if (!unique || key_places_.contains(decode_name(tree_[at].name))) continue;
    DOTWIRE_TRY(load_unique(at));
    const auto place = key_places_.find(decode_name(tree_[at].name));
    if (place == key_places_.end()) continue;
    auto& keys = place->second.table->keys;
    DOTWIRE_TRY(spend(keys.size(), at));
    std::stable_partition(keys.begin(), keys.end(), [](const auto& key) { return !key->foreign; });
  }
  return {};
}

Result<SchemaLoader::LoadKey*> SchemaLoader::add_foreign(LoadTable& table, std::string name, LoadTable& parent,
                                                         std::vector<Column*> parent_columns,
                                                         std::vector<Column*> columns, XsdNode at) {
  if (parent_columns.size() != columns.size() || columns.empty()) return fail(at, "keys of different sizes");
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i]->kind() != parent_columns[i]->kind()) return fail(at, "keys of different types");
  }
  const KeyColumns both(parent_columns, columns);
  if (foreign_keys_.contains(both)) return fail(at, "a second foreign key over the same columns");
  // The parent's columns get a constraint, if they have none.
  if (!uniques_.contains(sorted(parent_columns))) {
    DOTWIRE_TRY([[maybe_unused]] LoadKey* const unique,
                add_unique(parent, free_key_name(parent), parent_columns, false, at));
  }
  if (!table.key_names.insert(name).second) name = free_key_name(table);
  table.key_names.insert(name);
  auto key = std::make_unique<LoadKey>();
  key->foreign = true;
  key->name = std::move(name);
  key->columns = std::move(columns);
  key->parent = &parent;
  key->parent_columns = std::move(parent_columns);
  foreign_keys_.emplace(both, key.get());
  table.keys.push_back(std::move(key));
  return table.keys.back().get();
}

Status SchemaLoader::set_nested(LoadRelation& relation, XsdNode at) {
  if (relation.nested) return {};
  if (relation.parent->text != nullptr) {
    return fail(at, "a table in " + relation.parent->table->name + ", which has a text column");
  }
  relation.nested = true;
  relation.parent->nested_children.insert(relation.child);
  ++relation.child->nested_parents;
  return {};
}

Result<SchemaLoader::LoadRelation*> SchemaLoader::add_relation(std::string name, LoadTable& parent,
                                                               std::vector<Column*> parent_columns, LoadTable& child,
                                                               std::vector<Column*> child_columns, bool constraints,
                                                               bool nested, XsdNode at) {
  const KeyColumns both(parent_columns, child_columns);
  if (relations_by_columns_.contains(both)) return fail(at, "a relation is there already for these columns");
  if (relations_by_name_.contains(name)) return fail(at, "relation " + name + " is there twice");
  if (parent_columns.size() != child_columns.size()) return fail(at, "keys of different sizes");
  auto made = std::make_unique<LoadRelation>();
  made->name = name;
  made->parent = &parent;
  made->child = &child;
  made->parent_columns = parent_columns;
  made->child_columns = child_columns;
  const auto key = foreign_keys_.find(both);
  if (key != foreign_keys_.end()) {
    made->key = key->second;
  } else if (constraints) {
    DOTWIRE_TRY(made->key, add_foreign(child, name, parent, std::move(parent_columns), std::move(child_columns), at));
  }
  LoadRelation* relation = made.get();
  relations_by_columns_.emplace(both, relation);
  relations_by_name_.emplace(std::move(name), relation);
  relations_.push_back(std::move(made));
  if (nested) {
    DOTWIRE_TRY(set_nested(*relation, at));
    if (inferred()) parent.inferred_children.push_back(&child);
  }
  return relation;
}

Status SchemaLoader::load_keyref(XsdNode node) {
  const std::string refer = decode_name(tree_[node].ref.local);
  std::string name = decode_name(tree_[node].name);
  if (const XsdExtra* own = tree_.extra(node, "ConstraintName"); own != nullptr && !own->value.empty()) {
    name = own->value;
  }
  DOTWIRE_TRY(const std::string table_name, table_name_of(node));
  const XsdExtra* table_space = tree_.extra(node, "TableNamespace");
  LoadTable* table = find_table_smart(table_name, table_space == nullptr ? std::string_view() : table_space->value);
  if (table == nullptr) return {};
  if (refer.empty()) return fail(node, "keyref " + name + " refers to nothing");
  auto place = key_places_.find(refer);
  if (place == key_places_.end()) {
    // Its table came later than this one. System.Data fails here.
    const auto declared = declared_keys_.find(refer);
    if (declared != declared_keys_.end()) {
      DOTWIRE_TRY(load_unique(declared->second));
    }
    place = key_places_.find(refer);
  }
  if (place == key_places_.end()) return fail(node, "keyref " + name + " refers to no key: " + refer);
  LoadTable& parent = *place->second.table;
  DOTWIRE_TRY(std::vector<Column*> parent_columns, fields(place->second.node, parent));
  DOTWIRE_TRY(std::vector<Column*> columns, fields(node, *table));
  if (columns.empty()) return fail(node, "keyref " + name + " has no fields");

  LoadKey* key = nullptr;
  DOTWIRE_TRY(const bool alone, boolean(node, "ConstraintOnly", false));
  if (alone) {
    if (table->key_names.contains(name)) return {};
    DOTWIRE_TRY(key, add_foreign(*table, name, parent, std::move(parent_columns), std::move(columns), node));
  } else {
    std::string relation_name = decode_name(tree_[node].name);
    if (const XsdExtra* own = tree_.extra(node, "RelationName"); own != nullptr && !own->value.empty()) {
      relation_name = decode_name(own->value);
    }
    const auto there = relations_by_name_.find(relation_name);
    LoadRelation* relation = there == relations_by_name_.end() ? nullptr : there->second;
    if (relation == nullptr) {
      DOTWIRE_TRY(relation, add_relation(relation_name, parent, std::move(parent_columns), *table, std::move(columns),
                                         true, false, node));
      properties(node, *set_.graph, relation->properties, "rel_", "fk_");
      key = relation->key;
      if (key->name != name && !table->key_names.contains(name)) {
        table->key_names.erase(key->name);
        table->key_names.insert(name);
        key->name = name;
      }
    }
    DOTWIRE_TRY(const bool nested, boolean(node, "IsNested", false));
    if (nested) {
      DOTWIRE_TRY(set_nested(*relation, node));
    }
  }
  if (key == nullptr) return {};
  key->accept_reject = tree_.msdata(node, "AcceptRejectRule") == "Cascade" ? Rule::Cascade : Rule::None;
  key->update = rule_of(tree_.msdata(node, "UpdateRule"));
  key->remove = rule_of(tree_.msdata(node, "DeleteRule"));
  properties(node, table->table->graph(), key->properties, "fk_");
  return {};
}

// msdata:Relationship: a relation without a foreign key.
Status SchemaLoader::load_relationship(XsdNode node, bool nested) {
  if (tree_[node].tag != XsdTag::Relationship) return {};
  const std::string name = decode_name(tree_[node].name);
  if (relations_by_name_.contains(name)) return {};
  const auto said = [&](std::string_view local) { return tree_.msdata(node, local); };
  for (const std::string_view needed : {"parent", "child", "parentkey", "childkey"}) {
    if (said(needed).empty()) return fail(node, "relation " + name + " says no " + std::string(needed));
  }
  const auto table_of = [&](std::string_view local, std::string_view space) {
    return find_table_smart(decode_name(said(local)), said(space));
  };
  LoadTable* parent = table_of("parent", "ParentTableNamespace");
  LoadTable* child = table_of("child", "ChildTableNamespace");
  if (parent == nullptr || child == nullptr) return fail(node, "relation " + name + " is between no tables");
  const auto columns_of = [&](std::string_view local, const LoadTable& table) {
    std::vector<Column*> columns;
    for (const std::string_view word : words_of(said(local))) columns.push_back(find_column(table, decode_name(word)));
    return columns;
  };
  std::vector<Column*> parent_columns = columns_of("parentkey", *parent);
  std::vector<Column*> child_columns = columns_of("childkey", *child);
  const auto missing = [](const std::vector<Column*>& columns) {
    return std::find(columns.begin(), columns.end(), nullptr) != columns.end();
  };
  if (missing(parent_columns) || missing(child_columns)) return fail(node, "relation " + name + " is over no columns");
  DOTWIRE_TRY(LoadRelation* const relation, add_relation(name, *parent, std::move(parent_columns), *child,
                                                         std::move(child_columns), false, nested, node));
  properties(node, *set_.graph, relation->properties, {}, {});
  return {};
}

}  // namespace dotwire::dataset_xml

// Keys and relations (table-formats.md 4.9: unique constraints, foreign keys, relations, column ordinals).
#include "base/try.h"
#include "formats/fast_serializer/flags.h"
#include "formats/fast_serializer/schema_reader.h"

namespace dotwire::fast_serializer {

using model::Table;

Status SchemaReader::read_constraint_name(const std::uint8_t*& at, bool is_default, std::string& name) {
  if (!is_default) return read_text(at, name);
  DOTWIRE_TRY(const std::uint32_t number, read_count(at));
  name = "Constraint" + std::to_string(number);
  return {};
}

Status SchemaReader::read_ordinals(const std::uint8_t*& at, bool several, const Table& table,
                                   std::vector<std::uint32_t>& columns) {
  std::uint32_t count = 1;
  if (several) {
    DOTWIRE_TRY(count, read_item_count(at, "columns of a key"));
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint8_t* const start = at;
    DOTWIRE_TRY(const std::uint32_t ordinal, read_count(at));
    if (ordinal >= table.columns.size()) {
      return error_at(start, ErrorCode::Malformed, "ordinal of a column is too large");
    }
    columns.push_back(ordinal);
  }
  return {};
}

Status SchemaReader::read_unique_constraints(const std::uint8_t*& at, Table& table, TableNote& note) {
  DOTWIRE_TRY(const std::uint32_t count, read_list_head(at, "UniqueConstraints", "unique constraints"));
  for (std::uint32_t i = 0; i < count; ++i) {
    begin("UniqueConstraint", at);
    DOTWIRE_TRY(const std::uint32_t flags, read_flags(at, unique_flag::kAll, "a unique constraint"));
    const auto has = [flags](std::uint32_t flag) { return (flags & flag) != 0; };
    model::UniqueConstraint constraint;
    DOTWIRE_TRY(read_constraint_name(at, has(unique_flag::kDefaultName), constraint.name));
    DOTWIRE_TRY(read_ordinals(at, has(unique_flag::kSeveralColumns), table, constraint.columns));
    constraint.primary_key = has(unique_flag::kPrimaryKey);
    std::string& schema_name = note.unique_schema_names.emplace_back();
    if (has(unique_flag::kSchemaName)) {
      DOTWIRE_TRY(read_text(at, schema_name));
    }
    if (has(unique_flag::kExtendedProperties)) {
      DOTWIRE_TRY(read_properties(at, table.graph(), constraint.extended_properties));
    }
    DOTWIRE_TRY(end(at, constraint.name));
    if (constraint.columns.size() == 1) table.columns[constraint.columns[0]]->unique = true;
    table.constraint_order.push_back({false, i});
    table.unique_constraints.push_back(std::move(constraint));
  }
  return {};
}

Result<std::uint32_t> SchemaReader::read_table_index(const std::uint8_t*& at, const model::TableSet& set) {
  const std::uint8_t* const start = at;
  DOTWIRE_TRY(const std::uint32_t index, read_count(at));
  if (index < set.tables.size()) return index;
  return error_at(start, ErrorCode::Malformed, "index of a table is too large");
}

Status SchemaReader::read_foreign_key(const std::uint8_t*& at, model::TableSet& set) {
  begin("ForeignKey", at);
  DOTWIRE_TRY(const std::uint32_t flags, read_flags(at, foreign_flag::kAll, "a foreign key"));
  const auto has = [flags](std::uint32_t flag) { return (flags & flag) != 0; };
  const bool several = has(foreign_flag::kSeveralColumns);
  model::ForeignKeyConstraint key;
  KeyNote& note = objects_.recorded().foreign_keys.emplace_back();
  DOTWIRE_TRY(read_constraint_name(at, has(foreign_flag::kDefaultName), key.name));
  DOTWIRE_TRY(key.child_table, read_table_index(at, set));
  DOTWIRE_TRY(read_ordinals(at, several, *set.tables[key.child_table], key.child_columns));
  const std::uint8_t* const parent_at = at;
  DOTWIRE_TRY(key.parent_table, read_table_index(at, set));
  const Table& parent = *set.tables[key.parent_table];
  note.parent_is_primary_key = has(foreign_flag::kParentIsPrimaryKey);
  if (note.parent_is_primary_key) {
    key.parent_columns.assign(parent.primary_key().begin(), parent.primary_key().end());
  } else {
    DOTWIRE_TRY(read_ordinals(at, several, parent, key.parent_columns));
  }
  if (key.parent_columns.size() != key.child_columns.size()) {
    return error_at(parent_at, ErrorCode::Malformed, "foreign key has not a parent column for each of the child's");
  }
  if (has(foreign_flag::kAcceptRejectRule)) {
    DOTWIRE_TRY(const std::uint32_t rule, read_small(at, 1, "AcceptRejectRule"));
    key.accept_reject_rule = static_cast<model::Rule>(rule);
  }
  if (has(foreign_flag::kDeleteRule)) {
    DOTWIRE_TRY(const std::uint32_t rule, read_small(at, 3, "DeleteRule"));
    key.delete_rule = static_cast<model::Rule>(rule);
  }
  if (has(foreign_flag::kUpdateRule)) {
    DOTWIRE_TRY(const std::uint32_t rule, read_small(at, 3, "UpdateRule"));
    key.update_rule = static_cast<model::Rule>(rule);
  }
  if (has(foreign_flag::kSchemaName)) {
    DOTWIRE_TRY(read_text(at, note.schema_name));
  }
  Table& child = *set.tables[key.child_table];
  if (has(foreign_flag::kExtendedProperties)) {
    DOTWIRE_TRY(read_properties(at, child.graph(), key.extended_properties));
  }
  DOTWIRE_TRY(end(at, key.name));
  child.constraint_order.push_back({true, static_cast<std::uint32_t>(child.foreign_keys.size())});
  child.foreign_keys.push_back(std::move(key));
  return {};
}

Status SchemaReader::read_relation(const std::uint8_t*& at, model::TableSet& set) {
  begin("Relation", at);
  DOTWIRE_TRY(const std::uint32_t flags, read_flags(at, relation_flag::kAll, "a relation"));
  const auto has = [flags](std::uint32_t flag) { return (flags & flag) != 0; };
  const bool several = has(relation_flag::kSeveralColumns);
  model::Relation relation;
  if (has(relation_flag::kName)) {
    DOTWIRE_TRY(read_text(at, relation.name));
  }
  const std::uint8_t* const parent_at = at;
  DOTWIRE_TRY(relation.parent_table, read_table_index(at, set));
  const Table& parent = *set.tables[relation.parent_table];
  objects_.recorded().relation_is_primary_key.push_back(has(relation_flag::kParentIsPrimaryKey));
  if (has(relation_flag::kParentIsPrimaryKey)) {
    relation.parent_columns.assign(parent.primary_key().begin(), parent.primary_key().end());
  } else {
    DOTWIRE_TRY(read_ordinals(at, several, parent, relation.parent_columns));
  }
  DOTWIRE_TRY(relation.child_table, read_table_index(at, set));
  DOTWIRE_TRY(read_ordinals(at, several, *set.tables[relation.child_table], relation.child_columns));
  if (relation.parent_columns.size() != relation.child_columns.size()) {
    return error_at(parent_at, ErrorCode::Malformed, "relation has not a parent column for each of the child's");
  }
  relation.nested = has(relation_flag::kNested);
  if (has(relation_flag::kExtendedProperties)) {
    DOTWIRE_TRY(read_properties(at, *set.graph, relation.extended_properties.emplace()));
  }
  DOTWIRE_TRY(end(at, relation.name));
  set.relations.push_back(std::move(relation));
  return {};
}

}  // namespace dotwire::fast_serializer

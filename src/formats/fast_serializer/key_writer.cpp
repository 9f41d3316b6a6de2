// Keys and relations (table-formats.md 4.9: unique constraints, foreign keys, relations, column ordinals).
#include <algorithm>
#include <charconv>

#include "base/try.h"
#include "formats/fast_serializer/document_writer.h"
#include "formats/fast_serializer/flags.h"

namespace dotwire::fast_serializer {

using model::Table;
using model::TableSet;

namespace {

// "Constraint7" is written as 7. Names that would come back otherwise ("Constraint07") are not.
std::optional<std::uint32_t> default_number(std::string_view name) {
  constexpr std::string_view kStart = "Constraint";
  if (!name.starts_with(kStart)) return std::nullopt;
  const std::string_view digits = name.substr(kStart.size());
  if (digits.empty() || (digits.size() > 1 && digits[0] == '0') || digits[0] < '0' || digits[0] > '9') {
    return std::nullopt;
  }
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size() || number > INT32_MAX) return std::nullopt;
  return number;
}

bool is_foreign_key_of(const model::ForeignKeyConstraint& key, const model::Relation& relation) {
  return key.parent_table == relation.parent_table && key.parent_columns == relation.parent_columns &&
         key.child_columns == relation.child_columns;
}

}  // namespace

Status DocumentWriter::write_constraint_name(const std::string& name) {
  const std::optional<std::uint32_t> number = default_number(name);
  if (!number) return objects_.write_string(name);
  put_count(*number);
  return {};
}

void DocumentWriter::put_ordinals(const std::vector<std::uint32_t>& columns) {
  if (columns.size() != 1) put_count(columns.size());
  for (const std::uint32_t column : columns) put_count(column);
}

Status DocumentWriter::write_unique_constraints(const Table& table, const TableNote* note) {
  put_count(table.unique_constraints.size());
  for (std::size_t i = 0; i < table.unique_constraints.size(); ++i) {
    const model::UniqueConstraint& constraint = table.unique_constraints[i];
    const std::string_view schema_name = note != nullptr && i < note->unique_schema_names.size()
                                             ? std::string_view(note->unique_schema_names[i])
                                             : std::string_view();
    std::uint32_t flags = 0;
    const auto add = [&flags](bool is_set, std::uint32_t flag) { flags |= is_set ? flag : 0; };
    add(default_number(constraint.name).has_value(), unique_flag::kDefaultName);
    add(!schema_name.empty(), unique_flag::kSchemaName);
    add(constraint.columns.size() != 1, unique_flag::kSeveralColumns);
    add(!constraint.extended_properties.empty(), unique_flag::kExtendedProperties);
    add(constraint.primary_key, unique_flag::kPrimaryKey);
    put_count(flags);
    DOTWIRE_TRY(write_constraint_name(constraint.name));
    put_ordinals(constraint.columns);
    if (!schema_name.empty()) {
      DOTWIRE_TRY(objects_.write_string(schema_name));
    }
    if (!constraint.extended_properties.empty()) {
      DOTWIRE_TRY(write_properties(constraint.extended_properties, table.graph()));
    }
  }
  return {};
}

Status DocumentWriter::write_foreign_keys(const TableSet& set) {
  std::size_t index = 0;
  for (const auto& table : set.tables) {
    for (const model::ForeignKeyConstraint& key : table->foreign_keys) {
      const KeyNote* note =
          recorded_ != nullptr && index < recorded_->foreign_keys.size() ? &recorded_->foreign_keys[index] : nullptr;
      ++index;
      Status status = write_foreign_key(set, *table, key, note);
      if (!status.ok()) {
        status.error().prepend_path("tables/" + table->name + "/constraints/" + key.name);
        return status;
      }
    }
  }
  return {};
}

Status DocumentWriter::write_foreign_key(const TableSet& set, const Table& table,
                                         const model::ForeignKeyConstraint& key, const KeyNote* note) {
  if (key.parent_table >= set.tables.size() || key.child_table >= set.tables.size()) {
    return Error(ErrorCode::InvalidArgument, "a foreign key names a table that the set has not");
  }
  const bool is_primary = std::ranges::equal(key.parent_columns, set.tables[key.parent_table]->primary_key()) &&
                          (note == nullptr || note->parent_is_primary_key);
  std::uint32_t flags = 0;
  const auto add = [&flags](bool is_set, std::uint32_t flag) { flags |= is_set ? flag : 0; };
  add(default_number(key.name).has_value(), foreign_flag::kDefaultName);
  add(is_primary, foreign_flag::kParentIsPrimaryKey);
  add(key.child_columns.size() != 1, foreign_flag::kSeveralColumns);
  add(key.accept_reject_rule != model::Rule::None, foreign_flag::kAcceptRejectRule);
  add(key.delete_rule != model::Rule::Cascade, foreign_flag::kDeleteRule);
  add(key.update_rule != model::Rule::Cascade, foreign_flag::kUpdateRule);
  add(!key.extended_properties.empty(), foreign_flag::kExtendedProperties);
  add(note != nullptr && !note->schema_name.empty(), foreign_flag::kSchemaName);
  put_count(flags);
  DOTWIRE_TRY(write_constraint_name(key.name));
  put_count(key.child_table);
  put_ordinals(key.child_columns);
  put_count(key.parent_table);
  if (!is_primary) put_ordinals(key.parent_columns);
  if ((flags & foreign_flag::kAcceptRejectRule) != 0) put_count(static_cast<std::uint32_t>(key.accept_reject_rule));
  if ((flags & foreign_flag::kDeleteRule) != 0) put_count(static_cast<std::uint32_t>(key.delete_rule));
  if ((flags & foreign_flag::kUpdateRule) != 0) put_count(static_cast<std::uint32_t>(key.update_rule));
  if ((flags & foreign_flag::kSchemaName) != 0) {
    DOTWIRE_TRY(objects_.write_string(note->schema_name));
  }
  return key.extended_properties.empty() ? Status() : write_properties(key.extended_properties, table.graph());
}

Status DocumentWriter::write_relation(const TableSet& set, std::size_t index) {
  const model::Relation& relation = set.relations[index];
  if (relation.parent_table >= set.tables.size() || relation.child_table >= set.tables.size()) {
    return Error(ErrorCode::InvalidArgument, "a relation names a table that the set has not");
  }
  // The parent's key counts where the relation was made with its constraints.
  const Table& parent = *set.tables[relation.parent_table];
  const auto& keys = set.tables[relation.child_table]->foreign_keys;
  bool is_primary = std::ranges::equal(relation.parent_columns, parent.primary_key());
  if (recorded_ != nullptr && index < recorded_->relation_is_primary_key.size()) {
    is_primary = is_primary && recorded_->relation_is_primary_key[index];
  } else {
    is_primary = is_primary && std::ranges::any_of(keys, [&relation](const model::ForeignKeyConstraint& key) {
                   return is_foreign_key_of(key, relation);
                 });
  }
  std::uint32_t flags = 0;
  const auto add = [&flags](bool is_set, std::uint32_t flag) { flags |= is_set ? flag : 0; };
  add(!relation.name.empty(), relation_flag::kName);
  add(relation.nested, relation_flag::kNested);
  add(relation.parent_columns.size() != 1, relation_flag::kSeveralColumns);
  add(is_primary, relation_flag::kParentIsPrimaryKey);
  add(has_properties(relation.extended_properties), relation_flag::kExtendedProperties);
  put_count(flags);
  if (!relation.name.empty()) {
    DOTWIRE_TRY(objects_.write_string(relation.name));
  }
  put_count(relation.parent_table);
  if (!is_primary) put_ordinals(relation.parent_columns);
  put_count(relation.child_table);
  put_ordinals(relation.child_columns);
  return has_properties(relation.extended_properties) ? write_properties(*relation.extended_properties, *set.graph)
                                                      : Status();
}

}  // namespace dotwire::fast_serializer

// Tables of the specification's vectors (table-formats.md 4.10).
#pragma once

#include <string>
#include <string_view>

#include "formats/fast_serializer/fast_serializer.h"

namespace dotwire::fast_serializer {

inline WriteOptions in_dialect(Dialect dialect) {
  WriteOptions options;
  options.encode.dialect = dialect;
  options.unset_locale_id = 1033;
  return options;
}

template <class Content>
Buffer written(const Content& content, const WriteOptions& options) {
  Buffer out;
  Writer writer;
  const Status status = writer.write(content, out, options);
  EXPECT_TRUE(status.ok()) << status.error().to_string();
  return out;
}

// (300, "bye" was "hello"), (DBNull, DBNull) with errors, (-7, "Y") deleted, (1, "q") added.
inline void make_states(model::Table& table) {
  table.name = "T";
  model::Column& numbers = table.add_column("A", model::ValueKind::Int32);
  model::Column& texts = table.add_column("S", model::ValueKind::String);
  for (const std::int32_t number : {300, 300}) numbers.append(number);
  numbers.append_null();
  for (const std::int32_t number : {-7, 1}) numbers.append(number);
  for (const char* text : {"hello", "bye"}) texts.append_text(text);
  texts.append_null();
  for (const char* text : {"Y", "q"}) texts.append_text(text);
  constexpr std::uint64_t kNone = model::kNoRecord;
  table.add_row({model::RowState::Modified, 0, 1, kNone});
  table.add_row({model::RowState::Unchanged, 2, 2, kNone});
  table.add_row({model::RowState::Deleted, 3, kNone, kNone});
  table.add_row({model::RowState::Added, kNone, 4, kNone});
  table.row_errors.push_back({1, "bad", {{1, "ce"}}});
}

inline void add_relation(model::TableSet& set, std::string_view name, std::uint32_t parent, std::uint32_t parent_column,
                         std::uint32_t child, std::uint32_t child_column) {
  model::Table& table = *set.tables[child];
  model::ForeignKeyConstraint key;
  key.name = name;
  key.parent_table = parent;
  key.child_table = child;
  key.parent_columns = {parent_column};
  key.child_columns = {child_column};
  table.constraint_order.push_back({true, static_cast<std::uint32_t>(table.foreign_keys.size())});
  table.foreign_keys.push_back(key);
  model::Relation relation;
  relation.name = name;
  relation.parent_table = parent;
  relation.child_table = child;
  relation.parent_columns = {parent_column};
  relation.child_columns = {child_column};
  set.relations.push_back(relation);
}

inline void set_primary_key(model::Table& table, std::uint32_t column) {
  table.unique_constraints.push_back({"Constraint1", {column}, true, {}});
  table.constraint_order.push_back({false, 0});
  table.columns[column]->unique = true;
  table.columns[column]->allow_db_null = false;
}

// DataSet "DS": P with a key and an extended property, C with a caption and a computed column, a relation.
inline void make_set(model::TableSet& set) {
  set.name = "DS";
  for (const char* name : {"P", "C"}) {
    set.tables.push_back(std::make_unique<model::Table>());
    set.tables.back()->name = name;
  }
  model::Table& parent = *set.tables[0];
  parent.add_column("id", model::ValueKind::Int32).append(1);
  set_primary_key(parent, 0);
  parent.set_extended_property("k", "v");
  parent.added_plain_rows(1);
  model::Table& child = *set.tables[1];
  model::Column& id = child.add_column("id", model::ValueKind::Int32);
  id.caption = "Cap";
  id.caption_set = true;
  id.append(10);
  child.add_column("pid", model::ValueKind::Int32).append(1);
  model::Column& computed = child.add_column("x", model::ValueKind::Int32);
  computed.expression = "id+1";
  computed.read_only = true;
  computed.append(11);
  child.added_plain_rows(1);
  add_relation(set, "R", 0, 0, 1, 1);
}

}  // namespace dotwire::fast_serializer

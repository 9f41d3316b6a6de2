// What the JSON of a table says ahead of its rows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "dotwire/table.h"
#include "model/cell_budget.h"
#include "wire/json/pull.h"

namespace dotwire::text_tables {

// A table of the set, by name or number; set when all tables are there.
struct TableName {
  std::string_view name;
  std::int64_t index = -1;
  std::uint64_t offset = 0;
};

struct ForeignKeyNames {
  std::size_t table = 0;  // that has the key
  std::size_t key = 0;
  TableName parent;
  std::vector<std::string_view> parent_columns;
};

// Reads the members of a table or set one by one. What refers to other tables is kept as names.
class SchemaReader {
 public:
  // `budget` is that of the whole document.
  SchemaReader(json::Pull& in, model::SchemaBudget& budget) : in_(in), budget_(budget) {}

  // Members of a set, and of a table, whose value comes next. False: there is none of that name.
  Result<bool> read_set_member(std::string_view name, model::TableSet& set);
  Result<bool> read_table_member(std::string_view name, model::Table& table, std::size_t index);
  // "relations", behind the tables.
  Status read_relations(model::TableSet& set);
  // When all tables are there.
  Status join(const std::vector<model::Table*>& tables);

 private:
  Status read_columns(model::Table& table);
  // `names` are those of the columns before it, which borrow from the table.
  Status read_column(model::Table& table, std::unordered_set<std::string_view>& names);
  Result<bool> read_column_member(std::string_view name, model::Column& column, model::Graph& graph);
  Status read_auto_increment(model::Column& column);
  Status read_simple_types(model::Column& column);
  Status read_keys(model::Table& table);
  Status read_foreign_keys(model::Table& table, std::size_t index);
  Status read_constraint_order(model::Table& table);
  Status read_row_ids(model::Table& table);
  Status read_properties(model::PropertyCollection& properties, model::Graph& graph);
  Result<std::vector<std::string_view>> read_names();
  Result<TableName> read_table_name();
  Result<std::string> read_string();
  Result<std::int32_t> read_i32();
  template <class Named>
  Status read_locale_id(Named& named);
  Result<std::uint64_t> read_u64();

  json::Pull& in_;
  model::SchemaBudget& budget_;
  std::vector<ForeignKeyNames> foreign_keys_;
  // Of the columns of the table in hand: which of what keys imply they said themselves.
  struct Said {
    bool allow_db_null = false;
    bool unique = false;
  };
  std::vector<Said> said_;
};

// Ordinals of columns of these names.
Result<std::vector<std::uint32_t>> ordinals(const model::Table& table, const std::vector<std::string_view>& names,
                                            std::uint64_t offset);

}  // namespace dotwire::text_tables

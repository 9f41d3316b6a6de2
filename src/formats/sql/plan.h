// What the tables of a document become in one database: names, column types, keys. Made once, for the writer and for
// the losses.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dotwire/format.h"
#include "formats/sql/sql.h"

namespace dotwire::sql {

// How a cell is written.
enum class Literal : std::uint8_t {
  Number,    // digits
  Real,      // Double and Single, which may be no numbers
  Boolean,   // 0 and 1, or FALSE and TRUE
  Text,      // quoted
  Clock,     // DateTime: quoted, without Z
  Interval,  // TimeSpan of PostgreSQL
  Binary,
};

struct ColumnPlan {
  const model::Column* column = nullptr;
  std::string name;  // unique in the table, not quoted yet
  std::string type;
  Literal literal = Literal::Text;
  bool not_null = false;
  bool identity = false;  // numbers itself
};

struct Key {
  std::string name;
  std::vector<std::uint32_t> columns;
  bool primary = false;
};

struct ForeignKey {
  std::string name;
  std::vector<std::uint32_t> columns;
  std::size_t parent = 0;  // index in Plan::tables
  std::vector<std::uint32_t> parent_columns;
  model::Rule update_rule = model::Rule::None;
  model::Rule delete_rule = model::Rule::None;
};

struct TablePlan {
  const model::Table* table = nullptr;
  std::string path;  // "tables/Orders/" in a set, empty for a table alone
  std::string name;
  std::vector<ColumnPlan> columns;
  std::vector<Key> keys;
  std::vector<ForeignKey> foreign_keys;
};

struct Plan {
  Database database;
  std::vector<TablePlan> tables;
  // Names and keys that could not stay as they are, beside what values lose.
  std::vector<Loss> losses;
};

// Fails where options.table names no table.
Result<Plan> make_plan(const Document& document, const Options& options, Database database);

}  // namespace dotwire::sql

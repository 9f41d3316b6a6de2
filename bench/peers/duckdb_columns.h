// Columns of ours as vectors of DuckDB, and back.
#pragma once

#include <vector>

#include "dotwire/table.h"
#include "peers/callers_table.h"
#include "peers/duckdb_api.h"

namespace dotwire::bench {

// The type that holds a column, and the width and scale of Decimal.
struct DuckColumn {
  DuckType type;
  std::uint8_t width = 0;
  std::uint8_t scale = 0;
};
DuckColumn duck_column_of(const ColumnFacts& facts);

// A function in SQL, `dotwire_table()`, that gives the rows of a table of ours. Text is referred to, not copied: the
// table outlives the query. One query at a time.
class DuckSource {
 public:
  DuckSource(const DuckDbApi& api, const std::vector<ColumnFacts>& facts);

  Status register_at(duckdb_connection connection);
  // From here on these rows.
  void set_table(const model::Table* table) { table_ = table; }

 private:
  static void bind(duckdb_bind_info info);
  static void init(duckdb_init_info info);
  static void fill(duckdb_function_info info, duckdb_data_chunk chunk);
  void fill_chunk(duckdb_data_chunk chunk);
  void fill_nulls(duckdb_vector vector, const model::Column& column, std::size_t count) const;

  const DuckDbApi& api_;
  std::vector<DuckColumn> columns_;
  const model::Table* table_ = nullptr;
  std::size_t next_ = 0;
};

// Appends the records of a result's chunk to columns of such types.
void append_chunk(const DuckDbApi& api, duckdb_data_chunk chunk, const std::vector<DuckColumn>& types,
                  model::Table& table);

}  // namespace dotwire::bench

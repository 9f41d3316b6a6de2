// What a user of a database knows of a table besides its cells: the schema and the states of its rows. A peer holds the
// cells; whoever reads fills a table of that schema, as a DataAdapter does.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dotwire/buffer.h"
#include "dotwire/result.h"
#include "dotwire/table.h"

namespace dotwire::bench {

// What the values of a column have in common, so that a peer can choose the narrowest type of its own that holds them
// all. A choice is made once a table, outside of what is timed.
struct ColumnFacts {
  model::ValueKind kind;
  bool has_nulls = false;
  // Decimal: all have this scale, no minus zero, and so many digits at most. -1: scales differ.
  int scale = -1;
  int digits = 0;
  // DateTime: no kind but Unspecified, whole microseconds, and between 1900 and 2261, where every peer's clock goes.
  bool plain_dates = false;
};

class CallersTable {
 public:
  // Fails for what no peer here holds: columns of objects and of SqlTypes, rows that are neither all accepted nor all
  // added.
  Status learn(const model::Table& table);

  const std::vector<ColumnFacts>& columns() const { return columns_; }
  // That schema without rows; a table that comes again keeps its memory.
  Status prepare(model::Table& table);
  // So many records were appended to every column: they become rows.
  void finish(model::Table& table, std::size_t rows) const;

 private:
  std::vector<ColumnFacts> columns_;
  Buffer schema_;  // XSD
  bool added_ = false;
  const model::Table* prepared_ = nullptr;
};

// "holds Decimal as 16 bytes, ...": what is said of each column, once each. Null: the peer has a type for it.
std::string remark_of(const std::vector<ColumnFacts>& columns, const char* (*remark)(const ColumnFacts& column));
// Of a peer with types for dates, decimals of one scale and UUIDs.
const char* usual_remark(const ColumnFacts& column);

}  // namespace dotwire::bench

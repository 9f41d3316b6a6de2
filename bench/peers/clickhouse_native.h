// ClickHouse's Native format: blocks of columns, as the results of its queries come here.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dotwire/result.h"
#include "dotwire/table.h"
#include "peers/callers_table.h"

namespace dotwire::bench {

// "Nullable(Decimal(9, 2))"
std::string clickhouse_type_of(const ColumnFacts& facts);
// Appends the records to the table's columns, which the facts are of, and says how many they are.
Result<std::size_t> append_native(std::span<const std::uint8_t> bytes, const std::vector<ColumnFacts>& facts,
                                  model::Table& table);

}  // namespace dotwire::bench

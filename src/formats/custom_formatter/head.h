// What stands in front of the rows: read by the reader and by identify().
#pragma once

#include <string_view>
#include <vector>

#include "base/byte_reader.h"

namespace dotwire::custom_formatter {

struct HeadColumn {
  std::string_view name;  // borrows from the input, as do all names here
  std::string_view type_name;
};

struct Head {
  std::string_view table_name;
  bool null_name = false;  // marker 2, which reads as an unnamed table
  std::vector<HeadColumn> columns;
  std::size_t row_count = 0;
};

// Table name and columns.
Result<Head> decode_columns(ByteReader& in);

// The count of rows too, which has been compared with the bytes left. Leaves `in` at the first row.
Result<Head> decode_head(ByteReader& in);

}  // namespace dotwire::custom_formatter

// What the releases of protobuf-net-data write: table-formats.md 2.5.
#pragma once

#include <string>
#include <string_view>

#include "formats/protobuf_data/layout.h"
#include "formats/protobuf_data/protobuf_data.h"

namespace dotwire::protobuf_data {

struct VersionTraits {
  bool fixed_reals;        // Single and Double can be written
  bool computed_columns;   // are written
  bool empty_arrays;       // are written, as length 0
  bool characters;         // Char can be written
  bool nested_tables;      // columns of DataTable
  bool time_spans;         // columns of TimeSpan
  bool date_time_offsets;  // columns of DateTimeOffset
  bool short_type_names;   // the text of the refusal
};
const VersionTraits& traits_of(Version version);

// Whether the version has columns of this type.
bool has_type(const model::Column& column, const WriteOptions& options);
// Whether it can write a value into such a column.
bool has_values(CellKind kind, const WriteOptions& options);

// The text of the library's exception for a column type that it does not have.
std::string refusal(const model::Column& column, const WriteOptions& options);

// Whether an expression names Parent or Child. A DataTableReader's schema does not say that such a column is computed.
// (It does where the relation leads back to the table itself, which is not looked for here.)
bool reaches_other_table(std::string_view expression);

// A computed column is left out, with its values.
bool is_left_out(const model::Column& column, const WriteOptions& options);
// As the options say, else as the version does.
bool omits_empty_arrays(const WriteOptions& options);

}  // namespace dotwire::protobuf_data

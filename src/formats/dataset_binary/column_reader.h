// A column's cells from its storage array (table-formats 9.6).
#pragma once

#include <cstdint>

#include "dotwire/result.h"
#include "dotwire/table.h"
#include "formats/dataset_binary/node_copier.h"
#include "formats/dataset_binary/object_columns.h"
#include "formats/dataset_binary/options.h"
#include "formats/dataset_binary/scalar_reader.h"

namespace dotwire::dataset_binary {

struct ColumnSource {
  const model::Node* storage = nullptr;
  const model::Node* null_bits = nullptr;
  std::uint32_t records = 0;
};

// The kind of column that an array of primitives stores: Object if it is none. For columns whose type is an enum.
model::ValueKind kind_of_storage(const model::Node* storage);

// Kinds whose cells lie in an object[], each a reference.
bool is_boxed(model::ValueKind kind);

// A value of the column's kind, or a null; `chunk` is what Column::tail() gave.
void append_value(const Value& value, model::Column& column, model::Chunk& chunk);

// Appends all records to the column, which has none, and notes it in `read` if its cells are objects.
Status read_cells(const ColumnSource& source, const ReadOptions& options, NodeCopier& copier, model::Column& column,
                  ObjectColumns& read);

}  // namespace dotwire::dataset_binary
